import { bullets, reveal, secret } from '../../secret.js';
import type { CredentialSpec } from '../kind.js';
import { secrecyOfSource } from '../sources.js';

/** A token the user has (RFC 6750). */
export const bearer: CredentialSpec = {
  name: 'bearer',
  flag: '-B',
  fillsAuthorization: true,
  isGiven: ({ auth }) => auth.bearer !== undefined,
  sources: ({ bearer: token }) => [['-B', token]],
  configured: { bearer: secrecyOfSource },
  isSent: ({ credentials }) => credentials.bearer !== undefined,
  authorization: ({ bearer: token }) => token && secret(`Bearer ${reveal(token)}`),
  dropCrossOrigin: ({ credentials: { bearer: _, ...credentials } }) => ({ credentials }),
  identity: ({ credentials: { bearer: token } }) => token && reveal(token),
  describe: ({ auth }) => (auth.bearer === undefined ? [] : [`Bearer ${bullets}`]),
};

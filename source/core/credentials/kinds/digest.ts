import { reveal } from '../../secret.js';
import type { CredentialSpec } from '../kind.js';
import { mayLackPassword, secretOf, userWords } from '../sources.js';

/** User and password (RFC 7616). `../digest.ts` computes the response. */
export const digest: CredentialSpec = {
  name: 'digest',
  flag: '--digest',
  fillsAuthorization: true,
  modifiesUser: true,
  isGiven: ({ auth }) => auth.digest !== undefined,
  sources: ({ digest: user }) => [['-u', secretOf(user)]],
  mayPrompt: ({ digest: user }) => mayLackPassword(user),
  configured: {},
  isSent: ({ credentials }) => credentials.digest !== undefined,
  signer: ({ digest: user }) => user?.signer,
  secretsOutsideHeaders: ({ digest: user }) => (user ? [user.password] : []),
  dropCrossOrigin: ({ credentials: { digest: _, ...credentials } }) => ({ credentials }),
  identity: ({ credentials: { digest: user } }) => user && [user.user, reveal(user.password)],
  describe: ({ auth: { digest: user } }) => (user === undefined ? [] : [`Digest ${userWords(user)}`]),
};

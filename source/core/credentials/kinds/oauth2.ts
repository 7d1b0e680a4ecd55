import { isFailure } from '../../failure.js';
import { splitOAuth2 } from '../../oauth/spec.js';
import { reveal, secret } from '../../secret.js';
import type { CredentialSpec } from '../kind.js';
import { secrecyByName, secrecyOfSource } from '../sources.js';

/** A token that is fetched (RFC 6749). With proof of possession, it is sent as DPoP (RFC 9449). */
export const oauth2: CredentialSpec = {
  name: 'oauth2',
  flag: '--oauth2',
  fillsAuthorization: true,
  isGiven: ({ auth }) => auth.oauth2 !== undefined,
  sources: ({ oauth2: options }) => [
    ['--oauth2', options?.clientSecret],
    ['--oauth2-password', options?.password],
    ['--oauth2-subject-token', options?.subjectToken],
    ['--oauth2-assertion', options?.assertion],
    ['--oauth2-refresh-token', options?.refreshToken],
  ],
  configured: {
    oauth2(text) {
      const parts = splitOAuth2(text);
      // A malformed value fails on use. Until then, assume that it contains a secret.
      if (isFailure(parts)) return 'secret';
      return parts.secret ? secrecyOfSource(parts.secret) : 'reference';
    },
    'oauth2-password': secrecyOfSource,
    'oauth2-subject-token': secrecyOfSource,
    'oauth2-assertion': secrecyOfSource,
    'oauth2-refresh-token': secrecyOfSource,
    'oauth2-param': secrecyByName('='),
  },
  isSent: ({ credentials }) => credentials.accessToken !== undefined,
  authorization: ({ accessToken, proof }) =>
    accessToken && secret(`${proof ? 'DPoP' : 'Bearer'} ${reveal(accessToken)}`),
  signer: ({ proof }) => proof,
  dropCrossOrigin: ({ credentials: { accessToken: _, proof: __, ...credentials } }) => ({ credentials }),
  // The token changes daily, but its account does not.
  identity: ({ credentials: { accessToken } }, account) => account ?? (accessToken && reveal(accessToken)),
  describe: ({ auth: { oauth2: options } }) =>
    options === undefined ? [] : [`OAuth ${options.account ?? options.clientId}`],
};

import { reveal } from '../../secret.js';
import { basicValue } from '../basic.js';
import type { CredentialSpec } from '../kind.js';
import { mayLackPassword, secrecyOfSource, secretOf, textAfter, userWords } from '../sources.js';

/** User and password (RFC 7617). */
export const basic: CredentialSpec = {
  name: 'auth',
  flag: '-u',
  fillsAuthorization: true,
  isGiven: ({ auth }) => auth.basic !== undefined,
  sources: ({ basic: user }) => [['-u', secretOf(user)]],
  mayPrompt: ({ basic: user }) => mayLackPassword(user),
  configured: {
    auth: text =>
      secrecyOfSource(text) === 'reference' || !text.includes(':')
        ? 'reference'
        : secrecyOfSource(textAfter(text, ':')),
  },
  isSent: ({ credentials }) => credentials.basic !== undefined,
  authorization: ({ basic: user }) => user && basicValue(user.user, user.password),
  secretsOutsideHeaders: ({ basic: user }) => (user ? [user.password] : []),
  dropCrossOrigin: ({ credentials: { basic: _, ...credentials } }) => ({ credentials }),
  identity: ({ credentials: { basic: user } }) => user && [user.user, reveal(user.password)],
  describe: ({ auth: { basic: user } }) => (user === undefined ? [] : [`Basic ${userWords(user)}`]),
};

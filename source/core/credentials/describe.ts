/** Describes credentials to a person, without secrets. */
import type { AuthOptions, HeaderOption, SecretSource, UserOption } from '../options.js';
import { bullets, secret } from '../secret.js';
import type { CredentialFlags } from './flags.js';
import { isSecretName, mayCarryCredential, shownSecret } from './header.js';
import type { CredentialKind } from './kind.js';

const userWords = (user: UserOption): string => ('user' in user ? `${user.user}:${bullets}` : bullets);

const words: Readonly<Record<CredentialKind, (said: CredentialFlags) => readonly string[]>> = {
  bearer: ({ auth }) => (auth.bearer === undefined ? [] : [`Bearer ${bullets}`]),
  basic: ({ auth: { basic } }) => (basic === undefined ? [] : [`Basic ${userWords(basic)}`]),
  digest: ({ auth: { digest } }) => (digest === undefined ? [] : [`Digest ${userWords(digest)}`]),
  aws: ({ auth: { aws } }) => (aws === undefined ? [] : [`AWS ${userWords(aws.key)}`]),
  oauth2: ({ auth: { oauth2 } }) => (oauth2 === undefined ? [] : [`OAuth ${oauth2.account ?? oauth2.clientId}`]),
  apiKeys: ({ auth }) => auth.apiKeys.map(key => `${key.name}=${bullets}`),
  header: ({ headers }) =>
    headers.flatMap(each => ('value' in each && mayCarryCredential(each) ? [`${each.name} ${bullets}`] : [])),
  // Described with the connection.
  cookie: () => [],
  certificate: () => [],
  proxyUser: () => [],
  connectionParams: () => [],
};

/** Describes how requests are authorised; empty without credentials. */
export const authWords = (said: CredentialFlags): string =>
  Object.values(words)
    .flatMap(kind => kind(said))
    .join(', ');

/** Describes the login, without API keys and headers. */
export const loginWords = (auth: AuthOptions): string => authWords({ auth: { ...auth, apiKeys: [] }, headers: [] });

/** Where a secret comes from, or bullets. */
export const sourceWords = (source: SecretSource): string =>
  source.from === 'env' ? `env:${source.name}` : source.from === 'file' ? `file:${source.path}` : bullets;

/** A header for display, its value masked if the name is that of a secret. */
export function headerWords(option: HeaderOption): string {
  switch (option.kind) {
    case 'file':
      return `lines of the file ${option.path}`;
    case 'empty':
      return `${option.name}: (empty)`;
    case 'remove':
      return `${option.name}: (not sent)`;
    case 'secret':
      return `${option.name}: ${sourceWords(option.value)}`;
    case 'set':
      return `${option.name}: ${isSecretName(option.name) ? shownSecret(secret(option.value)) : option.value}`;
  }
}

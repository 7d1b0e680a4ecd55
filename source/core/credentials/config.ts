/** How credentials stand in the configuration file: under which flags, and whether the secret itself or only where it is. */
import { isFailure } from '../failure.js';
import { splitOAuth2 } from '../oauth/spec.js';
import { namesUser } from '../request/url.js';
import { isAuthorization, isSecretName } from './header.js';
import type { CredentialKind } from './kind.js';

/** What a flag's value holds: no credential, one that is read from elsewhere when it is used, or the secret itself. */
export type ValueSecrecy = 'nothing' | 'reference' | 'secret';

const source = (text: string): ValueSecrecy => (/^(?:env|file):/.test(text) ? 'reference' : 'secret');
const behind = (text: string, mark: string): string => text.slice(text.indexOf(mark) + 1);
const byName =
  (mark: string) =>
  (text: string): ValueSecrecy =>
    isSecretName(text.split(mark, 1)[0] ?? '') ? 'secret' : 'nothing';

/** By long flag name, for each kind. */
const flags = {
  basic: {
    auth: text => (source(text) === 'reference' || !text.includes(':') ? 'reference' : source(behind(text, ':'))),
  },
  // They say how that one is used.
  digest: {},
  aws: {},
  bearer: { bearer: source },
  oauth2: {
    oauth2(text) {
      const parts = splitOAuth2(text);
      // What cannot be taken apart is refused where it is used; until then it may well hold a secret.
      if (isFailure(parts)) return 'secret';
      return parts.secret ? source(parts.secret) : 'reference';
    },
    'oauth2-password': source,
    'oauth2-subject-token': source,
    'oauth2-assertion': source,
    'oauth2-refresh-token': source,
    'oauth2-param': byName('='),
  },
  apiKeys: { 'api-key-query': text => source(behind(text, '=')) },
  // Lines of a file stay there.
  header: { header: text => (text.startsWith('@') ? 'nothing' : byName(':')(text)) },
  cookie: { cookie: () => 'secret' },
  // The rest are files of their own.
  certificate: { 'key-pass': source },
  proxyUser: { proxy: text => (namesUser(text) ? 'secret' : 'nothing') },
  connectionParams: { 'connection-params': () => 'secret' },
} as const satisfies Readonly<Record<CredentialKind, Readonly<Record<string, (value: string) => ValueSecrecy>>>>;

const byFlag = new Map<string, (value: string) => ValueSecrecy>(
  Object.values(flags).flatMap(kind => Object.entries(kind)),
);

/** What the value of a flag (long name) holds. */
export const secrecyOf = (flag: string, value: string): ValueSecrecy => byFlag.get(flag)?.(value) ?? 'nothing';

/** Flags (`--name=value`) that say what the Authorization header is, or belong to one that does. */
const login = /^--(?:auth|bearer|oauth2|digest|aws-sigv4)(?:=|$|-)/;
/** How a user and a password are used. */
const way = /^--(?:digest|aws-sigv4)(?:=|$)/;

/**
 * Flags without credentials: the line brings its own.
 * @param keepWay the line brings a password, but does not say for which scheme: one that is meant for Digest is never sent as Basic
 */
export const withoutLogin = (words: readonly string[], keepWay = false): readonly string[] =>
  words.filter(
    word =>
      (!login.test(word) || (keepWay && way.test(word))) &&
      !isAuthorization(/^--header=([^:]*?)\s*:/.exec(word)?.[1] ?? ''),
  );

/** Credentials in the configuration file: by which flag, and whether as secret or as reference. */
import { isFailure } from '../failure.js';
import { splitOAuth2 } from '../oauth/spec.js';
import { namesUser } from '../request/url.js';
import { isAuthorization, isSecretName } from './header.js';
import type { CredentialKind } from './kind.js';

/** Whether a flag's value has no credential, a reference read on use, or the secret itself. */
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
  // They only modify the kind above.
  digest: {},
  aws: {},
  bearer: { bearer: source },
  oauth2: {
    oauth2(text) {
      const parts = splitOAuth2(text);
      // A malformed value fails on use; until then assume it has a secret.
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
  // Lines of a file stay in the file.
  header: { header: text => (text.startsWith('@') ? 'nothing' : byName(':')(text)) },
  cookie: { cookie: () => 'secret' },
  // Certificate and key are files of their own.
  certificate: { 'key-pass': source },
  proxyUser: { proxy: text => (namesUser(text) ? 'secret' : 'nothing') },
  connectionParams: { 'connection-params': () => 'secret' },
} as const satisfies Readonly<Record<CredentialKind, Readonly<Record<string, (value: string) => ValueSecrecy>>>>;

const byFlag = new Map<string, (value: string) => ValueSecrecy>(
  Object.values(flags).flatMap(kind => Object.entries(kind)),
);

/** Classifies the value of a flag (long name). */
export const secrecyOf = (flag: string, value: string): ValueSecrecy => byFlag.get(flag)?.(value) ?? 'nothing';

/** Flags (`--name=value`) that set or modify the Authorization header. */
const login = /^--(?:auth|bearer|oauth2|digest|aws-sigv4)(?:=|$|-)/;
/** Flags that choose the scheme for a user and password. */
const way = /^--(?:digest|aws-sigv4)(?:=|$)/;

/**
 * Removes credential flags, because the line has its own.
 * @param keepWay keep the scheme: a password meant for Digest must not be sent as Basic
 */
export const withoutLogin = (words: readonly string[], keepWay = false): readonly string[] =>
  words.filter(
    word =>
      (!login.test(word) || (keepWay && way.test(word))) &&
      !isAuthorization(/^--header=([^:]*?)\s*:/.exec(word)?.[1] ?? ''),
  );

/** Credentials as flags give them, before any is read: which are given, by which flag, and where their secrets are. */
import type { AuthOptions, HeaderOption, NetworkOptions, SecretSource, UserOption } from '../options.js';
import { namesUser } from '../request/url.js';
import { isAuthorization, mayCarryCredential } from './header.js';
import type { CredentialKind } from './kind.js';

/** The options that may have credentials. */
export interface CredentialFlags {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  readonly network?: NetworkOptions;
  readonly connectionParams?: string;
  readonly objects?: { readonly connectionParams?: unknown };
}

type NamedSource = readonly [flag: string, source: SecretSource | undefined];

const secretOf = (user: UserOption | undefined): SecretSource | undefined =>
  user && ('whole' in user ? user.whole : user.password);

interface FlagSpec {
  /** Long flag name, and its form in messages. */
  readonly name: string;
  readonly flag: string;
  /** Fills the Authorization header, of which a request has one. */
  readonly authorization?: true;
  /** Modifies -u, so both may be given. */
  readonly beside?: true;
  isGiven(said: CredentialFlags): boolean;
  /** Where its secrets are read; absent for plain text and files. */
  sources?(auth: AuthOptions): readonly NamedSource[];
  /** Whether a person may be prompted. */
  mayAsk?(auth: AuthOptions): boolean;
}

const giving = {
  basic: {
    name: 'auth',
    flag: '-u',
    authorization: true,
    isGiven: ({ auth }) => auth.basic !== undefined,
    sources: ({ basic }) => [['-u', secretOf(basic)]],
    // The source may contain a user without a password.
    mayAsk: ({ basic }) => basic !== undefined && 'whole' in basic,
  },
  digest: {
    name: 'digest',
    flag: '--digest',
    authorization: true,
    beside: true,
    isGiven: ({ auth }) => auth.digest !== undefined,
    sources: ({ digest }) => [['-u', secretOf(digest)]],
    mayAsk: ({ digest }) => digest !== undefined && 'whole' in digest,
  },
  aws: {
    name: 'aws-sigv4',
    flag: '--aws-sigv4',
    authorization: true,
    beside: true,
    isGiven: ({ auth }) => auth.aws !== undefined,
    sources: ({ aws }) => [['-u', secretOf(aws?.key)]],
    mayAsk: ({ aws }) => aws !== undefined && 'whole' in aws.key,
  },
  bearer: {
    name: 'bearer',
    flag: '-B',
    authorization: true,
    isGiven: ({ auth }) => auth.bearer !== undefined,
    sources: ({ bearer }) => [['-B', bearer]],
  },
  oauth2: {
    name: 'oauth2',
    flag: '--oauth2',
    authorization: true,
    isGiven: ({ auth }) => auth.oauth2 !== undefined,
    sources: ({ oauth2 }) => [
      ['--oauth2', oauth2?.clientSecret],
      ['--oauth2-password', oauth2?.password],
      ['--oauth2-subject-token', oauth2?.subjectToken],
      ['--oauth2-assertion', oauth2?.assertion],
      ['--oauth2-refresh-token', oauth2?.refreshToken],
    ],
  },
  apiKeys: {
    name: 'api-key-query',
    flag: '-K',
    isGiven: ({ auth }) => auth.apiKeys.length > 0,
    sources: ({ apiKeys }) => apiKeys.map(key => ['-K', key.value]),
  },
  // Only `-H Authorization` fills that header: see `fillsAuthorization`.
  header: { name: 'header', flag: '-H', isGiven: ({ headers }) => headers.some(mayCarryCredential) },
  cookie: { name: 'cookie', flag: '-b', isGiven: ({ network }) => !!network?.cookies.length },
  certificate: { name: 'cert', flag: '--cert', isGiven: ({ network }) => network?.certFile !== undefined },
  proxyUser: { name: 'proxy', flag: '-x', isGiven: ({ network }) => namesUser(network?.proxy ?? '') },
  connectionParams: {
    name: 'connection-params',
    flag: '--connection-params',
    isGiven: ({ connectionParams, objects }) => (connectionParams ?? objects?.connectionParams) !== undefined,
  },
} as const satisfies Readonly<Record<CredentialKind, FlagSpec>>;

const kinds: readonly FlagSpec[] = Object.values(giving);

/** Flags that fill the Authorization header, mutually exclusive. */
export const authorizationFlags = Object.values(giving).filter(kind => 'authorization' in kind && !('beside' in kind));

/** Whether a `-H` fills the Authorization header. */
export const fillsAuthorization = (option: HeaderOption): boolean =>
  (option.kind === 'set' || option.kind === 'empty') && isAuthorization(option.name);

/** Whether the Authorization header is set or removed (`-H Authorization:`). */
export const setsAuthorization = (said: CredentialFlags): boolean =>
  kinds.some(kind => kind.authorization && kind.isGiven(said)) ||
  said.headers.some(option => option.kind !== 'file' && isAuthorization(option.name));

export const hasCredentials = (said: CredentialFlags): boolean => kinds.some(kind => kind.isGiven(said));

/** Every secret source, with its flag. */
export const secretSources = (auth: AuthOptions): readonly (readonly [flag: string, source: SecretSource])[] =>
  kinds.flatMap(kind =>
    (kind.sources?.(auth) ?? []).flatMap(([flag, source]) => (source === undefined ? [] : [[flag, source] as const])),
  );

/** Whether any secret must be read; failing to is a usage error. */
export const needsReading = (auth: AuthOptions): boolean =>
  secretSources(auth).some(([, source]) => source.from !== 'text');

/** Whether a prompt may come before the first request. */
export const mayPrompt = (auth: AuthOptions): boolean =>
  secretSources(auth).some(([, source]) => source.from === 'prompt') || kinds.some(kind => kind.mayAsk?.(auth));

/** What a command says of credentials before any of them is read: which are given, by which flag, and where their secrets are. */
import type { AuthOptions, HeaderOption, NetworkOptions, SecretSource, UserOption } from '../options.js';
import { namesUser } from '../request/url.js';
import { isAuthorization, mayCarryCredential } from './header.js';
import type { CredentialKind } from './kind.js';

/** The part of a command that may hold credentials. */
export interface CredentialFlags {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  readonly network?: NetworkOptions;
  readonly connectionParams?: string;
  readonly objects?: { readonly connectionParams?: unknown };
}

/** A source of a secret, and the flag that names it. */
type NamedSource = readonly [flag: string, source: SecretSource | undefined];

/** The secret of a user. */
const secretOf = (user: UserOption | undefined): SecretSource | undefined =>
  user && ('whole' in user ? user.whole : user.password);

interface FlagSpec {
  /** Long name of the flag that gives it, and the form in which messages speak of it. */
  readonly name: string;
  readonly flag: string;
  /** It fills the Authorization header, of which a request has one. */
  readonly authorization?: true;
  /** It says how -u is used: the two stand beside each other. */
  readonly beside?: true;
  isGiven(said: CredentialFlags): boolean;
  /** Where its secrets are read from; absent: it is no secret source, but a text or a file. */
  sources?(auth: AuthOptions): readonly NamedSource[];
  /** A person may be asked for what the sources do not say. */
  mayAsk?(auth: AuthOptions): boolean;
}

const giving = {
  basic: {
    name: 'auth',
    flag: '-u',
    authorization: true,
    isGiven: ({ auth }) => auth.basic !== undefined,
    sources: ({ basic }) => [['-u', secretOf(basic)]],
    // What is read may be a user without a password.
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
  // It fills the Authorization header only if that is its name: `fillsAuthorization`.
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

/** The flags that fill the Authorization header: two of them on a line exclude each other. */
export const authorizationFlags = Object.values(giving).filter(kind => 'authorization' in kind && !('beside' in kind));

/** Whether a `-H` fills the Authorization header. */
export const fillsAuthorization = (option: HeaderOption): boolean =>
  (option.kind === 'set' || option.kind === 'empty') && isAuthorization(option.name);

/** Whether a command says what the Authorization header is, be it that there is none (`-H Authorization:`). */
export const setsAuthorization = (said: CredentialFlags): boolean =>
  kinds.some(kind => kind.authorization && kind.isGiven(said)) ||
  said.headers.some(option => option.kind !== 'file' && isAuthorization(option.name));

/** Whether a command gives any credential at all. */
export const hasCredentials = (said: CredentialFlags): boolean => kinds.some(kind => kind.isGiven(said));

/** Every source of a secret, with the flag that names it. */
export const secretSources = (auth: AuthOptions): readonly (readonly [flag: string, source: SecretSource])[] =>
  kinds.flatMap(kind =>
    (kind.sources?.(auth) ?? []).flatMap(([flag, source]) => (source === undefined ? [] : [[flag, source] as const])),
  );

/** Whether a secret is somewhere else than on the command line: what cannot be read there is a usage failure. */
export const needsReading = (auth: AuthOptions): boolean =>
  secretSources(auth).some(([, source]) => source.from !== 'text');

/** Whether a person may be asked for a secret before the first request goes out. */
export const mayPrompt = (auth: AuthOptions): boolean =>
  secretSources(auth).some(([, source]) => source.from === 'prompt') || kinds.some(kind => kind.mayAsk?.(auth));

/** Credentials that an operation requires, and the flags that set them. */
import { entriesIn, member, textIn } from '../json/loose.js';
import type { AuthOptions, HeaderOption, NetworkOptions } from '../options.js';
import { readUrl } from '../request/read-url.js';
import { componentNamed, resolve } from './document/node.js';
import type { Description, Operation } from './document/types.js';

/** Credentials set with flags. */
export interface GivenLogin {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  readonly network: Pick<NetworkOptions, 'certFile' | 'cookies' | 'cookieJar' | 'netrc'>;
}

/** Description of a scheme: its kind, and the flag to use. */
interface SchemeWords {
  readonly name: string;
  /** `HTTP Bearer (JWT)`, `API key in the header X-Key`. */
  readonly kind: string;
  /** `-B TOKEN`; contains untrusted text. */
  readonly flag: string;
}

/** Returns the alternatives that the operation accepts, each with all its schemes. Empty if it accepts no credentials. */
export const loginsOf = (description: Description, operation: Operation): readonly (readonly SchemeWords[])[] =>
  operation.security
    .filter(requirement => requirement.length > 0)
    .map(requirement => requirement.map(([name, scopes]) => wordsOf(description, name, scopes)));

/** Returns true if the operation also accepts requests without credentials. */
export const isLoginOptional = ({ security }: Operation): boolean =>
  security.length === 0 || security.some(requirement => requirement.length === 0);

/**
 * Returns the missing schemes of each alternative, the alternative that needs the fewest first. Empty if the flags provide
 * everything.
 */
export function missingLogins(
  description: Description,
  operation: Operation,
  given: GivenLogin,
): readonly (readonly SchemeWords[])[] {
  if (isLoginOptional(operation)) return [];
  const ways = operation.security.map(requirement =>
    requirement.filter(([name]) => !isGiven(schemeOf(description.root, name), given)),
  );
  if (ways.some(way => way.length === 0)) return [];
  return [...ways]
    .sort((a, b) => a.length - b.length)
    .map(way => way.map(([name, scopes]) => wordsOf(description, name, scopes)));
}

const schemeOf = (root: unknown, name: string): unknown =>
  resolve(root, componentNamed(root, 'securitySchemes', name)).node;

/** Returns true if credentials of the scheme's kind are given. */
export function isGiven(scheme: unknown, { auth, headers, network }: GivenLogin): boolean {
  const hasHeader = (name: string): boolean =>
    headers.some(each => each.kind === 'file' || each.name.toLowerCase() === name.toLowerCase());
  const anyToken = auth.bearer !== undefined || auth.oauth2 !== undefined || hasHeader('authorization');
  const name = textIn(scheme, 'name') ?? '';
  switch (textIn(scheme, 'type')) {
    case 'http':
      return anyToken || auth.basic !== undefined || auth.digest !== undefined || network.netrc;
    case 'apiKey':
      if (member(scheme, 'in') === 'query') return auth.apiKeys.some(each => each.name === name);
      if (member(scheme, 'in') === 'cookie')
        return network.cookieJar !== undefined || network.cookies.some(each => each.startsWith(`${name}=`));
      return hasHeader(name) || (/^authorization$/i.test(name) && (anyToken || auth.basic !== undefined));
    case 'oauth2':
    case 'openIdConnect':
      return anyToken;
    case 'mutualTLS':
      return network.certFile !== undefined;
    default:
      return anyToken || auth.basic !== undefined || auth.apiKeys.length > 0;
  }
}

/** Names of our OAuth flows by the name of the OpenAPI flow. */
export const oauthFlows: Readonly<Record<string, string>> = {
  clientCredentials: 'client_credentials',
  authorizationCode: 'authorization_code',
  password: 'password',
  deviceAuthorization: 'device_code',
};

/** Resolves the URL of a login, which may be relative to the server (OpenAPI 3.1, 4.6), unless the server's URL is unknown. */
export function loginUrl({ servers, source }: Pick<Description, 'servers' | 'source'>, url: string): string {
  const server = readUrl(servers[0]?.url ?? '/', readUrl(source));
  const found = url === '' ? undefined : readUrl(url, server);
  return found !== undefined && /^https?:$/.test(found.protocol) ? found.href : url;
}

/** Describes a scheme. */
export function wordsOf(description: Description, name: string, scopes: readonly string[]): SchemeWords {
  const scheme = schemeOf(description.root, name);
  switch (textIn(scheme, 'type')) {
    case 'http':
      return { name, ...httpWords(scheme) };
    case 'apiKey':
      return { name, ...apiKeyWords(scheme) };
    case 'oauth2':
      return { name, ...oauthWords(description, scheme, scopes) };
    case 'openIdConnect': {
      const issuer = issuerOf(description, scheme);
      return {
        name,
        kind: 'OpenID Connect',
        flag: `--oauth2 authorization_code::CLIENT_ID --oauth2-issuer ${issuer || 'URL'}`,
      };
    }
    case 'mutualTLS':
      return { name, kind: 'client certificate', flag: '--cert FILE' };
    default:
      return { name, kind: 'a login that is not described', flag: '-B TOKEN, -u USER:PASS or -H' };
  }
}

/** Returns the issuer of an OpenID Connect scheme, or an empty text. */
export const issuerOf = (description: Description, scheme: unknown): string =>
  loginUrl(description, textIn(scheme, 'openIdConnectUrl') ?? '').replace(/\/\.well-known\/.*$/s, '');

function httpWords(scheme: unknown): Omit<SchemeWords, 'name'> {
  const kind = textIn(scheme, 'scheme') ?? '';
  const format = textIn(scheme, 'bearerFormat');
  const flag = httpFlags.get(kind.toLowerCase());
  const title = flag === undefined ? kind : kind.toLowerCase().replace(/^./, match => match.toUpperCase());
  return {
    kind: `HTTP ${title}${format === undefined ? '' : ` (${format})`}`,
    flag: flag ?? `-H 'Authorization: ${kind} …'`,
  };
}

function apiKeyWords(scheme: unknown): Omit<SchemeWords, 'name'> {
  const key = textIn(scheme, 'name') ?? 'NAME';
  const place = textIn(scheme, 'in');
  if (place === 'query') return { kind: `API key in the query, ${key}`, flag: `-K ${key}=VALUE` };
  if (place === 'cookie') return { kind: `API key in the cookie ${key}`, flag: `-b ${key}=VALUE` };
  return { kind: `API key in the header ${key}`, flag: `-H '${key}: VALUE'` };
}

function oauthWords(description: Description, scheme: unknown, scopes: readonly string[]): Omit<SchemeWords, 'name'> {
  const [first] = entriesIn(scheme, 'flows').filter(([flow]) => oauthFlows[flow] !== undefined);
  if (first === undefined) return { kind: 'OAuth 2.0', flag: '-B TOKEN' };
  const [name, flow] = first;
  const url = (field: string): string | undefined => {
    const text = textIn(flow, field);
    return text === undefined ? undefined : loginUrl(description, text);
  };
  const [authUrl, deviceUrl] = [url('authorizationUrl'), url('deviceAuthorizationUrl')];
  const flags = [
    `--oauth2 ${oauthFlows[name]}:${url('tokenUrl') || 'TOKEN_URL'}:CLIENT_ID`,
    ...(authUrl === undefined ? [] : [`--oauth2-auth-url ${authUrl}`]),
    ...(deviceUrl === undefined ? [] : [`--oauth2-device-url ${deviceUrl}`]),
    ...(scopes.length === 0 ? [] : [`--oauth2-scope '${scopes.join(' ')}'`]),
  ];
  return { kind: `OAuth 2.0, ${oauthFlows[name]}`, flag: flags.join(' ') };
}

/** Flags for the schemes of HTTP authentication. */
const httpFlags: ReadonlyMap<string, string> = new Map([
  ['basic', '-u USER:PASS'],
  ['digest', '--digest -u USER:PASS'],
  ['bearer', '-B TOKEN'],
]);

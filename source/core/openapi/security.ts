/** Logins that an operation asks for, and the flags that give them. */
import type { AuthOptions, HeaderOption, NetworkOptions } from '../options.js';
import { entriesIn, member, resolve, textIn } from './document/node.js';
import type { Description, Operation } from './document/types.js';

/** The credentials that flags give. */
export interface GivenLogin {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderOption[];
  readonly network: Pick<NetworkOptions, 'certFile' | 'cookies' | 'cookieJar' | 'netrc'>;
}

/** One scheme in words: what it is, and what to type. */
interface SchemeWords {
  readonly name: string;
  /** `HTTP Bearer (JWT)`, `API key in the header X-Key`. */
  readonly kind: string;
  /** `-B TOKEN`; untrusted text stands in it. */
  readonly flag: string;
}

/** The ways to log in that the operation accepts, each with all its schemes; empty: none is needed. */
export function loginsOf({ root }: Description, operation: Operation): readonly (readonly SchemeWords[])[] {
  if (operation.security.some(each => each.length === 0)) return [];
  return operation.security.map(requirement => requirement.map(([name, scopes]) => wordsOf(root, name, scopes)));
}

/** The missing schemes of the login that needs least; empty: none, as far as flags say. */
export function missingLogin(
  description: Description,
  operation: Operation,
  given: GivenLogin,
): readonly SchemeWords[] {
  const ways = operation.security.map(requirement =>
    requirement.filter(([name]) => !isGiven(schemeOf(description.root, name), given)),
  );
  const least = ways.reduce<(typeof ways)[number] | undefined>(
    (best, way) => (best === undefined || way.length < best.length ? way : best),
    undefined,
  );
  return (least ?? []).map(([name, scopes]) => wordsOf(description.root, name, scopes));
}

const schemeOf = (root: unknown, name: string): unknown =>
  resolve(root, member(member(member(root, 'components'), 'securitySchemes'), name)).node;

/** Whether credentials of the scheme's kind are there. */
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

/** By the name of an OpenAPI flow, ours. */
export const oauthFlows: Readonly<Record<string, string>> = {
  clientCredentials: 'client_credentials',
  authorizationCode: 'authorization_code',
  password: 'password',
  deviceAuthorization: 'device_code',
};

/** A scheme in words. */
export function wordsOf(root: unknown, name: string, scopes: readonly string[]): SchemeWords {
  const scheme = schemeOf(root, name);
  const key = textIn(scheme, 'name') ?? 'NAME';
  switch (textIn(scheme, 'type')) {
    case 'http': {
      const kind = textIn(scheme, 'scheme')?.toLowerCase() ?? '';
      const format = textIn(scheme, 'bearerFormat');
      const flag = kind === 'basic' ? '-u USER:PASS' : kind === 'digest' ? '--digest -u USER:PASS' : '-B TOKEN';
      const known = /^(?:basic|digest|bearer)$/.test(kind);
      return {
        name,
        kind: `HTTP ${known ? kind.replace(/^./, match => match.toUpperCase()) : kind}${format === undefined ? '' : ` (${format})`}`,
        flag: known ? flag : `-H 'Authorization: ${kind} …'`,
      };
    }
    case 'apiKey': {
      const place = textIn(scheme, 'in');
      if (place === 'query') return { name, kind: `API key in the query, ${key}`, flag: `-K ${key}=VALUE` };
      if (place === 'cookie') return { name, kind: `API key in the cookie ${key}`, flag: `-b ${key}=VALUE` };
      return { name, kind: `API key in the header ${key}`, flag: `-H '${key}: VALUE'` };
    }
    case 'oauth2': {
      const [first] = entriesIn(scheme, 'flows').filter(([flow]) => oauthFlows[flow] !== undefined);
      const scope = scopes.length === 0 ? '' : ` --oauth2-scope '${scopes.join(' ')}'`;
      if (first === undefined) return { name, kind: 'OAuth 2.0', flag: `-B TOKEN` };
      const [flow, node] = first;
      const authUrl = textIn(node, 'authorizationUrl');
      const deviceUrl = textIn(node, 'deviceAuthorizationUrl');
      const more = `${authUrl === undefined ? '' : ` --oauth2-auth-url ${authUrl}`}${deviceUrl === undefined ? '' : ` --oauth2-device-url ${deviceUrl}`}`;
      return {
        name,
        kind: `OAuth 2.0, ${oauthFlows[flow]}`,
        flag: `--oauth2 ${oauthFlows[flow]}:${textIn(node, 'tokenUrl') ?? 'TOKEN_URL'}:CLIENT_ID${more}${scope}`,
      };
    }
    case 'openIdConnect': {
      const issuer = (textIn(scheme, 'openIdConnectUrl') ?? 'URL').replace(/\/\.well-known\/.*$/s, '');
      return {
        name,
        kind: 'OpenID Connect',
        flag: `--oauth2 authorization_code::CLIENT_ID --oauth2-issuer ${issuer}`,
      };
    }
    case 'mutualTLS':
      return { name, kind: 'client certificate', flag: '--cert FILE' };
    default:
      return { name, kind: 'a login that is not described', flag: '-B TOKEN, -u USER:PASS or -H' };
  }
}

/**
 * Converts the login headers of other tools to flags. Sent unchanged, they would reveal secrets to the server. These
 * flags need the same rights as `# @flags`.
 */
import { isObject } from '../json/loose.js';

/** Flags, or the reason why a header is not sent. `undefined`: an ordinary header. */
export type LoginWords = readonly string[] | string | undefined;

/** Returns the value of a variable, or undefined if it has none. */
type Lookup = (name: string) => string | undefined;

/** Name of the header for a client certificate in other tools. */
export const isCertificate = /^(?:x-)?client-?cert(?:ificate)?$/i;

/** Returns the flags for a header of a request. */
export function loginWords(name: string, text: string, value: Lookup): LoginWords {
  if (isCertificate.test(name)) return certificateWords(name, text);
  if (!/^authorization$/i.test(name)) return undefined;
  const [, scheme = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  switch (scheme.toLowerCase()) {
    case 'basic':
    case 'digest':
      return passwordWords(scheme, rest);
    case 'aws':
      return awsWords(rest);
    case 'oauth2':
    case 'openid':
      return oauthWords(scheme, rest, value);
    case 'cognito':
    case 'ntlm':
    case 'negotiate':
      return /^\S+\s+\S|\S:\S/.test(rest)
        ? `"${name}: ${scheme} …" is not supported, and would be sent unchanged.`
        : undefined;
    default:
      return undefined;
  }
}

/** `Basic ada secret` and `Basic ada:secret`. A single word or placeholder is already encoded. */
function passwordWords(scheme: string, rest: string): LoginWords {
  const [, user, password = ''] = /^((?:\{\{[^{}]*\}\}|(?!\{\{)[^\s:])+)(?:\s*:\s*|\s+)(.*)$/s.exec(rest) ?? [];
  if (user === undefined) return undefined;
  return [`--auth=text:${user}:${password}`, ...(/^digest$/i.test(scheme) ? ['--digest'] : [])];
}

/** Reads `name: value` pairs without blanks in their values. */
const partsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .replace(/:\s+/g, ':')
      .split(/\s+/)
      .map(pair => {
        const colon = pair.indexOf(':');
        return [pair.slice(0, colon), pair.slice(colon + 1)] as const;
      }),
  );

/** `AWS KEY_ID SECRET token:T region:R service:S`, as in REST Client and httpyac. */
function awsWords(rest: string): LoginWords {
  const [, id, secret, more = ''] = /^(\S+)\s+(\S+)(.*)$/s.exec(rest) ?? [];
  if (id === undefined) return undefined;
  const parts = partsOf(more);
  const [token, region = '', service] = [parts.get('token'), parts.get('region'), parts.get('service')];
  const scope = service ? `:${region}:${service}` : region && `:${region}`;
  return [
    `--aws-sigv4=aws:amz${scope}`,
    `--auth=text:${id}:${secret}`,
    ...(token ? [`--header=X-Amz-Security-Token: ${token}`] : []),
  ];
}

/** `cert: FILE key: FILE`, or `pfx: FILE passphrase: TEXT` (httpyac). */
function certificateWords(name: string, text: string): LoginWords {
  const parts = partsOf(text);
  const [cert, key, pass] = [parts.get('cert') ?? parts.get('pfx'), parts.get('key'), parts.get('passphrase')];
  if (cert === undefined)
    return /^x-/i.test(name) ? undefined : `The header ${name} needs a file. Write ${name}: cert: FILE key: FILE`;
  return [`--cert=${cert}`, ...(key ? [`--key=${key}`] : []), ...(pass ? [`--key-pass=text:${pass}`] : [])];
}

const flows: Readonly<Record<string, string>> = {
  client: 'client_credentials',
  client_credentials: 'client_credentials',
  code: 'authorization_code',
  authorization_code: 'authorization_code',
  device: 'device_code',
  device_code: 'device_code',
  password: 'password',
};

/** `oauth2 [FLOW] [PREFIX]` (httpyac). The values are the variables PREFIX_tokenEndpoint, PREFIX_clientId and so on. */
function oauthWords(scheme: string, rest: string, value: Lookup): LoginWords {
  const words = rest.split(/\s+/).filter(Boolean);
  const isFlow = /^(?:implicit|hybrid)$/.test(words[0] ?? '') || Object.hasOwn(flows, words[0] ?? '');
  const [flow = 'client_credentials', prefix = 'oauth2', ...more] = isFlow ? words : ['client_credentials', ...words];
  const named = flows[flow];
  if (named === undefined || more.length > 0)
    return `"Authorization: ${scheme} ${[flow, ...more].join(' ')}" is not supported. Use # @flags --oauth2 FLOW:TOKEN_URL:ID:SECRET`;
  const part = (name: string): string | undefined => value(`${prefix}_${name}`) ?? value(`oauth2_${name}`);
  const [tokenUrl, id] = [part('tokenEndpoint'), part('clientId')];
  if (tokenUrl === undefined || id === undefined)
    return `"Authorization: ${scheme} …" needs the variables ${prefix}_tokenEndpoint and ${prefix}_clientId.`;
  return flowWords(named, { ...settingsOf(part), tokenUrl, id });
}

/** Settings of a login. `secret` is a source as in `--oauth2`. */
interface Login {
  readonly tokenUrl: string;
  readonly id: string;
  readonly secret?: string | undefined;
  readonly scope?: string | undefined;
  readonly authUrl?: string | undefined;
  readonly deviceUrl?: string | undefined;
  readonly redirect?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly audience?: string | undefined;
  readonly resource?: string | undefined;
}

const settingsOf = (part: Lookup): Omit<Login, 'tokenUrl' | 'id'> => ({
  secret: textSource(part('clientSecret')),
  scope: part('scope'),
  authUrl: part('authorizationEndpoint'),
  deviceUrl: part('deviceCodeEndpoint'),
  redirect: part('redirectUri'),
  user: part('username'),
  password: part('password'),
  audience: part('audience'),
  resource: part('resource'),
});

const textSource = (text: string | undefined): string | undefined => text && `text:${text}`;

/** Returns the flags of a login. Settings that do not apply to its flow are left out. */
export function flowWords(flow: string, login: Login): readonly string[] {
  const isCode = flow === 'authorization_code';
  const isDevice = flow === 'device_code';
  const isPassword = flow === 'password';
  const word = (flag: string, text: string | undefined, applies = true): readonly string[] =>
    text && applies ? [`--oauth2-${flag}=${text}`] : [];
  return [
    `--oauth2=${flow}:${login.tokenUrl}:${login.id}${login.secret ? `:${login.secret}` : ''}`,
    ...word('auth-url', login.authUrl, isCode),
    ...word('redirect-uri', login.redirect, isCode),
    ...word('device-url', login.deviceUrl, isDevice),
    ...word('scope', login.scope),
    ...word('username', login.user, isPassword),
    ...word('password', textSource(login.password), isPassword),
    ...word('param', login.audience && `audience=${login.audience}`),
    ...word('param', login.resource && `resource=${login.resource}`),
  ];
}

const grants: Readonly<Record<string, string>> = {
  'client credentials': 'client_credentials',
  'authorization code': 'authorization_code',
  'device authorization': 'device_code',
  password: 'password',
};

/**
 * Returns the flags for `Bearer {{$auth.token("ID")}}`, configured under `Security.Auth` in an environment (JetBrains).
 * @param security JSON of the environment's `Security`
 */
export function configuredLogin(
  header: string,
  security: string | undefined,
  filled: (text: string) => string,
): LoginWords {
  const [, id] = /^Bearer\s+\{\{\s*\$auth\.token\(\s*["']([^"']+)["']\s*\)\s*\}\}$/.exec(header) ?? [];
  if (id === undefined)
    return /\{\{\s*\$auth\./.test(header)
      ? 'Only "Authorization: Bearer {{$auth.token("ID")}}" is supported.'
      : undefined;
  const all: unknown = security === undefined ? undefined : JSON.parse(security);
  const auth = isObject(all) ? all.Auth : undefined;
  const settings = isObject(auth) && Object.hasOwn(auth, id) ? auth[id] : undefined;
  if (!isObject(settings)) return `The environment has no Security.Auth.${id}. Pass --env NAME`;
  const part = (name: string): string | undefined => {
    const value = Object.hasOwn(settings, name) ? settings[name] : undefined;
    return typeof value === 'string' ? filled(value) : undefined;
  };
  const flow = grants[part('Grant Type')?.toLowerCase() ?? ''];
  const [tokenUrl, client] = [part('Token URL'), part('Client ID')];
  if (flow === undefined || tokenUrl === undefined || client === undefined)
    return `Security.Auth.${id} needs "Token URL", "Client ID" and a "Grant Type": Client Credentials, Authorization Code, Device Authorization or Password.`;
  return flowWords(flow, {
    tokenUrl,
    id: client,
    secret: textSource(part('Client Secret')),
    scope: part('Scope'),
    authUrl: part('Auth URL'),
    deviceUrl: part('Device Auth URL'),
    redirect: part('Redirect URL'),
    user: part('Username'),
    password: part('Password'),
  });
}

/** Credentials of an export as headers, query parameters and flags. */
import { isAuthorization } from '../credentials/header.js';
import { flowWords } from '../http-file/login-words.js';
import { shellWord } from '../request/shell.js';
import { withQuery } from '../request/url.js';
import type { ImportedAuth, ImportedPair, ImportedRequest } from './collection.js';
import { hasPlaceholder } from './placeholders.js';
import type { SecretVariables } from './secrets.js';

interface AuthParts {
  readonly headers?: readonly ImportedPair[];
  readonly query?: ImportedPair;
  readonly flags?: readonly string[];
  readonly unsupported?: string;
}

/** Quotes a word of `# @flags`, whose placeholders are filled in after the line is split. */
export const flagWord = (word: string): string => (/^[\w{}@+:,./=-]+$/.test(word) ? word : shellWord(word));

/** OAuth 2.0 flows by the names of other tools. */
const flows: Readonly<Record<string, string>> = {
  authorization_code: 'authorization_code',
  authorization_code_with_pkce: 'authorization_code',
  client_credentials: 'client_credentials',
  password: 'password',
  password_credentials: 'password',
  resource_owner_password: 'password',
};

function partsOf(auth: ImportedAuth, secrets: SecretVariables): AuthParts {
  switch (auth.kind) {
    case 'none':
      return {};
    case 'basic':
    case 'digest':
      return passwordParts(auth, secrets);
    case 'bearer': {
      const { prefix = 'Bearer' } = auth;
      const token = secrets.hide(auth.token, 'token');
      return token === '' ? {} : { headers: [{ name: 'Authorization', value: `${prefix} ${token}`.trim() }] };
    }
    case 'key':
      return keyParts(auth, secrets);
    case 'aws': {
      const session = secrets.hide(auth.session ?? '', 'session_token');
      return {
        flags: [
          `--aws-sigv4=aws:amz:${auth.region || 'us-east-1'}:${auth.service || 'execute-api'}`,
          `--auth=text:${auth.id}:${secrets.hide(auth.secret, 'secret_key')}`,
        ],
        headers: session === '' ? undefined : [{ name: 'X-Amz-Security-Token', value: session }],
      };
    }
    case 'oauth2':
      return oauth2(auth, secrets);
    case 'unsupported':
      return { unsupported: auth.name };
  }
}

function passwordParts(
  { kind, user, password }: ImportedAuth & { readonly kind: 'basic' | 'digest' },
  secrets: SecretVariables,
): AuthParts {
  const hidden = secrets.hide(password, 'password');
  const isPlain = user !== '' && password !== '' && !/[\s:]/.test(user.replace(/\{\{[^{}]*\}\}/g, ''));
  if (!isPlain) return { flags: [`--auth=text:${user}:${hidden}`, ...(kind === 'digest' ? ['--digest'] : [])] };
  const scheme = kind === 'basic' ? 'Basic' : 'Digest';
  return { headers: [{ name: 'Authorization', value: `${scheme} ${user} ${hidden}` }] };
}

function keyParts(auth: ImportedAuth & { readonly kind: 'key' }, secrets: SecretVariables): AuthParts {
  const { name, place } = auth;
  if (name === '') return {};
  const value = secrets.hide(auth.value, name.toLowerCase());
  if (place === 'query') return { query: { name, value } };
  return { headers: [place === 'cookie' ? { name: 'Cookie', value: `${name}=${value}` } : { name, value }] };
}

function oauth2(auth: ImportedAuth & { readonly kind: 'oauth2' }, secrets: SecretVariables): AuthParts {
  const flow = Object.hasOwn(flows, auth.flow) ? flows[auth.flow] : undefined;
  const isKnown = flow !== undefined && auth.tokenUrl !== '' && auth.id !== '';
  if (!isKnown || (flow === 'authorization_code' && !auth.authUrl))
    return { unsupported: `OAuth 2.0 (${auth.flow || 'no grant type'})` };
  const { id, secret, password } = auth;
  return {
    unsupported: auth.isInQuery ? 'OAuth 2.0 token in the query (sent in the Authorization header)' : undefined,
    flags: flowWords(flow, {
      ...auth,
      id: hasPlaceholder(id) ? id : id.replaceAll(':', '%3A'),
      secret: secret && secrets.hide(secret, 'client_secret'),
      password: flow === 'password' && password ? secrets.hide(password, 'password') : undefined,
    }),
  };
}

/** User and password in a URL. */
const userInfo = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i;

export const hasUserInfo = (url: string): boolean => userInfo.test(url);

/**
 * Returns a request with its credentials as headers, parameters and flags. They replace its own headers, as in Postman, and
 * an Authorization header replaces the credentials in the URL.
 */
export function withAuth(request: ImportedRequest, secrets: SecretVariables): ImportedRequest {
  const { auth } = request;
  if (auth === undefined)
    return request.headers.some(({ name }) => isAuthorization(name))
      ? { ...request, url: request.url.replace(userInfo, '$1') }
      : request;
  const { headers = [], query, flags = [], unsupported } = partsOf(auth, secrets);
  const login = flags.some(flag => /^--(?:auth|oauth2)=/.test(flag)) ? ['authorization'] : [];
  const replaced = new Set([...login, ...headers.map(({ name }) => name.toLowerCase())]);
  const allHeaders = [...request.headers.filter(({ name }) => !replaced.has(name.toLowerCase())), ...headers];
  const url =
    login.length > 0 || allHeaders.some(({ name }) => isAuthorization(name))
      ? request.url.replace(userInfo, '$1')
      : request.url;
  return {
    ...request,
    url: query === undefined ? url : withQuery(url, `${query.name}=${query.value}`),
    headers: allHeaders,
    flags: [...(request.flags ?? []), ...flags],
    untranslated: [
      ...(request.untranslated ?? []),
      ...(unsupported === undefined ? [] : [{ feature: `authentication: ${unsupported}` }]),
    ],
  };
}

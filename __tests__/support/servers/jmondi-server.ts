/** `@jmondi/oauth2-server` with a login page: signed tokens, PKCE required, introspection, revocation, metadata. */
import {
  AuthorizationServer,
  DateInterval,
  type OAuthAuthCode,
  type OAuthClient,
  type OAuthToken,
  type ResponseInterface,
} from '@jmondi/oauth2-server';
import { html, loginPage, opaque, type Provider, type Reply, redirect, serve } from './provider-front.js';

/** A confidential client `web` (secret `s3cret`) uses both grants. Metadata follows RFC 8414, and `/me` is the API. */
export async function startJmondi(): Promise<Provider> {
  const client: OAuthClient = {
    id: 'web',
    name: 'Web',
    secret: 's3cret',
    redirectUris: ['http://127.0.0.1/callback'],
    allowedGrants: ['authorization_code', 'client_credentials', 'refresh_token'],
    scopes: [{ name: 'read' }],
  };
  const codes = new Map<string, OAuthAuthCode>();
  const tokens = new Map<string, OAuthToken>();
  const ended = new Set<string>();
  const granted: string[] = [];
  let logins = 0;
  const of = (find: (token: OAuthToken) => boolean): OAuthToken => {
    const found = [...tokens.values()].find(token => find(token) && !ended.has(token.accessToken));
    if (!found) throw new Error('There is no such token.');
    return found;
  };
  const library = new AuthorizationServer(
    {
      getByIdentifier: async id => (id === client.id ? client : Promise.reject(new Error('No such client.'))),
      isClientValid: async (_grant, _client, secret) => secret === client.secret,
    },
    {
      issueToken: async (owner, scopes, user) => ({
        accessToken: opaque(),
        accessTokenExpiresAt: new DateInterval('1h').getEndDate(),
        client: owner,
        scopes,
        ...(user ? { user } : {}),
      }),
      async issueRefreshToken(token) {
        const refreshTokenExpiresAt = new DateInterval('1d').getEndDate();
        const whole = { ...token, refreshToken: opaque(), refreshTokenExpiresAt };
        tokens.set(token.accessToken, whole);
        return whole;
      },
      async persist(token) {
        tokens.set(token.accessToken, token);
      },
      async revoke(token) {
        ended.add(token.accessToken);
      },
      isRefreshTokenRevoked: async ({ accessToken }) => ended.has(accessToken),
      getByRefreshToken: async refresh => of(token => token.refreshToken === refresh),
      getByAccessToken: async access => of(token => token.accessToken === access),
    },
    {
      getAllByIdentifiers: async names => names.map(name => ({ name })),
      finalize: async scopes => scopes,
    },
    'a key that signs what is issued here',
    { requiresPKCE: true, requiresS256: true },
  );
  const users = { getUserByCredentials: async (id: string | number) => ({ id }) };
  library.enableGrantTypes('client_credentials', 'refresh_token', {
    grant: 'authorization_code',
    userRepository: users,
    authCodeRepository: {
      async getByIdentifier(code) {
        return codes.get(code) ?? Promise.reject(new Error('No such code.'));
      },
      issueAuthCode: (owner, user, scopes) => ({
        code: opaque(),
        expiresAt: new DateInterval('5m').getEndDate(),
        client: owner,
        scopes,
        ...(user ? { user } : {}),
      }),
      async persist(code) {
        codes.set(code.code, code);
      },
      isRevoked: async code => !codes.has(code),
      async revoke(code) {
        codes.delete(code);
      },
    },
  });
  const replied = ({ body, headers, status }: ResponseInterface): Reply => ({ body, headers, status });
  const failed = (error: {
    readonly status?: number;
    readonly errorType?: string;
    readonly message?: string;
  }): Reply => ({
    status: error.status ?? 400,
    headers: {},
    body: { error: error.errorType ?? 'invalid_request', error_description: error.message },
  });
  const server = await serve(async (parts, path) => {
    const { url } = server;
    switch (path) {
      case '/.well-known/oauth-authorization-server':
        return {
          status: 200,
          headers: {},
          body: {
            issuer: url,
            authorization_endpoint: `${url}/authorize`,
            token_endpoint: `${url}/token`,
            introspection_endpoint: `${url}/introspect`,
            revocation_endpoint: `${url}/revoke`,
            code_challenge_methods_supported: ['S256'],
          },
        };
      case '/authorize': {
        if (parts.method === 'GET') logins += 1;
        const asked = await library.validateAuthorizationRequest(parts).catch(failed);
        if ('status' in asked) return asked;
        if (parts.method === 'GET') return html(loginPage(`${asked.client.name} wants to come in.`));
        const { decision, password, user = '' } = parts.body;
        if (decision === 'deny') {
          return redirect(
            `${asked.redirectUri}?${new URLSearchParams({ error: 'access_denied', state: asked.state ?? '' })}`,
          );
        }
        if (user !== password) return html(loginPage('Wrong name or password.'));
        asked.user = { id: user };
        asked.isAuthorizationApproved = true;
        return library.completeAuthorizationRequest(asked).then(replied, failed);
      }
      case '/token':
        return library.respondToAccessTokenRequest(parts).then(response => {
          granted.push(parts.body.grant_type ?? '');
          return replied(response);
        }, failed);
      case '/introspect':
        return library.introspect(parts).then(replied, failed);
      case '/revoke':
        return library.revoke(parts).then(replied, failed);
      case '/me': {
        const authorization = `Basic ${Buffer.from('web:s3cret').toString('base64')}`;
        const body = { token: parts.headers.authorization?.replace(/^Bearer /, '') ?? '' };
        const about = await library.introspect({ headers: { authorization }, query: {}, body }).catch(() => undefined);
        const known = about?.body as { active?: boolean; sub?: string } | undefined;
        if (known?.active) return { status: 200, headers: {}, body: { name: known.sub ?? 'machine' } };
        return { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' }, body: '' };
      }
      default:
        return { status: 404, headers: {}, body: '' };
    }
  });
  const expire = (): void => {
    for (const token of tokens.values()) token.accessTokenExpiresAt = new Date(0);
  };
  return { url: server.url, logins: () => logins, granted, expire };
}

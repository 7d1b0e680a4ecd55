/** `@node-oauth/oauth2-server` with a login page: opaque tokens, rotating refresh tokens, no metadata. */
import OAuth2Server from '@node-oauth/oauth2-server';
import { html, loginPage, type Provider, type Reply, serve } from './provider-front.js';

/** RFC 8252 7.3: any port of the loopback address. */
const isLoopback = (uri: string): boolean => /^http:\/\/127\.0\.0\.1:\d+\/callback$/.test(uri);

/**
 * A public client `desk` logs users in, and a confidential client `machine` (secret `s3cret`) uses client credentials. `/me` is
 * the API.
 */
export async function startNodeOAuth(): Promise<Provider> {
  const clients: Record<string, OAuth2Server.Client & { readonly secret?: string }> = {
    desk: { id: 'desk', grants: ['authorization_code', 'refresh_token'], redirectUris: ['http://127.0.0.1/callback'] },
    machine: { id: 'machine', secret: 's3cret', grants: ['client_credentials'] },
  };
  const codes = new Map<string, OAuth2Server.AuthorizationCode>();
  const tokens = new Map<string, OAuth2Server.Token>();
  const refreshes = new Map<string, OAuth2Server.RefreshToken>();
  const granted: string[] = [];
  let logins = 0;
  const model = {
    async getClient(id: string, secret: string | null) {
      const client = clients[id];
      return client && (secret === null || secret === client.secret) ? client : false;
    },
    validateRedirectUri: async (uri: string) => isLoopback(uri),
    validateScope: async (_user: object, _client: object, scope: string[] | undefined) => scope ?? [],
    getUserFromClient: async () => ({ name: 'machine' }),
    async saveAuthorizationCode(
      code: OAuth2Server.AuthorizationCode,
      client: OAuth2Server.Client,
      user: OAuth2Server.User,
    ) {
      const whole = { ...code, client, user };
      codes.set(code.authorizationCode, whole);
      return whole;
    },
    getAuthorizationCode: async (code: string) => codes.get(code),
    revokeAuthorizationCode: async ({ authorizationCode }: OAuth2Server.AuthorizationCode) =>
      codes.delete(authorizationCode),
    async saveToken(token: OAuth2Server.Token, client: OAuth2Server.Client, user: OAuth2Server.User) {
      const whole = { ...token, client, user };
      tokens.set(token.accessToken, whole);
      if (token.refreshToken !== undefined)
        refreshes.set(token.refreshToken, { ...whole, refreshToken: token.refreshToken });
      return whole;
    },
    getAccessToken: async (token: string) => tokens.get(token),
    getRefreshToken: async (token: string) => refreshes.get(token),
    revokeToken: async ({ refreshToken }: OAuth2Server.RefreshToken) => refreshes.delete(refreshToken),
    verifyScope: async () => true,
  };
  const library = new OAuth2Server({
    model: model as unknown as OAuth2Server.ServerOptions['model'],
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
  });
  const replied = ({ body, headers, status }: OAuth2Server.Response): Reply => ({
    status: status ?? 200,
    headers: (headers ?? {}) as Record<string, string>,
    body: body ?? {},
  });
  const server = await serve(async (parts, path) => {
    const request = new OAuth2Server.Request(parts);
    const response = new OAuth2Server.Response({});
    // An error is in the response as well.
    const told = () => replied(response);
    if (path === '/authorize' && parts.method === 'GET') {
      logins += 1;
      return html(loginPage(`${parts.query.client_id} wants to come in.`));
    }
    if (path === '/authorize') {
      const { decision, password, user } = parts.body;
      if (decision !== 'deny' && user !== password) return html(loginPage('Wrong name or password.'));
      request.body = { ...parts.query, allowed: decision === 'deny' ? 'false' : 'true' };
      const authenticateHandler = { handle: () => ({ name: user }) };
      return library.authorize(request, response, { authenticateHandler }).then(told, told);
    }
    if (path === '/token') {
      return library.token(request, response).then(() => {
        granted.push(parts.body.grant_type ?? '');
        return told();
      }, told);
    }
    return library.authenticate(request, response).then(
      ({ user }) => ({ status: 200, headers: {}, body: { name: user.name } }),
      () => ({ ...told(), status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }),
    );
  });
  const expire = (): void => {
    for (const [key, token] of tokens) tokens.set(key, { ...token, accessTokenExpiresAt: new Date(0) });
  };
  return { url: server.url, logins: () => logins, granted, expire };
}

/** Introspection (RFC 7662) and revocation (RFC 7009) of issued tokens. */
import { demoToken, demoUser, issuedToken, revokeLogin } from './credentials.js';
import { demoPublicClient, OAuthErrorResponse } from './oauth-client.js';
import { endpoint } from './oauth-endpoint.js';
import type { GrantStore } from './oauth-grants.js';
import type { Route } from './route.js';

function tokenOf(form: URLSearchParams): string {
  const token = form.get('token');
  if (!token) throw new OAuthErrorResponse('invalid_request', 'token is missing.');
  return token;
}

export const tokenRoutes = ({ refreshTokens }: GrantStore): readonly Route[] => [
  {
    method: 'POST',
    path: /^\/oauth\/introspect$/,
    example: '/oauth/introspect',
    does: 'token introspection: apiclient auth introspect --oauth2 … --oauth2-issuer …',
    handle: endpoint(({ client, form, request }) => {
      const token = tokenOf(form);
      if (token === demoToken) return { active: true, username: demoUser, sub: demoUser, token_type: 'Bearer' };
      const facts = issuedToken(token);
      // A public client may only introspect its own tokens (RFC 7662 4).
      if (!facts || (client === demoPublicClient && client !== facts.client)) return { active: false };
      const { keyThumbprint, user } = facts;
      return {
        active: true,
        client_id: facts.client,
        username: user,
        sub: user ?? facts.client,
        scope: facts.scope,
        token_type: keyThumbprint === undefined ? 'Bearer' : 'DPoP',
        ...(keyThumbprint === undefined ? {} : { cnf: { jkt: keyThumbprint } }),
        exp: Math.floor(facts.ends / 1000),
        iss: request.url.origin,
      };
    }),
  },
  {
    method: 'POST',
    path: /^\/oauth\/revoke$/,
    example: '/oauth/revoke',
    does: 'token revocation: apiclient auth logout --oauth2 … --oauth2-issuer …',
    handle: endpoint(({ client, form }) => {
      const token = tokenOf(form);
      const facts = issuedToken(token) ?? refreshTokens.get(token);
      // An unknown token is not an error (RFC 7009 2.2).
      if (!facts || facts.client !== client) return {};
      revokeLogin(facts.login);
      for (const [each, { login }] of refreshTokens) if (login === facts.login) refreshTokens.delete(each);
      return {};
    }),
  },
];

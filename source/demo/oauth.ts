/** The demo's authorization server: every flow of `--oauth2`, offline, and as strict with clients as a real server. */
import { randomBytes } from 'node:crypto';
import { demoToken, demoUser, issuedToken, revokeLogin } from './credentials.js';
import { lacksNonce, proofAlgorithm, provenKey } from './dpop.js';
import {
  clientMethods,
  demoClient,
  demoPublicClient,
  demoSecret,
  endpoint,
  OAuthErrorResponse,
} from './oauth-client.js';
import { type Device, deviceSeconds, type GrantStore, grantsOf, isOver, openMemory, random } from './oauth-grants.js';
import { identityMetadata, identityRoutes, idTokenAlgorithm } from './oauth-identity.js';
import { loginRoutes } from './oauth-login.js';
import { choicePage, donePage, sendPage } from './oauth-pages.js';
import { clientAlgorithm, clientKeyPath, clientKeyPem, demoSignedClient } from './oauth-signed.js';
import { type Route, sendJson } from './route.js';

/** The routes of one server, with separate state. */
export function oauthRoutes(): readonly Route[] {
  const store = openMemory();
  const grants = grantsOf(store);
  return [
    tokenRoute(grants),
    ...loginRoutes(store),
    ...deviceRoutes(store),
    clientKeyRoute,
    ...issuedTokenRoutes(store),
    ...identityRoutes,
    metadataRoute(Object.keys(grants)),
  ];
}

const tokenRoute = (grants: ReturnType<typeof grantsOf>): Route => ({
  method: 'POST',
  example: '/oauth/token',
  does: `the token endpoint: --oauth2 client_credentials:…/oauth/token:${demoClient}:${demoSecret}`,
  handle: endpoint(async ({ client, form, request }) => {
    const grant = grants[form.get('grant_type') ?? ''];
    if (!grant) throw new OAuthErrorResponse('unsupported_grant_type');
    if (lacksNonce(request))
      throw new OAuthErrorResponse('use_dpop_nonce', 'The proof must contain the nonce from the DPoP-Nonce header.');
    const keyThumbprint = request.header('dpop') === undefined ? undefined : await provenKey(request);
    if (request.header('dpop') !== undefined && keyThumbprint === undefined)
      throw new OAuthErrorResponse('invalid_dpop_proof');
    return grant(form, { client, keyThumbprint, url: request.url });
  }),
});

/** Device authorization (RFC 8628) and its page. */
const deviceRoutes = ({ devices, userCodes }: GrantStore): readonly Route[] => [
  {
    method: 'POST',
    example: '/oauth/device',
    does: `the device endpoint: --oauth2 device_code:…/oauth/token:${demoPublicClient} --oauth2-device-url …/oauth/device`,
    handle: endpoint(({ client, form, request: { url } }) => {
      const code = random();
      const userCode = [...randomBytes(8)].map(byte => 'BCDFGHJKLMNPQRSTVWXZ'[byte % 20]).join('');
      const shown = `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
      const scope = form.get('scope') ?? undefined;
      const device: Device = { client, scope, ends: Date.now() + deviceSeconds * 1000, state: 'pending' };
      devices.set(code, device);
      userCodes.set(userCode, device);
      return {
        device_code: code,
        user_code: shown,
        verification_uri: `${url.origin}/oauth/activate`,
        verification_uri_complete: `${url.origin}/oauth/activate?user_code=${shown}`,
        expires_in: deviceSeconds,
        interval: 1,
      };
    }),
  },
  {
    method: '*',
    example: '/oauth/activate',
    does: 'the page for entering the device code',
    handle({ method, url, body }, response) {
      const given = method === 'POST' ? new URLSearchParams(body.toString('utf8')) : url.searchParams;
      const typed = given.get('user_code') ?? '';
      if (method !== 'POST')
        return sendPage(response, 200, choicePage('Enter the code shown in the terminal.', '', typed));
      const device = userCodes.get(typed.toUpperCase().replace(/[^A-Z]/g, ''));
      if (!device || isOver(device.ends) || device.state !== 'pending') {
        return sendPage(response, 400, choicePage('Unknown or used code. Try again.', '', typed));
      }
      device.state = given.get('choice') === 'allow' ? 'allowed' : 'refused';
      return sendPage(response, 200, donePage('You can return to the terminal.'));
    },
  },
];

const clientKeyRoute: Route = {
  method: 'GET',
  example: clientKeyPath,
  does: `the private key for the client ${demoSignedClient}: -o key.pem, then --oauth2-client-key key.pem`,
  handle(_, response) {
    response.writeHead(200, { 'Content-Type': 'application/x-pem-file', 'Cache-Control': 'no-store' });
    response.end(clientKeyPem());
  },
};

/** Metadata (RFC 8414, OpenID Connect Discovery 1.0). */
const metadataRoute = (grantTypes: readonly string[]): Route => ({
  method: 'GET',
  path: /^\/\.well-known\/(?:oauth-authorization-server|openid-configuration)$/,
  example: '/.well-known/oauth-authorization-server',
  does: 'authorization server metadata: --oauth2-issuer instead of the URLs',
  handle: ({ url: { origin } }, response) =>
    sendJson(response, {
      issuer: origin,
      token_endpoint: `${origin}/oauth/token`,
      authorization_endpoint: `${origin}/oauth/authorize`,
      device_authorization_endpoint: `${origin}/oauth/device`,
      pushed_authorization_request_endpoint: `${origin}/oauth/par`,
      introspection_endpoint: `${origin}/oauth/introspect`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      grant_types_supported: grantTypes,
      userinfo_endpoint: `${origin}/oauth/userinfo`,
      jwks_uri: `${origin}/oauth/jwks`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      prompt_values_supported: ['none', 'login', 'consent'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [idTokenAlgorithm],
      ...identityMetadata,
      claims_parameter_supported: true,
      request_parameter_supported: true,
      request_uri_parameter_supported: false,
      request_object_signing_alg_values_supported: [clientAlgorithm],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: clientMethods,
      token_endpoint_auth_signing_alg_values_supported: [clientAlgorithm],
      introspection_endpoint_auth_methods_supported: clientMethods,
      introspection_endpoint_auth_signing_alg_values_supported: [clientAlgorithm],
      revocation_endpoint_auth_methods_supported: clientMethods,
      revocation_endpoint_auth_signing_alg_values_supported: [clientAlgorithm],
      dpop_signing_alg_values_supported: [proofAlgorithm],
      authorization_response_iss_parameter_supported: true,
    }),
});

function tokenOf(form: URLSearchParams): string {
  const token = form.get('token');
  if (!token) throw new OAuthErrorResponse('invalid_request', 'token is missing.');
  return token;
}

/** Introspection (RFC 7662) and revocation (RFC 7009) of issued tokens. */
const issuedTokenRoutes = ({ refreshTokens }: GrantStore): readonly Route[] => [
  {
    method: 'POST',
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
        cnf: keyThumbprint === undefined ? undefined : { jkt: keyThumbprint },
        exp: Math.floor(facts.ends / 1000),
        iss: request.url.origin,
      };
    }),
  },
  {
    method: 'POST',
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

/**
 * An authorization server of npm better-auth with its OpenID Connect plugin. The client `app` is public. `POST /-/register`
 * registers a redirect URI, and `POST /-/deny` makes the user deny consent.
 */
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { jwt, oidcProvider } from 'better-auth/plugins';
import { serve } from './serve.mjs';

const client = { clientId: 'app', type: 'public', name: 'App', redirectUrls: [], disabled: false, metadata: {} };
const user = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
let accepts = true;

async function create(baseURL) {
  const models = ['user', 'session', 'account', 'verification', 'jwks'];
  const tables = [...models, 'oauthApplication', 'oauthAccessToken', 'oauthConsent'];
  const auth = betterAuth({
    baseURL,
    secret: 'a secret with at least thirty-two characters',
    database: memoryAdapter(Object.fromEntries(tables.map(name => [name, []]))),
    emailAndPassword: { enabled: true },
    logger: { disabled: true },
    plugins: [
      jwt(),
      oidcProvider({
        loginPage: '/login',
        consentPage: '/consent',
        requirePKCE: true,
        useJWTPlugin: true,
        trustedClients: [client],
      }),
    ],
  });
  await auth.api.signUpEmail({ body: user });
  const post = (request, path, body) => {
    const headers = {
      cookie: request.headers.get('cookie') ?? '',
      'content-type': 'application/json',
      origin: baseURL,
    };
    return auth.handler(
      new Request(`${baseURL}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
  };
  /** Redirects the browser to the URL in a response for scripts. */
  const redirected = async reply => {
    const { url, redirectURI = url } = await reply
      .clone()
      .json()
      .catch(() => ({}));
    if (!redirectURI) return reply;
    const headers = new Headers({ location: redirectURI });
    for (const cookie of reply.headers.getSetCookie()) headers.append('set-cookie', cookie);
    return new Response(null, { status: 302, headers });
  };
  // Its pages log in and consent automatically.
  return async request => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/login') return redirected(await post(request, '/sign-in/email', user));
    if (pathname === '/consent') {
      const consent = { accept: accepts, consent_code: searchParams.get('consent_code') };
      return redirected(await post(request, '/oauth2/consent', consent));
    }
    return auth.handler(request);
  };
}

// It warns that a later major version replaces the plugin.
console.warn = () => {};
serve(create, {
  register: uri => void client.redirectUrls.push(uri),
  deny: () => {
    accepts = false;
  },
});

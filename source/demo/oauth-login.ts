/** The demo's authorization endpoint: a consent page, its reply, and pushed authorization requests (RFC 9126). */
import type { ServerResponse } from 'node:http';
import { readUrl } from '../core/request/read-url.js';
import { demoUser } from './credentials.js';
import {
  demoClients,
  demoPublicClient,
  endpoint,
  isOwnRedirect,
  OAuthErrorResponse,
  proofParameters,
} from './oauth-client.js';
import { codeSeconds, type GrantStore, isOver, type Pushed, random } from './oauth-grants.js';
import { choicePage, donePage, sendPage } from './oauth-pages.js';
import { claimsOf } from './oauth-signed.js';
import type { Route } from './route.js';

const pushedSeconds = 60;

/**
 * The parameters of a request, or why it is rejected. A signed request may only have the parameters inside its JWT (RFC 9101
 * 6.3).
 */
async function parametersOf(given: URLSearchParams, url: URL): Promise<URLSearchParams | string> {
  const request = given.get('request');
  if (request === null) return new URLSearchParams(given);
  const claims = await claimsOf(request, url, { once: false, required: ['client_id'] });
  if (typeof claims === 'string') return claims;
  const ofJwt = ['iss', 'aud', 'exp', 'iat', 'nbf', 'jti'];
  return new URLSearchParams(
    Object.entries(claims)
      .filter(([name]) => !ofJwt.includes(name))
      .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
}

/** A valid authorization request (RFC 6749 4.1.1). */
interface AuthorizationRequest {
  readonly parameters: URLSearchParams;
  readonly redirect: URL;
  readonly client: string;
}

/** Reads a request and its pushed parameters. Returns undefined if it must not be redirected (RFC 6749 4.1.2.1). */
async function authorizationRequest({ pushed }: GrantStore, url: URL): Promise<AuthorizationRequest | undefined> {
  const query = url.searchParams;
  const client = query.get('client_id') ?? '';
  const uri = query.get('request_uri');
  const parameters = uri === null ? await parametersOf(query, url) : pushedParameters(pushed.get(uri));
  if (parameters === undefined || typeof parameters === 'string') return undefined;
  if (parameters.get('client_id') !== client || !demoClients.includes(client)) return undefined;
  const typed = parameters.get('redirect_uri') ?? '';
  const redirect = isOwnRedirect(typed) ? readUrl(typed) : undefined;
  return redirect && { parameters, redirect, client };
}

const pushedParameters = (request: Pushed | undefined): URLSearchParams | undefined =>
  request && !isOver(request.ends) ? request.parameters : undefined;

/** Redirects the user back to the client. */
function sendBack(response: ServerResponse, to: URL, issuer: string, parameters: URLSearchParams): void {
  const state = parameters.get('state');
  if (state !== null) to.searchParams.set('state', state);
  to.searchParams.set('iss', issuer);
  response.writeHead(303, { Location: to.href, 'Cache-Control': 'no-store' }).end();
}

/** Issues a code for the requested login (RFC 6749 4.1.2). */
function issueCode({ codes }: GrantStore, { client, parameters }: AuthorizationRequest): string {
  const code = random();
  const value = (name: string): string | undefined => parameters.get(name) ?? undefined;
  codes.set(code, {
    client,
    redirectUri: value('redirect_uri') ?? '',
    challenge: value('code_challenge'),
    scope: value('scope'),
    keyThumbprint: value('dpop_jkt'),
    identity: { nonce: value('nonce'), claims: value('claims'), loggedInAt: Math.floor(Date.now() / 1000) },
    ends: Date.now() + codeSeconds * 1000,
  });
  return code;
}

export const loginRoutes = (store: GrantStore): readonly Route[] => [
  {
    method: 'GET',
    example: '/oauth/authorize',
    does: `the login page: --oauth2 authorization_code:…/oauth/token:${demoPublicClient} --oauth2-auth-url …/oauth/authorize`,
    async handle({ url }, response) {
      const question = await authorizationRequest(store, url);
      if (!question) return sendPage(response, 400, donePage('Invalid authorization request.'));
      const { parameters, redirect } = question;
      // The demo has no login sessions (OpenID Connect Core 3.1.2.6).
      if (parameters.get('prompt') === 'none') {
        redirect.searchParams.set('error', 'login_required');
        return sendBack(response, redirect, url.origin, parameters);
      }
      const scope = parameters.get('scope');
      const what = `${question.client} wants to use the demo API as ${demoUser}${scope ? ` (${scope})` : ''}.`;
      return sendPage(response, 200, choicePage(what, url.search));
    },
  },
  {
    method: 'POST',
    example: '/oauth/authorize',
    does: 'the submitted login page',
    async handle({ url, body }, response) {
      const question = await authorizationRequest(store, url);
      if (!question) return sendPage(response, 400, donePage('Invalid authorization request.'));
      const { parameters, redirect } = question;
      // A pushed request is valid for one login (RFC 9126 4).
      store.pushed.delete(url.searchParams.get('request_uri') ?? '');
      const isAllowed = new URLSearchParams(body.toString('utf8')).get('choice') === 'allow';
      if (isAllowed) redirect.searchParams.set('code', issueCode(store, question));
      else redirect.searchParams.set('error', 'access_denied');
      return sendBack(response, redirect, url.origin, parameters);
    },
  },
  pushRoute(store),
];

const pushRoute = ({ pushed }: GrantStore): Route => ({
  method: 'POST',
  example: '/oauth/par',
  does: 'pushed authorization requests: --oauth2-par',
  handle: endpoint(async ({ client, form, request }) => {
    if (form.has('request_uri')) throw new OAuthErrorResponse('invalid_request', 'request_uri is not allowed here.');
    const parameters = await parametersOf(form, request.url);
    if (typeof parameters === 'string') throw new OAuthErrorResponse('invalid_request_object', parameters);
    if (form.has('request') && parameters.get('client_id') !== client)
      throw new OAuthErrorResponse('invalid_request_object', `The request is not signed by ${client}.`);
    if (!isOwnRedirect(parameters.get('redirect_uri') ?? ''))
      throw new OAuthErrorResponse('invalid_request', 'redirect_uri must point to this machine.');
    parameters.set('client_id', client);
    for (const name of proofParameters) parameters.delete(name);
    const uri = `urn:ietf:params:oauth:request_uri:${random()}`;
    pushed.set(uri, { parameters, ends: Date.now() + pushedSeconds * 1000 });
    return { request_uri: uri, expires_in: pushedSeconds };
  }, 201),
});

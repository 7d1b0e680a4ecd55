/** The demo's authorization server: every flow of `--oauth2`, offline, as strict about clients as a real one. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { escapeHtml } from '../core/oauth/login/page.js';
import { readUrl } from '../core/request/read-url.js';
import { demoUser } from './credentials.js';
import { clientOf, demoClient, demoPublicClient, demoSecret, OAuthErrorResponse } from './oauth-client.js';
import { codeSeconds, type Device, deviceSeconds, grantsOf, isOver, openMemory, random } from './oauth-grants.js';
import { type DemoRequest, type Route, sendJson } from './route.js';

/** The routes of one server, with their own state. */
export function oauthRoutes(): readonly Route[] {
  const memory = openMemory();
  const { codes, devices, userCodes } = memory;
  const grants = grantsOf(memory);

  /** Wraps a JSON endpoint; refusals become error responses of RFC 6749 5.2. */
  const endpoint =
    (work: (form: URLSearchParams, client: string, request: DemoRequest, response: ServerResponse) => void) =>
    (request: DemoRequest, response: ServerResponse): void => {
      try {
        const form = new URLSearchParams(request.body.toString('utf8'));
        work(form, clientOf(request.header('authorization'), form), request, response);
      } catch (error) {
        if (!(error instanceof OAuthErrorResponse)) throw error;
        const body = { error: error.code, ...(error.message ? { error_description: error.message } : {}) };
        const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
        if (error.code === 'invalid_client') headers['WWW-Authenticate'] = 'Basic realm="apiclient demo"';
        sendJson(response, body, headers['WWW-Authenticate'] ? 401 : 400, headers);
      }
    };

  /** Validates an authorization request (RFC 6749 4.1.2.1: no redirect to an unknown URI). */
  function authorizationRequest(
    query: URLSearchParams,
  ): { readonly redirect: URL; readonly client: string } | undefined {
    const client = query.get('client_id') ?? '';
    const typed = query.get('redirect_uri') ?? '';
    if (client !== demoClient && client !== demoPublicClient) return undefined;
    if (!/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\//.test(typed)) return undefined;
    const redirect = readUrl(typed);
    return redirect && { redirect, client };
  }

  return [
    {
      method: 'POST',
      path: /^\/oauth\/token$/,
      example: '/oauth/token',
      does: `the token endpoint: --oauth2 client_credentials:…/oauth/token:${demoClient}:${demoSecret}`,
      handle: endpoint((form, client, _request, response) => {
        const grant = grants[form.get('grant_type') ?? ''];
        if (!grant) throw new OAuthErrorResponse('unsupported_grant_type');
        grant(form, response, client);
      }),
    },
    {
      method: 'GET',
      path: /^\/oauth\/authorize$/,
      example: '/oauth/authorize',
      does: `the login page: --oauth2 authorization_code:…/oauth/token:${demoPublicClient} --oauth2-auth-url …/oauth/authorize`,
      handle({ url }, response) {
        if (!authorizationRequest(url.searchParams))
          return sendPage(response, 400, donePage('This login is not in order.'));
        const scope = url.searchParams.get('scope');
        const what = `${url.searchParams.get('client_id')} wants to use the demo API as ${demoUser}${scope ? ` (${scope})` : ''}.`;
        return sendPage(response, 200, choicePage(what, url.search));
      },
    },
    {
      method: 'POST',
      path: /^\/oauth\/authorize$/,
      example: '/oauth/authorize',
      does: 'the answer to the login page',
      handle({ url, body }, response) {
        const question = authorizationRequest(url.searchParams);
        if (!question) return sendPage(response, 400, donePage('This login is not in order.'));
        const { redirect, client } = question;
        const state = url.searchParams.get('state');
        if (new URLSearchParams(body.toString('utf8')).get('choice') === 'allow') {
          const code = random();
          codes.set(code, {
            client,
            redirectUri: url.searchParams.get('redirect_uri') ?? '',
            challenge: url.searchParams.get('code_challenge') ?? undefined,
            scope: url.searchParams.get('scope') ?? undefined,
            ends: Date.now() + codeSeconds * 1000,
          });
          redirect.searchParams.set('code', code);
        } else redirect.searchParams.set('error', 'access_denied');
        if (state !== null) redirect.searchParams.set('state', state);
        redirect.searchParams.set('iss', url.origin);
        response.writeHead(303, { Location: redirect.href, 'Cache-Control': 'no-store' }).end();
        return undefined;
      },
    },
    {
      method: 'POST',
      path: /^\/oauth\/device$/,
      example: '/oauth/device',
      does: `the device endpoint: --oauth2 device_code:…/oauth/token:${demoPublicClient} --oauth2-device-url …/oauth/device`,
      handle: endpoint((form, client, { url }, response) => {
        const code = random();
        const userCode = [...randomBytes(8)].map(byte => 'BCDFGHJKLMNPQRSTVWXZ'[byte % 20]).join('');
        const shown = `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
        const scope = form.get('scope') ?? undefined;
        const device: Device = { client, scope, ends: Date.now() + deviceSeconds * 1000, state: 'pending' };
        devices.set(code, device);
        userCodes.set(userCode, device);
        sendJson(response, {
          device_code: code,
          user_code: shown,
          verification_uri: `${url.origin}/oauth/activate`,
          verification_uri_complete: `${url.origin}/oauth/activate?user_code=${shown}`,
          expires_in: deviceSeconds,
          interval: 1,
        });
      }),
    },
    {
      method: '*',
      path: /^\/oauth\/activate$/,
      example: '/oauth/activate',
      does: 'where the code of the device flow is entered',
      handle({ method, url, body }, response) {
        const given = method === 'POST' ? new URLSearchParams(body.toString('utf8')) : url.searchParams;
        const typed = given.get('user_code') ?? '';
        if (method !== 'POST') return sendPage(response, 200, choicePage('Enter the code you were shown.', '', typed));
        const device = userCodes.get(typed.toUpperCase().replace(/[^A-Z]/g, ''));
        if (!device || isOver(device.ends) || device.state !== 'pending') {
          return sendPage(response, 400, choicePage('That code is unknown or used. Try again.', '', typed));
        }
        device.state = given.get('choice') === 'allow' ? 'allowed' : 'refused';
        return sendPage(response, 200, donePage('You can return to the terminal.'));
      },
    },
    {
      method: 'GET',
      path: /^\/\.well-known\/oauth-authorization-server$/,
      example: '/.well-known/oauth-authorization-server',
      does: 'the metadata: --oauth2-issuer instead of the URLs',
      handle: ({ url: { origin } }, response) =>
        sendJson(response, {
          issuer: origin,
          token_endpoint: `${origin}/oauth/token`,
          authorization_endpoint: `${origin}/oauth/authorize`,
          device_authorization_endpoint: `${origin}/oauth/device`,
          grant_types_supported: Object.keys(grants),
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
          authorization_response_iss_parameter_supported: true,
        }),
    },
  ];
}

/** The demo's login pages: a prompt with two buttons, and a final page. No scripts; all text is escaped. */
const page = (inner: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>apiclient demo</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:4rem auto;padding:0 1rem}
button,input{font:inherit;padding:.4rem 1rem;margin:.5rem .5rem 0 0}</style></head>
<body><h1>apiclient demo</h1>${inner}</body></html>
`;

/** Asks for consent. @param code also asks for a user code, prefilled with this text */
const choicePage = (text: string, query: string, code?: string): string =>
  page(
    `<p>${escapeHtml(text)}</p><form method="post" action="${escapeHtml(query)}">${
      code === undefined
        ? ''
        : `<input name="user_code" ${code === '' ? '' : `value="${escapeHtml(code)}" `}placeholder="ABCD-EFGH" required><br>`
    }<button name="choice" value="allow">Allow</button><button name="choice" value="refuse">Refuse</button></form>`,
  );

const donePage = (text: string): string => page(`<p>${escapeHtml(text)}</p>`);

/** Sends a page that must not be cached or framed. */
function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    'Content-Length': Buffer.byteLength(html),
    'Cache-Control': 'no-store',
  });
  response.end(html);
}

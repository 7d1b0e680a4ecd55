/** The demo's authorization endpoint: a page that asks for consent, its reply, and requests pushed ahead (RFC 9126). */
import { readUrl } from '../core/request/read-url.js';
import { demoUser } from './credentials.js';
import { demoClient, demoPublicClient, isOwnRedirect, OAuthErrorResponse } from './oauth-client.js';
import { endpoint } from './oauth-endpoint.js';
import { codeSeconds, type GrantStore, isOver, random } from './oauth-grants.js';
import { choicePage, donePage, sendPage } from './oauth-pages.js';
import type { Route } from './route.js';

const pushedSeconds = 60;

export function loginRoutes({ codes, pushed }: GrantStore): readonly Route[] {
  /** The parameters of a request, those pushed ahead included; undefined if it must not be redirected (RFC 6749 4.1.2.1). */
  function authorizationRequest(
    query: URLSearchParams,
  ): { readonly parameters: URLSearchParams; readonly redirect: URL; readonly client: string } | undefined {
    const uri = query.get('request_uri');
    const ahead = uri === null ? undefined : pushed.get(uri);
    if (uri !== null && (!ahead || isOver(ahead.ends))) return undefined;
    const parameters = ahead?.parameters ?? query;
    const client = query.get('client_id') ?? '';
    if (parameters.get('client_id') !== client || ![demoClient, demoPublicClient].includes(client)) return undefined;
    const typed = parameters.get('redirect_uri') ?? '';
    const redirect = isOwnRedirect(typed) ? readUrl(typed) : undefined;
    return redirect && { parameters, redirect, client };
  }

  return [
    {
      method: 'GET',
      path: /^\/oauth\/authorize$/,
      example: '/oauth/authorize',
      does: `the login page: --oauth2 authorization_code:…/oauth/token:${demoPublicClient} --oauth2-auth-url …/oauth/authorize`,
      handle({ url }, response) {
        const question = authorizationRequest(url.searchParams);
        if (!question) return sendPage(response, 400, donePage('This login is not in order.'));
        const scope = question.parameters.get('scope');
        const what = `${question.client} wants to use the demo API as ${demoUser}${scope ? ` (${scope})` : ''}.`;
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
        const { parameters, redirect, client } = question;
        // A pushed request is good for one login (RFC 9126 4).
        pushed.delete(url.searchParams.get('request_uri') ?? '');
        const state = parameters.get('state');
        if (new URLSearchParams(body.toString('utf8')).get('choice') === 'allow') {
          const code = random();
          codes.set(code, {
            client,
            redirectUri: parameters.get('redirect_uri') ?? '',
            challenge: parameters.get('code_challenge') ?? undefined,
            scope: parameters.get('scope') ?? undefined,
            keyThumbprint: parameters.get('dpop_jkt') ?? undefined,
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
      path: /^\/oauth\/par$/,
      example: '/oauth/par',
      does: 'authorization requests pushed ahead: --oauth2-par',
      handle: endpoint(({ client, form }) => {
        if (form.has('request_uri'))
          throw new OAuthErrorResponse('invalid_request', 'request_uri is not allowed here.');
        if (!isOwnRedirect(form.get('redirect_uri') ?? ''))
          throw new OAuthErrorResponse('invalid_request', 'redirect_uri must be on this machine.');
        const parameters = new URLSearchParams(form);
        parameters.set('client_id', client);
        parameters.delete('client_secret');
        const uri = `urn:ietf:params:oauth:request_uri:${random()}`;
        pushed.set(uri, { parameters, ends: Date.now() + pushedSeconds * 1000 });
        return { request_uri: uri, expires_in: pushedSeconds };
      }, 201),
    },
  ];
}

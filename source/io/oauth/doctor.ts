/**
 * Checks a login without logging in: metadata, clock, client, grant type, redirect URI, token, UserInfo and the API. Sends no
 * password, stores nothing, and changes nothing at the server.
 */

import { type Failure, isFailure } from '../../core/failure.js';
import { type Hint, hintText } from '../../core/hint.js';
import { clockWords } from '../../core/oauth/error-words.js';
import { flowOf, grantTypeOf } from '../../core/oauth/flows.js';
import { authorizationParameters, base64url, withParameters } from '../../core/oauth/login/authorization-url.js';
import { redirectOf } from '../../core/oauth/login/redirect.js';
import { nextStep, registerHint } from '../../core/oauth/next-steps.js';
import { scopeParam } from '../../core/oauth/params.js';
import { unknownClient } from '../../core/oauth/spec.js';
import { isUsable } from '../../core/oauth/stored-token.js';
import { readUrl } from '../../core/request/read-url.js';
import { truncate } from '../../core/truncate.js';
import { headerOf } from '../http/exchange.js';
import { readToken, tokenKey } from '../token-store.js';
import { type ObtainedToken, obtainedOf, sentToken, type TokenContext } from './context.js';
import { requestToken, type Server } from './endpoint.js';
import { exchange } from './message.js';
import { resolveServer } from './server.js';
import { userInfo } from './user-info.js';

/** The result of one check. Texts may be untrusted. */
export interface Check {
  readonly name: string;
  readonly result: 'pass' | 'fail' | 'skip';
  readonly text: string;
  /** Fix for a failed check, as an imperative. */
  readonly fix?: string | undefined;
}

const pass = (name: string, text: string): Check => ({ name, result: 'pass', text });
const skip = (name: string, text: string): Check => ({ name, result: 'skip', text });
const fail = (name: string, text: string, fix?: Hint): Check => ({
  name,
  result: 'fail',
  text,
  fix: fix && hintText(fix),
});
const failWith = (name: string, { text, hint }: Failure): Check => fail(name, text, hint);

/** A code that no server has issued. */
const probe = 'apiclient-doctor';

/** Redirect URI of a login with these options. Port 0 is replaced by the default port. */
export function redirectUriOf({ options }: Pick<TokenContext, 'options'>): string {
  const redirect = redirectOf(options.redirectUri, options.port);
  if (isFailure(redirect)) return options.redirectUri ?? '';
  return redirect.kind === 'paste' ? redirect.uri : redirect.uri(redirect.port || 8484);
}

/**
 * Runs the checks in order and reports each. A check that depends on a failed one is skipped.
 * @param api URL that is requested with the token
 */
export async function checkLogin(
  loginContext: TokenContext,
  api: string | undefined,
  report: (check: Check) => void,
): Promise<void> {
  let skewMs: number | undefined;
  const { environment } = loginContext;
  const context: TokenContext = {
    ...loginContext,
    tools: {
      ...loginContext.tools,
      async send(...request) {
        const response = await loginContext.tools.send(...request);
        const date = isFailure(response) ? Number.NaN : Date.parse(headerOf(response, 'date') ?? '');
        const measuredSkewMs = environment.now() - date;
        if (Math.abs(measuredSkewMs) >= Math.abs(skewMs ?? 0)) skewMs = measuredSkewMs;
        return response;
      },
    },
  };
  const { options } = context;
  const server = await resolveServer(context);
  if (isFailure(server)) return report(failWith('metadata', server));
  const { metadata } = server;
  report(
    options.issuer === undefined
      ? skip('metadata', 'Flags set the endpoints.')
      : pass('metadata', `${metadata.issuer} has the token endpoint ${metadata.token_endpoint}`),
  );
  report(grantCheck(context, server));
  const isKnown = options.clientId !== unknownClient;
  const token = isKnown ? await clientCheck(context, server, report) : undefined;
  if (!isKnown) report(skip('client', 'Pass the client ID after the issuer to check the client.'));
  if (options.flow === 'authorization_code' && isKnown) report(await redirectCheck(context, server));
  const skew = clockWords(skewMs);
  if (skewMs !== undefined)
    report(skew ? fail('clock', skew, 'Set the clock of this computer.') : pass('clock', 'correct'));
  if (token === undefined) return;
  if (flowOf(options.flow).person && metadata.userinfo_endpoint !== undefined) {
    const user = await userInfo(context, token);
    report(isFailure(user) ? failWith('UserInfo', user) : pass('UserInfo', `sub ${truncate(String(user.sub), 100)}`));
  }
  if (api !== undefined) report(await apiCheck(context, token, api));
}

function grantCheck({ options }: TokenContext, { metadata }: Server): Check {
  const grant = grantTypeOf(options.flow);
  const grants = metadata.grant_types_supported;
  if (grants === undefined) return skip('grant type', 'The server does not list its grant types.');
  return grants.includes(grant)
    ? pass('grant type', grant)
    : fail(
        'grant type',
        `The server does not list ${grant}.`,
        nextStep({ code: 'unsupported_grant_type', options, grants }),
      );
}

/** Codes by which a server accepts the client, but not the code that it never issued. */
const refusesCode = /^(?:invalid_grant|bad_verification_code|invalid_code|invalid_request|redirect_uri_mismatch)$/;

/** Checks the client at the token endpoint, and returns a token if there is one without a login. */
async function clientCheck(
  context: TokenContext,
  server: Server,
  report: (check: Check) => void,
): Promise<ObtainedToken | undefined> {
  const { environment, options } = context;
  const { method } = server.proof;
  if (options.flow === 'client_credentials') {
    const token = await requestToken(context, server, options.flow, [...scopeParam(options), ...options.params]);
    report(isFailure(token) ? failWith('client', token) : pass('client', `The server accepts it (${method}).`));
    if (isFailure(token)) return undefined;
    report(pass('token', 'The server issued a token. It was not stored.'));
    return obtainedOf(token, 'server');
  }
  const codeResult = await requestToken(context, server, 'authorization_code', [
    ['code', probe],
    ['redirect_uri', redirectUriOf(context)],
    ['code_verifier', base64url(environment.random(32))],
  ]);
  const isAccepted = !isFailure(codeResult) || refusesCode.test(codeResult.code ?? '');
  report(isAccepted ? pass('client', `The server does not reject it (${method}).`) : failWith('client', codeResult));
  const storedToken = await readToken(environment, tokenKey(options), () => {});
  if (storedToken === undefined || !isUsable(storedToken, environment.now())) {
    report(skip('token', 'No valid token is stored. Log in with apiclient auth login and the same flags.'));
    return undefined;
  }
  report(pass('token', 'A valid token is stored.'));
  return obtainedOf(storedToken, 'cache');
}

/** Requests the login page without a login (OpenID Connect Core 3.1.2.1, `prompt=none`). */
async function redirectCheck(context: TokenContext, { metadata }: Server): Promise<Check> {
  const { environment, options } = context;
  const name = 'redirect URI';
  const endpoint = metadata.authorization_endpoint;
  if (endpoint === undefined) return fail(name, 'The metadata contains no login page.', 'Pass --oauth2-auth-url URL.');
  const redirectUri = redirectUriOf(context);
  const { calculatePKCECodeChallenge } = await import('oauth4webapi');
  const parameters = authorizationParameters({
    clientId: options.clientId,
    redirectUri,
    state: base64url(environment.random(16)),
    scope: options.scope,
    challenge: options.pkce ? await calculatePKCECodeChallenge(base64url(environment.random(32))) : undefined,
    params: [...options.params.filter(([param]) => param !== 'prompt'), ['prompt', 'none']],
  });
  const url = withParameters(endpoint, parameters);
  const response = await exchange(context, url, 'The authorization request', {
    method: 'GET',
    headers: { accept: 'text/html' },
  });
  if (isFailure(response)) return failWith(name, response);
  if (response.status >= 400) {
    const text = `The server rejects the authorization request (status ${response.status}).`;
    return fail(name, text, registerHint({ options, redirectUri }));
  }
  const { location } = response;
  const target = location === undefined ? undefined : readUrl(location, new URL(endpoint));
  if (location !== undefined && target === undefined) {
    const text = `The server redirects to an invalid URL: ${truncate(location, 200)}`;
    return fail('authorization request', text, 'Report this to the operator of the server.');
  }
  return (
    (target && redirectionCheck(context, target, redirectUri)) ??
    pass(name, `The server shows its login page and does not reject ${redirectUri}.`)
  );
}

/** Checks a redirect back to the client, or to an error page. Returns undefined for any other page. */
function redirectionCheck({ options }: TokenContext, target: URL, redirectUri: string): Check | undefined {
  const description = target.searchParams.get('error_description') ?? '';
  const failRequest = (code: string, text: string): Check =>
    fail('authorization request', text, nextStep({ code, description, options, redirectUri }));
  if (`${target.origin}${target.pathname}` === withoutQuery(redirectUri)) {
    const code = target.searchParams.get('error') ?? '';
    // Without a login, these are the expected errors.
    if (code === '' || /_required$|^access_denied$/.test(code))
      return pass('redirect URI', `${redirectUri} is registered.`);
    return failRequest(code, `The server reports ${truncate(code, 80)}. ${truncate(description, 300)}`);
  }
  const code = pageError(target);
  if (!code) return undefined;
  return failRequest(code, `The server shows an error page: ${truncate(`${code} ${description}`.trim(), 300)}`);
}

/**
 * Returns the error code in the URL of an error page: `error` at Cognito and better-auth, or `authError` at Google, which is
 * base64 of a message that begins with the code.
 */
function pageError({ searchParams }: URL): string | undefined {
  const google = Buffer.from(searchParams.get('authError') ?? '', 'base64').toString('latin1');
  return searchParams.get('error') ?? /^\n.([a-z]+(?:_[a-z]+)+)/s.exec(google)?.[1];
}

const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

/** Requests the API with the token. Redirects are not followed, so the token stays at this origin. */
async function apiCheck(context: TokenContext, token: ObtainedToken, api: string): Promise<Check> {
  const { environment, network, options, signal, tools } = context;
  const tokenToSend = sentToken(token, options, environment.now());
  if (isFailure(tokenToSend)) return failWith('API', tokenToSend);
  const { tokenCredentials } = await import('./token.js');
  const notes: string[] = [];
  const response = await tools.send(
    {
      method: 'GET',
      url: api,
      headers: [],
      removed: [],
      credentials: { apiKeys: [], ...(await tokenCredentials(tokenToSend, environment)) },
      network: { ...network, follow: false },
    },
    environment,
    { signal, login: () => ({ options, scope: token.scope }), onNote: text => void notes.push(hintText(text)) },
  );
  if (isFailure(response)) return failWith('API', response);
  response.body.destroy();
  const text = `${api} returned status ${response.status}.`;
  return response.status === 401 || response.status === 403 ? fail('API', text, notes.join(' ')) : pass('API', text);
}

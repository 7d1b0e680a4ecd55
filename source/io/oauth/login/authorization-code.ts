/**
 * The authorization code flow with PKCE (RFC 6749 4.1, RFC 7636, RFC 8252): opens the browser, receives the callback or a
 * pasted URL, and exchanges the code for a token.
 */

import * as oauth from 'oauth4webapi';
import { type Failure, failure, isFailure } from '../../../core/failure.js';
import { type Hint, hint, step, tryAgain } from '../../../core/hint.js';
import { authorizationParameters, base64url } from '../../../core/oauth/login/authorization-url.js';
import type { CallbackVerdict, ExpectedCallback } from '../../../core/oauth/login/callback.js';
import { type Redirect, redirectOf } from '../../../core/oauth/login/redirect.js';
import { errorPageHint } from '../../../core/oauth/next-steps.js';
import { tokenParams } from '../../../core/oauth/params.js';
import { formParameters } from '../../../core/oauth/protocol/step.js';
import { typedClientId } from '../../../core/oauth/spec.js';
import type { StoredToken } from '../../../core/oauth/stored-token.js';
import { forwardCommand, hasBrowser, isContained, isRemote, openBrowser } from '../../browser.js';
import { anySignal } from '../../http/stop.js';
import { type Loopback, listenLoopback } from '../../loopback.js';
import { leavePid, pidOf, withStoreLock } from '../../token-store.js';
import type { TokenContext } from '../context.js';
import { requestToken, type Server } from '../endpoint.js';
import { loginUrl } from './authorization-request.js';
import { callbackCertificate } from './callback-certificate.js';
import { loginByDevice } from './device-code.js';
import { verifySignedResponse } from './jarm.js';
import { tellStep, unattended } from './login-ui.js';
import { qrLines } from './qr.js';
import { Login, readPasted, waitForLogin } from './wait-for-login.js';

const loginTimeoutMs = 5 * 60_000;
/** Time after which the user probably sees an error page, in milliseconds. */
const hintAfterMs = 15_000;

/** Logs in with the browser and exchanges the code for a token. */
export async function loginByCode(context: TokenContext, server: Server): Promise<StoredToken | Failure> {
  const { environment, options, signal, ui } = context;
  if (server.metadata.authorization_endpoint === undefined) {
    return failure('login', `The metadata of ${options.issuer} contains no login page.`, {
      hint: 'Pass --oauth2-auth-url.',
    });
  }
  const byDevice = await deviceInstead(context, server);
  if (byDevice) return byDevice;
  const redirect = redirectOf(options.redirectUri, options.port);
  if (isFailure(redirect)) return redirect;
  if (!ui.attended && !mayBrowse(context)) return withoutBrowser(context);
  if (redirect.kind === 'paste' && !ui.askLine) {
    return failure(
      'login',
      `The login is redirected to ${redirect.uri}, and the address must be pasted, but there is no terminal.`,
      {
        hint: 'Run the command on a terminal, or use a redirect URI on 127.0.0.1.',
      },
    );
  }
  if (redirect.kind === 'paste' || redirect.port === 0) return loginBy(context, server, redirect);
  // The port may be in use by another login of ours, which ends within minutes.
  const { port } = redirect;
  return withStoreLock(
    environment,
    `port-${port}`,
    signal,
    async () => {
      await leavePid(environment, `port-${port}`);
      return loginBy(context, server, redirect);
    },
    async () => {
      const pid = await pidOf(environment, `port-${port}`);
      ui.note(
        `Another login${pid === undefined ? '' : ` (process ${pid})`} is using port ${port}. Waiting for it to finish. To log in at the same time, pass --oauth2-port 0.`,
      );
    },
  );
}

/** In a remote session without a browser, offers the device flow (RFC 8628). Later runs find its token by the flags of this flow. */
async function deviceInstead(context: TokenContext, server: Server): Promise<StoredToken | Failure | undefined> {
  const { environment, signal, ui } = context;
  const { deviceUrl, metadata } = server;
  if (deviceUrl === undefined || !ui.confirm || mayBrowse(context) || !isRemote(environment)) return undefined;
  const question = 'This is a remote session. Log in with a code on any device? [Y/n]';
  const reply = await ui.confirm(question, signal);
  if (/^\s*n/i.test(reply ?? '')) return undefined;
  return loginByDevice(context, { ...server, metadata: { ...metadata, device_authorization_endpoint: deviceUrl } });
}

const mayBrowse = ({ environment, options, tools }: TokenContext): boolean =>
  options.browser && (tools.openBrowser !== undefined || hasBrowser(environment));

async function loginBy(context: TokenContext, server: Server, redirect: Redirect): Promise<StoredToken | Failure> {
  const { options, ui } = context;
  const { metadata } = server;
  const values = oneTimeValues(context);
  const expected: ExpectedCallback = {
    state: values.state,
    issuer: options.issuer === undefined ? undefined : metadata.issuer,
    issuerPromised: metadata.authorization_response_iss_parameter_supported === true,
  };
  const login = new Login(context, expected, query => verifySignedResponse(context, server, expected, query));
  const listener = await listenFor(login, redirect);
  if (isFailure(listener)) return listener;
  try {
    const url = await authorizationUrl(context, server, login.redirectUri, values);
    if (isFailure(url)) return url;
    // The response may arrive before the browser command has returned: some stay in the foreground.
    const isOpened =
      mayBrowse(context) && (await Promise.race([openPage(url, login, listener), login.arrival.then(() => true)]));
    if (!isOpened && !ui.attended) return withoutBrowser(context);
    showPage(context, server, { url, isOpened, port: listener?.isCallback ? listener.loopback.port : undefined });
    const response = await responseTo(login, isRemote(context.environment) && !isOpened);
    if (isFailure(response)) return response;
    const token = await requestToken(
      context,
      server,
      'authorization_code',
      [
        ['code', response.code],
        ['redirect_uri', login.redirectUri],
        ...(options.pkce ? ([['code_verifier', values.verifier]] as const) : []),
        ...tokenParams(options.params, true),
      ],
      { redirectUri: login.redirectUri, nonce: values.nonce },
    );
    login.end(isFailure(token) ? token : undefined);
    return token;
  } finally {
    login.end(failure('login', 'The login was cancelled.'));
    ui.done?.();
    await listener?.loopback.close();
  }
}

/** Random values for one login. The nonce belongs to the ID token, if one is requested (OpenID Connect Core 3.1.2.1). */
function oneTimeValues({ environment, options }: TokenContext) {
  const random = (): string => base64url(environment.random(32));
  return { state: random(), verifier: random(), nonce: isOpenId(options.scope) ? random() : undefined };
}

/** A listener for the browser. */
interface Listener {
  readonly loopback: Loopback;
  /** Whether it receives the response. If the response is pasted, it only redirects the browser to the login page. */
  readonly isCallback: boolean;
}

/** Starts the listener, if the login needs one, and sets the redirect URI. */
async function listenFor(login: Login, redirect: Redirect): Promise<Listener | undefined | Failure> {
  const { context } = login;
  if (redirect.kind === 'paste') {
    login.redirectUri = redirect.uri;
    if (!mayBrowse(context)) return undefined;
    // No path of this listener is a callback.
    const loopback = await listenLoopback(0, '', waitForLogin(login));
    return isFailure(loopback) ? undefined : { loopback, isCallback: false };
  }
  const certificate = redirect.tls ? await callbackCertificate(context) : undefined;
  if (isFailure(certificate)) return certificate;
  const loopback = await listenLoopback(redirect.port, redirect.path, waitForLogin(login), certificate);
  if (isFailure(loopback)) return context.options.redirectUri === undefined ? loopback : nameRedirect(loopback);
  login.redirectUri = redirect.uri(loopback.port);
  return { loopback, isCallback: true };
}

/** Returns the URL of the login page, and reports the request as a step. */
async function authorizationUrl(
  context: TokenContext,
  server: Server,
  redirectUri: string,
  { nonce, state, verifier }: ReturnType<typeof oneTimeValues>,
): Promise<string | Failure> {
  const { options, ui } = context;
  const parameters = authorizationParameters({
    clientId: options.clientId,
    redirectUri,
    state,
    scope: options.scope,
    nonce,
    challenge: options.pkce ? await oauth.calculatePKCECodeChallenge(verifier) : undefined,
    dpopThumbprint: server.dpopKey && (await (await import('../client/dpop.js')).thumbprintOf(server.dpopKey)),
    params: options.params,
  });
  const url = await loginUrl(context, server, server.metadata.authorization_endpoint ?? '', parameters);
  if (isFailure(url)) return url;
  const { origin, pathname, searchParams } = new URL(url);
  tellStep(ui, { kind: 'authorization', url: `${origin}${pathname}`, parameters: formParameters(searchParams) });
  return url;
}

/** Shows the login page's URL and how to return from it. @param port of the listener that receives the response, if any */
function showPage(
  { environment, options, ui }: TokenContext,
  { deviceUrl }: Server,
  { url, isOpened, port }: { readonly url: string; readonly isOpened: boolean; readonly port: number | undefined },
): void {
  const isSsh = isRemote(environment);
  ui.show({
    kind: 'page',
    url,
    opened: isOpened,
    port,
    isRemote: isSsh && !isOpened ? true : undefined,
    forward: port !== undefined && (isSsh || !isOpened) ? forwardCommand(environment, port) : undefined,
    qr: options.qr ? qrLines(url) : undefined,
  });
  const isReachable = !isSsh && (isOpened || !isContained(environment));
  if (port === undefined || isReachable) return;
  if (deviceUrl) ui.note(onAnyDevice(options.clientId));
  else if (!isSsh) ui.note(inContainer);
}

/** Waits for the response, received or pasted. @param isElsewhere whether the browser runs on another machine */
async function responseTo(
  login: Login,
  isElsewhere: boolean,
): Promise<Extract<CallbackVerdict, { kind: 'code' }> | Failure> {
  const { options, signal: stopped, tools, ui } = login.context;
  const over = new AbortController();
  const pasting = readPasted(login, over.signal, isElsewhere);
  try {
    // Released when `over` ends.
    const { signal } = anySignal([over.signal, stopped]);
    const errorHint = errorPageHint({ options, redirectUri: login.redirectUri });
    void tools.wait(hintAfterMs, signal).then(
      () => login.spent || ui.note(errorHint),
      () => {},
    );
    const late = tools.wait(loginTimeoutMs, signal).then(() => tooLate(errorHint));
    const first = await Promise.race([login.arrival, late]);
    return !isFailure(first) && first.kind === 'failed' ? first.failure : first;
  } finally {
    // The terminal is restored before anything else is written to it.
    over.abort();
    await pasting;
  }
}

const inContainer =
  'This is a container, so a browser outside cannot reach its port. Paste the last address in the browser.';

const onAnyDevice = (clientId: string): Hint =>
  hint`The server also supports logging in with a code on another device: ${step('set-login', `--oauth2 device_code::${typedClientId(clientId)}`)}`;

/**
 * Opens the login page. Every user of the machine can read command lines, and with the URL could log in themselves, or log this
 * user in as themselves. Therefore the browser gets a path of our listener that redirects to the URL once.
 */
async function openPage(url: string, login: Login, listener: Listener | undefined): Promise<boolean> {
  const { environment, tools, ui } = login.context;
  if (tools.openBrowser) return tools.openBrowser(url);
  if (!listener) return false;
  const { isCallback, loopback } = listener;
  const path = `/${base64url(environment.random(32))}`;
  loopback.lead(path, url, () =>
    login.finish({
      kind: 'failed',
      failure: failure('login', 'The login link was opened twice. Someone else may have it.', {
        hint: hint`${tryAgain}. Pass --no-browser to print the login URL instead of opening it.`,
      }),
    }),
  );
  const page = new URL(path, isCallback ? login.redirectUri : `http://127.0.0.1:${loopback.port}`).href;
  return openBrowser(page, environment, problem => ui.note(problem.replaceAll(page, 'URL')));
}

const isOpenId = (scope: string | undefined): boolean => scope?.split(' ').includes('openid') ?? false;

const tooLate = (errorHint: Hint): Failure => failure('login', 'Login timed out after 5 minutes.', { hint: errorHint });

const nameRedirect = (found: Failure): Failure =>
  failure('login', found.text, {
    code: found.code,
    hint: 'Choose another port in --oauth2-redirect-uri.',
  });

/** The URL cannot be shown and no browser can be opened: fail now instead of waiting for five minutes. */
const withoutBrowser = ({ options }: TokenContext): Failure =>
  unattended(
    `Login requires a terminal: ${options.browser ? 'no browser can be opened here' : '--no-browser was given'}.`,
  );

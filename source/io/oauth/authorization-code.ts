/** The authorization code flow with PKCE (RFC 6749 4.1, RFC 7636, RFC 8252): browser out, callback or paste back, code for a token. */
import * as oauth from 'oauth4webapi';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { authorizationUrl, base64url, tokenParams } from '../../core/oauth/authorization-url.js';
import { type Expected, type Judgement, judgeCallback, judgePasted } from '../../core/oauth/callback.js';
import type { KeptToken } from '../../core/oauth/kept-token.js';
import { redirectOf } from '../../core/oauth/redirect.js';
import { forwardCommand, hasBrowser, isRemote, openBrowser } from '../browser.js';
import { type Loopback, type LoopbackAnswer, listenLoopback } from '../loopback.js';
import type { TokenContext } from './context.js';
import { requestToken, type Server } from './endpoint.js';

const patienceMs = 5 * 60_000;

/** Strangers' calls that are told: any page in the browser can make thousands, and the login's URL must stay in sight. */
const mostTold = 5;

/** One login in progress: its one-time values and where its end arrives. */
interface Login {
  readonly context: TokenContext;
  readonly expected: Expected;
  readonly redirectUri: string;
  readonly pkce: boolean;
  finish(judgement: Judgement): void;
}

/** Judges a callback and says what the browser shows. The state is spent by the first answer that carries it. */
function answerTo(login: Login, spent: () => boolean): (query: URLSearchParams) => LoopbackAnswer {
  let told = 0;
  return query => {
    const judged: Judgement = spent()
      ? { kind: 'stranger', why: 'This login has ended already.' }
      : judgeCallback(query, login.expected, login.context.options, login.redirectUri);
    if (judged.kind === 'stranger') {
      told++;
      const more = told === mostTold ? 'More of them are not told.' : 'Still waiting.';
      if (told <= mostTold) {
        login.context.ui.note(`A call to ${login.redirectUri} was refused. ${judged.why} ${more}`);
      }
      return { status: 400, page: { good: false, title: 'This is not the login being waited for', text: judged.why } };
    }
    login.finish(judged);
    return judged.kind === 'code'
      ? {
          status: 200,
          page: { good: true, title: 'Logged in', text: 'You can close this page and return to the terminal.' },
        }
      : { status: 400, page: { good: false, title: 'The login failed', text: judged.failure.text } };
  };
}

/**
 * Reads pasted lines until one belongs to this login; never rejects. Nobody at the keyboard any more: the callback may
 * still come. Ctrl-C at the question ends the login.
 */
async function readPasted(login: Login, signal: AbortSignal): Promise<void> {
  const { options, ui } = login.context;
  try {
    while (ui.askLine && !signal.aborted) {
      const line = await ui.askLine('Or paste here the URL you were sent back to, or the code:', signal);
      if (line === undefined) return;
      const judged = judgePasted(line, login.expected, options, login.redirectUri, login.pkce);
      if (judged.kind !== 'stranger') return login.finish(judged);
      ui.note(`That is not the answer to this login. ${judged.why}`);
    }
  } catch (error) {
    if (isFailure(error)) login.finish({ kind: 'failed', failure: error });
    else if (!signal.aborted) ui.note('The terminal cannot be read; waiting for the browser.');
  }
}

/** Logs in by the browser and gives the code for a token. */
export async function loginByCode(context: TokenContext, server: Server): Promise<KeptToken | Failure> {
  const { environment, options, ui } = context;
  const { metadata } = server;
  const endpoint = metadata.authorization_endpoint;
  if (endpoint === undefined) {
    return failure('login', `The metadata of ${options.issuer} names no login page.`, {
      hint: 'Give --oauth2-auth-url.',
    });
  }
  const redirect = redirectOf(options.redirectUri, options.port);
  if (isFailure(redirect)) return redirect;
  const browser = options.browser && (context.tools.openBrowser !== undefined || hasBrowser(environment));
  if (!ui.attended && !browser) return unattended(context);
  if (redirect.kind === 'paste' && !ui.askLine) {
    return failure(
      'login',
      `The answer of the login goes to ${redirect.uri} and has to be pasted, but nobody can type here.`,
      {
        hint: 'Run it on a terminal, or use a redirect URI on 127.0.0.1.',
      },
    );
  }
  const state = base64url(environment.random(32));
  const verifier = base64url(environment.random(32));
  const expected: Expected = {
    state,
    ...(options.issuer === undefined ? {} : { issuer: metadata.issuer }),
    issuerPromised: metadata.authorization_response_iss_parameter_supported === true,
  };
  const over = new AbortController();
  let judged: Judgement | undefined;
  let arrived = (_: Judgement) => {};
  const arrival = new Promise<Judgement>(resolve => {
    arrived = resolve;
  });
  const login = {
    context,
    expected,
    redirectUri: '',
    pkce: options.pkce,
    finish(judgement: Judgement) {
      judged ??= judgement;
      arrived(judged);
    },
  };
  let pasting: Promise<void> | undefined;
  let loopback: Loopback | undefined;
  if (redirect.kind === 'listen') {
    const opened = await listenLoopback(
      redirect.port,
      redirect.path,
      answerTo(login, () => judged !== undefined),
    );
    if (isFailure(opened)) return options.redirectUri === undefined ? opened : nameRedirect(opened);
    loopback = opened;
    login.redirectUri = redirect.uri(opened.port);
  } else {
    login.redirectUri = redirect.uri;
  }
  try {
    const url = authorizationUrl({
      endpoint,
      clientId: options.clientId,
      redirectUri: login.redirectUri,
      state,
      ...(options.scope === undefined ? {} : { scope: options.scope }),
      ...(options.pkce ? { challenge: await oauth.calculatePKCECodeChallenge(verifier) } : {}),
      params: options.params,
    });
    const opened = browser && (await (context.tools.openBrowser ?? openBrowser)(url));
    if (!opened && !ui.attended) return unattended(context);
    const away = isRemote(environment) || !opened;
    ui.show({
      kind: 'page',
      url,
      opened,
      ...(loopback ? { port: loopback.port } : {}),
      ...(loopback && away ? { forward: forwardCommand(environment, loopback.port) } : {}),
    });
    pasting = readPasted(login, over.signal);
    const late = context.tools.wait(patienceMs, AbortSignal.any([over.signal, context.signal])).then(() => undefined);
    const first = await Promise.race([arrival, late]);
    // The terminal is given back before anything else is written to it.
    over.abort();
    await pasting;
    if (first === undefined) return tooLate();
    if (first.kind === 'failed') return first.failure;
    if (first.kind === 'stranger') return failure('bug', 'A stranger ended the login.');
    return await requestToken(
      context,
      server,
      'authorization_code',
      [
        ['code', first.code],
        ['redirect_uri', login.redirectUri],
        ...(options.pkce ? ([['code_verifier', verifier]] as const) : []),
        ...tokenParams(options.params, true),
      ],
      login.redirectUri,
    );
  } finally {
    over.abort();
    await pasting;
    ui.done?.();
    await loopback?.close();
  }
}

const tooLate = (): Failure =>
  failure('login', 'Nobody finished the login within 5 minutes.', { hint: 'Run the command again.' });

const nameRedirect = (found: Failure): Failure =>
  failure('login', found.text, {
    ...(found.code ? { code: found.code } : {}),
    hint: 'Choose another port in --oauth2-redirect-uri.',
  });

/** Nobody would see the URL and no browser can be opened: say so now instead of waiting five minutes. */
function unattended({ options }: TokenContext): Failure {
  const why = options.browser ? 'no browser can be opened here' : 'no browser is to be opened';
  return failure('login', `A login is needed, but this is not a terminal and ${why}.`, {
    code: 'unattended',
    hint: 'Log in once on a terminal with the same flags (apiclient auth token …); the token is then kept for this.',
  });
}

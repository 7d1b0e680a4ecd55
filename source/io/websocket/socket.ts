/** Opens a WebSocket with everything that an HTTP request would carry, and explains failures to open one. */

import type { IncomingMessage } from 'node:http';
import WebSocket from 'ws';
import { missingScope } from '../../core/credentials/header.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { judgeResponse, mediaType, scanBody } from '../../core/graphql/response.js';
import { flagsOnly, type Hint, hint } from '../../core/hint.js';
import { truncate } from '../../core/truncate.js';
import type { Endpoint, RunContext } from '../graphql/transport.js';
import { collect, heldLimit } from '../http/collect.js';
import { connectionFor } from '../http/connection/agent.js';
import { type HeadProgress, readCarefully } from '../http/connection/read-head.js';
import type { Route } from '../http/connection/route.js';
import { maxSignings } from '../http/credentials/sign.js';
import { messageMask } from '../http/echoes.js';
import { explain } from '../http/errors.js';
import type { ResponseHead, SentHead, Timing } from '../http/exchange.js';
import { nodeHeaders } from '../http/native-request.js';
import { type Phases, timingOf, watchPhases } from '../http/timing.js';
import { upgradeTo } from './upgrade.js';

/** An open WebSocket and the exchange that opened it (RFC 6455, section 4). */
export interface OpenSocket {
  readonly kind: 'open';
  readonly socket: WebSocket;
  readonly protocol: string;
  readonly request: SentHead;
  readonly response: ResponseHead;
  readonly timing: Timing;
  received(): number;
}

/** Reason why no WebSocket is open. With `retry`, another attempt may succeed. */
interface NotOpened {
  readonly kind: 'failed';
  readonly failure: Failure;
  readonly retry: boolean;
  /** The server rejected the offered subprotocols. */
  readonly wrongProtocol: boolean;
  /** The signer learnt something from this response, so another attempt may succeed. */
  readonly signAgain?: boolean;
}

/** Text of failures that depends on what the connection is for. */
export interface SocketWords {
  /** Next step if the server has no WebSocket at this URL. */
  readonly noWebSocket: Hint;
  /** Next step after a redirect. */
  readonly redirected: Hint;
  readonly credentials: Hint;
  /** Follows the URL if the server chose no subprotocol. */
  readonly noSubprotocol: string;
  readonly otherSubprotocol: Hint;
}

const refusalLimit = 64 * 1024;

/** Status codes that mean "no WebSocket here", so that another transport is worth trying. */
const noWebSocket = new Set([200, 204, 400, 404, 405, 406, 415, 426, 500, 501]);

/** Opens a connection, offering `protocols`. @param onAddress gets the URL without secrets before anything is sent */
export async function openSocket(...options: Parameters<typeof openOnce>): Promise<OpenSocket | NotOpened> {
  for (let signings = 1; ; signings++) {
    const opened = await openOnce(...options);
    if (opened.kind === 'open' || !opened.signAgain || signings >= maxSignings) return opened;
  }
}

async function openOnce(
  address: string,
  protocols: readonly string[],
  endpoint: Endpoint,
  context: RunContext,
  signal: AbortSignal,
  onAddress: (shown: string) => void,
  words: SocketWords,
): Promise<OpenSocket | NotOpened> {
  const { environment, note = () => {} } = context;
  const { network } = endpoint;
  const upgrade = await upgradeTo(address, endpoint, environment, context.jar);
  if (isFailure(upgrade)) return notSent(upgrade);
  const { url, shown, lines, secrets, readHead } = upgrade;
  const connection = await connectionFor(url, network, environment);
  if (isFailure(connection)) return notSent(connection);
  onAddress(shown);
  const started = environment.monotonic();
  const request: SentHead = { method: 'GET', shownUrl: shown, httpVersion: '1.1', headers: lines, secrets };
  const { onEvent } = context;
  const observer =
    onEvent && (await import('../http/wire-observer.js')).wireObserver(onEvent, () => request, undefined);
  // Aborted while the request was being prepared: no listener would be called.
  if (signal.aborted) return notSent(failure('interrupted', 'Interrupted.'));
  let reading: HeadProgress | undefined;
  let phases: Phases = {};
  const socket = new WebSocket(url, [...protocols], {
    ...connection.options,
    agent: connection.agent,
    headers: nodeHeaders(lines),
    handshakeTimeout: network.connectTimeoutMs,
    maxPayload: heldLimit(endpoint),
    followRedirects: false,
    // Done by `answerPings`.
    autoPong: false,
    ...(observer ? { onEvent: observer.onEvent } : {}),
    finishRequest: native => {
      reading = readCarefully(native, { strict: network.strict, onHead: observer?.head });
      if (observer) native.once('socket', opened => observer.socket(opened, false));
      phases = watchPhases(native, url.protocol === 'wss:', environment.monotonic, {}, () => observer?.sent('1.1'));
      native.end();
    },
  });
  const route: Route = {
    server: url.host,
    protocol: url.protocol.replace('ws', 'http'),
    proxy: connection.proxy,
    proxyFrom: connection.proxyFrom,
    unixSocket: network.unixSocket,
    clientCertificate: network.certFile,
  };
  const onAbort = (): void => socket.terminate();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await new Promise<OpenSocket | NotOpened>(resolve => {
      let head: ResponseHead | undefined;
      let timing: Timing = {};
      let received = (): number => 0;
      socket.once('upgrade', response => {
        head = headOf(response, reading);
        onEvent?.({ kind: 'answer', request, response: head });
        readHead(head, note);
        const { socket: line } = response;
        received = () => line.bytesRead;
        timing = timingOf({ ...phases, firstByte: environment.monotonic() }, started);
      });
      socket.once('open', () => {
        // Data in the upgrade's packet must wait for its listener.
        socket.pause();
        const { protocol } = socket;
        resolve({ kind: 'open', socket, protocol, request, response: head ?? emptyHead, timing, received });
      });
      socket.once('unexpected-response', (_request, response) => {
        // With a listener, the library leaves closing to us.
        const refusedWith = headOf(response, reading);
        onEvent?.({ kind: 'answer', request, response: refusedWith });
        const signAgain = readHead(refusedWith, note);
        refusal(response, messageMask(request), words).then(
          refused => resolve({ ...refused, signAgain }),
          () => resolve(broken(shown, route, new Error('the response ended early'), words)),
        );
      });
      socket.once('error', error => resolve(broken(shown, route, error, words)));
    });
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

const emptyHead: ResponseHead = { httpVersion: '1.1', status: 101, reason: '', headers: [] };

const headOf = (response: IncomingMessage, reading: HeadProgress | undefined): ResponseHead => ({
  httpVersion: response.httpVersion,
  status: response.statusCode ?? 0,
  reason: response.statusMessage ?? '',
  headers: reading?.head?.headers ?? [],
  irregularities: reading?.irregularities ?? [],
});

async function refusal(
  response: IncomingMessage,
  hide: (text: string) => string,
  hints: SocketWords,
): Promise<NotOpened> {
  const status = response.statusCode ?? 0;
  // Read it now: the response loses its socket when it ends.
  const { socket } = response;
  const contentType = response.headers['content-type'] ?? '';
  // An event stream explains nothing and may never end.
  const isStream = mediaType(contentType) === 'text/event-stream';
  const body = isStream ? Buffer.alloc(0) : await collect(response, refusalLimit);
  // The server may be closing this connection, so a retry must not reuse it.
  socket.destroy();
  const text = isFailure(body) ? '' : hide(body.toString('utf8').trim());
  const judgement = judgeResponse({ status, reason: response.statusMessage ?? '', contentType }, scanBody(text));
  const message = text === '' ? '' : `: ${truncate(text, 300)}`;
  const words = `The server refused the WebSocket with ${status}${response.statusMessage ? ` ${hide(response.statusMessage)}` : ''}`;
  const refused = status === 401 || status === 403;
  const scope = missingScope([response.headers['www-authenticate'] ?? '']);
  const advice = judgement.graphql ? undefined : judgement.failure.hint;
  return {
    kind: 'failed',
    failure: failure(refused ? 'login' : 'network', `${words}${message.replace(/\s+/g, ' ')}.`.replace(/\.\.$/, '.'), {
      code: noWebSocket.has(status) ? 'NO_WEBSOCKET' : `HTTP_${status}`,
      hint: refusalHint(status, scope, hints) ?? advice ?? hint`${flagsOnly('Pass -v to see the exchange.')}`,
    }),
    retry: status === 429 || status === 502 || status === 503 || status === 504,
    wrongProtocol: status === 400 || status === 426,
  };
}

/** @param scope the scope that the server requires, if it names one */
function refusalHint(status: number, scope: string | undefined, hints: SocketWords): Hint | undefined {
  if (status === 401 || status === 403)
    return scope === undefined
      ? hints.credentials
      : `The server requires the scope "${scope}". Pass it with --oauth2-scope.`;
  if (noWebSocket.has(status)) return hints.noWebSocket;
  return status >= 300 && status < 400 ? hints.redirected : undefined;
}

const notSent = (refusal: Failure): NotOpened => ({
  kind: 'failed',
  failure: refusal,
  retry: false,
  wrongProtocol: false,
});

function broken(shown: string, route: Route, error: Error, words: SocketWords): NotOpened {
  if (/subprotocol/i.test(error.message)) {
    return {
      kind: 'failed',
      failure: failure('protocol', `${shown} ${words.noSubprotocol}`, {
        code: 'NO_WEBSOCKET',
        hint: words.otherSubprotocol,
      }),
      retry: false,
      wrongProtocol: true,
    };
  }
  if (/handshake has timed out/.test(error.message)) {
    return {
      kind: 'failed',
      failure: failure('timeout', `${shown} did not answer the WebSocket upgrade in time.`, {
        hint: 'Pass --connect-timeout SECONDS to wait longer.',
        cause: error,
      }),
      retry: true,
      wrongProtocol: false,
    };
  }
  const explained = explain(error, route);
  return { kind: 'failed', failure: explained, retry: explained.kind === 'network', wrongProtocol: false };
}

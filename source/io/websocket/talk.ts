/** A WebSocket without a subscription protocol. Messages are not interpreted. Opened like the WebSocket of a subscription. */
import type { RawData } from 'ws';
import { loginHints } from '../../core/credentials/challenges.js';
import { errorCode, type Failure, failure, isFailure } from '../../core/failure.js';
import { normalCloseCodes, plainCloseFailure } from '../../core/graphql/stream/close-code.js';
import type { Endpoint, RunContext } from '../graphql/transport.js';
import { heldLimit, tooLarge } from '../http/collect.js';
import { messageMask } from '../http/echoes.js';
import { anySignal, startStop } from '../http/stop.js';
import type { Message } from '../http/text-request.js';
import { queue } from './queue.js';
import { type OpenSocket, openSocket, type SocketWords } from './socket.js';
import { answerPings, lastMessagesMs, releaseSocket, watchConnection } from './watchdog.js';

/**
 * Sends messages while the connection is open.
 * @param send resolves when the message has been passed to the network
 * @param end closes the connection after the messages sent so far
 * @returns a function that stops sending
 */
export type MessageSender = (send: (text: string) => Promise<void>, end: (failure?: Failure) => void) => () => void;

interface TalkOptions {
  readonly subprotocols: readonly string[];
  readonly sender: MessageSender;
  /** Called once, when the connection is open. */
  readonly onOpen: (opened: OpenSocket) => void;
  /**
   * Receives messages in order. While it is pending, no more are read from the network. If it returns true, the connection is
   * closed.
   */
  readonly onMessage: (message: Message) => Promise<boolean>;
}

const words: SocketWords = {
  noWebSocket: 'Check the URL, or pass --subprotocol if the server requires one (-v shows the exchange).',
  redirected: 'WebSockets do not follow redirects. Use the target as the URL (-v shows it).',
  credentials: loginHints.webSocket,
  noSubprotocol: 'supports none of the offered subprotocols.',
  otherSubprotocol: 'Pass another --subprotocol, or none.',
};

/** Silence before a ping, in milliseconds. */
const silenceMs = 30_000;

/** Runs one connection until it ends. Returns the failure that ended it, if any. */
export async function talk(
  endpoint: Endpoint,
  context: RunContext,
  options: TalkOptions,
): Promise<Failure | undefined> {
  const { environment } = context;
  const late = new AbortController();
  const clock = startStop(
    [context.signal, environment.signal],
    endpoint.network.timeoutMs,
    endpoint.spentMs,
    environment.pending,
  );
  clock.onStop(why => late.abort(why));
  const { signal, release } = anySignal([late.signal]);
  try {
    const connection = await open(endpoint, context, options.subprotocols, signal);
    if (clock.failure) {
      if (!isFailure(connection)) connection.socket.terminate();
      return clock.failure;
    }
    if (isFailure(connection)) return connection;
    options.onOpen(connection);
    return await exchange(connection, endpoint, options, signal);
  } finally {
    release();
    clock.release();
  }
}

/** Opens the connection, and again with a new token if the server rejects the first one. */
async function open(
  endpoint: Endpoint,
  context: RunContext,
  subprotocols: readonly string[],
  signal: AbortSignal,
): Promise<OpenSocket | Failure> {
  const attempt = (at: Endpoint) => openSocket(at.url, subprotocols, at, context, signal, () => {}, words);
  const first = await attempt(endpoint);
  if (first.kind === 'open') return first;
  const newCredentials = first.failure.code === 'HTTP_401' ? await endpoint.renewRefused?.(true) : undefined;
  if (newCredentials === undefined) return first.failure;
  if (isFailure(newCredentials)) return newCredentials;
  const second = await attempt({ ...endpoint, credentials: newCredentials });
  return second.kind === 'open' ? second : second.failure;
}

async function exchange(
  connection: OpenSocket,
  endpoint: Endpoint,
  { sender, onMessage }: TalkOptions,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const { socket } = connection;
  const messages = queue<Message>({
    onPressure: isPressed => {
      if (isPressed) socket.pause();
      else socket.resume();
    },
  });
  let isOurs = false;
  let endFailure: Failure | undefined;
  const close = (): void => {
    isOurs = true;
    socket.resume();
    socket.close(1000);
  };
  const hide = messageMask(connection.request);
  socket.on('message', (data: RawData, isBinary) => messages.push({ bytes: bytesOf(data), isBinary }));
  socket.on('error', error => {
    endFailure ??=
      errorCode(error) === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
        ? tooLarge(heldLimit(endpoint), 'A server message')
        : failure('protocol', `The server violated the WebSocket protocol: ${error.message}.`, {
            hint: 'Pass -v to see the exchange.',
          });
  });
  const watch = watchConnection(connection, silenceMs);
  socket.on('close', (code, reason) => {
    const isNormal = isOurs || normalCloseCodes.has(code);
    if (!isNormal) endFailure ??= plainCloseFailure(code, watch.lost() ? 'no response' : hide(reason.toString('utf8')));
    messages.end();
  });
  answerPings(socket);
  const stopSending = sender(
    // A connection that has ended reports its own reason.
    text => new Promise(resolve => socket.send(text, () => resolve())),
    failure => {
      endFailure ??= failure;
      close();
      releaseSocket(socket, lastMessagesMs);
    },
  );
  const onAbort = (): void => {
    if (isFailure(signal.reason)) endFailure = signal.reason;
    close();
    messages.end();
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  socket.resume();
  try {
    for await (const message of messages) {
      if (!(await onMessage(message))) continue;
      // What happens to the connection afterwards is not a failure of this run.
      close();
      return undefined;
    }
    return endFailure;
  } finally {
    signal.removeEventListener('abort', onAbort);
    stopSending();
    watch.stop();
    if (!isOurs) close();
    releaseSocket(socket);
  }
}

const bytesOf = (data: RawData): Buffer => {
  if (Array.isArray(data)) return Buffer.concat(data);
  if (Buffer.isBuffer(data)) return data;
  return Buffer.from(data);
};

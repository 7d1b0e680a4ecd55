/** A WebSocket without a protocol of ours: lines out, messages in. Opened like the WebSocket of a subscription. */
import type { RawData } from 'ws';
import { loginHints } from '../../core/credentials/challenges.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { normalCloseCodes, plainCloseFailure } from '../../core/graphql/stream/close-code.js';
import { tooLarge } from '../graphql/collect.js';
import type { Endpoint, RunContext } from '../graphql/transport.js';
import { messageMask } from '../http/echoes.js';
import { anySignal, startStop } from '../http/stop.js';
import { readLines } from './lines.js';
import { queue } from './queue.js';
import { maxMessageBytes, type OpenSocket, openSocket, type SocketWords } from './socket.js';
import { answerPings, releaseSocket, watchConnection } from './watchdog.js';

/** One message as received. */
export interface Message {
  readonly bytes: Buffer;
  readonly isBinary: boolean;
}

interface TalkOptions {
  readonly subprotocols: readonly string[];
  /** Number of messages after which the connection is closed. The end of the input then does not close it. */
  readonly maxEvents?: number | undefined;
  /** Called once, when the connection is open. */
  readonly onOpen: (opened: OpenSocket) => void;
  /** Receives messages in order. While it is pending, no more are read from the network. */
  readonly onMessage: (message: Message) => Promise<void>;
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
  const clock = startStop([context.signal], endpoint.network.timeoutMs, endpoint.spentMs, environment.pending);
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
    return await exchange(connection, endpoint, context, options, signal);
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
  if (!('failure' in first)) return first;
  const newCredentials = first.failure.code === 'HTTP_401' ? await endpoint.renewRefused?.(true) : undefined;
  if (newCredentials === undefined) return first.failure;
  if (isFailure(newCredentials)) return newCredentials;
  const second = await attempt({ ...endpoint, credentials: newCredentials });
  return 'failure' in second ? second.failure : second;
}

async function exchange(
  connection: OpenSocket,
  endpoint: Endpoint,
  { environment }: RunContext,
  { maxEvents, onMessage }: TalkOptions,
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
      (error as NodeJS.ErrnoException).code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
        ? tooLarge(maxMessageBytes(endpoint), 'A server message')
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
  const lines = readLines(
    environment,
    // A connection that has ended reports its own reason.
    line => new Promise(resolve => socket.send(line, () => resolve())),
    error => {
      if (error) endFailure ??= failure('file', `Cannot read standard input: ${error.message}.`, { cause: error });
      if (error || (maxEvents === undefined && environment.stdin.isTTY !== true)) close();
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
  let count = 0;
  try {
    for await (const message of messages) {
      await onMessage(message);
      count++;
      if (count === maxEvents) {
        // What happens to the connection afterwards is not a failure of this run.
        close();
        return undefined;
      }
    }
    return endFailure;
  } finally {
    signal.removeEventListener('abort', onAbort);
    lines.stop();
    watch.stop();
    if (!isOurs) close();
    releaseSocket(socket);
  }
}

const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);

/**
 * Subscriptions (and any operation) over a WebSocket: which protocol is spoken, what is shown of the connection, when
 * another try is made. The two protocols themselves are in `transport-ws.ts` and `legacy-ws.ts`.
 */
import type WebSocket from 'ws';
import { type Failure, isFailure } from '../../../core/failure.js';
import type { OperationText } from '../../../core/graphql/request.js';
import { backoffMs, maxRetries } from '../../../core/graphql/stream/backoff.js';
import { messageMask } from '../../http/echoes.js';
import { anySignal, startStop } from '../../http/stop.js';
import type { Endpoint, Operation, RunContext, RunEvent, StateEvent, Transport } from '../transport.js';
import {
  type ConnectionEnd,
  type ConnectionSink,
  maxAckMs,
  type OperationMessage,
  type ProtocolDriver,
} from './connection.js';
import { meaningOf, type Once, resultEvent } from './end-meaning.js';
import { initPayload, secretsOfPayload } from './init-payload.js';
import { speakLegacyWs } from './legacy-ws.js';
import { type Queue, queue } from './queue.js';
import { type OpenSocket, openSocket } from './socket.js';
import { speakTransportWs } from './transport-ws.js';
import { releaseSocket, watchConnection, whenAborted } from './watchdog.js';

const transportWsName = 'graphql-transport-ws';
const legacyWsName = 'graphql-ws';

const speakers: Readonly<Record<string, ProtocolDriver>> = {
  [transportWsName]: speakTransportWs,
  [legacyWsName]: speakLegacyWs,
};

/** Which protocol is spoken, where to, and how patiently. */
export interface WebSocketOptions {
  /** `auto` offers both and speaks what the server picks. */
  readonly protocol: 'auto' | typeof transportWsName | typeof legacyWsName;
  /** http(s) or ws(s); absent: the endpoint's own URL. */
  readonly url?: string;
  /** JSON text that replaces the payload of `connection_init`. */
  readonly connectionParams?: string;
  /** Silence after which the server is asked for a sign of life, in milliseconds; half a minute unless a test has less time. */
  readonly silenceMs?: number;
  /** How long to wait before a try, in milliseconds; `backoffMs` unless a test has less time. */
  readonly wait?: typeof backoffMs;
}

/** A connection that lived this long was a good one: tries are counted anew. */
const stableMs = 30_000;

/** A transport over WebSocket. A failure whose code is `NO_WEBSOCKET` means that nobody speaks WebSocket there. */
export function webSocketTransport(options: WebSocketOptions): Transport {
  return {
    name: options.protocol === 'auto' ? 'websocket' : options.protocol,
    run: (operation, endpoint, context) => ({
      [Symbol.asyncIterator]: () => start(options, operation, endpoint, context),
    }),
  };
}

/** What one run shares between its connections. */
interface Run {
  readonly options: WebSocketOptions;
  readonly operation: Operation;
  readonly context: RunContext;
  readonly events: Queue<RunEvent>;
  readonly signal: AbortSignal;
  endpoint: Endpoint;
  /** The socket that is open now: paused while the reader is behind. */
  socket?: WebSocket;
  pressed: boolean;
}

function start(
  options: WebSocketOptions,
  operation: Operation,
  endpoint: Endpoint,
  context: RunContext,
): AsyncIterator<RunEvent> {
  const leave = new AbortController();
  const late = new AbortController();
  const events = queue<RunEvent>({
    onPressure: pressed => {
      run.pressed = pressed;
      applyPressure(run);
    },
    onReturn: () => leave.abort(),
  });
  const { signal, release } = anySignal([context.signal, leave.signal, late.signal]);
  const run: Run = {
    options,
    operation,
    context,
    events,
    endpoint,
    signal,
    pressed: false,
  };
  const iterator = events[Symbol.asyncIterator]();
  let begun = false;
  return {
    next() {
      if (!begun) {
        begun = true;
        const clock = startStop([], endpoint.network.timeoutMs, endpoint.spentMs);
        clock.onStop(() => late.abort());
        const done = connectUntilDone(run).finally(release);
        done.then(
          found => {
            const ended = found ?? (context.signal.aborted || leave.signal.aborted ? undefined : clock.failure);
            clock.release();
            if (ended) events.push({ kind: 'failed', failure: ended });
            events.end();
          },
          (error: unknown) => events.fail(error),
        );
      }
      return iterator.next();
    },
    return: () => iterator.return?.() ?? Promise.resolve({ done: true, value: undefined }),
  };
}

function applyPressure(run: Run): void {
  const { socket } = run;
  if (!socket || socket.readyState !== socket.OPEN) return;
  if (run.pressed) socket.pause();
  else socket.resume();
}

const tell = (run: Run, state: StateEvent['state'], text: string): void =>
  run.events.push({ kind: 'state', state, text });

const appSync = /^[a-z]+:\/\/[^/?#]*\.appsync-(?:realtime-)?api\.[^/?#]*\.amazonaws\.com/i;
const ofAppSync =
  'AppSync has a WebSocket protocol of its own for subscriptions, which is not spoken here; its queries and mutations are as everywhere.';

/** Connects, runs, and connects again while that makes sense. Returns the failure the run ends with, if it does. */
async function connectUntilDone(run: Run): Promise<Failure | undefined> {
  let offered = run.options.protocol === 'auto' ? [transportWsName, legacyWsName] : [run.options.protocol];
  let tries = 0;
  let wasSubscribed = false;
  let wasRenewed = false;
  let wasOpen = false;
  if (appSync.test(run.options.url ?? run.endpoint.url)) run.context.note?.(ofAppSync);
  for (;;) {
    const before = run.context.environment.monotonic();
    const once = await connectOnce(run, offered, () => {
      wasSubscribed = true;
    });
    if (run.signal.aborted || once.ended === 'done') return undefined;
    if (once.ended === 'failed') return once.failure;
    // The older servers refuse the newer name in various ways; asked by theirs alone they answer.
    if (once.wrongProtocol && offered.length > 1) {
      offered = [legacyWsName];
      tell(run, 'connecting', `${once.text}: trying the older protocol, ${legacyWsName}`);
      continue;
    }
    // Sending a mutation twice is the user's decision, not ours.
    if (wasSubscribed && run.operation.kind === 'mutation') return once.failure;
    const named = refusals.get(once.failure.code ?? '');
    if (run.context.environment.monotonic() - before > stableMs) wasRenewed = false;
    if (named !== undefined && run.endpoint.renewRefused && !wasRenewed) {
      wasRenewed = true;
      const other = await run.endpoint.renewRefused(named);
      if (isFailure(other)) return other;
      if (other === undefined) return once.failure;
      tell(run, 'connecting', `${once.text}: connecting again with another token`);
      run.endpoint = { ...run.endpoint, credentials: other };
      continue;
    }
    if (!once.retry) return once.failure;
    // Nobody was ever there: a wrong address or a server that is down is told at once.
    if (!once.wasOpen && !wasOpen) return once.failure;
    wasOpen = true;
    if (run.context.environment.monotonic() - before > stableMs) tries = 0;
    tries++;
    if (tries > maxRetries) {
      return {
        ...once.failure,
        text: `${once.failure.text.replace(/\.$/, '')}, and ${maxRetries} retries did not help.`,
      };
    }
    const chance = (run.context.environment.random(1)[0] ?? 0) / 255;
    const waitMs = (run.options.wait ?? backoffMs)(tries, chance);
    tell(run, 'retrying', `retrying ${tries} of ${maxRetries} in ${(waitMs / 1000).toFixed(1)} s: ${once.text}`);
    if (await whenAborted(waitMs, run.signal)) return undefined;
    const renewed = await run.endpoint.renew?.();
    if (isFailure(renewed)) return renewed;
    if (renewed) run.endpoint = { ...run.endpoint, credentials: renewed };
  }
}

/**
 * The credentials were refused, in a way that newer credentials can mend; true: it can only be the credentials, false: it may as
 * well be what they allow.
 */
const refusals: ReadonlyMap<string, boolean> = new Map([
  ['HTTP_401', true],
  ['WS_4401', true],
  ['WS_4403', false],
  ['WS_REFUSED', false],
]);

async function connectOnce(run: Run, offered: readonly string[], onSubscribed: () => void): Promise<Once> {
  const url = run.options.url ?? run.endpoint.url;
  const opened = await openSocket(url, offered, run.endpoint, run.context, run.signal, shown =>
    tell(run, 'connecting', `connecting to ${shown}`),
  );
  if (run.signal.aborted) {
    // Stopped as it opened.
    if ('socket' in opened) opened.socket.terminate();
    return { ended: 'done' };
  }
  if ('failure' in opened) {
    const { failure: refusal, retry, wrongProtocol } = opened;
    return {
      ended: 'broken',
      failure: refusal,
      text: refusal.text.replace(/\.$/, ''),
      retry,
      wrongProtocol,
      wasOpen: /^HTTP_/.test(refusal.code ?? ''),
    };
  }
  run.events.push({
    kind: 'head',
    request: opened.request,
    response: opened.response,
    redirects: [],
    timing: opened.timing,
  });
  tell(run, 'connected', `connected, speaking ${opened.protocol}`);
  const end = await speak(run, opened, onSubscribed);
  const init = initOf(run);
  const hide = messageMask(opened.request, init === undefined ? [] : secretsOfPayload(init));
  return meaningOf(hiddenIn(end, hide), run.endpoint, event => run.events.push(event));
}

/** The end without what the server repeats of our secrets in its words. */
function hiddenIn(end: ConnectionEnd, hide: (text: string) => string): ConnectionEnd {
  if (end.how === 'refused') return { ...end, message: hide(end.message) };
  return end.how === 'closed' ? { ...end, reason: hide(end.reason) } : end;
}

/** What of an operation goes over the wire. */
const wireOf = ({ kind, uploads, incremental, ...text }: Operation): OperationText => text;

const initOf = ({ options, endpoint }: Run): string | undefined => options.connectionParams ?? initPayload(endpoint);

function speak(run: Run, opened: OpenSocket, onSubscribed: () => void): Promise<ConnectionEnd> {
  const speaker = speakers[opened.protocol] ?? speakTransportWs;
  const { operation, endpoint } = run;
  const init = initOf(run);
  const wire: OperationMessage = {
    ...wireOf(operation),
    ackTimeoutMs: Math.min(maxAckMs, endpoint.network.connectTimeoutMs),
    ...(init === undefined ? {} : { init }),
  };
  const sink: ConnectionSink = {
    subscribed: () => {
      onSubscribed();
      tell(run, 'subscribed', 'connection acknowledged, operation sent');
    },
    result: (text, body) => run.events.push(resultEvent(text, body)),
  };
  run.socket = opened.socket;
  applyPressure(run);
  const watch = watchConnection(opened, run.options.silenceMs ?? 30_000);
  return speaker(opened.socket, wire, sink, run.signal)
    .then<ConnectionEnd>(end => (watch.lost() ? { how: 'closed', code: 1006, reason: 'no sign of life' } : end))
    .finally(() => {
      watch.stop();
      releaseSocket(opened.socket);
    });
}

/**
 * Operations over a WebSocket: selection of the protocol, states, reconnecting. Protocols: `transport-ws.ts`, `legacy-ws.ts`.
 */

import type WebSocket from 'ws';
import { loginHints } from '../../../core/credentials/challenges.js';
import { type Failure, isFailure } from '../../../core/failure.js';
import type { OperationText } from '../../../core/graphql/request.js';
import { backoffMs, maxRetries } from '../../../core/graphql/stream/backoff.js';
import { chooseProtocol, type SubscriptionProtocol } from '../../../core/graphql/stream/protocols.js';
import { flagsOnly, hint } from '../../../core/hint.js';
import { messageMask } from '../../http/echoes.js';
import { anySignal, startStop } from '../../http/stop.js';
import { type Queue, queue } from '../../websocket/queue.js';
import { type OpenSocket, openSocket, type SocketWords } from '../../websocket/socket.js';
import { answerPings, releaseSocket, watchConnection, whenAborted } from '../../websocket/watchdog.js';
import type { Endpoint, Operation, RunContext, RunEvent, StateEvent, Transport } from '../transport.js';
import {
  type ConnectionEnd,
  type ConnectionSink,
  maxAckMs,
  type OperationMessage,
  type ProtocolDriver,
} from './connection.js';
import { meaningOf, type Once, stableMs, tokenRefusals } from './end-meaning.js';
import { resultEvent } from './event-results.js';
import { initPayload, secretsOfPayload } from './init-payload.js';
import { speakLegacyWs } from './legacy-ws.js';
import { speakTransportWs } from './transport-ws.js';

const graphqlWords: SocketWords = {
  noWebSocket:
    'Pass --subscription-url if subscriptions have another URL, or --subscription-protocol sse or multipart.',
  redirected: hint`WebSockets do not follow redirects. Pass the target with --subscription-url${flagsOnly(' (-v shows it)')}.`,
  credentials: loginHints.upgrade,
  noSubprotocol: 'supports none of the offered GraphQL subprotocols.',
  otherSubprotocol: chooseProtocol,
};

const legacyWsName = 'graphql-ws';

/** Driver of each protocol, by the name of its subprotocol. */
const speakers = {
  'graphql-transport-ws': speakTransportWs,
  [legacyWsName]: speakLegacyWs,
} satisfies Partial<Record<SubscriptionProtocol, ProtocolDriver>>;

interface WebSocketOptions {
  /** `auto` offers all and uses the server's choice. */
  readonly protocol: 'auto' | keyof typeof speakers;
  /** http(s) or ws(s); by default the endpoint's URL. */
  readonly url?: string;
  /** JSON text that replaces the payload of `connection_init`. */
  readonly connectionParams?: string;
  /** Silence before a ping, in milliseconds; half a minute except in tests. */
  readonly silenceMs?: number;
  /** Delay before a retry, in milliseconds; `backoffMs` except in tests. */
  readonly wait?: typeof backoffMs;
}

/** Returns a transport over WebSocket. Failure code `NO_WEBSOCKET` means that the server has none. */
export function webSocketTransport(options: WebSocketOptions): Transport {
  return {
    name: options.protocol === 'auto' ? 'websocket' : options.protocol,
    run: (operation, endpoint, context) => ({
      [Symbol.asyncIterator]: () => start(options, operation, endpoint, context),
    }),
  };
}

/** State of one run across its connections. */
interface Run {
  readonly options: WebSocketOptions;
  readonly operation: Operation;
  readonly context: RunContext;
  readonly events: Queue<RunEvent>;
  readonly signal: AbortSignal;
  endpoint: Endpoint;
  socket?: WebSocket;
  pressed: boolean;
}

function start(
  options: WebSocketOptions,
  operation: Operation,
  endpoint: Endpoint,
  context: RunContext,
): AsyncIterator<RunEvent> {
  const readerLeft = new AbortController();
  const late = new AbortController();
  const events = queue<RunEvent>({
    onPressure: pressed => {
      run.pressed = pressed;
      applyPressure(run);
    },
    onReturn: () => readerLeft.abort(),
  });
  const { signal, release } = anySignal([context.signal, readerLeft.signal, late.signal]);
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
        const clock = startStop([], endpoint.network.timeoutMs, endpoint.spentMs, context.environment.pending);
        clock.onStop(() => late.abort());
        const done = new Reconnection(run).connect().finally(release);
        done.then(
          found => {
            const ended = found ?? (context.signal.aborted || readerLeft.signal.aborted ? undefined : clock.failure);
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

const report = (run: Run, state: StateEvent['state'], text: string): void =>
  run.events.push({ kind: 'state', state, text });

const appSync = /^[a-z]+:\/\/[^/?#]*\.appsync-(?:realtime-)?api\.[\w-]+\.amazonaws\.com/i;
const ofAppSync =
  'AppSync has its own WebSocket protocol for subscriptions, which is not supported. Queries and mutations work.';

type BrokenConnection = Extract<Once, { ended: 'broken' }>;

/** The end of a run, with its failure if there is one. */
interface RunEnd {
  readonly failure: Failure | undefined;
}

/** Connections of a run, which reconnects while that makes sense. */
class Reconnection {
  readonly #run: Run;
  #offered: readonly string[];
  #tries = 0;
  #wasOpen = false;
  #wasSubscribed = false;
  /** True if the credentials have been replaced since the last stable connection. */
  #wasRenewed = false;

  constructor(run: Run) {
    this.#run = run;
    this.#offered = run.options.protocol === 'auto' ? Object.keys(speakers) : [run.options.protocol];
  }

  /** Connects until the run is done. Returns the failure that ends it, if any. */
  async connect(): Promise<Failure | undefined> {
    const { signal, context, options, endpoint } = this.#run;
    if (appSync.test(options.url ?? endpoint.url)) context.note?.(ofAppSync);
    for (;;) {
      const start = context.environment.monotonic();
      const once = await connectOnce(this.#run, this.#offered, () => {
        this.#wasSubscribed = true;
      });
      if (signal.aborted || once.ended === 'done') return undefined;
      if (once.ended === 'failed') return once.failure;
      const end = await this.#prepareNext(once, context.environment.monotonic() - start > stableMs);
      if (end !== undefined) return end.failure;
    }
  }

  /** Prepares the next connection, or returns the end of the run. */
  async #prepareNext(broken: BrokenConnection, wasStable: boolean): Promise<RunEnd | undefined> {
    const { failure } = broken;
    // Older servers reject the newer protocol name in various ways, but respond if only theirs is offered.
    if (broken.wrongProtocol && this.#offered.length > 1) {
      this.#offered = [legacyWsName];
      report(this.#run, 'connecting', `${broken.text}: trying the older protocol ${legacyWsName}`);
      return undefined;
    }
    // Sending a mutation twice is the user's decision.
    if (this.#wasSubscribed && this.#run.operation.kind === 'mutation') return { failure };
    if (wasStable) this.#wasRenewed = false;
    const isCertain = tokenRefusals.get(failure.code ?? '');
    if (isCertain !== undefined && this.#run.endpoint.renewRefused && !this.#wasRenewed)
      return this.#replaceCredentials(broken, isCertain);
    // Never connected: report a wrong URL or a server that is down at once.
    if (!broken.retry || !(broken.wasOpen || this.#wasOpen)) return { failure };
    this.#wasOpen = true;
    if (wasStable) this.#tries = 0;
    return this.#retry(broken);
  }

  /** @param isCertain false if the permissions may have been rejected instead */
  async #replaceCredentials({ failure, text }: BrokenConnection, isCertain: boolean): Promise<RunEnd | undefined> {
    this.#wasRenewed = true;
    const credentials = await this.#run.endpoint.renewRefused?.(isCertain);
    if (credentials === undefined) return { failure };
    if (isFailure(credentials)) return { failure: credentials };
    report(this.#run, 'connecting', `${text}: reconnecting with a new token`);
    this.#run.endpoint = { ...this.#run.endpoint, credentials };
    return undefined;
  }

  /** Waits before the next connection. */
  async #retry({ failure, text }: BrokenConnection): Promise<RunEnd | undefined> {
    const { context, options, signal } = this.#run;
    const tries = ++this.#tries;
    if (tries > maxRetries) {
      const words = `${failure.text.replace(/\.$/, '')}, and ${maxRetries} retries did not help.`;
      return { failure: { ...failure, text: words } };
    }
    const chance = (context.environment.random(1)[0] ?? 0) / 255;
    const waitMs = (options.wait ?? backoffMs)(tries, chance);
    report(this.#run, 'retrying', `retrying ${tries} of ${maxRetries} in ${(waitMs / 1000).toFixed(1)} s: ${text}`);
    if (await whenAborted(waitMs, signal)) return { failure: undefined };
    const credentials = await this.#run.endpoint.renew?.();
    if (isFailure(credentials)) return { failure: credentials };
    if (credentials) this.#run.endpoint = { ...this.#run.endpoint, credentials };
    return undefined;
  }
}

async function connectOnce(run: Run, offered: readonly string[], onSubscribed: () => void): Promise<Once> {
  const url = run.options.url ?? run.endpoint.url;
  const onAddress = (shown: string): void => report(run, 'connecting', `connecting to ${shown}`);
  const opened = await openSocket(url, offered, run.endpoint, run.context, run.signal, onAddress, graphqlWords);
  if (run.signal.aborted) {
    // Aborted while opening.
    if (opened.kind === 'open') opened.socket.terminate();
    return { ended: 'done' };
  }
  if (opened.kind === 'failed') {
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
  report(run, 'connected', `connected with ${opened.protocol}`);
  const end = await speak(run, opened, onSubscribed);
  const init = initOf(run);
  const hide = messageMask(opened.request, init === undefined ? [] : secretsOfPayload(init));
  return meaningOf(hiddenIn(end, hide), run.endpoint, event => run.events.push(event));
}

/** Masks secrets that the server echoes in its reason. */
function hiddenIn(end: ConnectionEnd, hide: (text: string) => string): ConnectionEnd {
  if (end.how === 'refused') return { ...end, message: hide(end.message) };
  return end.how === 'closed' ? { ...end, reason: hide(end.reason) } : end;
}

const wireOf = ({ kind, uploads, incremental, ...text }: Operation): OperationText => text;

const initOf = ({ options, endpoint }: Run): string | undefined => options.connectionParams ?? initPayload(endpoint);

function speak(run: Run, opened: OpenSocket, onSubscribed: () => void): Promise<ConnectionEnd> {
  const speaker = (speakers as Readonly<Record<string, ProtocolDriver>>)[opened.protocol] ?? speakTransportWs;
  const { operation, endpoint } = run;
  const init = initOf(run);
  const wire: OperationMessage = {
    ...wireOf(operation),
    ackTimeoutMs: Math.min(maxAckMs, endpoint.network.connectTimeoutMs),
    init,
  };
  const sink: ConnectionSink = {
    subscribed: () => {
      onSubscribed();
      report(run, 'subscribed', 'connection acknowledged, operation sent');
    },
    result: (text, body) => run.events.push(resultEvent(text, body)),
  };
  run.socket = opened.socket;
  answerPings(opened.socket);
  applyPressure(run);
  const watch = watchConnection(opened, run.options.silenceMs ?? 30_000);
  return speaker(opened.socket, wire, sink, run.signal)
    .then<ConnectionEnd>(end => (watch.lost() ? { how: 'closed', code: 1006, reason: 'no response' } : end))
    .finally(() => {
      watch.stop();
      releaseSocket(opened.socket);
    });
}

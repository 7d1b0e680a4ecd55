/** Selects the transport of a subscription and its notes for the user. */

import { carriesAnyCredential } from '../../../core/credentials/request-credentials.js';
import { type Failure, isFailure } from '../../../core/failure.js';
import { backoffMs, maxRetries } from '../../../core/graphql/stream/backoff.js';
import type { SubscriptionProtocol } from '../../../core/graphql/stream/protocols.js';
import { whenAborted } from '../../websocket/watchdog.js';
import type { Endpoint, RunContext, RunEvent, Transport } from '../transport.js';
import { stableMs, tokenRefusals } from './end-meaning.js';
import { httpStreamTransport } from './http-stream.js';
import { singleSseTransport } from './single-sse.js';
import { webSocketTransport } from './websocket.js';

interface StreamOptions {
  readonly protocol: SubscriptionProtocol;
  readonly url?: string;
  readonly connectionParams?: string;
  readonly note?: string;
  /** Target of subscriptions with a separate identity, which replaces `url` and the run's endpoint. */
  readonly there?: Endpoint;
}

/** Protocols that stream over HTTP. The others use a WebSocket. */
const overHttp = {
  sse: url => httpStreamTransport('sse', url),
  'sse-single': singleSseTransport,
  multipart: url => httpStreamTransport('multipart', url),
} satisfies Partial<Record<SubscriptionProtocol, (url?: string) => Transport>>;

const isOverHttp = (protocol: SubscriptionProtocol): protocol is keyof typeof overHttp =>
  Object.hasOwn(overHttp, protocol);

/** Returns the transport for `--subscription-protocol`. `auto` tries WebSocket, then a stream over HTTP in the same run. */
export function streamTransport(options: StreamOptions): Transport {
  const { protocol, url, connectionParams } = options;
  const noted = (transport: Transport, ...notes: string[]): Transport =>
    withNotes(at(outlivingTokens(transport), options.there), url, [
      ...(options.note === undefined ? [] : [options.note]),
      ...notes,
    ]);
  if (isOverHttp(protocol)) {
    const stream = overHttp[protocol](url);
    if (connectionParams === undefined) return noted(stream);
    return noted(stream, withoutParams);
  }
  const socket = webSocketTransport({
    protocol,
    url,
    connectionParams,
  });
  if (protocol !== 'auto' || /^wss?:/i.test(url ?? '')) return noted(socket);
  return noted(firstThatSpeaks(socket, httpStreamTransport('auto', url), connectionParams !== undefined));
}

const at = (transport: Transport, there: Endpoint | undefined): Transport =>
  there === undefined
    ? transport
    : { name: transport.name, run: (operation, _, context) => transport.run(operation, there, context) };

const withoutParams = 'The HTTP stream is requested without --connection-params, which apply only to WebSockets.';

/** @param params `--connection-params`, for the first transport only, because the second cannot send them */
function firstThatSpeaks(first: Transport, second: Transport, params: boolean): Transport {
  return {
    name: 'auto',
    async *run(operation, endpoint, context) {
      for await (const event of first.run(operation, endpoint, context)) {
        if (event.kind !== 'failed' || event.failure.code !== 'NO_WEBSOCKET') {
          yield event;
          continue;
        }
        yield noteEvent(context, `${event.failure.text} Trying a stream over HTTP instead.`);
        if (params) yield noteEvent(context, withoutParams);
        yield* afterFailure(event.failure, second.run(operation, endpoint, context));
        return;
      }
    },
  };
}

async function* afterFailure(first: Failure, events: AsyncIterable<RunEvent>): AsyncGenerator<RunEvent> {
  for await (const event of events) {
    yield event.kind === 'failed' ? { ...event, failure: bothFailed(first, event.failure) } : event;
  }
}

/** Returns the second failure preceded by the first, without the server's message, which a note has already shown. */
const bothFailed = (first: Failure, second: Failure): Failure => ({
  ...second,
  text: `${first.text.split(': ', 1)[0]?.replace(/\.$/, '')}. Over HTTP ${second.text.replace(/^The /, 'the ')}`,
});

function withNotes(transport: Transport, url: string | undefined, notes: readonly string[]): Transport {
  return {
    name: transport.name,
    async *run(operation, endpoint, context) {
      for (const text of [...crossing(url, endpoint), ...notes]) yield noteEvent(context, text);
      yield* transport.run(operation, endpoint, context);
    },
  };
}

/** A note for the user that is also a connection state, for the log. */
function noteEvent(context: RunContext, text: string): RunEvent {
  context.note?.(text);
  return { kind: 'state', state: 'connecting', text };
}

/**
 * `--subscription-url` may name another origin. Credentials are sent there because the user named it, and a note reports it.
 */
function crossing(url: string | undefined, endpoint: Endpoint): readonly string[] {
  if (url === undefined || !carriesAnyCredential(endpoint)) return [];
  const origin = new URL(url.replace(/^ws/i, 'http')).origin;
  if (origin === new URL(endpoint.url).origin) return [];
  return [`Credentials are also sent to ${origin}, because --subscription-url names it.`];
}

const endedByToken = ({ code = '' }: Failure, { tokenHasExpired }: Endpoint): boolean =>
  tokenRefusals.has(code) || tokenHasExpired?.() === true;

/** A transport whose subscriptions survive the expiry of their token. A run that was never subscribed is not changed. */
export function outlivingTokens(transport: Transport, wait: typeof backoffMs = backoffMs): Transport {
  return { name: transport.name, run: (...run) => reopened(transport, wait, ...run) };
}

async function* reopened(
  transport: Transport,
  wait: typeof backoffMs,
  ...[operation, endpoint, context]: Parameters<Transport['run']>
): AsyncGenerator<RunEvent> {
  const { renewRefused } = endpoint;
  if (operation.kind !== 'subscription' || !renewRefused) {
    yield* transport.run(operation, endpoint, context);
    return;
  }
  const { environment, signal } = context;
  const start = environment.monotonic();
  let now = endpoint;
  let tries = 0;
  for (;;) {
    const began = environment.monotonic();
    const ended = yield* untilTokenEnds(transport.run(operation, now, context), endpoint);
    if (ended === undefined || signal.aborted) return;
    if (environment.monotonic() - began > stableMs) tries = 0;
    tries++;
    const isOver = tries > maxRetries || (await whenAborted(delay(tries, context, wait), signal));
    const credentials = isOver ? ended : ((await renewRefused(true)) ?? ended);
    if (isFailure(credentials)) {
      yield { kind: 'failed', failure: credentials };
      return;
    }
    const text = `${ended.text.replace(/\.$/, '')}: reopening the subscription with a new token`;
    yield { kind: 'state', state: 'retrying', text };
    // `--timeout` limits the total.
    const spentMs = (endpoint.spentMs ?? 0) + environment.monotonic() - start;
    now = { ...endpoint, credentials, spentMs };
  }
}

/** Yields the events of a subscription. If its token ended it, returns that failure instead of yielding it. */
async function* untilTokenEnds(
  events: AsyncIterable<RunEvent>,
  endpoint: Endpoint,
): AsyncGenerator<RunEvent, Failure | undefined> {
  let isSubscribed = false;
  let ended: Failure | undefined;
  for await (const event of events) {
    if (event.kind === 'state' && event.state === 'subscribed') isSubscribed = true;
    if (event.kind === 'failed' && isSubscribed && endedByToken(event.failure, endpoint)) ended = event.failure;
    else yield event;
  }
  return ended;
}

/** The first retry has no delay: an expired token is not a fault of the server. */
const delay = (tries: number, { environment }: RunContext, wait: typeof backoffMs): number =>
  tries === 1 ? 0 : wait(tries - 1, (environment.random(1)[0] ?? 0) / 255);

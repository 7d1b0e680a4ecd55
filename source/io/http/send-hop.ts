/** One hop of an exchange: opened, sent, and retried if allowed and useful. */

import { shownUrl } from '../../core/credentials/api-keys.js';
import { isAuthorization } from '../../core/credentials/header.js';
import { secretsOutsideHeaders } from '../../core/credentials/request-credentials.js';
import type { Failure } from '../../core/failure.js';
import { isFailure } from '../../core/failure.js';
import type { Hint } from '../../core/hint.js';
import { isTransientFailure, isTransientStatus, maxRetryWaitMs, retryAfterMs } from '../../core/request/again/retry.js';
import { shownHost } from '../../core/request/host.js';
import { isLoopback } from '../../core/request/loopback.js';
import { type HopPlan, isReplayable } from '../../core/request/redirect.js';
import { http1Only, http2Lines } from '../../core/request/sent-head.js';
import type { Credentials, HeaderLine, RequestSpec } from '../../core/request/spec.js';
import { fieldValues } from '../../core/response/field-values.js';
import type { Environment } from '../../environment.js';
import { type AttemptResponse, attempt } from './attempt.js';
import type { AttemptFailure } from './attempts/again.js';
import { type AttemptBudget, mayRetry, waitBeforeRetry } from './attempts/budget.js';
import { connectionFor } from './connection/agent.js';
import { forProxy } from './connection/forward.js';
import { mayTrySystemIssuers } from './connection/tls.js';
import { variableLines, variableNotes } from './connection/tls-variables.js';
import type { Jar } from './cookies/jar.js';
import { maxSignings, sign } from './credentials/sign.js';
import { headerOf, linesOf, type ResponseHead, type SentHead } from './exchange.js';
import { requestUrl, sentUrl, targetOf, wireLines } from './hop.js';
import type { Stop } from './stop.js';
import { openBody, withOwnLength } from './upload.js';
import type { AttemptRequest } from './wire.js';
import type { WireEvent } from './wire-event.js';

/** State of one exchange across its hops. */
export interface ExchangeContext {
  readonly spec: RequestSpec;
  readonly environment: Environment;
  readonly stop: Stop;
  /** Absent if no cookies are stored, or none has been set yet. */
  jar?: Jar;
  readonly tries: AttemptBudget;
  readonly note: (text: Hint) => void;
  readonly onSent?: (bytes: number) => void;
  readonly onEvent?: (event: WireEvent) => void;
  readonly onWire?: (wire: AttemptRequest) => void;
  /** All secrets that any hop may send, masked wherever the exchange is described. */
  credentials: Credentials;
}

export interface HopResponse {
  readonly response: AttemptResponse;
  readonly head: ResponseHead;
  readonly sent: SentHead;
}

/** Sends one hop, retrying as `--retry` allows. */
export async function withRetries(plan: HopPlan, exchange: ExchangeContext): Promise<HopResponse | Failure> {
  const { tries } = exchange;
  for (;;) {
    const done = await sendHop(plan, exchange);
    if (exchange.stop.failure || plan.network.retries === 0) return done;
    if (!isReplayable(plan.body, isFailure(done) || done.response.bodyTaken)) return done;
    if (isFailure(done) ? !isTransientFailure(done) : !isTransientStatus(done.head.status)) return done;
    if (!mayRetry(tries, plan)) {
      if (tries.used === 0)
        exchange.note(`${plan.method} is not retried, because it could run twice. Pass --retry-all to retry it.`);
      return done;
    }
    const retryAfter = isFailure(done)
      ? undefined
      : retryAfterMs(headerOf(done.head, 'retry-after'), exchange.environment.now());
    if (retryAfter !== undefined && retryAfter > maxRetryWaitMs) {
      exchange.note(`The server asks to wait ${Math.round(retryAfter / 1000)} s before a retry, which is too long.`);
      return done;
    }
    const why = isFailure(done) ? done.text : `The server answered ${done.head.status}.`;
    if (!isFailure(done)) discard(done.response);
    await waitBeforeRetry(tries, why, retryAfter, plan, exchange);
    if (exchange.stop.failure) return exchange.stop.failure;
  }
}

async function sendHop(plan: HopPlan, exchange: ExchangeContext): Promise<HopResponse | Failure> {
  let systemIssuers = false;
  let only1 = plan.network.httpVersion === '1.1';
  let left = 2;
  let before: Failure | undefined;
  for (let signings = 1; ; ) {
    const done = await sendOnce(plan, exchange, systemIssuers, only1);
    if (!isFailure(done)) {
      if (!done.signAgain || signings >= maxSignings || exchange.stop.failure) return done;
      if (!isReplayable(plan.body, done.response.bodyTaken)) {
        exchange.note(
          'The server requires a new signature, but standard input can be read only once. Send a file: -d @FILE.',
        );
        return done;
      }
      signings++;
      discard(done.response);
      continue;
    }
    if (!systemIssuers && mayTrySystemIssuers(done.code, exchange.spec.network)) {
      systemIssuers = true;
    } else if (left > 0 && done.again && isReplayable(plan.body)) {
      left--;
      if (done.again === 'http1') {
        only1 = true;
        before = done;
      }
    } else {
      // A server without HTTP/1.1: the first failure is more informative.
      return before && done.kind === 'tls' ? before : done;
    }
    exchange.onEvent?.({ kind: 'failed', why: done.text });
  }
}

interface RetrySigning extends HopResponse {
  /** The signer learnt something from this response, so another attempt may succeed. */
  readonly signAgain: boolean;
}

async function sendOnce(
  plan: HopPlan,
  exchange: ExchangeContext,
  systemIssuers: boolean,
  only1: boolean,
): Promise<RetrySigning | AttemptFailure> {
  const { spec, environment, stop, jar } = exchange;
  const { network } = plan;
  const url = requestUrl(plan);
  const connection = await connectionFor(url, network, environment, { systemIssuers });
  if (isFailure(connection)) return connection;
  for (const text of variableNotes(environment)) exchange.note(text);
  for (const text of exchange.onEvent ? variableLines(url, network, environment) : []) {
    exchange.onEvent?.({ kind: 'variable', text });
  }
  const opened = plan.body && (await openBody(plan.body, environment));
  if (isFailure(opened)) return opened;
  const body = withOwnLength(opened, plan.headers);
  if (isFailure(body)) {
    await opened?.close();
    return body;
  }
  const unsigned = wireLines(plan, url, {
    removed: spec.removed,
    jarCookies: jar ? await jar.header(url.href) : '',
    body,
  });
  const signed = await sign(plan, url, unsigned);
  if (isFailure(signed)) {
    await body?.close();
    return signed;
  }
  const headers = [...signed.headers, ...forProxy(connection.forward ?? [], signed.headers)];
  warnOfPlainHttp(url, headers, exchange);
  const sent = (httpVersion: string): SentHead => ({
    method: plan.method,
    shownUrl: shown(sentUrl(plan), exchange),
    httpVersion,
    isAbsolute: connection.forward ? true : undefined,
    headers: httpVersion === '2' ? http2Lines(headers, url.host) : headers,
    secrets: [...secretsOutsideHeaders(exchange.credentials), ...(spec.hidden ?? [])],
  });
  const through = connection.proxy?.startsWith('socks') ? `${url.host} through ${connection.proxy}` : undefined;
  const observer =
    exchange.onEvent && (await import('./wire-observer.js')).wireObserver(exchange.onEvent, sent, plan.body, through);
  const wants2 = network.httpVersion === '2';
  const limit = wants2 ? undefined : http1Only(plan.method, headers);
  const offersHttp2 = url.protocol === 'https:' && !only1 && limit === undefined;
  if (url.protocol === 'https:' && !only1 && limit !== undefined) noteHttp1(limit, exchange);
  const http1Reason = network.httpVersion === '1.1' ? '--http1.1' : limit;
  const wire: AttemptRequest = {
    method: plan.method,
    url,
    target: targetOf(plan),
    headers,
    body,
    connection,
    connectTimeoutMs: network.connectTimeoutMs,
    offersHttp2,
    strict: network.strict,
    route: {
      server: shownHost(url.host),
      protocol: url.protocol,
      proxy: connection.proxy,
      proxyFrom: connection.proxyFrom,
      unixSocket: network.unixSocket,
      http2: offersHttp2 ? true : undefined,
      clientCertificate: network.certFile,
      http1Only: http1Reason,
    },
    observer,
  };
  exchange.onWire?.(wire);
  const response = await attempt(wire, stop, environment.monotonic, exchange.onSent);
  if (isFailure(response)) {
    await body?.close();
    return response;
  }
  const head = headOf(response);
  const request = sent(head.httpVersion === '2' ? '2' : '1.1');
  exchange.onEvent?.({ kind: 'answer', request, response: head });
  if (head.status === 407 && connection.forward && connection.proxy) {
    response.close();
    const { proxyRefusal } = await import('./connection/proxy-refusal.js');
    const challenges = fieldValues(head.headers, 'proxy-authenticate');
    const named = headers.some(({ name }) => name.toLowerCase() === 'proxy-authorization');
    return proxyRefusal({ proxy: connection.proxy, server: shownHost(url.host), ...head, challenges, named });
  }
  return { response, head, sent: request, signAgain: signed.readHead(head, exchange.note) };
}

const headOf = ({ message, reason, reading }: AttemptResponse): ResponseHead => ({
  httpVersion: message.httpVersion,
  status: message.statusCode ?? 0,
  reason,
  headers: reading?.head?.headers ?? linesOf(message.rawHeaders),
  irregularities: reading?.irregularities,
});

/** A URL without the exchange's credentials, for notes and failures. */
export const shown = (url: string, { credentials, spec: { hidden = [] } }: ExchangeContext): string =>
  shownUrl(url, credentials.apiKeys, hidden);

/** Drains a short body so that the connection can be reused; otherwise closes the connection. */
export function discard({ message, close }: AttemptResponse): void {
  const length = Number(message.headers['content-length'] ?? Number.NaN);
  if (length <= 64 * 1024) message.resume();
  else close();
}

/** RFC 7617 4: these credentials are sent unencrypted. Noted once per exchange. */
function warnOfPlainHttp(url: URL, headers: readonly HeaderLine[], exchange: ExchangeContext): void {
  if (url.protocol !== 'http:' || isLoopback(url.hostname) || exchange.spec.network.unixSocket) return;
  if (!headers.some(line => isAuthorization(line.name)) || warned.has(exchange)) return;
  warned.add(exchange);
  exchange.note(`Your credentials are sent to ${url.host} over plain http: anyone on the network path can read them.`);
}

const warned = new WeakSet<ExchangeContext>();

/** Noted once per exchange. */
function noteHttp1(limit: string, exchange: ExchangeContext): void {
  if (limited.has(exchange)) return;
  limited.add(exchange);
  exchange.note(`The request is sent over HTTP/1.1: HTTP/2 cannot carry ${limit}.`);
}

const limited = new WeakSet<ExchangeContext>();

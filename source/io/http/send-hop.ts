/** One hop of an exchange: opened, sent, and retried if allowed and useful. */

import { isAuthorization } from '../../core/credentials/header.js';
import { secretsOutsideHeaders } from '../../core/credentials/request-credentials.js';
import type { Failure } from '../../core/failure.js';
import { isFailure } from '../../core/failure.js';
import { isTransientFailure, isTransientStatus, maxRetryWaitMs, retryAfterMs } from '../../core/request/again/retry.js';
import { shownHost } from '../../core/request/host.js';
import { isLoopback } from '../../core/request/loopback.js';
import { type HopPlan, isReplayable } from '../../core/request/redirect.js';
import { http1Only, http2Lines } from '../../core/request/sent-head.js';
import type { HeaderLine } from '../../core/request/spec.js';
import { fieldValues } from '../../core/response/field-values.js';
import type { Environment } from '../../environment.js';
import { type AttemptResponse, attempt } from './attempt.js';
import type { AttemptFailure } from './attempts/again.js';
import { mayRetry, waitBeforeRetry } from './attempts/budget.js';
import { type Connection, connectionFor } from './connection/agent.js';
import { forProxy } from './connection/forward.js';
import { mayTrySystemIssuers } from './connection/tls.js';
import { variableLines, variableNotes } from './connection/tls-variables.js';
import { storeCookies } from './cookies/store-cookies.js';
import { maxSignings, type SignedRequest, sign } from './credentials/sign.js';
import { headerOf, linesOf, type ResponseHead, type SentHead } from './exchange.js';
import { discard, type ExchangeContext, type HopResponse, shown } from './exchange-context.js';
import { requestUrl, sentUrl, targetOf, wireLines } from './hop.js';
import { type OpenBody, openBody, withOwnLength } from './upload.js';
import type { AttemptRequest } from './wire.js';

/** Sends one hop, retrying as `--retry` allows. */
export async function withRetries(plan: HopPlan, exchange: ExchangeContext): Promise<HopResponse | Failure> {
  for (;;) {
    const done = await sendHop(plan, exchange);
    if (!isWorthRetrying(done, plan, exchange) || !isRetryAllowed(plan, exchange)) return done;
    const retryAfter = requestedWaitMs(done, exchange);
    if (retryAfter !== undefined && retryAfter > maxRetryWaitMs) {
      exchange.note(`The server asks to wait ${Math.round(retryAfter / 1000)} s before a retry, which is too long.`);
      return done;
    }
    const why = isFailure(done) ? done.text : `The server answered ${done.head.status}.`;
    if (!isFailure(done)) await discard(done.response);
    await waitBeforeRetry(exchange.tries, why, retryAfter, plan, exchange);
    if (exchange.stop.failure) return exchange.stop.failure;
  }
}

/** Whether `--retry` applies to the outcome, and the body can be sent again. */
function isWorthRetrying(done: HopResponse | Failure, plan: HopPlan, { stop }: ExchangeContext): boolean {
  if (stop.failure || plan.network.retries === 0) return false;
  if (isFailure(done)) return isTransientFailure(done) && isReplayable(plan.body);
  return isTransientStatus(done.head.status) && isReplayable(plan.body, done.response.bodyTaken);
}

/** Whether the method may be repeated and retries are left. Notes a method that may not be. */
function isRetryAllowed(plan: HopPlan, { tries, note }: ExchangeContext): boolean {
  const isAllowed = mayRetry(tries, plan);
  if (!isAllowed && tries.used === 0)
    note(`${plan.method} is not retried, because it could run twice. Pass --retry-all to retry it.`);
  return isAllowed;
}

/** Retry-After of a response, in milliseconds. */
const requestedWaitMs = (done: HopResponse | Failure, { environment }: ExchangeContext): number | undefined =>
  isFailure(done) ? undefined : retryAfterMs(headerOf(done.head, 'retry-after'), environment.now());

/** How the next attempt of a hop connects, according to the failures of earlier attempts. */
interface AttemptMode {
  /** Whether the system's certificate authorities are trusted as well. */
  usesSystemIssuers: boolean;
  isHttp1Only: boolean;
  /** Immediate attempts left after failures that processed nothing. */
  left: number;
  /** The failure after which HTTP/1.1 is used. */
  http2Failure?: Failure;
}

/** Sends one hop, repeating it immediately if it was not processed or needs another signature. */
async function sendHop(plan: HopPlan, exchange: ExchangeContext): Promise<HopResponse | Failure> {
  const mode: AttemptMode = {
    usesSystemIssuers: false,
    isHttp1Only: plan.network.httpVersion === '1.1',
    left: 2,
  };
  for (let signings = 1; ; ) {
    const done = await sendOnce(plan, exchange, mode);
    if (isFailure(done)) {
      if (!adjustMode(mode, done, plan, exchange)) return finalFailure(mode, done);
      exchange.observers.onEvent?.({ kind: 'failed', why: done.text });
    } else {
      const isFinal = signings >= maxSignings || !maySignAgain(done, plan, exchange);
      await storeCookies(done, plan, exchange, !isFinal);
      if (isFinal) return done;
      signings++;
      await discard(done.response);
    }
  }
}

/** Prepares the attempt that follows a failure. Returns false if the failure is final. */
function adjustMode(mode: AttemptMode, failed: AttemptFailure, plan: HopPlan, { spec }: ExchangeContext): boolean {
  if (!mode.usesSystemIssuers && mayTrySystemIssuers(failed.code, spec.network)) {
    mode.usesSystemIssuers = true;
    return true;
  }
  if (mode.left === 0 || !failed.again || !isReplayable(plan.body)) return false;
  mode.left--;
  if (failed.again === 'http1') {
    mode.isHttp1Only = true;
    mode.http2Failure = failed;
  }
  return true;
}

/** For a server without HTTP/1.1, the failure of HTTP/2 is more informative. */
const finalFailure = ({ http2Failure }: AttemptMode, last: Failure): Failure =>
  http2Failure && last.kind === 'tls' ? http2Failure : last;

/** Whether a request with a new signature may follow. */
function maySignAgain(done: SignedResponse, plan: HopPlan, { stop, note }: ExchangeContext): boolean {
  if (!done.signAgain || stop.failure) return false;
  if (isReplayable(plan.body, done.response.bodyTaken)) return true;
  note('The server requires a new signature, but standard input can be read only once. Send a file: -d @FILE.');
  return false;
}

interface SignedResponse extends HopResponse {
  /** The signer learnt something from this response, so another attempt may succeed. */
  readonly signAgain: boolean;
}

async function sendOnce(
  plan: HopPlan,
  exchange: ExchangeContext,
  mode: AttemptMode,
): Promise<SignedResponse | AttemptFailure> {
  const { environment, stop, observers } = exchange;
  const prepared = await prepareAttempt(plan, exchange, mode);
  if (isFailure(prepared)) return prepared;
  const { url, connection, body, headers } = prepared;
  const sent = (httpVersion: string): SentHead => ({
    method: plan.method,
    shownUrl: shown(sentUrl(plan), exchange),
    httpVersion,
    isAbsolute: connection.forward ? true : undefined,
    headers: httpVersion === '2' ? http2Lines(headers, url.host) : headers,
    secrets: [...secretsOutsideHeaders(exchange.credentials), ...(exchange.spec.hidden ?? [])],
  });
  const through = connection.proxy?.startsWith('socks') ? `${url.host} through ${connection.proxy}` : undefined;
  const observer =
    observers.onEvent && (await import('./wire-observer.js')).wireObserver(observers.onEvent, sent, plan.body, through);
  const wire = { ...wireRequest(plan, prepared, mode, exchange), observer };
  observers.onWire?.(wire);
  const response = await attempt(wire, stop, environment.monotonic, observers.onSent);
  if (isFailure(response)) {
    await body?.close();
    return response;
  }
  const head = headOf(response);
  const request = sent(head.httpVersion === '2' ? '2' : '1.1');
  observers.onEvent?.({ kind: 'answer', request, response: head });
  if (head.status === 407 && connection.forward && connection.proxy) {
    response.close();
    return refusedByProxy(connection.proxy, prepared, head);
  }
  return { response, head, sent: request, signAgain: prepared.readHead(head, exchange.note) };
}

/** One attempt before it is sent. Its body is open. */
interface PreparedAttempt extends SignedRequest {
  readonly url: URL;
  readonly connection: Connection;
  readonly body: OpenBody | undefined;
}

/** Determines the connection, opens the body, and composes and signs the header lines. */
async function prepareAttempt(
  plan: HopPlan,
  exchange: ExchangeContext,
  { usesSystemIssuers }: AttemptMode,
): Promise<PreparedAttempt | Failure> {
  const { spec, environment, jar } = exchange;
  const url = requestUrl(plan);
  const connection = await connectionFor(url, plan.network, environment, { systemIssuers: usesSystemIssuers });
  if (isFailure(connection)) return connection;
  reportVariables(url, plan, exchange);
  const body = await openedBody(plan, environment);
  if (isFailure(body)) return body;
  const jarCookies = jar ? await jar.header(url.href) : '';
  const signed = await sign(plan, url, wireLines(plan, url, { removed: spec.removed, jarCookies, body }));
  if (isFailure(signed)) {
    await body?.close();
    return signed;
  }
  const headers = [...signed.headers, ...forProxy(connection.forward ?? [], signed.headers)];
  warnOfPlainHttp(url, headers, exchange);
  return { ...signed, url, connection, body, headers };
}

/** Reports the environment variables that affect TLS. */
function reportVariables(url: URL, { network }: HopPlan, { environment, note, observers }: ExchangeContext): void {
  for (const text of variableNotes(environment)) note(text);
  if (!observers.onEvent) return;
  for (const text of variableLines(url, network, environment)) observers.onEvent({ kind: 'variable', text });
}

async function openedBody(
  { body, headers }: HopPlan,
  environment: Environment,
): Promise<OpenBody | Failure | undefined> {
  const opened = body && (await openBody(body, environment));
  if (isFailure(opened)) return opened;
  const framed = withOwnLength(opened, headers);
  if (isFailure(framed)) await opened?.close();
  return framed;
}

/** The request as sent. Notes why a server with TLS is not offered HTTP/2. */
function wireRequest(
  plan: HopPlan,
  { url, connection, body, headers }: PreparedAttempt,
  { isHttp1Only }: AttemptMode,
  exchange: ExchangeContext,
): AttemptRequest {
  const { method, network } = plan;
  const limit = network.httpVersion === '2' ? undefined : http1Only(method, headers);
  const mayOffer = url.protocol === 'https:' && !isHttp1Only;
  if (mayOffer && limit !== undefined) noteHttp1(limit, exchange);
  const offersHttp2 = mayOffer && limit === undefined;
  return {
    method,
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
      http1Only: network.httpVersion === '1.1' ? '--http1.1' : limit,
    },
  };
}

async function refusedByProxy(proxy: string, { url, headers }: PreparedAttempt, head: ResponseHead): Promise<Failure> {
  const { proxyRefusal } = await import('./connection/proxy-refusal.js');
  const challenges = fieldValues(head.headers, 'proxy-authenticate');
  const named = headers.some(({ name }) => name.toLowerCase() === 'proxy-authorization');
  return proxyRefusal({ proxy, server: shownHost(url.host), ...head, challenges, named });
}

const headOf = ({ message, reason, reading }: AttemptResponse): ResponseHead => ({
  httpVersion: message.httpVersion,
  status: message.statusCode ?? 0,
  reason,
  headers: reading?.head?.headers ?? linesOf(message.rawHeaders),
  irregularities: reading?.irregularities,
});

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

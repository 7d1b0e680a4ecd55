/** The HTTP engine for every request. got sends them, but does not decide redirects, credentials, retries or decoding. */

import type { IncomingMessage } from 'node:http';
import { type Failure, isFailure } from '../../core/failure.js';
import { type Hint, mapHint } from '../../core/hint.js';
import { maskOf } from '../../core/masking/mask.js';
import { firstHop, type HopPlan, isReplayable } from '../../core/request/redirect.js';
import type { RequestSpec } from '../../core/request/spec.js';
import { urlRewrites } from '../../core/request/url/target.js';
import type { Environment } from '../../environment.js';
import { noteAnswer } from './answer-notes.js';
import { type AttemptBudget, startAttempts } from './attempts/budget.js';
import { bodyOf } from './body.js';
import type { Jar } from './cookies/jar.js';
import { withRenewedToken } from './credentials/rejected-token.js';
import { withNetrc } from './credentials/with-netrc.js';
import { type HttpResponse, linesOf } from './exchange.js';
import {
  discard,
  type ExchangeContext,
  type ExchangeObservers,
  type HopResponse,
  shown,
  type TokenSource,
} from './exchange-context.js';
import { waitsForContinue } from './expect.js';
import { afterRedirect } from './follow-redirect.js';
import { withRetries } from './send-hop.js';
import { type Stop, startStop } from './stop.js';
import { timingOf } from './timing.js';

export interface SendOptions extends ExchangeObservers, TokenSource {
  /** Ends the exchange, even while the body is being read. The environment's signal does so too. */
  readonly signal?: AbortSignal;
  /** One line for the user: a retry, dropped credentials, a password over plain http. May contain untrusted text. */
  readonly onNote?: (text: Hint) => void;
  /** Start of `--timeout`, if earlier, in monotonic milliseconds. */
  readonly since?: number;
  /** The retry count of a request whose body was truncated; absent on the first attempt. */
  readonly tries?: AttemptBudget;
  /** Cookies shared by several requests; by default those of `--cookie-jar`, or none. */
  readonly jar?: Jar;
}

/** Resolves with the head of the final response. Expected failures are values. The body must be read or destroyed. */
export async function send(
  spec: RequestSpec,
  environment: Environment,
  options: SendOptions = {},
): Promise<HttpResponse | Failure> {
  const signals = options.signal ? [options.signal, environment.signal] : [environment.signal];
  const began = options.since ?? options.tries?.started;
  const spentMs = began === undefined ? 0 : environment.monotonic() - began;
  const stop = startStop(signals, spec.network.timeoutMs, spentMs, environment.pending);
  const response = await follow(spec, environment, stop, options).catch((error: unknown) => {
    stop.release();
    throw error;
  });
  if (isFailure(response)) stop.release();
  return response;
}

/** Sends a request and those that follow its redirects and rejections, up to the final response. */
async function follow(
  spec: RequestSpec,
  environment: Environment,
  stop: Stop,
  options: SendOptions,
): Promise<HttpResponse | Failure> {
  const exchange = await openExchange(spec, environment, stop, options);
  if (isFailure(exchange)) return exchange;
  let plan = firstHop(exchange.spec);
  for (;;) {
    const done = await withRetries(plan, exchange);
    if (isFailure(done)) return done;
    const next = await nextRequest(done, plan, exchange);
    if (isFailure(next)) {
      done.response.close();
      return next;
    }
    if (!next) {
      await noteAnswer(done, plan, exchange);
      return finish(done, plan, exchange);
    }
    await discard(done.response);
    plan = next;
  }
}

async function openExchange(
  written: RequestSpec,
  environment: Environment,
  stop: Stop,
  options: SendOptions,
): Promise<ExchangeContext | Failure> {
  const spec = written.compress ? await compressed(written, environment) : written;
  if (isFailure(spec)) return spec;
  const startedAt = environment.monotonic();
  const { network } = spec;
  const jar =
    options.jar ?? (network.cookieJar === undefined ? undefined : await openedJar(network.cookieJar, environment));
  if (isFailure(jar)) return jar;
  const credentials = await withNetrc(spec, new URL(spec.url).hostname, environment, options.onNote);
  if (isFailure(credentials)) return credentials;
  const mask = maskOf(spec.hidden ?? []);
  const note = (text: Hint): void => options.onNote?.(mapHint(text, mask));
  for (const text of jar?.warnings ?? []) note(text);
  for (const text of urlRewrites(spec.url, network.pathAsIs === true, mask)) note(text);
  return {
    spec: { ...spec, credentials },
    environment,
    stop,
    startedAt,
    jar,
    tries: options.tries ?? startAttempts(environment),
    note,
    observers: options,
    token: options,
    mayRenew: options.renew !== undefined,
    credentials,
    redirects: [],
  };
}

const compressed = async (spec: RequestSpec, environment: Environment): Promise<RequestSpec | Failure> =>
  (await import('./codings/compress.js')).compressBody(spec, environment);

const openedJar = async (file: string, environment: Environment): Promise<Jar | Failure> =>
  (await import('./cookies/jar.js')).openJar(file, environment);

/** Returns the request to send after a response, or undefined if the response is final. */
const nextRequest = async (
  done: HopResponse,
  plan: HopPlan,
  exchange: ExchangeContext,
): Promise<HopPlan | Failure | undefined> =>
  withoutExpectation(done, plan, exchange) ??
  (await withRenewedToken(done, plan, exchange)) ??
  (await afterRedirect(done, plan, exchange));

/** RFC 9110, section 10.1.1: after a 417, the request may be repeated without the expectation. */
function withoutExpectation(
  { head, response }: HopResponse,
  plan: HopPlan,
  { note }: ExchangeContext,
): HopPlan | undefined {
  if (head.status !== 417 || plan.body === undefined || !waitsForContinue(plan)) return undefined;
  if (!isReplayable(plan.body, response.bodyTaken)) return undefined;
  note('The server does not support Expect: 100-continue (417). Sent again without it.');
  return { ...plan, headers: plan.headers.filter(({ name }) => !/^expect$/i.test(name)) };
}

async function finish(done: HopResponse, plan: HopPlan, exchange: ExchangeContext): Promise<HttpResponse | Failure> {
  const { environment, spec, stop, startedAt, redirects } = exchange;
  const { response, head, sent } = done;
  const { phases, guarded, reading } = response;
  const timing = timingOf(phases, startedAt);
  const body = await bodyOf(guarded, {
    method: plan.method,
    transferCodings: reading?.head?.codings ?? [],
    maxSize: spec.network.maxSize,
    stop,
    onNote: exchange.note,
    onEnd: () => {
      timing.totalMs = environment.monotonic() - startedAt;
      stop.release();
    },
  });
  if (isFailure(body)) {
    response.close();
    return body;
  }
  lastExchanges.set(environment, { status: head.status, url: shown(plan.url, exchange) });
  return {
    ...head,
    request: sent,
    url: shown(plan.url, exchange),
    redirects,
    ...body,
    length: lengthOf(response.message),
    trailers: () => linesOf(response.message.rawTrailers),
    timing,
    startedAt,
  };
}

function lengthOf(message: IncomingMessage): number | undefined {
  const text = message.headers['content-length'];
  const length = text !== undefined && /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(length) ? length : undefined;
}

/** Status and URL of the last exchange of a program, for the history. */
interface LastExchange {
  readonly status: number;
  readonly url: string;
}

const lastExchanges = new WeakMap<Environment, LastExchange>();

export const lastExchange = (environment: Environment): LastExchange | undefined => lastExchanges.get(environment);

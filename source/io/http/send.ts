/** The HTTP engine for every request. got sends them, but does not decide redirects, credentials, retries or decoding. */

import type { IncomingMessage } from 'node:http';
import { type StepUp, stepUpOf } from '../../core/credentials/challenges.js';
import { carriesAnyCredential } from '../../core/credentials/request-credentials.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { flagsOnly, type Hint, hint, mapHint, step } from '../../core/hint.js';
import { longSecret, maskOf } from '../../core/masking/mask.js';
import { asksForChunks } from '../../core/request/headers.js';
import { firstHop, type HopPlan, isReplayable, nextHop } from '../../core/request/redirect.js';
import type { Credentials, RequestSpec } from '../../core/request/spec.js';
import { urlRewrites } from '../../core/request/url/target.js';
import { fieldValues } from '../../core/response/field-values.js';
import { type Secret, secretsInUse } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { type AttemptBudget, startAttempts } from './attempts/budget.js';
import { bodyOf } from './body.js';
import type { Jar } from './cookies/jar.js';
import type { TokenLogin } from './credentials/token-note.js';
import { withNetrc } from './credentials/with-netrc.js';
import { type Hop, type HttpResponse, linesOf, type ResponseHead } from './exchange.js';
import { waitsForContinue } from './expect.js';
import { requestUrl } from './hop.js';
import { discard, type ExchangeContext, type HopResponse, shown, withRetries } from './send-hop.js';
import { type Stop, startStop } from './stop.js';
import { timingOf } from './timing.js';
import type { AttemptRequest } from './wire.js';
import type { WireEvent } from './wire-event.js';

/**
 * Returns other credentials after a server rejected some.
 * @param named whether the server gave the token as the reason (RFC 6750 3.1)
 * @param refused the access token that was sent
 * @param stepUp how the user has to log in again (RFC 9470)
 */
type Renew = (named: boolean, refused?: Secret, stepUp?: StepUp) => Promise<Partial<Credentials> | Failure | undefined>;

export interface SendOptions {
  /** Ends the exchange, even while the body is being read. The environment's signal does so too. */
  readonly signal?: AbortSignal;
  /** One line for the user: a retry, dropped credentials, a password over plain http. May contain untrusted text. */
  readonly onNote?: (text: Hint) => void;
  /** Called at most once, after a 401, if the body can be sent again. If it returns undefined, the 401 is the response. */
  readonly renew?: Renew;
  /** Returns the login that provided the access token, to explain why a server rejected it. */
  readonly login?: () => TokenLogin;
  /** Start of `--timeout`, if earlier, in monotonic milliseconds. */
  readonly since?: number;
  /** Called for each event of every hop and attempt: addresses, certificates, heads. */
  readonly onEvent?: (event: WireEvent) => void;
  /** Called with each attempt when it is written to a connection. */
  readonly onWire?: (wire: AttemptRequest) => void;
  /** The retry count of a request whose body was truncated; absent on the first attempt. */
  readonly tries?: AttemptBudget;
  /** Cookies shared by several requests; by default those of `--cookie-jar`, or none. */
  readonly jar?: Jar;
  /** Bytes of the body passed to the connection so far. */
  readonly onSent?: (bytes: number) => void;
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

async function follow(
  written: RequestSpec,
  environment: Environment,
  stop: Stop,
  options: SendOptions,
): Promise<HttpResponse | Failure> {
  const spec = written.compress ? await compressed(written, environment) : written;
  if (isFailure(spec)) return spec;
  const { network } = spec;
  const started = environment.monotonic();
  const jar =
    options.jar ?? (network.cookieJar === undefined ? undefined : await openedJar(network.cookieJar, environment));
  if (isFailure(jar)) return jar;
  const credentials = await withNetrc(spec, new URL(spec.url).hostname, environment, options.onNote);
  if (isFailure(credentials)) return credentials;
  const cargo = { ...spec, credentials };
  const mask = maskOf(spec.hidden ?? []);
  const note = (text: Hint): void => options.onNote?.(mapHint(text, mask));
  const exchange: ExchangeContext = {
    spec,
    environment,
    stop,
    note,
    credentials,
    tries: options.tries ?? startAttempts(environment),
    jar,
    onSent: options.onSent,
    onEvent: options.onEvent,
    onWire: options.onWire,
  };
  const rules = {
    locationTrusted: network.locationTrusted,
    unixSocket: network.unixSocket !== undefined,
    apiKeys: credentials.apiKeys,
    mask: (text: string) => mask(maskOf(secretsInUse(), longSecret)(text)),
  };
  for (const text of jar?.warnings ?? []) note(text);
  for (const text of urlRewrites(spec.url, network.pathAsIs === true, mask)) note(text);
  const hops: Hop[] = [];
  let plan = firstHop(cargo);
  let { renew } = options;
  for (;;) {
    const done = await withRetries(plan, exchange);
    if (isFailure(done)) return done;
    const { response, head, sent } = done;
    if (exchange.jar) {
      const kept = await keepCookies(exchange.jar, head, plan);
      if (kept) note(kept.text);
    }
    if (head.status === 417 && expects(plan) && isReplayable(plan.body, response.bodyTaken)) {
      note('The server does not support Expect: 100-continue (417). Sent again without it.');
      discard(response);
      plan = { ...plan, headers: plan.headers.filter(({ name }) => !/^expect$/i.test(name)) };
      continue;
    }
    if (renew && plan.trusted && head.status === 401 && isReplayable(plan.body, response.bodyTaken)) {
      const renewed = await renew(
        tokenIsInvalid(head),
        plan.credentials.accessToken,
        stepUpOf(fieldValues(head.headers, 'www-authenticate')),
      );
      renew = undefined;
      if (isFailure(renewed)) {
        response.close();
        return renewed;
      }
      if (renewed) {
        discard(response);
        exchange.credentials = { ...exchange.credentials, ...renewed };
        plan = { ...plan, credentials: { ...plan.credentials, ...renewed } };
        continue;
      }
    }
    if (options.renew && head.status === 401 && !tokenIsInvalid(head)) note(stillKept);
    const { accessToken } = plan.credentials;
    if (options.login && accessToken && (head.status === 401 || head.status === 403))
      (await import('./credentials/token-note.js')).noteToken(
        head,
        accessToken,
        options.login(),
        environment.now(),
        note,
      );
    const step = network.follow
      ? nextHop(
          plan,
          { status: head.status, locations: fieldValues(head.headers, 'location'), bodyTaken: response.bodyTaken },
          rules,
        )
      : ({ kind: 'answer' } as const);
    if (isFailure(step)) {
      response.close();
      return step;
    }
    if (step.kind === 'answer' && head.status === 401)
      (await import('./credentials/login-note.js')).noteLogin(done, plan.credentials.digest !== undefined, note);
    if (step.kind === 'answer') noteChunks(done, plan.headers, note);
    const isSecure = [...hops.map(({ request }) => request.shownUrl), plan.url].some(url => url.startsWith('https:'));
    if (step.kind === 'answer' && network.certFile !== undefined && !isSecure && !renew)
      noteUnusedCertificate(exchange);
    if (step.kind === 'answer') return finish(done, plan, hops, exchange, started);
    if (hops.length >= network.maxRedirects) {
      response.close();
      const next = shown(step.plan.url, exchange);
      if (hops.some(hop => hop.request.shownUrl === next))
        return failure('redirects', `The redirects form a loop: ${next} was requested before.`, {
          hint: hint`Check for a missing login, or http:// instead of https://.${flagsOnly(' Pass -v to see each step.')}`,
        });
      return failure(
        'redirects',
        `More than ${network.maxRedirects} ${network.maxRedirects === 1 ? 'redirect' : 'redirects'}; the last was to ${shown(step.plan.url, exchange)}.`,
        {
          hint: 'Pass --max-redirects N to allow more.',
        },
      );
    }
    // As in a browser: a login that sets a cookie and redirects gets it back.
    if (!exchange.jar && fieldValues(head.headers, 'set-cookie').length > 0) {
      exchange.jar = (await import('./cookies/jar.js')).memoryJar(environment);
      await keepCookies(exchange.jar, head, plan);
    }
    hops.push({ request: sent, response: head });
    discard(response);
    if (step.leaves && carriesAnyCredential(cargo)) {
      note(
        `Redirected to ${new URL(step.plan.url).origin} without your credentials (--location-trusted forwards them).`,
      );
    }
    plan = step.plan;
    // `.netrc` may have an entry for the redirect's server; credentials given for the first server are dropped.
    const there = plan.trusted ? plan.credentials : await withNetrc(plan, new URL(plan.url).hostname, environment);
    if (isFailure(there)) return there;
    if (there !== plan.credentials) {
      plan = { ...plan, credentials: there };
      exchange.credentials = { ...exchange.credentials, ...there, apiKeys: exchange.credentials.apiKeys };
    }
  }
}

const compressed = async (spec: RequestSpec, environment: Environment): Promise<RequestSpec | Failure> =>
  (await import('./codings/compress.js')).compressBody(spec, environment);

/** Status and URL of the last exchange of a program, for the history. */
interface LastExchange {
  readonly status: number;
  readonly url: string;
}

const lastExchanges = new WeakMap<Environment, LastExchange>();

export const lastExchange = (environment: Environment): LastExchange | undefined => lastExchanges.get(environment);

const notedCertificates = new WeakSet<Environment>();

/** Printed once per run of the program. */
function noteUnusedCertificate({ environment, note }: ExchangeContext): void {
  if (!notedCertificates.has(environment)) note('No client certificate was sent, because --cert needs https://.');
  notedCertificates.add(environment);
}

async function finish(
  done: HopResponse,
  plan: HopPlan,
  hops: readonly Hop[],
  exchange: ExchangeContext,
  started: number,
): Promise<HttpResponse | Failure> {
  const { environment, spec, stop } = exchange;
  const { response, head, sent } = done;
  const { phases, guarded, reading } = response;
  const timing = timingOf(phases, started);
  const body = await bodyOf(guarded, {
    method: plan.method,
    transferCodings: reading?.head?.codings ?? [],
    maxSize: spec.network.maxSize,
    stop,
    onNote: exchange.note,
    onEnd: () => {
      timing.totalMs = environment.monotonic() - started;
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
    redirects: hops,
    ...body,
    length: lengthOf(response.message),
    trailers: () => linesOf(response.message.rawTrailers),
    timing,
    startedAt: started,
  };
}

/** RFC 9110, section 10.1.1: after a 417, the request may be repeated without the expectation. */
const expects = (plan: HopPlan): boolean => plan.body !== undefined && waitsForContinue(plan);

function lengthOf(message: IncomingMessage): number | undefined {
  const text = message.headers['content-length'];
  const length = text !== undefined && /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(length) ? length : undefined;
}

async function openedJar(file: string, environment: Environment): Promise<Jar | Failure> {
  const { openJar } = await import('./cookies/jar.js');
  return openJar(file, environment);
}

async function keepCookies(jar: Jar, head: ResponseHead, plan: HopPlan): Promise<Failure | undefined> {
  const lines = fieldValues(head.headers, 'set-cookie');
  if (lines.length === 0) return undefined;
  await jar.take(lines, requestUrl(plan).href);
  return jar.save();
}

/**
 * Servers without support for chunks may reject them without saying so (RFC 9110 15.5.1, 15.5.12; RFC 9112 6.1); HTTP/1.0
 * servers treat such a body as empty.
 */
function noteChunks({ head, sent }: HopResponse, own: RequestSpec['headers'], note: (text: string) => void): void {
  if (sent.httpVersion === '2' || !asksForChunks(sent.headers)) return;
  if (![400, 411, 501].includes(head.status) && head.httpVersion !== '1.0') return;
  const mend = asksForChunks(own)
    ? 'Without --chunked it is sent with its length, if the length can be determined.'
    : 'Its length is unknown and exceeds 1 MiB. Send a file to include the length: -d @FILE.';
  note(`The body was sent in chunks, which some servers do not support. ${mend}`);
}

/** Many servers omit RFC 6750's error for an invalid token, so only the user can tell. */
const stillKept = hint`The server rejected the token without calling it invalid, so it stays stored. If it was revoked, run ${step('run', 'apiclient auth logout --force with the same --oauth2 flags')}.`;

/** RFC 6750 3.1, in any challenge. DPoP uses the same error code (RFC 9449 7.1). */
const tokenIsInvalid = (head: ResponseHead): boolean =>
  head.status === 401 &&
  fieldValues(head.headers, 'www-authenticate').some(value => {
    const at = value.search(/\b(?:bearer|dpop)\b/i);
    return at >= 0 && /\berror\s*=\s*"?invalid_token\b/i.test(value.slice(at));
  });

/** Sends one request of a file for `run` and for the screen: retries it, and evaluates its checks and captures. */
import { type Failure, isFailure } from '../../core/failure.js';
import type { CheckedExchange } from '../../core/http-file/checks.js';
import type { Entry } from '../../core/http-file/document.js';
import type { FileCheck } from '../../core/http-file/report/result.js';
import type { Scope } from '../../core/http-file/variables.js';
import type { RequestSpec } from '../../core/request/spec.js';
import type { Environment } from '../../environment.js';
import { messageMask } from '../../io/http/echoes.js';
import type { send } from '../../io/http/send.js';
import { pause, startStop } from '../../io/http/stop.js';
import type { EntryObserver } from '../../io/http/text-request.js';
import type { Run } from './context.js';
import { type Attempt, checkedExchange, exchangeOf, type ReadResponse } from './exchange.js';
import { capture, checksOf, enginesOf, judge } from './judge.js';
import type { LoadedFile } from './loaded-file.js';
import { type Learned, requestKey } from './scope.js';
import type { Conversation, StreamResponse } from './stream.js';

/** A request of a file, with values for its names. */
interface SendableEntry {
  readonly environment: Environment;
  /** Flags of the command line. */
  readonly flags: readonly string[];
  readonly file: LoadedFile;
  readonly scope: Scope;
  readonly entry: Entry;
  /** Checks in its flags. */
  readonly asserts: readonly string[] | undefined;
  /** Number of messages after which a stream is closed. */
  readonly maxEvents: number | undefined;
  /** Receives the response and the captured values. */
  readonly learned: Learned;
  /** Names under which the response is stored. */
  readonly responseNames: readonly string[];
}

/** The login with which a request is sent. */
interface EntryIdentity {
  /** By origin, because a reused connection does not report its certificate. */
  readonly certificates: Run['certificates'];
  /** Returns the request and its login before each try. */
  attempt(): Attempt | Failure | Promise<Attempt | Failure>;
}

/** The last response to a request, or its failure. */
interface Sent {
  readonly done:
    | (ReadResponse & {
        readonly exchange: CheckedExchange;
        /** Set if a capture matched nothing. */
        readonly missed: Failure | undefined;
      })
    | Failure;
  readonly checks: readonly FileCheck[];
  readonly tries: number;
}

export async function sendEntry(
  sendable: SendableEntry,
  identity: EntryIdentity,
  observer: EntryObserver = {},
): Promise<Sent> {
  const { environment, flags, entry, learned } = sendable;
  const { retry } = entry;
  const signals = observer.signal ? [observer.signal, environment.signal] : [environment.signal];
  const checks = checksOf(entry, sendable.asserts);
  const engines = await enginesOf({ environment, command: { flags } }, sendable, entry, checks);
  if (isFailure(engines)) return { done: engines, checks: [], tries: 0 };
  const isMet = (message: Omit<StreamResponse, 'streamBytes'>): boolean => {
    const exchange = checkedExchange(message, environment.now(), engines);
    return judge(sendable, entry, checks.ends, exchange, messageMask(message.response.request)).every(({ ok }) => ok);
  };
  const { stream } = entry;
  const conversation = stream && {
    ...{ stream, maxEvents: sendable.maxEvents, observer },
    isMet: checks.ends.length > 0 ? isMet : undefined,
  };
  const sendStream = conversation && (await streamSender(conversation));
  for (let tries = 1; ; tries++) {
    const attempt = await identity.attempt();
    const read = isFailure(attempt)
      ? attempt
      : await exchangeOf(attempt, environment, identity.certificates, observer.head, sendStream);
    const isLast = signals.some(({ aborted }) => aborted) || retry === undefined || tries > retry.times;
    if (isFailure(read) || isFailure(attempt)) {
      if (isLast) return { done: read as Failure, checks: [], tries };
    } else {
      const exchange = checkedExchange(read, environment.now(), engines);
      const hide = messageMask(read.response.request);
      const ends = judge(sendable, entry, checks.ends, exchange, hide);
      if (isLast || ends.every(each => each.ok)) {
        for (const name of sendable.responseNames) {
          learned.responses.set(name, exchange);
          learned.responses.set(requestKey(name), sentExchange(exchange, read, attempt.spec));
        }
        const rest = judge(sendable, entry, checks.rest, exchange, hide);
        const missed = capture(sendable, entry, exchange, learned.captured);
        return { done: { ...read, exchange, missed }, checks: [...ends, ...rest], tries };
      }
    }
    observer.progress?.(`try ${tries + 1} of ${retry.times + 1}`);
    const stop = startStop(signals, undefined);
    await pause(retry.everyMs, stop);
    stop.release();
  }
}

/** Returns the function that sends a request and receives its stream. */
async function streamSender(conversation: Conversation) {
  const { exchangeMessages } = await import('./stream.js');
  return (...request: Parameters<typeof send>) => exchangeMessages(conversation, ...request);
}

/** The sent request in the form of a response, for `{{login.request.body.$.id}}`. */
const sentExchange = (
  exchange: CheckedExchange,
  { response }: ReadResponse,
  { body }: RequestSpec,
): CheckedExchange => ({
  ...exchange,
  headers: response.request.headers.flatMap(({ name, value }) => (typeof value === 'string' ? [{ name, value }] : [])),
  body: body?.kind === 'bytes' ? Buffer.from(body.bytes) : Buffer.alloc(0),
});

/** Sends one request of a file for `run` and for the screen: retries it, and evaluates its checks and captures. */

import path from 'node:path';
import { parseCheck, schemaFile } from '../../core/checks/check.js';
import { evaluateCheck } from '../../core/checks/evaluate.js';
import type { CheckEngines, CheckedExchange } from '../../core/checks/exchange.js';
import { type SelectedValue, selectTarget } from '../../core/checks/select.js';
import { parseTarget } from '../../core/checks/target.js';
import { type Failure, failure, isFailure, usageError } from '../../core/failure.js';
import type { Entry, LineText } from '../../core/http-file/document.js';
import type { FileCheck } from '../../core/http-file/report/result.js';
import { fill, type Scope, type Value } from '../../core/http-file/variables.js';
import type { RequestSpec } from '../../core/request/spec.js';
import { fileRight } from '../../core/rights/paths.js';
import type { Environment } from '../../environment.js';
import { filePlace } from '../../io/files/real-path.js';
import { messageMask } from '../../io/http/echoes.js';
import type { send } from '../../io/http/send.js';
import { pauseUnlessAborted } from '../../io/http/stop.js';
import type { EntryObserver } from '../../io/http/text-request.js';
import { readText } from '../../io/sources.js';
import { enginesFor } from '../checks/engines.js';
import { checkedExchange } from '../checks/exchange.js';
import { untrusted } from '../trust/rights.js';
import type { Run } from './context.js';
import { type Attempt, exchangeOf, type ReadResponse } from './exchange.js';
import type { LoadedFile } from './loaded-file.js';
import { noValue } from './make-request.js';
import { type Learned, requestKey } from './scope.js';
import type { Conversation } from './stream.js';

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
  const sendStream = await streamSender(sendable, checks.ends, engines, observer);
  for (let tries = 1; ; tries++) {
    const attempt = await identity.attempt();
    const read = await exchangeOf(attempt, environment, identity.certificates, observer, sendStream);
    const isLast = signals.some(({ aborted }) => aborted) || retry === undefined || tries > retry.times;
    if (isFailure(read) || isFailure(attempt)) {
      if (isLast) return { done: read as Failure, checks: [], tries };
    } else {
      const exchange = checkedExchange(read, environment.now(), engines);
      const hide = messageMask(read.response.request);
      const ends = judge(sendable, entry, checks.ends, exchange, hide);
      if (isLast || ends.every(each => each.ok)) {
        learn(sendable, exchange, read, attempt.spec);
        const rest = judge(sendable, entry, checks.rest, exchange, hide);
        const missed = capture(sendable, entry, exchange, learned.captured);
        return { done: { ...read, exchange, missed }, checks: [...ends, ...rest], tries };
      }
    }
    observer.progress?.(`try ${tries + 1} of ${retry.times + 1}`);
    await pauseUnlessAborted(retry.everyMs, signals, environment);
  }
}

/** Stores the response and the request under the names of the request. */
function learn(
  { learned, responseNames }: SendableEntry,
  exchange: CheckedExchange,
  read: ReadResponse,
  spec: RequestSpec,
): void {
  for (const name of responseNames) {
    learned.responses.set(name, exchange);
    learned.responses.set(requestKey(name), sentExchange(exchange, read, spec));
  }
}

/** Returns the function that sends a request and receives its stream, until a message meets the checks. */
async function streamSender(
  sendable: SendableEntry,
  ends: readonly LineText[],
  engines: CheckEngines | undefined,
  observer: EntryObserver,
) {
  const { entry, environment, maxEvents } = sendable;
  const { stream } = entry;
  if (!stream) return undefined;
  const isMet: Conversation['isMet'] = message => {
    const exchange = checkedExchange(message, environment.now(), engines);
    return judge(sendable, entry, ends, exchange, messageMask(message.response.request)).every(({ ok }) => ok);
  };
  const conversation: Conversation = { stream, maxEvents, observer, isMet: ends.length > 0 ? isMet : undefined };
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

/** Sources of the values for names in checks and captures. */
interface Judging {
  readonly scope: Scope;
}

/** Evaluates checks on a response. @param hide masks secrets that the server echoes */
function judge(
  { scope }: Judging,
  entry: Entry,
  checks: readonly LineText[],
  exchange: CheckedExchange,
  hide: (text: string) => string,
): readonly FileCheck[] {
  return checks.map(({ text, line }) => {
    const { text: filled, missing } = fill(text, scope, entry.at);
    const check = missing[0] === undefined ? parseCheck(filled) : noValue(missing[0]);
    if (isFailure(check))
      return { ok: false, check: text, expected: 'a check that can be parsed', actual: check.text, line };
    return { ...evaluateCheck(check, exchange, hide), line };
  });
}

/** Captures values for later requests. A missing value is a failure, because it cannot be obtained later. */
function capture(
  { scope }: Judging,
  entry: Entry,
  exchange: CheckedExchange,
  captured: Map<string, Value>,
): Failure | undefined {
  for (const { name, text, line, isOptional, when = [] } of entry.captures) {
    const checks = when.map(each => ({ text: each, line }));
    if (!judge({ scope }, entry, checks, exchange, shown => shown).every(({ ok }) => ok)) continue;
    const { text: filled, missing } = fill(text, scope, entry.at);
    const target = missing[0] === undefined ? parseTarget(filled) : noValue(missing[0]);
    if (isFailure(target)) return target;
    const { values, problem } = selectTarget(target, exchange);
    const [value] = values;
    if (value) {
      captured.set(name, { text: value.text, foreign: true, json: isTyped(value) ? value.text : undefined });
    } else if (!isOptional) {
      const reason = problem === undefined ? '' : `; ${problem}`;
      const hint = `Line ${line}: # @capture ${name} = ${text}${reason}`;
      return failure('protocol', `Nothing to capture for ${name}.`, { hint });
    }
  }
  return undefined;
}

const isTyped = ({ kind, node }: SelectedValue): boolean => kind === 'json' && node.kind !== 'string';

/** Loads the code and schemas that the checks and captures of a request need. A schema outside the folder of the file needs trust. */
async function enginesOf(
  {
    environment,
    command,
  }: { readonly environment: Environment; readonly command: { readonly flags: readonly string[] } },
  { file, scope }: { readonly file: LoadedFile; readonly scope: Scope },
  entry: Entry,
  { ends, rest }: ReturnType<typeof checksOf>,
): Promise<CheckEngines | Failure | undefined> {
  const texts = [...ends, ...rest, ...entry.captures].map(({ text }) => fill(text, scope, entry.at));
  return enginesFor(
    texts.map(({ text }) => text),
    async name => {
      if (command.flags.some(flag => flag.startsWith('--assert=') && schemaFile(flag.slice(9)) === name))
        return readText({ from: 'file', path: name }, environment);
      const place = filePlace(file.folder, environment);
      if (texts.some(({ text, foreign }) => foreign && schemaFile(text) === name))
        return usageError(
          `A response determines the schema file: ${name}.`,
          'The file is not read. Write its name in the check.',
        );
      const right = fileRight('read', { actual: name, template: name, base: file.folder }, place);
      if (right && !file.grants(right)) return untrusted(right);
      return readText({ from: 'file', path: path.resolve(file.folder, name) }, environment);
    },
  );
}

/** The checks that end a request: the ones in `# @retry … until`, otherwise all checks of the request and its flags; and the rest. */
function checksOf(
  entry: Entry,
  flags: readonly string[] = [],
): { readonly ends: readonly LineText[]; readonly rest: readonly LineText[] } {
  const until = entry.retry?.until === undefined ? [] : [{ text: entry.retry.until, line: entry.retry.line }];
  const asserts = [...entry.asserts, ...flags.map(text => ({ text, line: entry.line }))];
  return until.length > 0 ? { ends: until, rest: asserts } : { ends: asserts, rest: [] };
}

/** Sends all requests of an `.http` text, and reports on them. */
import { counted } from '../../../core/counted.js';
import { type Failure, isFailure } from '../../../core/failure.js';
import { Schedule, skipReason, type Task, waitingTask } from '../../../core/http-file/schedule.js';
import type { Value } from '../../../core/http-file/variables.js';
import { durationText } from '../../../core/response/sizes.js';
import { cleanupLimit } from '../../../io/http/stop.js';
import type { SentEntry, TextGraph } from '../../../io/http/text-request.js';
import type { EntryRequest } from '../../model/effect.js';
import type { VerdictPart } from '../../model/response.js';
import type { ResultAction } from '../../model/response-action.js';
import type { ResponseErrorInfo } from '../../model/viewer.js';
import { type Dispatch, showError } from '../context.js';
import { entryVerdict, failureError, type JudgedEntry, judgedEntry, verdictOf } from './entry-result.js';
import { maxListed } from './report.js';

/** A run of all requests. */
export interface RunOfAll {
  readonly id: number;
  /** Aborts when the user stops the run. */
  readonly stop: AbortSignal;
  /** Values captured so far. */
  readonly captured: ReadonlyMap<string, Value>;
  readonly dispatch: Dispatch;
  /** @param at index of the request in the text */
  sendOne(at: number, signal: AbortSignal): Promise<SentEntry | Failure>;
}

/**
 * Sends all requests in the order of their graph. Requests that need a failed one are skipped. After a stop, only cleanups are
 * sent.
 */
export async function sendAll(
  request: EntryRequest,
  { nodes, hasValue }: TextGraph,
  { id, stop, captured, dispatch, sendOne }: RunOfAll,
): Promise<readonly ReportedEntry[]> {
  const { entries, description } = request;
  const reported: ReportedEntry[] = [];
  const tasks: Task<ReportedEntry>[] = [];
  const cleanups = cleanupsAfterStop(dispatch);
  const send = async (task: ReportedTask, listed: ListedEntry, index: number): Promise<ReportedEntry['outcome']> => {
    const isInterrupted = stop.aborted;
    const why = skipReason(task, {
      isInterrupted,
      continuesAfterFailure: false,
      hasValue: name => captured.has(name) || hasValue(name, listed.at),
    });
    task.isBroken = why !== undefined && listed.skip === undefined;
    if (task.isBroken && stop.aborted) return { kind: 'not sent', why: '' };
    if (why !== undefined) return { kind: 'skipped', why: listed.skip ?? why };
    dispatch({ type: 'response/state', id, state: '', text: `request ${index + 1} of ${entries.length}` });
    const signal = isInterrupted ? cleanups.signal() : stop;
    const entry = await sendOne(listed.at, signal);
    if (isInterrupted) cleanups.add(listed.title, entry);
    task.isBroken = hasFailed(entry);
    if (isFailure(entry)) return unansweredOutcome(entry, signal);
    task.isAccepted = !task.isBroken || (entry.response.status < 400 && !entry.problem);
    return { kind: 'sent', sent: entry, judged: judgedEntry(entry, description, listed.operation) };
  };
  for (const [index, listed] of entries.entries()) {
    const node = nodes[listed.at];
    if (!node) continue;
    const task: ReportedTask = {
      ...waitingTask,
      node,
      file: tasks,
      results: [],
      send: async add => add({ title: listed.title, outcome: await send(task, listed, index) }),
    };
    tasks.push(task);
  }
  const rounds = (async function* () {
    yield { tasks };
  })();
  await new Schedule<ReportedEntry>(rounds, async result => void reported.push(result)).run(1);
  cleanups.end();
  return reported;
}

type ReportedTask = Task<ReportedEntry>;
type ListedEntry = EntryRequest['entries'][number];

const hasFailed = (entry: SentEntry | Failure): boolean =>
  isFailure(entry) || entry.problem !== undefined || entry.checks.some(each => !each.ok);

/** The outcome of a request without a response. */
function unansweredOutcome(reason: Failure, signal: AbortSignal): ReportedEntry['outcome'] {
  if (reason.code === 'disabled') return { kind: 'skipped', why: reason.text };
  if (signal.aborted) return { kind: 'stopped', why: 'the server may have received it' };
  return { kind: 'failed', failure: reason };
}

/** The cleanups of a stopped run: their common time limit and their results. */
interface Cleanups {
  /** Aborts when the time limit for all cleanups ends. It starts with the first call. */
  signal(): AbortSignal;
  add(title: string, result: SentEntry | Failure): void;
  /** Reports the results in a notice, if there are any. */
  end(): void;
}

function cleanupsAfterStop(dispatch: Dispatch): Cleanups {
  let limit: AbortSignal | undefined;
  let sent = 0;
  const failed: string[] = [];
  return {
    signal() {
      if (!limit) dispatch({ type: 'app/notice', text: 'Stopped. Sending cleanups.', tone: 'info' });
      limit ??= cleanupLimit();
      return limit;
    },
    add(title, result) {
      sent++;
      if (isFailure(result)) failed.push(`${title} (${result.text})`);
      else if (result.response.status >= 400) failed.push(`${title} (${result.response.status})`);
    },
    end() {
      if (failed.length > 0) showError(`${counted(failed.length, 'cleanup')} failed: ${failed.join(', ')}`, dispatch);
      else if (sent > 0)
        dispatch({ type: 'app/notice', text: `Stopped. ${counted(sent, 'cleanup')} sent.`, tone: 'info' });
    },
  };
}

/** The reason why a request was not sent when all were run. A request that was `stopped` may have reached the server anyway. */
interface UnsentEntry {
  readonly kind: 'skipped' | 'stopped' | 'not sent';
  /** Empty if no reason is known. */
  readonly why: string;
}

/** A request in a run of all requests, sent or not. */
interface ReportedEntry {
  readonly title: string;
  readonly outcome:
    | { readonly kind: 'sent'; readonly sent: SentEntry; readonly judged: JudgedEntry }
    | { readonly kind: 'failed'; readonly failure: Failure }
    | UnsentEntry;
}

/** The report on all requests of a text: a line for each, followed by its failures. */
export function reportOf(id: number, entries: readonly ReportedEntry[], tookMs: number): ResultAction {
  const attempted = entries.filter(({ outcome }) => outcome.kind === 'sent' || outcome.kind === 'failed');
  const judged = entries.flatMap(({ outcome }) => (outcome.kind === 'sent' ? [outcome.judged] : []));
  const errors = entries.flatMap(({ title, outcome }) =>
    errorsOf(outcome).map(({ message, line, position }) => ({ message: `${title}: ${message}`, line, position })),
  );
  const sent = attempted.length;
  const passed = attempted.filter(({ outcome }) => errorsOf(outcome).length === 0).length;
  const skipped = entries.filter(({ outcome }) => outcome.kind === 'skipped').length;
  const stopped = entries.length - sent - skipped;
  const parts: VerdictPart[] = [{ text: `${passed} of ${sent} passed`, role: passed === sent ? 'ok' : 'error' }];
  if (skipped > 0) parts.push({ text: `${skipped} skipped`, role: 'warning' });
  if (stopped > 0) parts.push({ text: `stopped before ${stopped} more`, role: 'error' });
  return {
    type: 'response/result',
    id,
    raw: `${entries.flatMap(reportLines).join('\n')}\n`,
    isPlain: true,
    data: 'absent',
    errors: errors.slice(0, maxListed),
    errorCount: errors.length,
    bytes: 0,
    tookMs,
    timing: {},
    partial: false,
    verdict: verdictOf(
      judged.flatMap(({ checks }) => checks),
      judged.flatMap(({ fits }) => fits ?? []),
      parts,
    ),
  };
}

/** The errors of a request; none if it was not sent. */
function errorsOf(outcome: ReportedEntry['outcome']): readonly ResponseErrorInfo[] {
  if (outcome.kind === 'sent') return outcome.judged.errors;
  return outcome.kind === 'failed' ? [failureError(outcome.failure)] : [];
}

function reportLines({ title, outcome }: ReportedEntry): readonly string[] {
  if (outcome.kind !== 'sent' && outcome.kind !== 'failed')
    return [[outcome.kind, title, outcome.why].filter(text => text !== '').join('  ')];
  const errors = errorsOf(outcome);
  const facts = outcome.kind === 'sent' ? `  ${factsOf(outcome)}` : '';
  return [
    `${errors.length === 0 ? 'passed' : 'FAILED'}  ${title}${facts}`,
    ...errors.map(({ line }) => `        ${line}`),
  ];
}

/** Formats one line of the report: `200  12 ms  checks 2 of 2`. */
function factsOf({ sent, judged }: { readonly sent: SentEntry; readonly judged: JudgedEntry }): string {
  const { status, timing } = sent.response;
  const took = timing.totalMs === undefined ? [] : [durationText(timing.totalMs)];
  return [String(status), ...took, ...entryVerdict(sent, judged).parts.map(({ text }) => text)].join('  ');
}

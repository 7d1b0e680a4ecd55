/** `--repeat`: statistics of many identical requests, printed, reported and checked. */
import { performance } from 'node:perf_hooks';
import { parseCheck } from '../../core/checks/check.js';
import { type CheckResult, evaluateCheck } from '../../core/checks/evaluate.js';
import { exitCodeOf, exitCodes, type Failure, isFailure } from '../../core/failure.js';
import { Measurements } from '../../core/load/measurements.js';
import type { RepeatOptions } from '../../core/load/options.js';
import {
  histogramOf,
  jsonOfLoad,
  type LoadResult,
  reportOfLoad,
  statisticOf,
  tableOf,
} from '../../core/load/summary.js';
import type { OutputOptions } from '../../core/options.js';
import { safeLine } from '../../core/response/safe-text.js';
import { countText, durationText } from '../../core/response/sizes.js';
import type { Environment } from '../../environment.js';
import { isInBackground } from '../../platform/job-control.js';
import { note } from '../note.js';
import { failureOf, Output } from '../output.js';
import { outcomeWith } from '../report-files.js';
import { refuseFiles, writeMeta, writeText } from '../summary.js';
import { pace } from './pace.js';

/** The outcome of one request of many. */
export interface Sample {
  /** Absent if no complete response arrived. */
  readonly response?: { readonly ms: number; readonly status: number };
  /** Reason for an error in one sentence without details that differ between responses; absent if there is no error. */
  readonly reason?: string;
  /** Exit code of an error other than a failed check; 0 if it has none, such as a 4xx status without `--check-status`. */
  readonly code?: number;
}

/** Sends the repeated requests once, and reports each with `record`. @param lagMs delay after its scheduled time */
type Repeated = (lagMs: number, record: (name: string, sample: Sample) => void) => Promise<void>;

/** Requests that are repeated. */
export interface Repetition {
  /** Names of the requests in order. */
  readonly names: readonly string[];
  readonly once: Repeated;
  /** Whether the first repetition prepares the others, which start after it. */
  readonly isFirstAlone?: boolean;
}

/** Everything printed passes through here. */
interface LoadOutput {
  readonly options: RepeatOptions;
  readonly output: OutputOptions;
  readonly environment: Environment;
}

/** Event loop utilization above which the measured times include delays of apiclient itself. */
const busyLimit = 0.9;
/** Shorter runs mostly measure the start. */
const minBusyMs = 1000;

/** Milliseconds between two updates of the counter on the terminal. */
const countEveryMs = 200;

/** Rejects unusable checks and files before anything is sent. */
export async function refuseLoad({ options, output, environment }: LoadOutput): Promise<Failure | undefined> {
  for (const text of options.asserts) {
    const check = parseCheck(text);
    if (isFailure(check)) return check;
  }
  return refuseFiles([output.meta, ...options.reports.map(({ file }) => file)], environment);
}

/** Repeats, prints and checks. Returns the exit code, or the failure of an interruption or a file. */
export async function runLoad(
  { options, output, environment }: LoadOutput,
  { names, once, isFirstAlone = false }: Repetition,
): Promise<number | Failure> {
  const { monotonic, signal } = environment;
  const all = new Measurements('all');
  const requests = names.map(name => new Measurements(name));
  const byName = new Map(requests.map(each => [each.name, each]));
  let code = 0;
  let failed = false;
  const started = monotonic();
  const loop = performance.eventLoopUtilization();
  const counter = openCounter(environment, output.silent, () => ({ all, times: options.times * names.length }));
  const record = (name: string, { response, reason, code: own }: Sample): void => {
    // A request cut off by an interruption is not the server's fault.
    if (!response && signal.aborted) return;
    const request = byName.get(name);
    if (response) {
      request?.response(response.ms, response.status);
      all.response(response.ms, response.status);
    }
    if (reason !== undefined) {
      request?.error(reason);
      all.error(reason);
    }
    if (code === 0 && own !== undefined) code = own;
    failed ||= reason !== undefined && own === undefined;
  };
  if (isFirstAlone) await once(0, record);
  const times = options.times - (isFirstAlone ? 1 : 0);
  const late = await pace({ ...options, times }, environment, lagMs => once(lagMs, record));
  counter.stop();
  const elapsedMs = monotonic() - started;
  const busy = performance.eventLoopUtilization(loop).utilization;
  const checks = checksOf(options, name => statisticOf({ all, elapsedMs }, name));
  const result: LoadResult = { requests, all, elapsedMs, options, late, busy, checks };
  const failures = await tell(result, output, environment);
  if (signal.aborted && isFailure(signal.reason)) return outcomeWith(signal.reason, failures, environment);
  // A check on errors determines how many are acceptable.
  const asksForErrors = options.asserts.some(text => /^\s*errors\b/.test(text));
  if (!asksForErrors && code !== 0) return outcomeWith(code, failures, environment);
  const hasFailed = (failed && !asksForErrors) || checks.some(each => !each.ok);
  return outcomeWith(hasFailed ? exitCodes.check : 0, failures, environment);
}

function checksOf({ asserts }: RepeatOptions, load: (name: string) => number | undefined): readonly CheckResult[] {
  const none = { status: 0, httpVersion: '', headers: [], cookies: [], body: '', size: 0, timing: {}, url: '' };
  return asserts.flatMap(text => {
    const check = parseCheck(text);
    return isFailure(check) ? [] : [evaluateCheck(check, { ...none, redirects: [], load })];
  });
}

async function tell(
  result: LoadResult,
  { meta, silent }: OutputOptions,
  environment: Environment,
): Promise<readonly (Failure | undefined)[]> {
  const { options, late, checks } = result;
  // After an interruption, show the results so far.
  const stdout = new Output(
    environment.stdout,
    'standard output',
    environment.signal.aborted ? undefined : environment.signal,
  );
  const print = (text: string): Promise<void> => stdout.write(text);
  const isTaken = meta === '-' || options.reports.some(each => each.file === undefined);
  const failures: (Failure | undefined)[] = [];
  if (!silent && !isTaken) failures.push(await failureOf(print(textOf(result, environment))));
  for (const { file } of options.reports) {
    const report = reportOfLoad(result);
    failures.push(await (file === undefined ? failureOf(print(report)) : writeText(file, report, environment)));
  }
  if (meta !== undefined) failures.push(await writeMeta(meta, jsonOfLoad(result), environment, print));
  failures.push(await failureOf(stdout.flush()));
  if (late.count > 0 && !silent)
    note(
      environment,
      `${countText(late.count)} of ${countText(options.times)} requests started up to ${durationText(late.maxMs)} late, because ${countText(options.jobs)} were already running. Their times include the delay. Pass --jobs N to run more at a time.`,
    );
  for (const { ok, check, expected, actual } of checks)
    if (!ok) note(environment, `Check failed: ${check}: expected ${expected}, got ${actual}`);
  return failures;
}

/** Table and, on a terminal, histogram of the times, followed by the total. */
function textOf(result: LoadResult, { stdout }: Environment): string {
  const { options, elapsedMs, all, busy } = result;
  const lines = tableOf(result).split('\n').map(safeLine).join('\n');
  const histogram = stdout.isTTY ? `\n${histogramOf(result, stdout.columns || 80)}` : '';
  const pace = options.rate === undefined ? `${countText(options.jobs)} at a time` : `${options.rate}/s on schedule`;
  const limit =
    busy > busyLimit && elapsedMs >= minBusyMs
      ? `apiclient was the bottleneck: it was busy ${Math.round(100 * busy)}% of the time.\n`
      : '';
  const total = `${countText(all.responses)} ${all.responses === 1 ? 'response' : 'responses'} in ${durationText(elapsedMs)}, ${pace}`;
  return `${lines}${histogram}\n${total}\n${limit}`;
}

/** Shows a counter on a terminal's standard error while the run lasts. */
function openCounter(
  { stderr, variables }: Environment,
  silent: boolean,
  facts: () => { readonly all: Measurements; readonly times: number },
): { readonly stop: () => void } {
  if (silent || !stderr.isTTY || variables.TERM === 'dumb') return { stop() {} };
  let shown = false;
  const timer = setInterval(() => {
    if (isInBackground()) return;
    const { all, times } = facts();
    const errors = all.errors > 0 ? `, ${countText(all.errors)} errors` : '';
    stderr.write(`\r${countText(all.responses)} of ${countText(times)}${errors}\u001b[K`);
    shown = true;
  }, countEveryMs);
  return {
    stop() {
      clearInterval(timer);
      if (shown && !isInBackground()) stderr.write('\r\u001b[K');
    },
  };
}

/** The sample of a request without a response. */
export const failedSample = (failure: Failure): Sample => ({ reason: failure.text, code: exitCodeOf(failure) });

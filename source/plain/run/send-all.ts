/** Sends the requests of a run along its graph, prints each result in file order, and writes the reports. */
import { Writable } from 'node:stream';
import { type Failure, FailureError, isFailure } from '../../core/failure.js';
import type { Entry } from '../../core/http-file/document.js';
import { type GraphNode, type GraphOptions, graphOf } from '../../core/http-file/graph.js';
import { type EntryResult, Totals } from '../../core/http-file/report/result.js';
import type { Row } from '../../core/http-file/rows.js';
import { type Round, Schedule, skipReason, type Task, waitingTask } from '../../core/http-file/schedule.js';
import { fill, type Value } from '../../core/http-file/variables.js';
import type { Environment } from '../../environment.js';
import { memoryJar } from '../../io/http/cookies/jar.js';
import { cleanupLimit, pauseUnlessAborted } from '../../io/http/stop.js';
import { readRows } from '../../io/rows.js';
import { note } from '../note.js';
import { failureOf, Output } from '../output.js';
import { outputStyleOf } from '../output-style.js';
import { Painter } from '../paint.js';
import { outcomeWith } from '../report-files.js';
import { writeMeta } from '../summary.js';
import type { Run } from './context.js';
import type { LoadedFile, ScannedFile } from './loaded-file.js';
import { disabledBy, turnsOf } from './loop.js';
import { ownOrigins } from './make-request.js';
import { writeReports } from './reports.js';
import { printResult, printSummary } from './result-lines.js';
import { fileOfRows, withRow } from './rows.js';
import { type FileRun, runEntry, unsent } from './run-entry.js';
import { CollectionCaptures, type Learned, liveScope, usedResponses } from './scope.js';
import type { ChosenFile } from './verify.js';

/** Values and rows of a run. */
interface SentWith {
  /** Values given on the command line, without the columns of a row. */
  readonly typedValues: ReadonlyMap<string, Value>;
  readonly rows?: AsyncIterable<Row>;
  readonly optionsOf: (file: ScannedFile) => Promise<GraphOptions>;
}

/** A file with its graph, shared by all rounds. */
interface PlannedFile {
  readonly file: LoadedFile;
  readonly nodes: readonly GraphNode[];
  readonly usedResponseNames: ReadonlySet<string>;
}

/** A request whose output is printed when those above it have been printed. */
interface RunTask extends Task<EntryResult> {
  /** Output and summaries that have not been printed. */
  readonly pendingOutput: { text: Buffer[]; metas: unknown[] };
}

/** Returns the exit code, or the failure of an interruption. */
export async function sendAll(
  run: Run,
  chosen: readonly ChosenFile[],
  { typedValues, rows, optionsOf }: SentWith,
): Promise<number | Failure> {
  const { command, environment } = run;
  const startMs = environment.monotonic();
  const totals = new Totals();
  const results: EntryResult[] = [];
  const plannedFiles: PlannedFile[] = [];
  for (const { file, entries } of chosen)
    plannedFiles.push({ file, nodes: graphOf(entries, await optionsOf(file)), usedResponseNames: usedResponses(file) });
  const jobs = usesEarlierFiles(plannedFiles) ? 1 : command.jobs;
  const sending = new Sending(run, plannedFiles, jobs);
  const schedule = new Schedule<EntryResult, RunTask>(sending.rounds(typedValues, rows), async (result, task) => {
    for (const text of task.pendingOutput.text.splice(0)) await run.output.write(text);
    run.metas.push(...task.pendingOutput.metas.splice(0));
    totals.add(result);
    if (command.reports.length > 0) results.push(result);
    await printResult(run, result, chosen.length > 1);
  });
  // A failure to print ends the run after the current requests; the reports are still written.
  const printFailure = await failureOf(schedule.run(jobs));
  const endFailure =
    printFailure && printFailure.kind !== 'usage'
      ? printFailure
      : await failureOf(printSummary(run, totals, environment.monotonic() - startMs));
  const failures = [
    printFailure,
    ...(endFailure === printFailure ? [] : [endFailure]),
    ...(await writeReports(run, results)),
    await metaOfRun(run),
  ];
  if (!endFailure) failures.push(await failureOf(run.output.flush()));
  if (environment.signal.aborted && isFailure(environment.signal.reason))
    return outcomeWith(environment.signal.reason, failures, environment);
  return outcomeWith(totals.exitCode, failures, environment);
}

/** Sends the requests of planned files, once for each row of `--rows`. */
class Sending {
  /** Why no further requests are sent. */
  #stopReason: string | undefined;
  #afterInterruption: Pick<Run, 'environment'> | undefined;
  readonly #run: Run;
  readonly #plannedFiles: readonly PlannedFile[];
  /** True if results are printed while the requests are sent. */
  readonly #isInOrder: boolean;
  readonly #isDue: () => Promise<void>;

  constructor(run: Run, plannedFiles: readonly PlannedFile[], jobs: number) {
    this.#run = run;
    this.#plannedFiles = plannedFiles;
    this.#isInOrder = jobs === 1 && plannedFiles.every(({ nodes }) => nodes.every(hasOnlyEarlier));
    this.#isDue = pacer(run);
  }

  async *rounds(
    typedValues: ReadonlyMap<string, Value>,
    rows: AsyncIterable<Row> | undefined,
  ): AsyncGenerator<Round<RunTask>> {
    const run = this.#run;
    if (!rows) {
      yield this.#round(run);
      return;
    }
    for await (const row of rows) {
      yield this.#round({ ...run, ...withRow(run, row, typedValues), jar: memoryJar(run.environment) }, row.number);
      if (this.#isStopped) return;
    }
  }

  get #isStopped(): boolean {
    return this.#stopReason !== undefined || this.#run.environment.signal.aborted;
  }

  #round(run: Run, row?: number): Round<RunTask> {
    const captures = new CollectionCaptures();
    const tasks = this.#plannedFiles.flatMap(({ file, nodes, usedResponseNames }) => {
      const learned: Learned = { captured: captures.of(file), responses: new Map() };
      const scope = liveScope(file, run.given, run.environment, learned);
      const files: FileRun = { run, file, scope, learned, origins: ownOrigins(file, scope), usedResponseNames };
      const tasks: RunTask[] = [];
      for (const node of nodes) {
        const task: RunTask = {
          ...waitingTask,
          node,
          file: tasks,
          results: [],
          pendingOutput: { text: [], metas: [] },
          send: add => this.#perform(task, files, result => add(row === undefined ? result : { ...result, row })),
        };
        tasks.push(task);
      }
      return tasks;
    });
    return { tasks };
  }

  async #perform(task: RunTask, files: FileRun, add: (result: EntryResult) => void): Promise<void> {
    const { entry } = task.node;
    const { command, environment } = this.#run;
    const isInterrupted = environment.signal.aborted;
    const addResult = (result: EntryResult): void => {
      this.#note(task, result);
      add(result);
    };
    const skipped = skipReason(task, {
      isInterrupted,
      stopReason: this.#stopReason,
      continuesAfterFailure: command.keepGoing,
      hasValue: name => fill(`{{${name}}}`, files.scope, entry.at).missing.length === 0,
    });
    if (skipped !== undefined) return addResult({ ...unsent(files.file, entry), reason: skipped });
    if (isInterrupted) this.#afterInterruption ??= cleanupEnvironment(environment, command.output.silent);
    const timedFiles = isInterrupted ? { ...files, run: { ...files.run, ...this.#afterInterruption } } : files;
    const fileRun = this.#isInOrder ? timedFiles : { ...timedFiles, run: await holding(timedFiles.run, task) };
    const disabled = disabledBy(entry, files.scope);
    if (disabled !== undefined) return addResult({ ...unsent(files.file, entry), reason: disabled });
    const repetitions = entry.rows ? rowRuns(fileRun, entry) : turnRuns(fileRun, entry);
    if (isFailure(repetitions))
      return addResult({ ...unsent(files.file, entry), outcome: 'failed', failure: repetitions });
    for await (const { files, row } of repetitions) {
      await this.#isDue();
      const result = await runEntry(files, entry);
      addResult(row === undefined ? result : { ...result, row });
      if (this.#isStopped) return;
    }
  }

  /** Notes whether a request passed, on which the others depend. */
  #note(task: RunTask, { outcome, name, line, status = 400, failure }: EntryResult): void {
    task.isBroken ||= outcome !== 'passed' && task.node.entry.skip === undefined;
    task.isAccepted ||= outcome === 'passed' || (status < 400 && !failure);
    if (outcome === 'failed' && this.#run.command.bail)
      this.#stopReason ??= `not sent, because ${name ?? `line ${line}`} failed`;
  }
}

/** One of the times that a request is sent. */
interface Repetition {
  readonly files: FileRun;
  /** Number of the row of `# @rows`. */
  readonly row?: number;
}

function turnRuns(files: FileRun, entry: Entry): readonly Repetition[] | Failure {
  const turns = turnsOf(entry, files.scope);
  return isFailure(turns) ? turns : turns.map(scope => ({ files: { ...files, scope } }));
}

/** Yields a repetition for each row of `# @rows`. A file that cannot be read throws a `FailureError`. */
async function* rowRuns(files: FileRun, entry: Entry): AsyncGenerator<Repetition> {
  const name = fileOfRows(files.file, entry, files.scope, files.run.environment);
  if (isFailure(name)) throw new FailureError(name);
  for await (const row of readRows(name, files.run.environment)) {
    const run = { ...files.run, ...withRow(files.run, row, files.run.given) };
    yield { files: { ...files, run, scope: { ...files.scope, given: run.given, made: new Map() } }, row: row.number };
  }
}

/** Returns true if a file uses a value captured in an earlier file of its collection. Files are then sent in order. */
function usesEarlierFiles(planned: readonly PlannedFile[]): boolean {
  const captures = new Map<string, Set<string>>();
  return planned.some(({ file, nodes }) => {
    if (file.root === undefined) return false;
    const earlier = captures.get(file.root) ?? new Set();
    const isUser = [...earlier].some(name => file.text.includes(`{{${name}}}`) || file.text.includes(`{{%${name}}}`));
    for (const { entry } of nodes) for (const { name } of entry.captures) earlier.add(name);
    captures.set(file.root, earlier);
    return isUser;
  });
}

const hasOnlyEarlier = ({ waits }: GraphNode, index: number): boolean => waits.every(each => each < index);

/** Returns the environment of cleanups after an interruption. A second Ctrl-C exits without waiting for them. */
function cleanupEnvironment(environment: Environment, isSilent: boolean): Pick<Run, 'environment'> {
  const signal = cleanupLimit();
  if (!isSilent) note(environment, 'Sending cleanups. Press Ctrl-C again to exit without them.');
  return { environment: { ...environment, signal } };
}

/** A run whose output is held until the results above it have been printed. */
async function holding(run: Run, { pendingOutput }: RunTask): Promise<Run> {
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      pendingOutput.text.push(chunk);
      done();
    },
  });
  return {
    ...run,
    output: new Output(sink, 'standard output'),
    painter: await Painter.of(outputStyleOf(run.command.output, run.environment).colour),
    metas: pendingOutput.metas,
  };
}

/** Returns a function that waits until the next request may start. */
function pacer({ command, environment }: Run): () => Promise<void> {
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    if (command.delayMs === 0) return;
    const now = environment.monotonic();
    const due = Math.max(now, next);
    next = due + command.delayMs;
    if (due > now) await pauseUnlessAborted(due - now, [environment.signal], environment);
  };
}

async function metaOfRun({ command, environment, metas, output }: Run): Promise<Failure | undefined> {
  const { meta } = command.output;
  return meta === undefined ? undefined : writeMeta(meta, metas, environment, text => output.write(text));
}

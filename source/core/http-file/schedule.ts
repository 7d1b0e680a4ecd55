/** Sends the requests of a run: each as soon as those that it waits for have ended. Results are reported in file order. */
import { type GraphNode, needText } from './graph.js';

/** A request in one round of a run. `Result` is the type of its results. */
export interface Task<Result> {
  readonly node: GraphNode;
  /** All requests of its file in this round, by their index in the graph. */
  readonly file: readonly Task<Result>[];
  state: 'waiting' | 'running' | 'ended';
  /** Whether it failed, or was skipped because of a failure. */
  isBroken: boolean;
  /** Whether the server accepted it, so that there is something to clean up. */
  isAccepted: boolean;
  /** Results that have not been reported; several with `# @rows`. */
  readonly results: Result[];
  /** Sends it, and passes each result to `add`. */
  send(add: (result: Result) => void): Promise<void>;
}

/** A request that has not been sent. */
export const waitingTask = { state: 'waiting', isBroken: false, isAccepted: false } as const;

/** The state of a run that determines whether a request is sent. */
interface RunState {
  readonly isInterrupted: boolean;
  /** Why only cleanups are still sent. */
  readonly stopReason?: string | undefined;
  /**
   * True to send a request after a failed one that it needs, if all of its names have values. Cleanups are always sent in
   * this case.
   */
  readonly continuesAfterFailure: boolean;
  hasValue(name: string): boolean;
}

/** Returns the reason why a request is not sent, or undefined if it is sent. */
export function skipReason(
  { node: { entry, needs, cleansUp }, file }: Pick<Task<unknown>, 'node' | 'file'>,
  { isInterrupted, stopReason, continuesAfterFailure, hasValue }: RunState,
): string | undefined {
  if (entry.skip !== undefined) return entry.skip || '# @skip';
  // After an interruption, only cleanups that ask nothing are sent.
  if (isInterrupted && (cleansUp === undefined || entry.questions.length > 0)) return 'interrupted';
  if (stopReason !== undefined && !cleansUp) return stopReason;
  if (cleansUp && cleansUp.length > 0 && !cleansUp.some(each => file[each]?.isAccepted))
    return `nothing to clean up, because ${file[cleansUp[0] ?? 0]?.node.entry.name} did not succeed`;
  const isLenient = continuesAfterFailure || cleansUp !== undefined;
  const unmetNeed = needs.find(
    ({ on, name }) => file[on]?.isBroken && !(isLenient && (name === undefined || hasValue(name))),
  );
  const nodes = file.map(({ node }) => node);
  return unmetNeed && `needs ${needText(unmetNeed, nodes)}`;
}

/** All requests of all files, in order, with one row of `--rows`. */
export interface Round<Kind> {
  readonly tasks: readonly Kind[];
}

/** Rounds that may be open at a time, so that a slow request does not hold back the results of thousands. */
const maxRounds = 32;

/** Runs rounds with a number of tasks at a time. */
export class Schedule<Result, Kind extends Task<Result> = Task<Result>> {
  readonly #rounds: AsyncIterator<Round<Kind>>;
  readonly #report: (result: Result, task: Kind) => Promise<void>;
  readonly #open: Round<Kind>[] = [];
  #isRead = false;
  #reading: Promise<void> | undefined;
  #running = 0;
  #error: { readonly error: unknown } | undefined;
  #wake: (() => void)[] = [];
  #reporting: Promise<void> = Promise.resolve();
  /** Index of the first request in the first open round that has not been reported completely. */
  #next = 0;

  /** @param report prints a result; if it rejects, nothing further is sent */
  constructor(rounds: AsyncIterable<Round<Kind>>, report: (result: Result, task: Kind) => Promise<void>) {
    this.#rounds = rounds[Symbol.asyncIterator]();
    this.#report = report;
  }

  /** Runs everything. Rejects with the first error of a round or a report, after the running requests have ended. */
  async run(jobs: number): Promise<void> {
    await Promise.all(Array.from({ length: jobs }, () => this.#work()));
    await this.#reporting.catch(() => {});
    await this.#rounds.return?.();
    if (this.#error) throw this.#error.error;
  }

  async #work(): Promise<void> {
    for (let task = await this.#take(); task; task = await this.#take()) {
      const current = task;
      try {
        await current.send(result => {
          current.results.push(result);
          this.#flush();
        });
      } catch (error) {
        this.#error ??= { error };
      }
      current.state = 'ended';
      this.#running--;
      this.#flush();
      // With one request at a time, each is printed before the next is sent.
      await this.#reporting;
      this.#changed();
    }
  }

  async #take(): Promise<Kind | undefined> {
    while (!this.#error) {
      const task = this.#ready();
      if (task) {
        task.state = 'running';
        this.#running++;
        return task;
      }
      if (!this.#isRead && this.#open.length < maxRounds) {
        this.#reading ??= this.#read().finally(() => {
          this.#reading = undefined;
        });
        await this.#reading;
      } else if (this.#running === 0) return undefined;
      else await new Promise<void>(resolve => this.#wake.push(resolve));
    }
    return undefined;
  }

  async #read(): Promise<void> {
    try {
      const next = await this.#rounds.next();
      if (next.done) this.#isRead = true;
      else this.#open.push(next.value);
    } catch (error) {
      this.#error ??= { error };
    }
  }

  #ready(): Kind | undefined {
    for (const { tasks } of this.#open) {
      const start = tasks === this.#open[0]?.tasks ? this.#next : 0;
      for (let at = start; at < tasks.length; at++) {
        const task = tasks[at] as Kind;
        if (task.state === 'waiting' && task.node.waits.every(each => task.file[each]?.state === 'ended')) return task;
      }
    }
    return undefined;
  }

  /** Reports the results up to the first request that has not ended. */
  #flush(): void {
    this.#reporting = this.#reporting.then(async () => {
      for (let [round] = this.#open; round !== undefined; [round] = this.#open) {
        const task = round.tasks[this.#next];
        if (task === undefined) {
          this.#open.shift();
          this.#next = 0;
          continue;
        }
        const result = task.results.shift();
        if (result === undefined) {
          if (task.state !== 'ended') return;
          this.#next++;
          continue;
        }
        try {
          await this.#report(result, task);
        } catch (error) {
          this.#error ??= { error };
          return;
        }
      }
    });
  }

  #changed(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}

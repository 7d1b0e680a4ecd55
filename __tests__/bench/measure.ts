/** Run time and peak memory of complete processes. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

export interface Subject {
  readonly name: string;
  readonly command: readonly [program: string, ...argv: string[]];
  /** File for standard output. By default, output goes to a pipe that is read to its end. */
  readonly stdout?: 'ignore' | 'pipe';
  readonly variables?: Readonly<Record<string, string>>;
  /** Whether the process is expected to fail. */
  readonly fails?: true;
  /** File for standard input. */
  readonly input?: string;
  /** Called before each round, outside the measured time. */
  readonly before?: () => void;
}

export interface Run {
  readonly ms: number;
  /** Peak resident set in MiB as counted by the kernel at exit (0 if /usr/bin/time is missing). */
  readonly peakMiB: number;
}

/** Environment of all subjects, without NODE_EXTRA_CA_CERTS, which alone costs Node 20 about 30 ms. */
const cleanVariables = (home: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  LANG: 'C.UTF-8',
  no_proxy: '127.0.0.1,localhost',
});

/** Runs a subject once. Rejects if it fails, because a fast failure is not a result. */
export function runOnce(subject: Subject, home: string): Promise<Run> {
  subject.before?.();
  const input = subject.input === undefined ? undefined : openSync(subject.input, 'r');
  return new Promise((resolve, reject) => {
    const [program, ...argv] = subject.command;
    const started = process.hrtime.bigint();
    const child = spawn(program, argv, {
      cwd: home,
      env: { ...cleanVariables(home), ...subject.variables },
      stdio: [input ?? 'ignore', subject.stdout ?? 'pipe', 'pipe'],
    });
    let peakKiB = 0;
    const watch = setInterval(() => {
      peakKiB = Math.max(peakKiB, peakOf(child.pid));
    }, 20);
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.stdout?.resume();
    child.once('error', reject);
    child.once('close', code => {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      clearInterval(watch);
      if (input !== undefined) closeSync(input);
      if ((code === 0) !== (subject.fails === true)) resolve({ ms, peakMiB: peakKiB / 1024 });
      else reject(new Error(`${subject.name} ended with ${code}: ${errors}`));
    });
  });
}

/** Peak resident set of a running process in KiB. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Runs all subjects in turn, round by round, so that other load on the machine affects all of them equally. */
export async function interleaved(
  subjects: readonly Subject[],
  rounds: number,
  home: string,
): Promise<ReadonlyMap<string, readonly Run[]>> {
  const runs = new Map<string, Run[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const subject of subjects) runs.get(subject.name)?.push(await runOnce(subject, home));
    process.stderr.write(`\rround ${round + 1} of ${rounds} `);
  }
  process.stderr.write('\n');
  return runs;
}

/** Returns the median, or NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2;
}

/** Median of the ratios computed round by round. */
export const ratio = (runs: readonly Run[], base: readonly Run[]): number =>
  median(runs.map((run, i) => run.ms / (base[i]?.ms ?? NaN)));

/** Lines of a report, each available once it was measured. */
export type Lines = AsyncGenerator<string, void>;

/** A Markdown table, row by row. */
export async function* table(
  head: readonly string[],
  rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
): Lines {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  yield line(head);
  yield line(head.map(() => '---'));
  for await (const row of rows) yield line(row);
}

/** Measures the selected parts in order, with an empty line between two. */
export async function* inParts(parts: readonly string[], measures: Readonly<Record<string, () => Lines>>): Lines {
  for (const [nth, name] of parts.entries()) {
    const measure = measures[name];
    if (measure === undefined) throw new Error(`No measurement is called ${name}.`);
    if (nth > 0) yield '';
    yield* measure();
  }
}

/** Prints the number of a round to standard error if more rounds follow. Rows are printed in the last round. */
export function announceRound(round: number, rounds: number): void {
  if (round < rounds - 1) process.stderr.write(`round ${round + 1} of ${rounds}\n`);
}

/** Result of one part of the soak test, and its representation in the report. */
import { readdirSync } from 'node:fs';
import os from 'node:os';

type Pair = readonly [before: number, after: number];

export interface Result {
  readonly part: string;
  readonly done: string;
  readonly seconds: number;
  readonly heapMiB?: Pair;
  readonly codeMiB?: Pair;
  readonly descriptors?: Pair;
  readonly timers?: Pair;
  /** Number of files in the home directory: state, cache, temporary files and working directory. */
  readonly files: Pair;
  readonly idlePercent?: number;
  /** Limits that were exceeded; empty if the part passed. */
  readonly wrong: readonly string[];
}

/** Counts the files in a folder, subfolders included. */
export const filesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => !entry.isDirectory()).length;

const machine = `${os.cpus()[0]?.model.trim() ?? 'unknown processor'}, ${os.availableParallelism()} cores, ${os.type()} ${os.release()}, Node ${process.version}`;

const intro = `# Soak

\`npm run soak\` repeats everything many times: one session of the full screen (the built program in a pseudo-terminal, with real
servers), then plain commands in one home directory, and one run of many requests. Before and after each part, while the
response of one small operation is displayed, Node's inspector collects the session's garbage and measures. The limits are: the
heap without compiled code stays within 10 % of its size after a warm-up; the numbers of descriptors, timers and files (in the
state, cache, temporary and working directories) do not grow; and an idle session uses less than 0.5 % of a CPU. The last twenty
closed tabs, which can be restored, retain the schema of their server. At both measurements this is the schema of a server other
than the current one.
`;

const pair = (values: Pair | undefined, digits = 0): string =>
  values === undefined ? '' : values.map(each => each.toFixed(digits)).join(' → ');

const row = ({ done, seconds, heapMiB, codeMiB, descriptors, timers, files, idlePercent, wrong }: Result): string => {
  const cells = [
    done,
    seconds.toFixed(0),
    pair(heapMiB, 1),
    pair(codeMiB, 1),
    pair(descriptors),
    pair(timers),
    pair(files),
    idlePercent === undefined ? '' : `${idlePercent.toFixed(2)} %`,
    wrong.length === 0 ? 'met' : `**${wrong.join('; ')}**`,
  ];
  return `| ${cells.join(' | ')} |`;
};

/** Formats the report of a run. */
export const page = (results: readonly Result[], scale: number): string =>
  [
    intro,
    `Measured on ${machine}${scale === 1 ? '' : `, at ${scale} of the full number`}.`,
    '',
    '| done | seconds | heap, MiB | code, MiB | descriptors | timers | files | CPU | limits |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...results.map(row),
    '',
  ].join('\n');

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

\`npm run soak\` repeats everything very many times: one session of the full screen (the built program in a pseudo-terminal, real
servers), then plain commands in one home directory, and one run of very many requests. Before and after each part, with the
response of one small operation displayed, Node's inspector collects the session's garbage. Limits: the heap without compiled
code within 10 % of its size after a warm-up; no more descriptors, timers and files than then (files in the state, cache,
temporary and working directories); and less than 0.5 % of a CPU while idle. The twenty tabs closed last, which can be restored,
retain the schema of their server: at both measurements it is the schema of another server than the current one.
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

/** The result of a part of the soak, and its form on the page. */
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
  /** Files in the whole home: state, cache, temporary and working folder. */
  readonly files: Pair;
  readonly idlePercent?: number;
  /** The bounds that were exceeded; empty: passed. */
  readonly wrong: readonly string[];
}

/** How many files are below a folder. */
export const filesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => !entry.isDirectory()).length;

const machine = `${os.cpus()[0]?.model.trim() ?? 'unknown processor'}, ${os.availableParallelism()} cores, ${os.type()} ${os.release()}, Node ${process.version}`;

const intro = `# Soak

What is done very many times, by \`npm run soak\`: one session of the full screen (the built program on a pseudo-terminal, real
servers), then runs of the plain half in one home, and one run of very many requests. Before and after each part, with the answer of one small operation on the
screen, the session's garbage is collected through Node's inspector. Limits: the heap without compiled code within 10 % of what it
was after a warm-up, no more descriptors, timers and files than then (files: in state, cache, temporary and working folder
together), and less than 0.5 % of a processor while nobody does anything. The twenty tabs closed last, which can be brought back, keep
the schema of their server: at the first weighing, as after the switches, they are of another server than the one that is shown.
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
    wrong.length === 0 ? 'held' : `**${wrong.join('; ')}**`,
  ];
  return `| ${cells.join(' | ')} |`;
};

/** The page of a run. */
export const page = (results: readonly Result[], scale: number): string =>
  [
    intro,
    `Measured on ${machine}${scale === 1 ? '' : `, at ${scale} of the full number`}.`,
    '',
    '| done | seconds | heap, MiB | code, MiB | descriptors | timers | files | processor | limits |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...results.map(row),
    '',
  ].join('\n');

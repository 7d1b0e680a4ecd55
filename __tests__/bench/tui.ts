/** The full screen in a pseudo-terminal, compared with stock Ink 6.8 drawing the same screen in the same run. */
import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type IPty, spawn } from '@lydell/node-pty';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { type Demo, startDemo } from '../../source/demo/start.js';
import { passingFolder } from '../support/run/passing-folder.js';
import { announceRound, inParts, type Lines, median, table } from './measure.js';
import type { Measurement } from './names.js';

export const frameEnd = '\u001b[?2026l';
const variables = (home: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  LANG: 'C.UTF-8',
  CI: 'false',
});

const codeIn = (home: string): string => path.join(home, '.cache/apiclient/code');
/** V8 code cache files that each home directory starts with. */
let code: readonly string[] = [];

/** Makes every program that follows start with the V8 code cache of a previous run; the screen writes its own only after seconds. */
export async function keepCode(cli: string, folder: string, withinMs = 20_000): Promise<void> {
  const demo = (await startDemo({ port: 0 })) as Demo;
  const subject = new Subject([cli, 'graphql', `${demo.url}/graphql`], folder);
  await subject.until('books');
  const kept = codeIn(subject.home);
  const end = performance.now() + withinMs;
  while (!existsSync(kept) && performance.now() < end) await new Promise(resolve => setTimeout(resolve, 100));
  const ended = new Promise(resolve => subject.pty.onExit(resolve));
  subject.pty.kill('SIGTERM');
  await ended;
  await demo.close();
  code = existsSync(kept) ? readdirSync(kept).map(file => path.join(kept, file)) : [];
}

/** A program in a pseudo-terminal of 120x40, driven key by key. */
export class Subject {
  readonly pty: IPty;
  readonly home: string;
  #seen = '';
  #changed: () => void = () => {};
  readonly #frameEnd: string;

  /** @param other program other than Node, and the last bytes it writes for a key; `home`: home directory of a previous run */
  constructor(
    argv: readonly string[],
    folder: string,
    other: { readonly program: string; readonly frameEnd: string; readonly home?: string } = {
      program: process.execPath,
      frameEnd,
    },
  ) {
    this.#frameEnd = other.frameEnd;
    // Use a separate home directory: drafts of a previous run would change the screen.
    const home = other.home ?? mkdtempSync(path.join(folder, 'home-'));
    this.home = home;
    if (code.length > 0) mkdirSync(codeIn(home), { recursive: true, mode: 0o700 });
    if (other.home === undefined) for (const file of code) linkSync(file, path.join(codeIn(home), path.basename(file)));
    this.pty = spawn(other.program, [...argv], {
      cols: 120,
      rows: 40,
      name: 'xterm-256color',
      cwd: home,
      env: variables(home),
    });
    let tail = '';
    this.pty.onData(data => {
      // Answer each frame's status request, which may arrive in two pieces, as every terminal does.
      const text = tail + data;
      for (const _ of text.matchAll(/\u001b\[5n/g)) this.pty.write('\u001b[0n');
      tail = /\u001b(?:\[5?)?$/.exec(text)?.[0] ?? '';
      this.#seen += data;
      this.#changed();
    });
  }

  until(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`No ${JSON.stringify(text)} in: ${this.#seen.slice(-500)}`)),
        20_000,
      );
      this.#changed = () => {
        if (!this.#seen.includes(text)) return;
        clearTimeout(timer);
        this.#changed = () => {};
        resolve();
      };
      this.#changed();
    });
  }

  /** Writes a key and waits for the end of its frame. */
  async key(key: string): Promise<{ readonly ms: number; readonly bytes: number }> {
    this.#seen = '';
    const started = performance.now();
    this.pty.write(key);
    await this.until(this.#frameEnd);
    return { ms: performance.now() - started, bytes: Buffer.byteLength(this.#seen) };
  }

  /** Peak memory in MiB. */
  get peak(): number {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${this.pty.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  }
}

const repeat = (times: number, ...keys: readonly string[]): string[] =>
  Array.from({ length: times }, (_, i) => keys[i % keys.length] ?? '');

const query = `query Q {
  viewer {
    login
    name
    repositories(first: 10) {
      nodes {
        name
        url
      }
    }
  }
}`;

/** Keys by their effect. The cursor returns to the first row before each. */
const exercises: readonly (readonly [name: string, before: readonly string[], keys: readonly string[]])[] = [
  ['move', ['g', 'g'], [...repeat(28, 'j'), ...repeat(28, 'k')]],
  ['scroll', ['G', 'k', 'l'], repeat(60, 'j')],
  ['open and close', ['g', 'g', 'j', 'j', 'j'], repeat(40, 'l', 'h')],
  ['tick', ['g', 'g', 'j', 'j', 'j'], repeat(40, ' ')],
  ['type', ['2', 'i'], repeat(60, 'a', 'b', 'c', '\u007f')],
  [
    'scroll next to a query of 12 lines',
    ['\u001ba', `\u001b[200~${query}\u001b[201~`, '\u001b', '1', 'g', 'g', ...repeat(40, 'j')],
    repeat(60, 'j'),
  ],
];

export const atOf = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

export async function* bench({ parts, rounds }: Measurement): Lines {
  const home = passingFolder();
  const sdl = readFileSync(path.resolve('__tests__/support/fixtures/schemas/github.graphql'), 'utf8');
  const json = path.join(home, 'github.json');
  const answer = JSON.stringify({
    data: introspectionFromSchema(buildSchema(sdl, { assumeValid: true, assumeValidSDL: true })),
  });
  writeFileSync(json, answer);
  const cli = process.env.APICLIENT_CLI ?? path.resolve('dist/cli.cjs');
  process.env.NODE_ENV = 'production';
  await keepCode(cli, home);
  yield* inParts(parts, {
    keys: () => keyTimes(cli, json, home, rounds),
    start: () => startTimes(cli, answer, home, rounds),
    async *search() {
      yield* (await import('./search.js')).searchTimes(cli, json, home, rounds);
    },
    async *rows() {
      yield* (await import('./rows.js')).rowTimes(cli, home, rounds);
    },
    async *texts() {
      yield* (await import('./big-texts.js')).bigTextTimes(cli, json, home, rounds);
    },
    async *table() {
      yield* (await import('./tables.js')).tableTimes(cli, json, home, rounds);
    },
    async *line() {
      yield* (await import('./line.js')).lineTimes(rounds);
    },
    async *cpu() {
      yield* (await import('./cpu.js')).cpuTimes();
    },
    async *editors() {
      yield* (await import('./editors.js')).editorTimes(cli, json, home, rounds);
    },
  });
}

/** Builds the screen of stock Ink. Returns its file. */
function buildStock(): string {
  const stock = path.resolve('node_modules/.cache/apiclient-run/stock-ink.mjs');
  execFileSync(path.resolve('node_modules/.bin/esbuild'), [
    path.resolve('__tests__/bench/stock-ink.tsx'),
    '--bundle',
    '--platform=node',
    '--format=esm',
    '--packages=external',
    '--jsx=automatic',
    '--log-level=error',
    '--define:process.env.NODE_ENV="production"',
    `--outfile=${stock}`,
  ]);
  return stock;
}

/** Milliseconds and bytes from each key to the end of its frame, and peak memory. */
async function* keyTimes(cli: string, json: string, home: string, rounds: number): Lines {
  yield 'Key written to a pseudo-terminal of 120x40 to the end of its frame, GitHub schema (1,606 types), in milliseconds.';
  yield 'Stock Ink 6.8 draws the same state with the same components, one row shorter (otherwise it clears the screen for each frame).';
  yield '';
  const head = ['ours p50', 'stock p50', 'ratio', 'ours p99', 'stock p99'];
  const bytes = ['ours bytes p50', 'ours bytes max', 'stock bytes p50'];
  const peaks = new Map<string, number>();
  yield* table(['', ...head, ...bytes], keyRows(cli, json, home, rounds, peaks));
  yield '';
  yield `Peak memory: ours ${(peaks.get('apiclient') ?? 0).toFixed(0)} MiB, stock Ink ${(peaks.get('stock Ink') ?? 0).toFixed(0)} MiB.`;
}

/** @param peaks receives the peak memory of both in MiB */
async function* keyRows(
  cli: string,
  json: string,
  home: string,
  rounds: number,
  peaks: Map<string, number>,
): AsyncGenerator<readonly string[]> {
  const stock = buildStock();
  const samples = new Map<string, { readonly ms: number; readonly bytes: number }[]>();
  for (let round = 0; round < rounds; round++) {
    announceRound(round, rounds);
    const subjects = [
      ['apiclient', new Subject([cli, 'graphql', 'http://127.0.0.1:9/', '--schema', json], home)],
      ['stock Ink', new Subject([stock, json], home)],
    ] as const;
    for (const [, subject] of subjects) await subject.until('codeOfConduct');
    // graphql-js's schema is built after the first frame, outside the measured time on both sides.
    await new Promise(resolve => setTimeout(resolve, 1500));
    for (const [exercise, before, keys] of exercises) {
      for (const [name, subject] of subjects) {
        for (const key of before) {
          subject.pty.write(key);
          await new Promise(resolve => setTimeout(resolve, 60));
        }
        for (const key of keys) {
          const list = samples.get(`${exercise}/${name}`) ?? [];
          list.push(await subject.key(key));
          samples.set(`${exercise}/${name}`, list);
          // Ink draws at most 30 frames a second, so the next key is sent once it can draw again.
          await new Promise(resolve => setTimeout(resolve, name === 'stock Ink' ? 40 : 5));
        }
      }
      if (round < rounds - 1) continue;
      const ours = samples.get(`${exercise}/apiclient`) ?? [];
      const theirs = samples.get(`${exercise}/stock Ink`) ?? [];
      const ms = (list: readonly { readonly ms: number }[], share: number): number =>
        atOf(
          list.map(each => each.ms),
          share,
        );
      yield [
        exercise,
        ms(ours, 0.5).toFixed(2),
        ms(theirs, 0.5).toFixed(2),
        (ms(ours, 0.5) / ms(theirs, 0.5)).toFixed(2),
        ms(ours, 0.99).toFixed(1),
        ms(theirs, 0.99).toFixed(1),
        String(median(ours.map(each => each.bytes))),
        String(Math.max(...ours.map(each => each.bytes))),
        String(median(theirs.map(each => each.bytes))),
      ];
    }
    for (const [name, subject] of subjects) {
      peaks.set(name, Math.max(peaks.get(name) ?? 0, subject.peak));
      subject.pty.kill('SIGKILL');
    }
  }
}

/** Times the program is started in a round. */
const startsPerRound = 5;

/** Time from the given endpoint to a usable tree, compared with a script that only imports Ink, downloads and parses. */
async function* startTimes(cli: string, answer: string, home: string, rounds: number): Lines {
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  const script = path.resolve('node_modules/.cache/apiclient-run/bare-ink.mjs');
  writeFileSync(
    script,
    `import { render, Text } from 'ink'; import React from 'react'; import http from 'node:http';
const request = http.request(${JSON.stringify(url)}, { method: 'POST' }, response => {
  const chunks = []; response.on('data', chunk => chunks.push(chunk));
  response.on('end', () => { const types = JSON.parse(Buffer.concat(chunks)).data.__schema.types.length; render(React.createElement(Text, null, 'types ' + types)); });
}); request.end('{}');`,
  );
  const ours: number[] = [];
  const bare: number[] = [];
  for (let i = 0; i < rounds * startsPerRound; i++) {
    for (const [list, argv, wanted] of [
      [ours, [cli, 'graphql', url, '--refresh-schema'], 'codeOfConduct'],
      [bare, [script], 'types 1'],
    ] as const) {
      const started = performance.now();
      const subject = new Subject(argv, home);
      await subject.until(wanted);
      list.push(performance.now() - started);
      subject.pty.kill('SIGKILL');
    }
  }
  server.close();
  yield `Endpoint given until the tree is drawn, with V8’s code cache of a run before: ${median(ours).toFixed(0)} ms; a script that imports Ink, downloads the introspection and parses it: ${median(bare).toFixed(0)} ms; ratio ${median(ours.map((ms, i) => ms / (bare[i] ?? Number.NaN))).toFixed(2)}.`;
}

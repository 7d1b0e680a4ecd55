/**
 * `npm run bench [ROUNDS]` runs all benchmarks one after the other and writes the page `results/README.md`.
 * `npm run bench -- NAME [ROUNDS]` runs one benchmark, prints each line once it was measured, and writes `results/NAME.md`
 * with a description of the machine.
 * `npm run bench -- NAME PART… [ROUNDS]` measures and prints some parts of it, and writes nothing. names.ts lists the parts.
 * `npm run bench -- page` rebuilds the page from the latest results.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Lines } from './measure.js';
import { type BenchmarkName, benchmarks, type Measurement, readSelection } from './names.js';

const modules: Readonly<Record<BenchmarkName, () => Promise<{ bench(measurement: Measurement): Lines }>>> = {
  startup: () => import('./startup.js'),
  transfer: () => import('./transfer.js'),
  graphql: () => import('./graphql.js'),
  tui: () => import('./tui.js'),
  run: () => import('./requests.js'),
  search: () => import('./search.js'),
  openapi: () => import('./openapi.js'),
  packages: () => import('./packages.js'),
};

const resultOf = (name: string): string => path.resolve('__tests__/bench/results', `${name}.md`);

const machine = (): string =>
  `${os.cpus()[0]?.model.trim() ?? 'unknown processor'}, ${os.availableParallelism()} cores, ${os.type()} ${os.release()}, Node ${process.version}`;

/** Joins all results, each with the machine it was measured on. */
function writePage(): void {
  const sections = Object.entries(benchmarks).flatMap(([name, { title }]) => {
    if (!existsSync(resultOf(name))) return [];
    const [, ...lines] = readFileSync(resultOf(name), 'utf8').trimEnd().split('\n');
    return [`## ${title}`, '', `By \`npm run bench -- ${name}\`.`, ...lines.map(line => line.replace(/^#/, '##')), ''];
  });
  const intro = ['# Benchmarks', '', '`npm run bench` measures all of this and writes this page.', ''];
  writeFileSync(resultOf('README'), [...intro, ...sections].join('\n'));
}

/** Runs each benchmark in its own process, so that they do not affect each other. Returns the names of those that failed. */
function measureAll(rounds: number | undefined): readonly string[] {
  const isPackaged = existsSync('packages');
  if (!isPackaged)
    process.stderr.write('The folder packages/ does not exist. Run npm run package before measuring "packages".\n');
  const names = Object.keys(benchmarks).filter(name => name !== 'packages' || isPackaged);
  return names.filter(name => {
    process.stderr.write(`${name}\n`);
    const words = [
      'source/build/run.mjs',
      '__tests__/bench/run.ts',
      name,
      ...(rounds === undefined ? [] : [`${rounds}`]),
    ];
    return spawnSync(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0;
  });
}

/** Measures a benchmark and prints each line once it was measured. Returns the lines. */
async function measure(name: BenchmarkName, measurement: Measurement): Promise<readonly string[]> {
  const lines: string[] = [];
  const print = (line: string): void => {
    lines.push(line);
    process.stdout.write(`${line}\n`);
  };
  for (const line of [`# npm run bench -- ${name}`, '', `Measured on ${machine()}.`, '']) print(line);
  for await (const line of (await modules[name]()).bench(measurement)) print(line);
  return lines;
}

const selection = readSelection(process.argv.slice(2));
switch (selection.kind) {
  case 'page':
    writePage();
    break;
  case 'all': {
    const failed = measureAll(selection.rounds);
    writePage();
    if (failed.length > 0) {
      process.stderr.write(`Failed: ${failed.join(', ')}. The page shows their previous results.\n`);
      process.exitCode = 1;
    }
    break;
  }
  case 'problem':
    process.stderr.write(`${selection.text}\n`);
    process.exitCode = 2;
    break;
  case 'one': {
    const lines = await measure(selection.name, selection.measurement);
    if (selection.isWhole) writeFileSync(resultOf(selection.name), `${lines.join('\n')}\n`);
    // Servers of the benchmark may still listen.
    process.exit();
  }
}

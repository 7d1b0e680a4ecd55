/**
 * `npm run bench [ROUNDS]` runs all benchmarks one after the other and writes the page `results/README.md`.
 * `npm run bench -- NAME [ROUNDS]` runs one benchmark, prints it, and writes `results/NAME.md` with a description of the machine.
 * `npm run bench -- page` rebuilds the page from the latest results.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const benches: Record<string, () => Promise<{ bench(argv: readonly string[]): Promise<void> }>> = {
  startup: () => import('./startup.js'),
  transfer: () => import('./transfer.js'),
  graphql: () => import('./graphql.js'),
  tui: () => import('./tui.js'),
  run: () => import('./requests.js'),
  search: () => import('./search.js'),
  openapi: () => import('./openapi.js'),
  packages: () => import('./packages.js'),
};

/** Title of each benchmark on the page. */
const titles: Readonly<Record<string, string>> = {
  startup: 'Start-up, and TLS with default roots and with a bundle',
  transfer: 'Transfer',
  graphql: 'Events and introspection',
  tui: 'The full screen: key to frame compared with stock Ink, vim and micro, bytes per key, memory',
  run: 'A thousand requests of one file',
  search: 'Search in a large schema',
  openapi: 'Large OpenAPI descriptions on the full screen',
  packages: 'Package formats',
};

const resultOf = (name: string): string => path.resolve('__tests__/bench/results', `${name}.md`);

/** Joins all results, each with the machine it was measured on. */
function writePage(): void {
  const sections = Object.entries(titles).flatMap(([name, title]) => {
    if (!existsSync(resultOf(name))) return [];
    const [, ...lines] = readFileSync(resultOf(name), 'utf8').trimEnd().split('\n');
    return [`## ${title}`, '', `By \`npm run bench -- ${name}\`.`, ...lines.map(line => line.replace(/^#/, '##')), ''];
  });
  const intro = ['# Benchmarks', '', '`npm run bench` measures all of this and writes this page.', ''];
  writeFileSync(resultOf('README'), [...intro, ...sections].join('\n'));
}

/** Runs each benchmark in its own process, so that they do not affect each other. Returns the names of those that failed. */
function measureAll(rounds: readonly string[]): readonly string[] {
  const isPackaged = existsSync('packages');
  if (!isPackaged)
    process.stderr.write('The folder packages/ does not exist. Run npm run package before measuring "packages".\n');
  const names = Object.keys(benches).filter(name => name !== 'packages' || isPackaged);
  return names.filter(name => {
    process.stderr.write(`${name}\n`);
    const words = ['source/build/run.mjs', '__tests__/bench/run.ts', name, ...rounds];
    return spawnSync(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0;
  });
}

const [name = '', ...rest] = process.argv.slice(2);
const load = benches[name];
if (load) await (await load()).bench(rest);
else if (name === 'page') writePage();
else if (/^\d*$/.test(name)) {
  const failed = measureAll(name === '' ? [] : [name]);
  writePage();
  if (failed.length > 0) {
    process.stderr.write(`Failed: ${failed.join(', ')}. The page shows their previous results.\n`);
    process.exitCode = 1;
  }
} else {
  process.stderr.write(`npm run bench [ROUNDS], or npm run bench -- ${Object.keys(benches).join(' | ')} | page\n`);
  process.exitCode = 2;
}

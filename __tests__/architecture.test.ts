/** The import rules of source/readme.md, checked against the sources. Change a table only on purpose. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { circlesIn, graphOf, sourcesIn, upwardImports } from './support/import-graph.js';
import { withPrograms } from './support/programs.js';

const root = path.resolve('.');

const sources = sourcesIn(path.join(root, 'source'));
const sourceOf = new Map(sources.map(source => [source.file, source]));
const graph = graphOf(sources);

/** The folders of the full screen from bottom to top, as listed in source/readme.md. */
const order =
  /^ {4}(model < .*)$/m.exec(readFileSync(path.join(root, 'source/readme.md'), 'utf8'))?.[1]?.split(' < ') ?? [];

/** The room of a file: its first folder, or the second one in tui/. A file outside these folders is a room by itself. */
function roomOf(file: string): string {
  const parts = file.split('/');
  const room = parts.slice(0, parts[0] === 'tui' ? 2 : 1).join('/');
  return room.replace(/\.tsx?$/, '');
}

/** Rooms that every room of the full screen may use. */
const shared = ['core', 'tui/model', 'tui/update', 'tui/layout', 'tui/screen-words'];
const below = (room: string): readonly string[] => order.slice(0, order.indexOf(room)).map(each => `tui/${each}`);

/**
 * Allowed imports by room. `environment` is source/environment.ts, which is passed to every room that does I/O. `platform` is
 * below every room that opens files, prompts, or owns the terminal.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  core: [],
  command: ['core', 'environment'],
  platform: ['core', 'environment'],
  io: ['core', 'environment', 'platform'],
  plain: ['core', 'io', 'environment', 'platform'],
  demo: ['core', 'environment'],
  cli: ['code-cache', 'core', 'io', 'program', 'start'],
  'one-file': ['program', 'start'],
  start: ['platform', 'program'],
  'code-cache': ['platform'],
  environment: [],
  program: ['core', 'io', 'main', 'platform'],
  main: [
    'command',
    'core',
    'environment',
    'io',
    'plain',
    'platform',
    'run-complete',
    'run-context',
    'run-curl',
    'run-demo',
    'run-help',
    'run-history',
    'run-import',
    'run-screen',
  ],
  'run-complete': ['command', 'core', 'environment', 'io', 'plain'],
  'run-context': ['command', 'core', 'environment', 'io', 'plain', 'run-session'],
  'run-curl': ['command', 'core', 'environment', 'io', 'plain'],
  'run-demo': ['command', 'core', 'demo', 'environment', 'io'],
  'run-history': ['command', 'core', 'environment', 'io'],
  'run-import': ['command', 'core', 'environment', 'plain'],
  'run-screen': ['command', 'core', 'environment', 'io', 'plain', 'run-context', 'run-curl', 'run-session', 'tui/run'],
  'run-session': ['command', 'core', 'environment', 'io', 'plain'],
  'run-help': ['command', 'core', 'environment', 'io', 'plain', 'tui/app', 'tui/terminal'],
  // The man pages are generated from the program's tables.
  build: ['command', 'tui/app'],
  'tui/update': ['tui/model'],
  'tui/layout': ['core', 'tui/model'],
  'tui/screen-words': ['core'],
  'tui/theme': ['core', 'tui/model', 'tui/theme-styles'],
  'tui/theme-styles': ['core', 'tui/model'],
  'tui/store': [],
  'tui/terminal': ['core', 'environment', 'platform'],
  ...Object.fromEntries(order.map(room => [`tui/${room}`, [...shared, ...below(room)]])),
  'tui/model': ['core'],
  'tui/app': [...shared, ...below('app'), 'tui/store', 'tui/theme'],
  'tui/effects': ['core', 'io', 'environment', 'platform', 'tui/model', 'tui/screen-words', 'tui/terminal'],
  'tui/program': [
    ...['core', 'io', 'environment', 'tui/model', 'tui/app', 'tui/effects', 'tui/store', 'tui/terminal', 'tui/theme'],
  ],
  'tui/linear': [
    ...[
      'core',
      'io',
      'environment',
      'platform',
      'tui/effects',
      'tui/program',
      'tui/screen-words',
      'tui/terminal',
      'tui/theme',
    ],
    ...order.map(room => `tui/${room}`),
  ],
  'tui/run': [
    ...['core', 'environment', 'platform'],
    ...['tui/app', 'tui/effects', 'tui/linear', 'tui/program', 'tui/terminal', 'tui/theme'],
  ],
};

/**
 * Types that any room may import: the environment record, and key types of the decoder. A type is not a dependency at run time.
 */
const typesForAll = ['environment.ts', 'tui/terminal/events.ts'];

test.each(Object.entries(allowed))('%s imports only what its row allows', (room, may) => {
  const bad = sources
    .filter(({ file }) => roomOf(file) === room)
    .flatMap(({ file, imports }) =>
      imports
        .filter(each => each.ours && roomOf(each.target) !== room && !may.includes(roomOf(each.target)))
        .filter(each => !(each.typeOnly && typesForAll.includes(each.target)))
        .map(each => `${file} -> ${each.target}`),
    );
  expect(bad).toEqual([]);
});

test('every file is in a room with a row, and every row has files', () => {
  const rooms = new Set(sources.map(({ file }) => roomOf(file)));
  expect([...rooms].sort()).toEqual(Object.keys(allowed).sort());
});

test('there are no import cycles, not even between types', () => {
  expect(circlesIn(graph)).toEqual([]);
});

test('the check finds an import cycle and an upward import anywhere', () => {
  const [lowest = '', ...others] = order;
  const file = (room: string): string => sources.find(each => roomOf(each.file) === `tui/${room}`)?.file ?? '';
  const top = file(others.at(-1) ?? '');
  const spoiled = new Map([...graph, [file(lowest), [...(graph.get(file(lowest)) ?? []), top]]]);
  expect(circlesIn(spoiled)).toEqual([expect.arrayContaining([file(lowest), top])]);
  const roomIn = (each: string): string => roomOf(each).replace('tui/', '');
  expect(upwardImports(spoiled, order, roomIn)).toEqual([`${file(lowest)} -> ${top}`]);
  const made = new Map([
    ['a', ['b', 'x']],
    ['b', ['c']],
    ['c', ['b', 'a']],
    ['x', ['y']],
    ['y', []],
    ['self', ['self']],
  ]);
  expect(circlesIn(made)).toEqual([['a', 'b', 'c'], ['self']]);
});

test('the rooms of the full screen are layers, and each imports only those below it', () => {
  expect(order.length).toBeGreaterThan(10);
  expect(upwardImports(graph, order, file => (file.startsWith('tui/') ? roomOf(file).slice(4) : undefined))).toEqual(
    [],
  );
});

test('model/ contains only types, and imports no values', () => {
  const model = sources.filter(({ file }) => file.startsWith('tui/model/'));
  expect(model.length).toBeGreaterThan(10);
  for (const { file, code, imports } of model) {
    expect([file, imports.filter(each => !each.typeOnly).map(({ target }) => target)]).toEqual([file, []]);
    expect([file, /^(?:export\s+)?(?:const|let|var|function|class|enum)\b/m.exec(code)?.[0]]).toEqual([
      file,
      undefined,
    ]);
  }
});

test('no module of the full screen has a mutable variable', () => {
  const changing = sources.filter(({ file, code }) => file.startsWith('tui/') && /^(?:export\s+)?let\b/m.test(code));
  expect(changing.map(({ file }) => file)).toEqual([]);
});

test('no folder has more than thirty files on one level', () => {
  const folders = ['source', '__tests__'].flatMap(folder => [
    folder,
    ...readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter(each => each.isDirectory())
      .map(each => path.relative(root, path.join(each.parentPath, each.name))),
  ]);
  const count = (folder: string): number =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).filter(each => each.isFile()).length;
  const full = folders.filter(folder => count(folder) > 30).map(folder => `${folder}: ${count(folder)}`);
  expect(full).toEqual([]);
});

test('every import of our files resolves to a file', () => {
  const lost = sources.flatMap(({ file, imports }) =>
    imports.filter(each => each.ours && !sourceOf.has(each.target)).map(each => `${file} -> ${each.target}`),
  );
  expect(lost).toEqual([]);
});

test('core imports no Node module that does I/O', () => {
  const bad = sources
    .filter(({ file }) => roomOf(file) === 'core')
    .flatMap(({ file, imports }) =>
      imports
        .filter(each => !each.typeOnly && /^(node:|fs|net|http|os|child_process)/.test(each.target))
        .filter(
          each =>
            ![
              'node:crypto',
              'node:path',
              'node:url',
              'node:util',
              'node:buffer',
              'node:string_decoder',
              'node:vm',
            ].includes(each.target),
        )
        .map(each => `${file} -> ${each.target}`),
    );
  expect(bad).toEqual([]);
});

test('core contains no colour codes', () => {
  const bad = sources.filter(({ file, code }) => roomOf(file) === 'core' && /(\\u001b|\\x1b|\\033)\[\d/i.test(code));
  expect(bad.map(({ file }) => file)).toEqual([]);
});

test('only process-environment.ts and the entry points read the process', () => {
  const mayRead = ['platform/process-environment.ts', 'cli.ts', 'one-file.ts', 'start.ts'];
  const bad = sources.filter(
    ({ file, code, imports }) =>
      !mayRead.includes(file) &&
      (/(?<![\w.'"`-])process\.(env|argv|stdin|stdout|stderr|exit|cwd|on|once|kill|platform)\b/.test(code) ||
        imports.some(({ target }) => target === 'node:process')),
  );
  expect(bad.map(({ file }) => file)).toEqual([]);
});

test('a plain GET loads no Ink, React, GraphQL, OAuth messages or browser opener', () => {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const walk = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const each of sourceOf.get(file)?.imports ?? []) {
      if (each.typeOnly || each.dynamic) continue;
      if (each.ours) walk(each.target);
      else packages.add(each.target);
    }
  };
  walk('program.ts');
  walk('cli.ts');
  walk('one-file.ts');
  expect(seen.size).toBeGreaterThan(20);
  expect([...packages].filter(name => !name.startsWith('node:')).sort()).toEqual(['got', 'meow']);
});

test('a file of more than 400 lines gives the reason at the top', () => {
  const long = sources.filter(
    ({ text }) => text.split('\n').length > 400 && !/^\/\*\*[\s\S]{0,600}\blong\b/i.test(text),
  );
  expect(long.map(({ file, text }) => `${file}: ${text.split('\n').length}`)).toEqual([]);
});

withPrograms(['git'], () => {
  describe('published files', () => {
    let texts: readonly (readonly [file: string, text: string])[] = [];
    beforeAll(() => {
      const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
      texts = tracked
        .split('\0')
        .filter(file => file !== '' && !/\.(png|gif|gz|ico)$/.test(file))
        .map(file => [file, readFileSync(path.join(root, file), 'utf8')] as const);
    });

    test('do not contain the name of a package registry', () => {
      const registry = new RegExp(['registry', '(npmjs|yarnpkg|npmmirror)'].join('\\.'));
      expect(texts.filter(([, text]) => registry.test(text)).map(([file]) => file)).toEqual([]);
    });

    test('do not contain a folder of the machine where they were written', () => {
      const folders = new RegExp(['/(work', 'root', 'Users/[a-z]+)/'].join('|'));
      const named = texts.filter(([file]) => !file.startsWith('__tests__/support/fixtures/'));
      expect(named.filter(([, text]) => folders.test(text)).map(([file]) => file)).toEqual([]);
    });
  });
});

/** The rules of the house (source/readme.md), read from the sources themselves. Change a table only on purpose. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withPrograms } from './support/programs.js';

const root = path.resolve('.');

interface Import {
  /** Our file, relative to source/, or the package's or module's name. */
  readonly target: string;
  readonly ours: boolean;
  readonly typeOnly: boolean;
  readonly dynamic: boolean;
}

interface Source {
  /** Relative to source/. */
  readonly file: string;
  readonly text: string;
  readonly code: string;
  readonly imports: readonly Import[];
}

/** The text without comments, and with every string's inside left as it is. */
const withoutComments = (text: string): string =>
  text.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_, kept) => kept ?? '',
  );

const files = readdirSync(path.join(root, 'source'), { recursive: true, encoding: 'utf8' }).filter(file =>
  /\.tsx?$/.test(file),
);

function importsOf(file: string, code: string): Import[] {
  const made = (specifier: string, typeOnly: boolean, dynamic: boolean): Import => {
    if (!specifier.startsWith('.')) return { target: specifier, ours: false, typeOnly, dynamic };
    const stem = path.join(path.dirname(file), specifier).replace(/\.jsx?$/, '');
    const target = [`${stem}.ts`, `${stem}.tsx`].find(each => files.includes(each)) ?? stem;
    return { target, ours: true, typeOnly, dynamic };
  };
  const statements = code.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm);
  const calls = code.matchAll(/(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]\s*\)(\.\w)?/g);
  return [
    ...[...statements].map(([all, type, specifier = '']) =>
      made(specifier, type !== undefined || /^(?:import|export)\s*\{(?:\s*type\s[^,}]*,?)+\s*\}/.test(all), false),
    ),
    ...[...calls].map(([, type, specifier = '']) => made(specifier, type !== undefined, true)),
  ];
}

const sources: readonly Source[] = files.map(file => {
  const text = readFileSync(path.join(root, 'source', file), 'utf8');
  const code = withoutComments(text);
  return { file, text, code, imports: importsOf(file, code) };
});

const sourceOf = new Map(sources.map(source => [source.file, source]));

/** The rooms of the full screen. */
const rooms = [
  ...['app', 'components', 'connect', 'documents', 'identity', 'model', 'overlays', 'query', 'response', 'schema'],
  ...['text', 'variables'],
];

/** The room a file is in: its first folder, with the full screen's rooms told apart. */
function roomOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  if (first === 'tui' && second === 'effects') return 'tui/effects';
  if (first === 'tui' && (file === 'tui/layout.ts' || rooms.includes(second))) return 'tui/rooms';
  return file.includes('/') ? first : 'entry';
}

/** Who may import whom. `environment` is source/environment.ts, which every room that waits on the world is handed. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  core: [],
  command: ['core', 'environment'],
  io: ['core', 'environment'],
  plain: ['core', 'io', 'environment'],
  demo: ['core', 'environment'],
  'tui/rooms': ['core', 'theme', 'tui'],
  'tui/effects': ['core', 'io', 'environment', 'tui/rooms', 'tui'],
  tui: ['core', 'io', 'theme', 'environment', 'tui/rooms', 'tui/effects'],
};

/** Files that are rooms of their own: the world's record, and the palette of colours, which is data. */
const alone: Readonly<Record<string, string>> = { 'environment.ts': 'environment', 'tui/theme.ts': 'theme' };

const targetRoom = (target: string): string => alone[target] ?? roomOf(target);

test.each(Object.entries(allowed))('%s imports only what its place allows', (room, may) => {
  const bad = sources
    .filter(({ file }) => roomOf(file) === room)
    .flatMap(({ file, imports }) =>
      imports
        .filter(each => each.ours && targetRoom(each.target) !== room && !may.includes(targetRoom(each.target)))
        // A type is no dependency at run time: all may speak of the environment, and keys of the decoder's events.
        .filter(each => !(each.typeOnly && ['environment.ts', 'tui/terminal/events.ts'].includes(each.target)))
        .map(each => `${file} -> ${each.target}`),
    );
  expect(bad).toEqual([]);
});

test('every import of a file of ours leads to one', () => {
  const lost = sources.flatMap(({ file, imports }) =>
    imports.filter(each => each.ours && !sourceOf.has(each.target)).map(each => `${file} -> ${each.target}`),
  );
  expect(lost).toEqual([]);
});

test('core waits on nothing: no modules of Node that do', () => {
  const bad = sources
    .filter(({ file }) => roomOf(file) === 'core')
    .flatMap(({ file, imports }) =>
      imports
        .filter(each => !each.typeOnly && /^(node:|fs|net|http|os|child_process)/.test(each.target))
        .filter(
          each =>
            !['node:crypto', 'node:path', 'node:url', 'node:util', 'node:buffer', 'node:string_decoder'].includes(
              each.target,
            ),
        )
        .map(each => `${file} -> ${each.target}`),
    );
  expect(bad).toEqual([]);
});

test('core knows no colour codes', () => {
  const bad = sources.filter(({ file, code }) => roomOf(file) === 'core' && /(\\u001b|\\x1b|\\033)\[\d/i.test(code));
  expect(bad.map(({ file }) => file)).toEqual([]);
});

test('only environment.ts and the files a process begins with read the process', () => {
  const mayRead = ['environment.ts', 'cli.ts', 'one-file.ts', 'start.ts', 'demo/serve.ts'];
  const bad = sources.filter(
    ({ file, code, imports }) =>
      !mayRead.includes(file) &&
      (/(?<![\w.'"`-])process\.(env|argv|stdin|stdout|stderr|exit|cwd|on|once|kill|platform)\b/.test(code) ||
        imports.some(({ target }) => target === 'node:process')),
  );
  expect(bad.map(({ file }) => file)).toEqual([]);
});

test('what one plain GET loads holds no Ink, React, GraphQL, OAuth messages or browser opener', () => {
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

test('a file beyond 400 lines says at its top why', () => {
  const long = sources.filter(
    ({ text }) => text.split('\n').length > 400 && !/^\/\*\*[\s\S]{0,600}\blong\b/i.test(text),
  );
  expect(long.map(({ file, text }) => `${file}: ${text.split('\n').length}`)).toEqual([]);
});

withPrograms(['git'], () => {
  describe('files that are handed on', () => {
    let texts: readonly (readonly [file: string, text: string])[] = [];
    beforeAll(() => {
      const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
      texts = tracked
        .split('\0')
        .filter(file => file !== '' && !/\.(png|gif|gz|ico)$/.test(file))
        .map(file => [file, readFileSync(path.join(root, file), 'utf8')] as const);
    });

    test('name no package registry', () => {
      const registry = new RegExp(['registry', '(npmjs|yarnpkg|npmmirror)'].join('\\.'));
      expect(texts.filter(([, text]) => registry.test(text)).map(([file]) => file)).toEqual([]);
    });

    test('name no folder of the machine they were written on', () => {
      const folders = new RegExp(['/(work', 'root', 'Users/[a-z]+)/'].join('|'));
      const named = texts.filter(([file]) => !file.startsWith('__tests__/support/fixtures/'));
      expect(named.filter(([, text]) => folders.test(text)).map(([file]) => file)).toEqual([]);
    });
  });
});

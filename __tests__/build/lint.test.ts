/** The project's own rules of `npm run lint`, each with text that it must reject. */
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { oddPhrases } from '../../source/build/lint/prose.mjs';
import { temporaryFolder } from '../support/program.js';

const biome = path.resolve('node_modules/@biomejs/biome/bin/biome');

/** The linter's output for a file of source/ with this text. */
function linted(text: string) {
  const folder = temporaryFolder();
  for (const each of ['.biome.json', 'source/build/lint']) cpSync(each, path.join(folder, each), { recursive: true });
  writeFileSync(path.join(folder, 'source/x.ts'), text);
  return spawnSync(process.execPath, [biome, 'lint'], { cwd: folder, encoding: 'utf8' });
}

test('the linter rejects URL.canParse', () => {
  const expressions = [
    'URL.canParse(text)',
    "URL.canParse('/', base)",
    'texts.filter(URL.canParse)',
    'globalThis.URL.canParse(text)',
  ];
  const { status, stderr } = linted(expressions.map((each, at) => `export const x${at} = ${each};\n`).join(''));
  expect(stderr.match(/URL\.canParse answers wrongly on Node 20/g)).toHaveLength(expressions.length);
  expect(status).toBe(1);
});

test('the linter accepts readUrl', () => {
  expect(linted('export const x = readUrl(text);\n')).toMatchObject({ status: 0 });
});

test.each([
  ['x.ts', '/** Undefined: nobody said so. */', [1, 1, 1]],
  ['x.ts', "\n\nconst hint = 'The token is kept as it is.';", [3, 3]],
  ['x.ts', "const kept = 'kept';", []],
  ['x.ts', '// Connections stay open with keep-alive, and --keep-going runs the rest.', []],
  ['x.md', 'Beside it\n\n```\nwhat stands behind\n```\nand `kept` of its own', [1, 6]],
])('the prose check of %s finds the odd phrases in %j', (file, text, lines) => {
  expect(oddPhrases(file, text).map(({ line }) => line)).toEqual(lines);
});

/** The output of the pattern check for a file with this text. */
function checkedPatterns(text: string) {
  const file = path.join(temporaryFolder(), 'x.ts');
  writeFileSync(file, text);
  const words = ['source/build/lint/patterns.mjs', file];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return { status, lines: stderr.replaceAll(file, 'x.ts').split('\n').slice(0, -2) };
}

test('the pattern check rejects slow literals, slow constant strings and parts that are not constant', () => {
  const cases = [
    ['const a = /^(ab|ab)+$/;', '/^(ab|ab)+$/ takes exponential time'],
    ["const b = new RegExp('^(ab|ab)+$', 'i');", '/^(ab|ab)+$/i takes exponential time'],
    [
      `const part = String.raw\`(\\w+\\s?)+\`; const c = RegExp(\`^\${part}$\`);`,
      '/^(\\w+\\s?)+$/ takes exponential time',
    ],
    ['const d = text.split(/ +,/);', '/ +,/ takes 2nd degree polynomial time'],
    ['const e = new RegExp(given);', 'new RegExp(given) is built from parts'],
  ] as const;
  const { status, lines } = checkedPatterns(cases.map(([text]) => text).join('\n'));
  expect(lines).toEqual(cases.map(([, message]) => expect.stringContaining(message)));
  expect(status).toBe(1);
});

test('the pattern check accepts a pattern that takes linear time, and ignores other text', () => {
  expect(checkedPatterns("const x = /^a+$/; // /(a+)+$/\nconst y = '/(a+)+$/';")).toMatchObject({ status: 0 });
});

/** The rules of our own that `npm run lint` knows, each fed with what it must refuse. */
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../support/program.js';

const biome = path.resolve('node_modules/@biomejs/biome/bin/biome');

/** The linter's output for a file of source/ with this text. */
function linted(text: string) {
  const folder = temporaryFolder();
  for (const each of ['.biome.json', 'source/build/lint']) cpSync(each, path.join(folder, each), { recursive: true });
  writeFileSync(path.join(folder, 'source/x.ts'), text);
  return spawnSync(process.execPath, [biome, 'lint'], { cwd: folder, encoding: 'utf8' });
}

test.each([
  'URL.canParse(text)',
  "URL.canParse('/', base)",
  'texts.filter(URL.canParse)',
  'globalThis.URL.canParse(text)',
])('the linter refuses %s', expression => {
  const { status, stderr } = linted(`export const x = ${expression};\n`);
  expect(stderr).toContain('URL.canParse answers wrongly on Node 20');
  expect(status).toBe(1);
});

test('the linter has nothing against reading a URL otherwise', () => {
  expect(linted('export const x = readUrl(text);\n')).toMatchObject({ status: 0 });
});

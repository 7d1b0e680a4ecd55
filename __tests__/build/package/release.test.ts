/** The parts a release workflow relies on: release notes, and commands and files that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { releaseNotes } from '../../../source/build/package/release-notes.mjs';

const changelog = `# Changelog

Words.

## 1.1.0, not yet released

- new

## 1.0.0

### Fixes

- old

## 0.9.0
`;

test.each([
  ['1.0.0', '### Fixes\n\n- old'],
  ['1.1.0', undefined],
  ['0.9.0', undefined],
  ['1.0', undefined],
  ['', undefined],
])('the release notes of %j', (version, notes) => {
  expect(releaseNotes(changelog, version)).toBe(notes);
});

const folder = '.github/workflows';

test.each(readdirSync(folder))('%s runs only existing commands and files', name => {
  const text = readFileSync(path.join(folder, name), 'utf8');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
  const files = [...text.matchAll(/(?:node|run:) ((?:\.ci|source|__tests__)\/[\w./-]+)/g)].map(([, file = '']) => file);
  expect(commands.length + files.length).toBeGreaterThan(0);
  expect(commands.filter(script => scripts[script] === undefined)).toEqual([]);
  expect(files.filter(file => !existsSync(file))).toEqual([]);
});

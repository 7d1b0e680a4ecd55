/** Detection of an unchanged build, with a small project. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isUnchanged, recordBuild, sourceDigest } from '../../source/build/unchanged.mjs';
import { temporaryFolder } from '../support/folder.js';

const files = [
  'source/main.ts',
  'source/core/text.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'node_modules/got/index.js',
  'dist/cli.cjs',
];
const date = '2026-01-31';

let root: string;
const write = (file: string, content: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
};
const isCurrent = (day = date): boolean => isUnchanged(root, path.join(root, 'dist'), sourceDigest(root, day));

beforeEach(() => {
  root = temporaryFolder();
  for (const file of files) write(file, 'old');
  recordBuild(root, path.join(root, 'dist'), sourceDigest(root, date), ['node_modules/got/index.js']);
});

test('a build is current until a file changes', () => expect(isCurrent()).toBe(true));

test.each([...files, 'source/new.ts', 'dist/chunks/new.js'])('a change of %s makes a build outdated', file => {
  write(file, 'new');
  expect(isCurrent()).toBe(false);
});

test.each(files.filter(file => /^(?:source\/core|node_modules|dist)/.test(file)))('so does the removal of %s', file => {
  rmSync(path.join(root, file));
  expect(isCurrent()).toBe(false);
});

test('so does another date in the man pages, or a missing record', () => {
  expect(isCurrent('2026-02-01')).toBe(false);
  rmSync(path.join(root, 'node_modules/.cache'), { recursive: true });
  expect(isCurrent()).toBe(false);
});

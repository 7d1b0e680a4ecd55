/** On a machine with nothing but Node, the tests pass, and the last line names the skipped tests. */
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../folder.js';
import { findProgram } from '../programs.js';

/** Runs the fixture with this folder as its only PATH entry and as its temporary folder. */
function runOn(folder: string, ...flags: readonly string[]) {
  const jest = path.resolve('node_modules/jest/bin/jest.js');
  const fixture = [
    '--testMatch=**/needs-programs.ts',
    '--runTestsByPath',
    '__tests__/support/fixtures/needs-programs.ts',
  ];
  return spawnSync(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', jest, '-w', '1', ...flags, ...fixture],
    {
      encoding: 'utf8',
      env: { PATH: folder, TMPDIR: folder },
    },
  );
}

/** A folder that contains these files, all executable. */
function folderWith(...files: readonly string[]): string {
  const folder = temporaryFolder();
  for (const file of files) writeFileSync(path.join(folder, file), '#!/bin/sh\n', { mode: 0o755 });
  return folder;
}

test('tests that need a missing program are skipped, and the last line counts them', () => {
  const { status, stderr } = runOn(folderWith('fish'));
  expect(stderr.trimEnd().split('\n').at(-1)).toBe('3 tests skipped for want of tmux (1), zsh (3).');
  expect(stderr).toContain('Tests:       4 skipped, 2 passed, 6 total');
  expect(status).toBe(0);
});

test('if nothing is missing, nothing is reported', () => {
  const { stderr } = runOn(folderWith('fish', 'zsh', 'tmux'));
  expect(stderr).toContain('Tests:       3 failed, 1 skipped, 2 passed');
  expect(stderr).not.toContain('for want of');
});

test('tests excluded by -t do not count as skipped because of a missing program', () => {
  const { stderr } = runOn(folderWith(), '-t', 'needs nothing');
  expect(stderr).toContain('1 passed');
  expect(stderr).not.toContain('for want of');
});

test('a name that matches no test here is looked up in the long tests', () => {
  const { stderr } = runOn(folderWith(), '-t', 'P999');
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(
    "No test here has this name; a long one may: npm run test:long -- --testNamePattern='P999'",
  );
});

test('a run removes its temporary folders', () => {
  const folder = folderWith();
  const { stderr } = runOn(folder, '-t', 'needs nothing');
  expect(stderr).toContain('1 passed');
  expect(readdirSync(folder).filter(name => name.startsWith('apiclient'))).toEqual([]);
});

describe('a program', () => {
  const before = process.env.PATH;
  afterEach(() => {
    process.env.PATH = before;
  });

  test('is found by each of its names, in the order of the PATH', () => {
    const [first, second] = [folderWith('chromium-browser'), folderWith('fish', 'chromium-browser')];
    process.env.PATH = `:${first}:${second}`;
    expect(findProgram('chromium')).toBe(path.join(first, 'chromium-browser'));
    expect(findProgram('fish')).toBe(path.join(second, 'fish'));
    expect(findProgram('zsh')).toBeUndefined();
  });

  test('is not found if the file is not executable', () => {
    const folder = folderWith('fish');
    chmodSync(path.join(folder, 'fish'), 0o644);
    process.env.PATH = folder;
    expect(findProgram('fish')).toBeUndefined();
  });
});

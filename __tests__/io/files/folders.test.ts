import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../../source/io/files/folders.js';
import { privateFolder } from '../../../source/io/files/private-file.js';
import { testEnvironment } from '../../support/environment.js';
import { temporaryFolder } from '../../support/program.js';

test('every missing folder is created with the mode, and an existing one is accepted', async () => {
  const folder = temporaryFolder();
  await makeFolder(path.join(folder, 'a/b/c'), 0o700);
  for (const each of ['a', 'a/b', 'a/b/c']) expect(statSync(path.join(folder, each)).mode & 0o777).toBe(0o700);
  symlinkSync('a', path.join(folder, 'link'));
  await makeFolder(path.join(folder, 'link/b/d'));
  expect(statSync(path.join(folder, 'a/b/d')).isDirectory()).toBe(true);
});

test('programs that create the same folder simultaneously do not interfere', async () => {
  const deep = path.join(temporaryFolder(), 'a/b/c/d');
  await Promise.all(Array.from({ length: 20 }, () => makeFolder(deep)));
  expect(statSync(deep).isDirectory()).toBe(true);
});

test("if a folder cannot be created, the file system's error is returned", async () => {
  // In Node 20, `recursive` never returns here.
  await expect(privateFolder('/proc/none/deep/deeper', testEnvironment())).rejects.toMatchObject({ code: 'ENOENT' });
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(makeFolder(path.join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

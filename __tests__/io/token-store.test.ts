/** The token cache on disk: its permissions, the effects of crashes and manipulation, and concurrent processes. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isFailure } from '../../source/core/failure.js';
import type { StoredToken } from '../../source/core/oauth/stored-token.js';
import { reveal, secret } from '../../source/core/secret.js';
import { stateFolder } from '../../source/io/directories.js';
import {
  readToken,
  readTokens,
  removeTokens,
  tokenFile,
  withStoreLock,
  writeToken,
} from '../../source/io/token-store.js';
import { testEnvironment } from '../support/environment.js';

const token = (text: string): StoredToken => ({
  accessToken: secret(text),
  obtainedAt: 1,
  flow: 'client_credentials',
  clientId: 'c',
  server: 'https://a.example/token',
});
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

function home() {
  const environment = testEnvironment();
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  return { environment, notes, note, file: tokenFile(environment) };
}
/** Replaces the cache with a file created by another user. */
function place(file: string, text: string, mode = 0o600): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
}

test('the file and its folder are readable only by the owner, and no temporary file remains', async () => {
  const { environment, note, file } = home();
  expect(await writeToken(environment, 'k', token('t'), note)).toBeUndefined();
  expect(modeOf(file)).toBe('600');
  expect(modeOf(path.dirname(file))).toBe('700');
  expect(readdirSync(path.dirname(file))).toEqual(['tokens.json']);
  const back = await readToken(environment, 'k', note);
  expect(back && reveal(back.accessToken)).toBe('t');
});

test('forty concurrent writers lose nothing', async () => {
  const { environment, note } = home();
  const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);
  await Promise.all(keys.map(key => writeToken(environment, key, token(key), note)));
  const kept = await readTokens(environment, note);
  expect(isFailure(kept) ? kept : [...kept.keys()].sort()).toEqual([...keys].sort());
});

test('a broken file counts as empty, and the next write backs it up', async () => {
  const { environment, note, notes, file } = home();
  place(file, '{"version":1,"tokens":{"a":');
  expect(await readToken(environment, 'a', note)).toBeUndefined();
  expect(await readTokens(environment, note)).toMatchObject({
    kind: 'file',
    text: expect.stringContaining('not readable JSON'),
  });
  expect(await writeToken(environment, 'k', token('t'), note)).toBeUndefined();
  const [aside] = readdirSync(path.dirname(file)).filter(name => name.includes('broken'));
  expect(readFileSync(path.join(path.dirname(file), aside ?? ''), 'utf8')).toBe('{"version":1,"tokens":{"a":');
  expect(notes).toEqual([expect.stringContaining(`It was renamed to ${path.join(path.dirname(file), aside ?? '')}`)]);
});

test('entries unknown to this version are preserved when others change', async () => {
  const { environment, note, file } = home();
  place(file, JSON.stringify({ version: 1, tokens: { odd: { something: 'else' } } }));
  await writeToken(environment, 'k', token('t'), note);
  await removeTokens(environment, ['k'], note);
  expect(JSON.parse(readFileSync(file, 'utf8')).tokens).toEqual({ odd: { something: 'else' } });
});

test('a file of a newer version is neither read nor written', async () => {
  const { environment, note, notes, file } = home();
  const text = JSON.stringify({ version: 2, vault: 'x' });
  place(file, text);
  expect(await readToken(environment, 'k', note)).toBeUndefined();
  expect(await writeToken(environment, 'k', token('t'), note)).toMatchObject({ kind: 'file' });
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(notes[0]).toContain('newer apiclient');
});

test('a file readable by others is made private, with a note', async () => {
  const { environment, note, notes, file } = home();
  place(file, JSON.stringify({ version: 1, tokens: {} }), 0o644);
  await readToken(environment, 'k', note);
  expect(modeOf(file)).toBe('600');
  expect(notes).toEqual([expect.stringContaining('could be read by others')]);
});

test('reading makes the folder private; the target of a link is left unchanged and reported', async () => {
  const { environment, note, notes, file } = home();
  const elsewhere = path.join(environment.home, 'dotfiles.json');
  place(elsewhere, JSON.stringify({ version: 1, tokens: {} }), 0o644);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o755 });
  symlinkSync(elsewhere, file);
  await readToken(environment, 'k', note);
  expect([modeOf(path.dirname(file)), modeOf(elsewhere)]).toEqual(['700', '644']);
  expect(notes).toEqual([expect.stringContaining(`others can read. Run chmod 600 ${elsewhere}`)]);
});

test('a file writable by others is neither trusted nor changed', async () => {
  const { environment, note, notes, file } = home();
  place(file, JSON.stringify({ version: 1, tokens: {} }), 0o620);
  expect(await readToken(environment, 'k', note)).toBeUndefined();
  expect(await writeToken(environment, 'k', token('t'), note)).toMatchObject({ kind: 'file' });
  expect(modeOf(file)).toBe('620');
  expect(notes).toEqual([expect.stringContaining('can be written by others, so it is neither read nor written')]);
});

test('another user’s file is left unchanged', async () => {
  const { environment, note, notes, file } = home();
  mkdirSync(path.dirname(file), { recursive: true });
  // A file of this machine that belongs to root or, when root runs the tests, to another user.
  const foreign = process.getuid?.() === 0 ? path.join(environment.home, 'theirs') : '/etc/passwd';
  if (foreign !== '/etc/passwd') {
    writeFileSync(foreign, '{"version":1,"tokens":{}}');
    (await import('node:fs')).chownSync(foreign, 12_345, 12_345);
  }
  symlinkSync(foreign, file);
  expect(await readToken(environment, 'k', note)).toBeUndefined();
  expect(await writeToken(environment, 'k', token('t'), note)).toMatchObject({
    text: expect.stringContaining('belongs to another user'),
  });
  expect(notes[0]).toContain('belongs to another user');
});

test.each(['a FIFO', 'a folder'])('%s instead of the file is left unchanged and not waited for', async kind => {
  const { environment, note, notes, file } = home();
  mkdirSync(path.dirname(file), { recursive: true });
  if (kind === 'a folder') mkdirSync(file, { mode: 0o755 });
  else execFileSync('mkfifo', [file]);
  const before = modeOf(file);
  expect(await readToken(environment, 'k', note)).toBeUndefined();
  expect(await writeToken(environment, 'k', token('t'), note)).toMatchObject({ kind: 'file' });
  expect(notes).toEqual([expect.stringContaining('is not an ordinary file')]);
  expect(modeOf(file)).toBe(before);
});

test('if nothing can be written, the failure is reported and work continues', async () => {
  const { environment, note, file } = home();
  // A file exists where the folder should be.
  mkdirSync(path.dirname(path.dirname(file)), { recursive: true });
  writeFileSync(path.dirname(file), '');
  expect(await writeToken(environment, 'k', token('t'), note)).toMatchObject({ kind: 'file' });
  expect(await withStoreLock(environment, 'k', environment.signal, async () => 'done')).toBe('done');
});

test('a lock left by a crash is broken; work under it is sequential', async () => {
  const { environment, note, file } = home();
  const lock = `${file}.lock`;
  place(lock, '');
  const old = new Date(Date.now() - 60_000);
  utimesSync(lock, old, old);
  expect(await writeToken(environment, 'k', token('t'), note)).toBeUndefined();
  expect(existsSync(lock)).toBe(false);
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 10 }, () =>
      withStoreLock(environment, 'k', environment.signal, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise(resolve => setImmediate(resolve));
        inside -= 1;
      }),
    ),
  );
  expect(most).toBe(1);
});

test('an error of the work under the lock is not reported as one of the lock', async () => {
  const { environment } = home();
  let runs = 0;
  const work = async () => {
    runs += 1;
    throw new Error('inside');
  };
  await expect(withStoreLock(environment, 'k', environment.signal, work)).rejects.toThrow('inside');
  expect(runs).toBe(1);
});

test.each([
  [{ platform: 'linux' }, '/home/j/.local/state/apiclient'],
  [{ platform: 'linux', variables: { XDG_STATE_HOME: '/state' } }, '/state/apiclient'],
  [{ platform: 'linux', variables: { XDG_STATE_HOME: 'relative' } }, '/home/j/.local/state/apiclient'],
  [{ platform: 'darwin' }, '/home/j/Library/Application Support/apiclient'],
] as const)('%j stores its state in %s', (more, folder) => {
  expect(stateFolder({ ...testEnvironment(), home: '/home/j', ...more })).toBe(folder);
});

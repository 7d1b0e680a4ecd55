/** `-C` with a file that is already complete: nothing is transferred, and the file is left alone. */
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer, type Seen } from '../../support/servers/http-server.js';

afterEach(closeServers);

let folder: string;
let home: string;
beforeEach(() => {
  home = temporaryFolder();
  folder = path.join(temporaryFolder(), 'work');
  mkdirSync(folder);
});

const at = (name: string) => path.join(folder, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
const files = () => readdirSync(folder).sort();
const run = (...argv: readonly string[]) => runProgram(argv, { folder, home });

interface Served {
  body: string;
  headers: Readonly<Record<string, string>>;
  /** False for a server that ignores Range. */
  hasRanges?: boolean;
  /** False for a server that ignores conditions. */
  hasConditions?: boolean;
}

/** A file server that counts the body bytes it sends. */
async function fileServer(state: Served) {
  const sent = { bytes: 0 };
  const server = await httpServer((response, { headers }: Seen) => {
    const send = (status: number, body: string, more: Readonly<Record<string, string>> = {}) => {
      sent.bytes += body.length;
      response.writeHead(status, { ...state.headers, ...more, 'content-length': body.length }).end(body);
    };
    const isSame =
      (state.headers.etag !== undefined && headers['if-none-match'] === state.headers.etag) ||
      (state.headers['last-modified'] !== undefined && headers['if-modified-since'] === state.headers['last-modified']);
    const from = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1];
    const size = state.body.length;
    if (isSame && state.hasConditions !== false) response.writeHead(304, state.headers).end();
    else if (from === undefined || state.hasRanges === false) send(200, state.body);
    else if (Number(from) >= size) send(416, '', { 'content-range': `bytes */${size}` });
    else send(206, state.body.slice(Number(from)), { 'content-range': `bytes ${from}-${size - 1}/${size}` });
  });
  return { ...server, state, sent, file: new URL('/text.txt', server.url).href };
}

const targets = [['--download'], ['-o', 'text.txt']];
const date = 'Wed, 01 Jan 2025 00:00:00 GMT';

describe.each(targets)('%s -C', (...target) => {
  test.each([
    ['an ETag', { headers: { etag: '"v1"' } }],
    ['Last-Modified', { headers: { 'last-modified': date } }],
    ['an ETag from a server that ignores conditions', { headers: { etag: '"v1"' }, hasConditions: false }],
  ])('a repeated download with %s is already complete', async (_, served) => {
    const { file, sent } = await fileServer({ body: 'some text', ...served });
    expect(await run('GET', file, ...target, '-C')).toMatchObject({ code: 0 });
    const before = statSync(at('text.txt'));
    const inServer = sent.bytes;
    const ended = await run('GET', file, ...target, '-C');
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: 'apiclient: Already complete: text.txt (9 B)\n' });
    if (!('hasConditions' in served)) expect(sent.bytes).toBe(inServer);
    expect(statSync(at('text.txt'))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
    expect(files()).toEqual(['text.txt']);
  });

  test('a new version on the server is downloaded', async () => {
    const { file, state } = await fileServer({ body: 'old', headers: { etag: '"v1"' } });
    await run('GET', file, ...target, '-C');
    Object.assign(state, { body: 'new', headers: { etag: '"v2"' } });
    expect(await run('GET', file, ...target, '-C')).toMatchObject({ code: 0 });
    expect(read(target.length === 1 ? 'text-1.txt' : 'text.txt')).toBe('new');
  });

  test('a file of another program with the same length is already complete', async () => {
    const { file } = await fileServer({ body: 'some text', headers: {} });
    writeFileSync(at('text.txt'), 'some text');
    const ended = await run('GET', file, ...target, '-C');
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: 'apiclient: Already complete: text.txt (9 B)\n' });
    expect(files()).toEqual(['text.txt']);
  });

  test('a file older than the one on the server is downloaded', async () => {
    const { file } = await fileServer({ body: 'some text', headers: { 'last-modified': date } });
    writeFileSync(at('text.txt'), 'some test');
    utimesSync(at('text.txt'), 1_000_000, 1_000_000);
    expect(await run('GET', file, ...target, '-C')).toMatchObject({ code: 0 });
    expect(read(target.length === 1 ? 'text-1.txt' : 'text.txt')).toBe('some text');
  });

  test('a file that was edited after the download is downloaded again', async () => {
    const { file } = await fileServer({ body: 'some text', headers: { etag: '"v1"' } });
    await run('GET', file, ...target, '-C');
    writeFileSync(at('text.txt'), 'some text of mine');
    expect(await run('GET', file, ...target, '-C')).toMatchObject({ code: 0 });
    expect(read(target.length === 1 ? 'text-1.txt' : 'text.txt')).toBe('some text');
  });
});

test('`-o FILE -C` asks for nothing but the bytes after the end of FILE, with `--fail` as well', async () => {
  const { file, seen, sent } = await fileServer({ body: 'some text', headers: {} });
  writeFileSync(at('f'), 'some text');
  expect(await run('GET', file, '-o', 'f', '-C', '--fail', '--check-status')).toMatchObject({ code: 0 });
  expect([seen.map(({ headers }) => headers.range), sent.bytes]).toEqual([['bytes=9-'], 0]);
});

test('`-o FILE -C` replaces a FILE that is only a part of the one on the server', async () => {
  const { file, seen } = await fileServer({ body: 'some text', headers: {} });
  writeFileSync(at('f'), 'same');
  const ended = await run('GET', file, '-o', 'f', '-C');
  expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('f is downloaded from the start') });
  expect([read('f'), seen.map(({ headers }) => headers.range)]).toEqual(['some text', ['bytes=4-', undefined]]);
});

test('`-o FILE` without -C replaces a complete file', async () => {
  const { file, seen } = await fileServer({ body: 'some text', headers: { etag: '"v1"' } });
  await run('GET', file, '-o', 'f', '-C');
  expect(await run('GET', file, '-o', 'f')).toMatchObject({ stderr: 'apiclient: saved f (9 B)\n' });
  expect(seen[1]?.headers).not.toHaveProperty('if-none-match');
});

test('the list of complete downloads contains no URL and is readable by its owner only', async () => {
  const { file } = await fileServer({ body: 'some text', headers: { etag: '"v1"' } });
  const variables = { XDG_STATE_HOME: home };
  await runProgram(['GET', `${file}?key=secret`, '-o', 'f', '-C'], { folder, variables });
  const list = path.join(home, 'apiclient', 'downloads.json');
  expect(readFileSync(list, 'utf8')).toContain('\\"v1\\"');
  expect(readFileSync(list, 'utf8')).not.toMatch(/secret|127\.0\.0\.1/);
  expect(statSync(list).mode & 0o777).toBe(0o600);
});

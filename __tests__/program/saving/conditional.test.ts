/** `--etag-save`, `--etag-compare` and `-z`: existing content is not fetched again, and never lost. */
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer, type Seen } from '../../support/servers/http-server.js';

afterEach(closeServers);

let folder: string;
beforeEach(() => {
  folder = path.join(temporaryFolder(), 'work');
  mkdirSync(folder);
});

const at = (name: string) => path.join(folder, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
const run = (...argv: readonly string[]) => runProgram(argv, { folder });

/** A document with a tag and a date, as file servers send them. */
async function documentServer(tag: string | undefined = '"v1"', body = 'one\n') {
  const state = { tag, body };
  const server = await httpServer((response, { headers }: Seen) => {
    const known = state.tag !== undefined && headers['if-none-match'] === state.tag;
    const since = headers['if-modified-since'];
    const fresh = since !== undefined && Date.parse(since) >= Date.UTC(2024, 0, 1);
    response.writeHead(known || fresh ? 304 : 200, state.tag === undefined ? {} : { etag: state.tag });
    response.end(known || fresh ? '' : state.body);
  });
  return { ...server, state };
}

test.each(['-o', '--download'])('a 304 is never saved over a file: %s', async flag => {
  const { url } = await documentServer();
  writeFileSync(at('page'), 'mine\n');
  const target = flag === '-o' ? ['-o', 'page'] : ['--download'];
  const ended = await run('GET', new URL('/page', url).href, ...target, '-H', 'If-None-Match: "v1"');
  expect(ended).toMatchObject({ code: 0, stdout: '' });
  expect(ended.stderr).toContain('304: the response has not changed');
  expect(read('page')).toBe('mine\n');
});

test('a 304 in a run is not saved over a file either', async () => {
  const { url } = await documentServer();
  writeFileSync(at('page'), 'mine\n');
  writeFileSync(at('a.http'), `GET ${url}\nIf-None-Match: "v1"\n\n>>! ./page\n`);
  expect(await run('run', 'a.http', '--trust')).toMatchObject({ code: 0 });
  expect(read('page')).toBe('mine\n');
});

test('with a stored tag, the second request transfers no body, and the third gets the new content', async () => {
  const { url, seen, state } = await documentServer();
  const line = ['GET', url, '-o', 'page', '--etag-save', 'tag', '--etag-compare', 'tag'];
  expect(await run(...line)).toMatchObject({ code: 0 });
  expect([read('page'), read('tag')]).toEqual(['one\n', '"v1"\n']);
  expect(await run(...line)).toMatchObject({ code: 0 });
  expect([read('page'), read('tag')]).toEqual(['one\n', '"v1"\n']);
  Object.assign(state, { tag: 'W/"v2"', body: 'two\n' });
  expect(await run(...line)).toMatchObject({ code: 0 });
  expect([read('page'), read('tag')]).toEqual(['two\n', 'W/"v2"\n']);
  expect(seen.map(({ headers }) => headers['if-none-match'])).toEqual(['""', '"v1"', '"v1"']);
});

test('a tag without its file fetches the file', async () => {
  const { url, seen } = await documentServer();
  writeFileSync(at('tag'), '"v1"\n');
  const ended = await run('GET', url, '-o', 'page', '--etag-compare', 'tag');
  expect(ended.code).toBe(0);
  expect(ended.stderr).toContain('page does not exist');
  expect(read('page')).toBe('one\n');
  expect(seen[0]?.headers['if-none-match']).toBeUndefined();
});

test('the tag of a truncated body is not stored', async () => {
  const { url } = await httpServer(response => {
    response.writeHead(200, { etag: '"v1"', 'content-length': '100' }).write('half');
    setTimeout(() => response.destroy(), 20);
  });
  expect((await run('GET', url, '-o', 'page', '--etag-save', 'tag')).code).not.toBe(0);
  expect(existsSync(at('tag'))).toBe(false);
});

test('an error page does not replace the tag; a response without one empties the file, as in curl', async () => {
  const status = { code: 500 };
  const { url } = await httpServer(response => response.writeHead(status.code, { 'x-none': '1' }).end('text'));
  writeFileSync(at('tag'), '"v1"\n');
  await run('GET', url, '--etag-save', 'tag');
  expect(read('tag')).toBe('"v1"\n');
  status.code = 200;
  await run('GET', url, '--etag-save', 'tag');
  expect(read('tag')).toBe('');
});

test('a run stores and compares tags with # @flags', async () => {
  const { url, seen } = await documentServer();
  writeFileSync(at('a.http'), `# @flags --etag-save tag --etag-compare tag\nGET ${url}\n`);
  await run('run', 'a.http', '--trust');
  await run('run', 'a.http', '--trust');
  expect(seen.map(({ headers }) => headers['if-none-match'])).toEqual(['""', '"v1"']);
});

test('-z accepts a date, and the date of a file', async () => {
  const { url, seen } = await documentServer(undefined);
  writeFileSync(at('page'), 'mine\n');
  utimesSync(at('page'), new Date('2024-02-03T04:05:06Z'), new Date('2024-02-03T04:05:06Z'));
  expect(await run('GET', url, '-z', 'page', '-o', 'page')).toMatchObject({ code: 0 });
  expect(read('page')).toBe('mine\n');
  await run('GET', url, '-z', '1 May 2023');
  await run('GET', url, '-z', '-2023-05-01');
  const conditions = seen.map(({ headers }) => headers['if-modified-since'] ?? headers['if-unmodified-since']);
  expect(conditions).toEqual([
    'Sat, 03 Feb 2024 04:05:06 GMT',
    'Mon, 01 May 2023 00:00:00 GMT',
    'Mon, 01 May 2023 00:00:00 GMT',
  ]);
  expect(seen[2]?.headers['if-unmodified-since']).toBeDefined();
});

test('-z FILE fetches a missing file, and reports it', async () => {
  const { url, seen } = await documentServer(undefined);
  const ended = await run('GET', url, '-z', 'page', '-o', 'page');
  expect(ended.code).toBe(0);
  expect(ended.stderr).toContain('neither a date nor an existing file');
  expect(read('page')).toBe('one\n');
  expect(seen[0]?.headers['if-modified-since']).toBeUndefined();
});

test.each([
  ['a tag file of several lines', ['--etag-compare', 'tag'], 'tag does not contain a single line'],
  ['a condition given twice', ['--etag-compare', 'none', '-H', 'If-None-Match: "x"'], 'Remove one of them'],
  ['a tag that cannot be stored', ['--etag-save', 'no/tag'], 'Cannot write no/tag'],
])('%s is rejected before anything is sent', async (_, flags, words) => {
  const { url, seen } = await documentServer();
  writeFileSync(at('tag'), 'a\nb\n');
  const ended = await run('GET', url, ...flags);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain(words);
  expect(seen).toHaveLength(0);
});

test("curl's equivalent line is read the same way", async () => {
  const { url, seen } = await documentServer();
  writeFileSync(at('tag'), '"v1"\n');
  await run('curl', '-s', url, '--etag-compare', 'tag', '-z', '2023-05-01');
  expect(seen[0]?.headers).toMatchObject({
    'if-none-match': '"v1"',
    'if-modified-since': 'Mon, 01 May 2023 00:00:00 GMT',
  });
});

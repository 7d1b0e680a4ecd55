/** `--filter` and `--paginate`: values of a response, and the pages of a list. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

const shop = '{"total": 12345678901234567890, "books": [{"title": "Emma\\u001b", "price": 1.0}, {"title": "夏目"}]}';

const serve = (body: string | Buffer, type = 'application/json', status = 200) =>
  httpServer(response => response.writeHead(status, { 'content-type': type }).end(body));

describe('--filter', () => {
  test.each([
    [['--filter', '$.total'], '12345678901234567890\n'],
    [['--filter', '$.books[*].title'], '["Emma\\u001b",\n"夏目"]\n'],
    [['--filter', '$.books[*].title', '-r'], 'Emma\u001b\n夏目\n'],
    [['--filter', '$.books[0]', '--pretty', 'format'], '{\n  "title": "Emma\\u001b",\n  "price": 1.0\n}\n'],
    [['--filter', '$.books[0].price', '--pretty', 'colors'], '\u001b[35m1.0\u001b[39m\n'],
    [['--filter', '$.books', '-r'], '[{"title": "Emma\\u001b", "price": 1.0}, {"title": "夏目"}]\n'],
  ])('%j prints the selected values with their digits', async (flags, stdout) => {
    const { url } = await serve(shop);
    expect(await runProgram(['GET', url, ...flags])).toMatchObject({ code: 0, stdout, stderr: '' });
  });

  test('on a terminal, only the values are printed, made safe and coloured', async () => {
    const { url } = await serve(shop);
    const terminal = startInTerminal(['GET', url, '--filter', '$.books[0].title', '-r'], { columns: 80, rows: 10 });
    await terminal.ended;
    const screen = terminal.screen().trim();
    expect(screen).toMatch(/^Emma\S+$/);
    expect(screen).not.toContain('\u001b');
  });

  test('a path that matches nothing prints a note, and an empty array if it can match several values', async () => {
    const { url } = await serve(shop);
    const note = 'apiclient: No value matches $.no.\n';
    expect(await runProgram(['GET', url, '--filter', '$.no'])).toMatchObject({ code: 0, stdout: '', stderr: note });
    expect(await runProgram(['GET', url, '--filter', '$.no[*]'])).toMatchObject({ code: 0, stdout: '[]\n' });
  });

  test('an invalid path fails before anything is sent', async () => {
    const server = await serve(shop);
    for (const flags of [['--filter', '$.a['], ['--filter', 'title'], ['-r'], ['--filter', '$.a', '--diff', 'x']])
      expect(await runProgram(['GET', server.url, ...flags])).toMatchObject({ code: 2, stdout: '' });
    expect(server.seen).toHaveLength(0);
  });

  test('a body that is not JSON is an error with its status and position', async () => {
    const { url } = await serve('<h1>Oops</h1>', 'text/html', 500);
    const ended = await runProgram(['GET', url, '--filter', '$.a']);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).toContain(
      '--filter cannot be applied to the response (500 Internal Server Error): it is not JSON (line 1, column 1',
    );
    expect(ended.stderr).toContain('Remove --filter to print the body.');
  });

  test('JSON lines are filtered line by line, and the charset is respected', async () => {
    const lines = await serve('{"a":1}\n{"b":2}\n{"a":3.0}', 'application/x-ndjson');
    expect((await runProgram(['GET', lines.url, '--filter', '$.a'])).stdout).toBe('1\n3.0\n');
    const latin = await serve(Buffer.from('{"a":"é"}', 'latin1'), 'application/json; charset=iso-8859-1');
    expect((await runProgram(['GET', latin.url, '--filter', '$.a', '-r'])).stdout).toBe('é\n');
  });

  test('-o saves the values, -a checks the whole body, and %{size_download} counts what was received', async () => {
    const { url } = await serve(shop);
    const folder = temporaryFolder();
    const flags = ['--filter', '$.total', '-o', 'total', '-a', '$.books count == 2', '-w', '%{size_download}'];
    const ended = await runProgram(['GET', url, ...flags], { folder });
    expect(ended).toMatchObject({ code: 0, stdout: String(Buffer.byteLength(shop)) });
    expect(readFileSync(path.join(folder, 'total'), 'utf8')).toBe('12345678901234567890\n');
  });

  test('--call and graphql filter their responses', async () => {
    const { url } = await httpServer((response, { path: at }) => {
      response.setHeader('content-type', 'application/json');
      if (at === '/openapi.json')
        response.end('{"openapi":"3.1.0","info":{},"paths":{"/shop":{"get":{"operationId":"shop","responses":{}}}}}');
      else if (at === '/graphql') response.end(`{"data": ${shop}}`);
      else response.end(shop);
    });
    const called = ['openapi', `${url}/openapi.json`, '--call', 'shop', '--filter', '$.books[*].title', '-r'];
    expect((await runProgram(called)).stdout).toBe('Emma\u001b\n夏目\n');
    const query = ['graphql', `${url}/graphql`, '--query', '{ total }', '--filter', '$.data.total'];
    expect(await runProgram(query)).toMatchObject({ code: 0, stdout: '12345678901234567890\n', stderr: '' });
    expect((await runProgram([...query.slice(0, 5), '$.data.books[*].title', '-r'])).stdout).toBe('Emma\u001b\n夏目\n');
  });
});

describe('--paginate', () => {
  /** Three pages with two items each, linked with `Link` and in the body. */
  const pages = (links: (page: number) => string = page => `/items?page=${page}`) =>
    httpServer((response, { path: at }) => {
      const page = Number(/page=(\d)/.exec(at)?.[1] ?? 1);
      const next = page < 3 ? links(page + 1) : undefined;
      if (next !== undefined) response.setHeader('link', `</first>; rel="first", <${next}>; title="a, b"; rel="next"`);
      response.setHeader('content-type', 'application/json');
      response.end(`{"items": [${page}.0, ${page}1], "next": ${JSON.stringify(next ?? null)}}`);
    });
  const three =
    '{"items": [1.0, 11], "next": "/items?page=2"}\n{"items": [2.0, 21], "next": "/items?page=3"}\n{"items": [3.0, 31], "next": null}';

  test('follows Link, or --next in the body, and prints each page', async () => {
    const { url } = await pages();
    expect(await runProgram(['GET', `${url}/items`, '--paginate'])).toMatchObject({
      code: 0,
      stdout: three,
      stderr: '',
    });
    expect((await runProgram(['GET', `${url}/items`, '--paginate', '--next', '$.next'])).stdout).toBe(three);
    const filtered = ['GET', `${url}/items`, '--paginate', '--filter', '$.items[*]', '-r'];
    expect((await runProgram(filtered)).stdout).toBe('1.0\n11\n2.0\n21\n3.0\n31\n');
  });

  test('--merge joins the items in one array, which -o, -a and --filter take', async () => {
    const { url } = await pages();
    const folder = temporaryFolder();
    const merge = ['GET', `${url}/items`, '--paginate', '--merge', '$.items'];
    expect((await runProgram(merge)).stdout).toBe('[1.0,\n11,\n2.0,\n21,\n3.0,\n31]\n');
    expect((await runProgram([...merge, '--filter', '$[?@ > 20]', '-r'])).stdout).toBe('21\n31\n');
    const saved = await runProgram([...merge, '-o', 'all.json', '-a', '$ count == 6'], { folder });
    expect(saved.code).toBe(0);
    expect(JSON.parse(readFileSync(path.join(folder, 'all.json'), 'utf8'))).toHaveLength(6);
    expect(await runProgram([...merge.slice(0, 4), '$.no'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--merge $.no matches nothing in page 1.'),
    });
  });

  test('--max-pages stops and reports that more follow', async () => {
    const { url, seen } = await pages();
    const ended = await runProgram(['GET', `${url}/items`, '--paginate', '--max-pages', '2']);
    expect(ended.stdout).toBe(three.split('\n').slice(0, 2).join('\n'));
    expect(ended.stderr).toContain('Stopped after 2 pages (--max-pages), but more follow. Next: ');
    expect(seen).toHaveLength(2);
  });

  test('a loop, and a page that fails, are errors after the pages before them', async () => {
    const loop = await pages(() => '/items');
    const ended = await runProgram(['GET', `${loop.url}/items`, '--paginate']);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('Page 1 links to');
    expect(ended.stderr).toContain('which was fetched before');
    expect(loop.seen).toHaveLength(1);
    const broken = await httpServer((response, { path: at }) => {
      if (at === '/2') response.statusCode = 503;
      else response.setHeader('link', '</2>; rel=next').setHeader('etag', '"1"');
      response.end('[1]');
    });
    const folder = temporaryFolder();
    const merged = ['GET', broken.url, '--paginate', '--merge', '$', '-o', 'all.json'];
    const failed = await runProgram(merged, { folder });
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('failed with 503 Service Unavailable') });
    expect(failed.stderr).not.toContain('-C');
    expect(existsSync(path.join(folder, 'all.json'))).toBe(false);
  });

  test('credentials are sent to every page of the origin and to no other origin', async () => {
    const other = await httpServer(response => response.end('[]'));
    const away = await pages(page => (page === 2 ? '?page=2&key=k' : `${other.url}/items`));
    const argv = ['GET', `${away.url}/items`, '--paginate', '-B', 'hush', '-K', 'key=k'];
    const ended = await runProgram(argv);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('Page 2 links to another origin, which would get your credentials');
    expect(away.seen.map(({ path: at }) => at)).toEqual(['/items?key=k', '/items?page=2&key=k']);
    expect(away.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer hush', 'Bearer hush']);
    expect(other.seen).toHaveLength(0);
  });

  test('userinfo in a link is ignored', async () => {
    const named = await pages(page => (page === 2 ? `//eve:guess@${new URL(named.url).host}/items?page=2` : '?page=1'));
    const ended = await runProgram(['GET', `${named.url}/items`, '--paginate', '-u', 'ada:pw', '--max-pages', '2']);
    expect(ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining('guess') });
    const ada = `Basic ${Buffer.from('ada:pw').toString('base64')}`;
    expect(named.seen.map(({ headers }) => headers.authorization)).toEqual([ada, ada]);
  });

  test('a request that cannot be paged is refused before it is sent', async () => {
    const { url, seen } = await pages();
    for (const argv of [
      ['POST', url, '--paginate', 'a=1'],
      ['GET', url, '--next', '$.next'],
      ['GET', url, '--paginate', '--next', '$['],
      ['GET', url, '--paginate', '--max-pages', '0'],
      ['GET', url, '--paginate', '-C', '-o', 'x'],
    ])
      expect((await runProgram(argv)).code).toBe(2);
    expect(seen).toHaveLength(0);
  });
});

/** `apiclient history` and `apiclient again`: requests sent from a shell. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

/** Runs a line on a terminal, so that it is recorded. */
const type = (home: string, ...argv: string[]) =>
  runProgram(argv, { home, terminal: true, variables: { TOKEN: 'hush' } });

const stored = (home: string): string => readFileSync(path.join(home, '.local/state/apiclient/history.jsonl'), 'utf8');

test('requests from a terminal are listed newest first, found, and printed as JSON', async () => {
  const { url } = await httpServer((response, { path: at }) => response.writeHead(at === '/b' ? 404 : 200).end('x'));
  const home = temporaryFolder();
  expect(await runProgram(['history'], { home })).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'The history is empty. Requests are recorded when output is a terminal.\n',
  });
  await startInTerminal(['GET', `${url}/a`, 'x==1', '-L'], { home }).ended;
  await type(home, 'GET', `${url}/b`, '--check-status');
  await type(home, 'GET', `${url}/c`, '--curl');
  await runProgram(['GET', `${url}/piped`], { home });
  const { stdout } = await runProgram(['history'], { home });
  const [first = '', second = '', ...rest] = stdout.trimEnd().split('\n');
  expect(rest).toEqual([]);
  expect(first).toMatch(/^1\t\d{4}-\d\d-\d\d \d\d:\d\d\t404, exit code 4\t--check-status GET http:.*\/b$/);
  expect(second).toMatch(/^2\t.*\t200\t--follow GET http:.*\/a x==1$/);
  expect((await runProgram(['history', '--find', 'FOLLOW /a'], { home })).stdout).toBe(`${second}\n`);
  const found = JSON.parse((await runProgram(['history', '--json', '--find', '/b'], { home })).stdout);
  expect(found).toMatchObject([
    { number: 1, kind: 'request', url: `${url}/b`, command: ['apiclient', '--check-status', 'GET', `${url}/b`] },
  ]);
});

test('again repeats a request; items and flags replace those with the same name', async () => {
  const { url, seen } = await httpServer(response => response.end('x'));
  const home = temporaryFolder();
  await type(home, 'POST', url, 'name=Ada', 'age:=36', '-H', 'X-A: 1', '--timeout', '5', '-B', 'env:TOKEN');
  seen.length = 0;
  const again = (...argv: string[]) => runProgram(['again', ...argv], { home, variables: { TOKEN: 'hush' } });
  expect((await again()).code).toBe(0);
  expect((await again('1', 'name=Grace', '-H', 'X-A: 2', '--timeout', '9', '-u', 'me:pw')).code).toBe(0);
  expect(seen.map(({ body }) => body.toString())).toEqual(['{"name":"Ada","age":36}', '{"age":36,"name":"Grace"}']);
  expect(seen.map(({ headers }) => headers['x-a'])).toEqual(['1', '2']);
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer hush', 'Basic bWU6cHc=']);
  expect(await again('7')).toMatchObject({ code: 2, stderr: expect.stringContaining('The history has no entry 7.') });
});

test('secrets are masked, and again names the flag or item to pass', async () => {
  const { url, seen } = await httpServer(response => response.end('x'));
  const home = temporaryFolder();
  await type(home, 'GET', `${url}/?api_key=hush1`);
  await type(home, 'POST', url, '-B', 'hush2', 'password=hush3', '-H', 'X-Api-Key: hush4', 'a=b');
  await type(home, 'POST', url, '-d', '{"token":"hush5","b":1}', '-b', 'sid=hush6', '-x', '');
  await type(home, 'POST', url, '-B', 'hush7', 'a=b');
  expect(seen).toHaveLength(4);
  expect(stored(home)).not.toContain('hush');
  const again = (...argv: string[]) => runProgram(['again', ...argv], { home });
  const refused = await again('1');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('The history does not store secrets, and this request had one in --bearer.');
  expect(refused.stderr).toContain('apiclient again 1 --bearer=');
  expect((await again('3', '-B', 'x', '-H', 'X-Api-Key: y')).stderr).toContain('this request had one in password=');
  expect((await again('4')).stderr).toContain('in its URL.');
  expect((await again('2', '--json', '{}')).stderr).toContain('this request had one in --data.');
  expect((await again('1', '-B', 'new')).code).toBe(0);
  expect(seen[4]?.headers.authorization).toBe('Bearer new');
});

test('GraphQL operations and requests of the full screen are repeated, too', async () => {
  const { url, seen } = await httpServer(response => {
    response.setHeader('content-type', 'application/json');
    response.end('{"data":{"a":1}}');
  });
  const home = temporaryFolder();
  await type(home, 'graphql', url, '--query', 'query A($id: ID!) { a(id: $id) }', 'id=1');
  seen.length = 0;
  expect(await runProgram(['again', 'id=2', '--filter', '$.data.a'], { home })).toMatchObject({
    code: 0,
    stdout: '1\n',
  });
  expect(JSON.parse(seen[0]?.body.toString() ?? '')).toMatchObject({ variables: { id: '2' } });
  const screen = { at: 1, kind: 'request', variables: '', outcome: '200', took: 1, entry: 1 };
  const query = `@base = ${url}\n\n### one\nGET {{base}}/1\n\n### two\nPUT {{base}}/2\nX-A: 1\n\nhi\n`;
  writeFileSync(
    path.join(home, '.local/state/apiclient/history.jsonl'),
    `${JSON.stringify({ ...screen, url, query })}\n`,
    { mode: 0o600 },
  );
  expect((await runProgram(['again'], { home })).code).toBe(0);
  expect(seen.at(-1)).toMatchObject({ method: 'PUT', path: '/2' });
  expect(seen.at(-1)?.body.toString()).toBe('hi');
});

test('"history": false records nothing', async () => {
  const { url, seen } = await httpServer(response => response.end('x'));
  const home = temporaryFolder();
  const folder = path.join(home, '.config/apiclient');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'config.json'), '{"history": false}');
  chmodSync(path.join(folder, 'config.json'), 0o600);
  await type(home, 'GET', url);
  expect(seen).toHaveLength(1);
  expect((await runProgram(['history'], { home })).stderr).toBe(
    'The history is empty. Requests are recorded when output is a terminal.\n',
  );
});

/** `--diff`: a response compared with a file, another server, another environment of a profile. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../support/program.js';
import { closeServers, httpServer } from '../support/servers/http-server.js';

afterEach(closeServers);

const json = (text: string) => httpServer(response => response.setHeader('content-type', 'application/json').end(text));

test('differences are lines with their paths, and exit code 12; none is 0', async () => {
  const server = await json('{"b": [1, 2.0, {"c": "new\\u001b"}], "added": true}');
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'old.json'), '{"gone": null, "b": [1, 2, {"c": "old"}]}');
  writeFileSync(path.join(home, 'same.json'), '{"added":true,"b":[1,2,{"c":"new\\u001b"}]}');
  const run = (...argv: string[]) => runProgram(['GET', server.url, ...argv], { home });
  expect(await run('--diff', 'old.json')).toMatchObject({
    code: 12,
    stdout: '- .gone: null\n~ .b[2].c: "old" -> "new\\u001b"\n+ .added: true\n',
    stderr: 'apiclient: 3 differences.\n',
  });
  expect(await run('--diff', 'same.json')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'apiclient: No differences.\n',
  });
  expect(await run('--diff', 'same.json', '-s')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(await run('--diff', 'absent.json')).toMatchObject({ code: 2, stdout: '' });
  expect(await run('--diff', 'old.json', '-o', 'x')).toMatchObject({ code: 2, stdout: '' });
  expect(server.seen).toHaveLength(3);
});

test('a profile’s environment gets the same request, and never the other’s credentials', async () => {
  const dev = await json('{"a": 1}');
  const live = await json('{"a": 2}');
  const home = temporaryFolder();
  const folder = path.join(home, '.config/apiclient');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'config.json');
  const environments = { dev: {}, live: { url: live.url, flags: { bearer: 'for-live' } } };
  writeFileSync(
    file,
    JSON.stringify({ profiles: { shop: { url: dev.url, flags: { bearer: 'for-dev' }, environments } } }),
  );
  chmodSync(file, 0o600);
  const argv = ['POST', '@shop:dev/search', '--json', '{"q":1}', '-H', 'X-Api-Key: k', '-H', 'Accept-Language: de'];
  const ended = await runProgram([...argv, '--diff', '@shop:live/search'], { home });
  expect(ended).toMatchObject({ code: 12, stdout: '~ .a: 2 -> 1\n' });
  const [at] = live.seen;
  expect([at?.method, at?.path, at?.body.toString(), at?.headers['accept-language']]).toEqual([
    'POST',
    '/search',
    '{"q":1}',
    'de',
  ]);
  expect([at?.headers.authorization, at?.headers['x-api-key']]).toEqual(['Bearer for-live', undefined]);
  expect(dev.seen[0]?.headers).toMatchObject({ authorization: 'Bearer for-dev', 'x-api-key': 'k' });
  const twice = await runProgram(['POST', dev.url, '-d', '@-', '--diff', live.url], { home, input: 'x' });
  expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('standard input can be read only once') });
});

test('text that is not JSON: the first line that differs', async () => {
  const server = await httpServer(response => response.end('a\nb\nc'));
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'old'), 'a\nB\nc');
  expect(await runProgram(['GET', server.url, '--diff', 'old'], { home })).toMatchObject({
    code: 12,
    stdout: '~ line 2: B -> b\n',
  });
});

test('status and headers of two servers are compared, without those that always differ', async () => {
  const serve = (status: number, headers: Record<string, string>, body: string) =>
    httpServer(response => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body));
  const one = await serve(
    201,
    { 'X-Version': '2', 'X-New': 'y', ETag: '"2"' },
    '{"a": {"id": 2, "t": 5}, "l": [{"t": 1}]}',
  );
  const two = await serve(
    200,
    { 'X-Version': '1', 'X-Old': 'n', ETag: '"1"' },
    '{"a": {"id": 1, "t": 4}, "l": [{"t": 0}]}',
  );
  const run = (...argv: string[]) => runProgram(['GET', one.url, '--diff', two.url, '-s', ...argv]);
  expect((await run()).stdout).toBe(
    '~ status: 200 -> 201\n~ x-version: 1 -> 2\n- x-old: n\n+ x-new: y\n~ .a.id: 1 -> 2\n~ .a.t: 4 -> 5\n~ .l[0].t: 0 -> 1\n',
  );
  const ignored = ['X-New', 'x-old', 'x-version', 'status', '$..t', '$.a.id'].flatMap(text => ['--diff-ignore', text]);
  expect(await run(...ignored)).toMatchObject({ code: 0, stdout: '' });
  expect(await run('--diff-ignore', '$[')).toMatchObject({ code: 2, stdout: '' });
  expect(one.seen).toHaveLength(2);
});

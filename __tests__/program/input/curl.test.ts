/** `apiclient curl …` in the built program. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const serve = () => httpServer(response => response.end('ok'));

test('a curl line sends the same request as curl', async () => {
  const { url, seen } = await serve();
  const ended = await runProgram(['curl', '-sS', '-d', 'a=1', '-H', 'X-A: b', '-u', 'ada:pw', `${url}/x`]);
  expect(ended).toMatchObject({ code: 0, stdout: 'ok', stderr: '' });
  expect(seen[0]).toMatchObject({ method: 'POST', path: '/x' });
  expect(String(seen[0]?.body)).toBe('a=1');
});

test('flags before curl are ours: with --dry-run and --print-code nothing is sent', async () => {
  const { url, seen } = await serve();
  const shown = await runProgram(['--dry-run', 'curl', '-X', 'PUT', url, '-u', 'ada:hush']);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain('PUT ');
  expect(shown.stdout).not.toContain('hush');
  const code = await runProgram(['--print-code', 'fetch', 'curl', '-d', 'a=1', url]);
  expect(code.stdout).toContain('fetch(');
  expect(seen).toEqual([]);
});

test('checks can be added', async () => {
  const { url } = await serve();
  expect((await runProgram(['-a', 'body == ok', 'curl', url])).code).toBe(0);
  expect((await runProgram(['-a', 'body == no', 'curl', url])).code).toBe(11);
});

test('@FILE and @- read a copied line', async () => {
  const { url, seen } = await serve();
  const text = `$ curl '${url}/n' \\\n  --data-raw $'it\\'s' \\\n  --compressed | jq .\n`;
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'line.txt'), text);
  const fromFile = await runProgram(['curl', '@line.txt'], { folder });
  expect(fromFile).toMatchObject({ code: 0, stdout: 'ok' });
  expect(fromFile.stderr).toBe(
    'apiclient: Everything after the curl command is ignored, because only a shell can run it.\n',
  );
  expect((await runProgram(['-s', 'curl', '@-'], { input: text })).stderr).toBe('');
  expect(seen.map(({ body }) => String(body))).toEqual(["it's", "it's"]);
});

test('-b FILE sends the cookies of the file that match the URL, and does not change it', async () => {
  const { url, seen } = await httpServer(response => response.setHeader('set-cookie', 'sid=new').end('ok'));
  const folder = temporaryFolder();
  const file = path.join(folder, 'cookies.txt');
  const text =
    '# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tfirst\nb.test\tFALSE\t/\tFALSE\t0\tb\t1\n';
  writeFileSync(file, text);
  const host = url.replace('localhost', '127.0.0.1');
  expect(await runProgram(['curl', '-b', 'cookies.txt', host], { folder })).toMatchObject({ code: 0, stderr: '' });
  expect(await runProgram(['curl', '-b', 'absent.txt', host], { folder })).toMatchObject({ code: 0, stderr: '' });
  expect(seen.map(({ headers }) => headers.cookie)).toEqual(['sid=first', undefined]);
  for (const invalid of ['http://[::1', ':80']) {
    const ended = await runProgram(['curl', '-b', 'cookies.txt', invalid], { folder });
    expect(ended).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^apiclient: The URL (?:is not valid|has no host)/),
    });
  }
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual([text, ['cookies.txt']]);
});

test('a flag without an equivalent is reported, and nothing is sent', async () => {
  const { url, seen } = await serve();
  const ended = await runProgram(['curl', '--ntlm', '-u', 'ada:hush', url]);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain("curl's --ntlm is not supported.");
  expect(ended.stderr).not.toContain('hush');
  expect(seen).toEqual([]);
});

test('curl alone, and --help after it, explain its usage', async () => {
  for (const argv of [['curl'], ['curl', '--help'], ['help', 'curl']]) {
    const ended = await runProgram(argv);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('@FILE reads a command');
  }
});

test('a value "curl" is not a command', async () => {
  const { url, seen } = await serve();
  expect((await runProgram(['POST', url, '-d', 'curl'])).code).toBe(0);
  expect((await runProgram(['-d', 'curl', 'POST', url])).code).toBe(0);
  expect(seen.map(({ body }) => String(body))).toEqual(['curl', 'curl']);
});

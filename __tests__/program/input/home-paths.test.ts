/** `~/` after an operator, where no shell expands it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

let home: string;
let folder: string;
beforeEach(() => {
  [home, folder] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(path.join(home, 'f'), '"at home"');
});

const run = (...argv: readonly string[]) => runProgram(argv, { home, folder });

test.each([
  ['x=@~/f', ['x=@~/f'], '{"x":"\\"at home\\""}'],
  ['x:=@~/f', ['x:=@~/f'], '{"x":"at home"}'],
  ['-d @~/f', ['-d', '@~/f'], '"at home"'],
  ['--json @~/f', ['--json', '@~/f'], '"at home"'],
  ['--data-urlencode x@~/f', ['--data-urlencode', 'x@~/f'], 'x=%22at%20home%22'],
  ['-F x=@~/f', ['-F', 'x=@~/f'], '"at home"'],
  ['-F x=<~/f', ['-F', 'x=<~/f'], '"at home"'],
])('%s reads a file of the home folder', async (_, words, body) => {
  const { url, seen } = await httpServer(response => response.end());
  expect(await run('POST', url, ...words)).toMatchObject({ code: 0 });
  expect(seen[0]?.body.toString()).toContain(body);
});

test('x==@~/f reads a file of the home folder', async () => {
  const { url, seen } = await httpServer(response => response.end());
  expect(await run('GET', url, 'x==@~/f')).toMatchObject({ code: 0 });
  expect(seen[0]?.path).toBe('/?x=%22at%20home%22');
});

test('--cacert=~/f reads a file of the home folder', async () => {
  const { ca, server } = certificates();
  writeFileSync(path.join(home, 'ca.pem'), ca);
  const { url } = await httpServer(response => response.end(), server);
  expect(await run('GET', url, '--cacert=~/ca.pem')).toMatchObject({ code: 0 });
});

test.each([
  ['--output=~/new', ['--output=~/new']],
  ['-o~/new', ['-o~/new']],
  ['--meta=~/new', ['--meta=~/new']],
  ['--cookie-jar=~/new', ['--cookie-jar=~/new']],
  ['--etag-save=~/new', ['--etag-save=~/new']],
  ['--debug-log=~/new', ['--debug-log=~/new']],
  ['-w %output{~/new}', ['-w', '%output{~/new}x']],
  ['--report=json=~/new', ['--repeat=2', '--report=json=~/new']],
])('%s writes a file of the home folder', async (_, words) => {
  const { url } = await httpServer(response => response.writeHead(200, { 'set-cookie': 'a=b', etag: '"1"' }).end('x'));
  expect(await run('GET', url, ...words)).toMatchObject({ code: 0 });
  expect(existsSync(path.join(home, 'new'))).toBe(true);
});

test('--unix-socket=~/s connects to a socket of the home folder', async () => {
  const server = createServer((_, response) => void response.end('at home'));
  await new Promise<void>(resolve => server.listen(path.join(home, 's'), resolve));
  const ended = await run('GET', 'http://localhost/', '--unix-socket=~/s');
  server.close();
  expect(ended).toMatchObject({ code: 0, stdout: 'at home' });
});

test('a missing file is reported with the path as typed', async () => {
  expect(await run('POST', 'http://127.0.0.1:1/', '-d', '@~/g')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Cannot read ~/g: there is no such file.'),
  });
});

test('./~/f reads a file of a folder named ~', async () => {
  mkdirSync(path.join(folder, '~'));
  writeFileSync(path.join(folder, '~', 'f'), 'here');
  const { url, seen } = await httpServer(response => response.end());
  expect(await run('POST', url, '-d', '@./~/f')).toMatchObject({ code: 0 });
  expect(seen[0]?.body.toString()).toBe('here');
});

test.each([
  ['a body file', 'POST URL\n\n< ~/f\n'],
  ['a filled path', '@where = ~\nPOST URL\n\n< {{where}}/f\n'],
])('%s of an untrusted `.http` file never reads the home folder', async (_, text) => {
  const { url, seen } = await httpServer(response => response.end());
  writeFileSync(path.join(folder, 'a.http'), text.replace('URL', url));
  const ended = await run('run', 'a.http');
  expect(ended.code).not.toBe(0);
  expect(seen).toEqual([]);
});

/** Header lines of the user that contradict the request, and a user name without a password. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeHttp2Servers, http2Server } from '../../support/servers/http2-server.js';
import { runShell } from '../../support/shells/shell.js';

afterEach(closeServers);
afterEach(closeHttp2Servers);

const echo = () => httpServer((response, seen) => response.end(seen.body));

describe("-H 'Content-Length: …'", () => {
  test.each([
    ['5', ['-d', 'abc'], 'Content-Length is 5, but the body has 3 bytes.'],
    ['5', ['-d', 'a'], 'Content-Length is 5, but the body has 1 byte.'],
    ['2', ['-d', 'abc'], 'Content-Length is 2, but the body has 3 bytes.'],
    ['x', ['-d', 'abc'], 'Content-Length is x, but the body has 3 bytes.'],
    ['5', [], 'Content-Length is 5, but the request has no body.'],
  ])('%s is rejected with another length: %j', async (length, words, problem) => {
    const { url, seen } = await echo();
    const ended = await runProgram(['POST', url, '-H', `Content-Length: ${length}`, ...words]);
    expect(ended).toMatchObject({
      code: 2,
      stderr: `apiclient: ${problem}\n  Remove Content-Length. The correct value is sent.\n`,
    });
    expect(seen).toEqual([]);
  });

  test('is rejected over HTTP/2, too', async () => {
    const { server, caFile } = certificates();
    const { url } = await http2Server((_, response) => response.end(), server);
    const ended = await runProgram(['POST', url, '--cacert', caFile, '-d', 'abc', '-H', 'Content-Length: 5']);
    expect(ended.stderr).toContain('Content-Length is 5, but the body has 3 bytes.');
  });

  test.each([
    ['3', ['-d', 'abc'], 'abc'],
    ['0', [], ''],
  ])('%s is sent with %j', async (length, words, body) => {
    const { url } = await echo();
    const ended = await runProgram(['POST', url, '-H', `Content-Length: ${length}`, ...words]);
    expect([ended.code, ended.stdout]).toEqual([0, body]);
  });

  test.each([
    [2_500_000, 0, ''],
    [2_000_000, 1, 'Content-Length is 2000000, but the body has more bytes.'],
    [3_000_000, 1, 'Content-Length is 3000000, but the body has fewer bytes.'],
  ])('%i is checked while 2,500,000 bytes are sent from a pipe', async (length, code, problem) => {
    const { url, seen } = await httpServer(response => response.end());
    const line = `head -c 2500000 /dev/zero | apiclient POST ${url} -d @- -H 'Content-Length: ${length}'`;
    const ended = await runShell(line);
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(problem) });
    expect(seen.map(each => each.body.length)).toEqual(code === 0 ? [2_500_000] : []);
  });
});

test.each([
  ['-H', 'Range: bytes=0-3'],
  ['-H', 'range:bytes=0-3'],
])('-C is rejected with a Range header of the user: %s %s', async (...header) => {
  const { url, seen } = await echo();
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'file.part'), '12');
  writeFileSync(path.join(folder, 'file.part.json'), JSON.stringify({ url, etag: '"v1"' }));
  const ended = await runProgram(['GET', url, '-o', 'file', '-C', ...header], { folder });
  expect(ended).toMatchObject({
    code: 2,
    stderr: 'apiclient: -C sets the Range header, but the request already has one.\n  Remove -C or the Range header.\n',
  });
  expect(seen).toEqual([]);
});

test.each([
  [['http://ada@127.0.0.1:9/'], 'ada:@ in the URL'],
  [['http://127.0.0.1:9/', '-u', 'ada'], '-u ada:'],
])('a user without a password and without a terminal: %j', async (words, empty) => {
  const ended = await runProgram(['GET', ...words]);
  expect(ended).toMatchObject({
    code: 2,
    stderr: `apiclient: Password for ada: no terminal for the prompt.\n  Run the command on a terminal, or pass it with -u ada:env:NAME. For an empty password, use ${empty}.\n`,
  });
});

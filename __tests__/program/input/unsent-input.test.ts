/** Standard input of a request without a body: rejected for PUT and PATCH, noted for POST. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { withPrograms } from '../../support/programs.js';
import { tenthOf } from '../../support/property.js';
import { closeServers, httpServer, type TestServer } from '../../support/servers/http-server.js';
import { runShell } from '../../support/shells/shell.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

let server: TestServer;
let folder: string;
beforeEach(async () => {
  server = await httpServer(response => response.end('done'));
  folder = temporaryFolder();
  writeFileSync(path.join(folder, 'doc.txt'), 'precious\n');
  writeFileSync(path.join(folder, 'empty'), '');
  writeFileSync(path.join(folder, 'ids'), '1\n2\n3\n');
});
afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

const shell = (line: string) => runShell(line, { folder, variables: { URL: server.url } });
const refusal = (method: string) =>
  `apiclient: Standard input has data, but this ${method} request has no body.\n  Pass -d @- to send standard input, or -d '' to send an empty body.\n`;
const postNote =
  "apiclient: Standard input has data, but this POST request has no body. Pass -d @- to send standard input, or -d '' to send an empty body.\n";

describe.each(tenthOf(['PUT', 'PATCH']))('%s without a body', method => {
  test('is rejected if standard input is a file', async () => {
    const ended = await shell(`apiclient ${method} "$URL" < doc.txt`);
    expect(ended).toEqual({ code: 2, stdout: '', stderr: refusal(method) });
    expect(server.seen).toEqual([]);
  });
});

/** Starts the program once the pipe on its standard input has data; no other process reads that pipe. */
const filledPipe = (method: string) =>
  `mkfifo filled; { cat doc.txt; echo > filled; } | { read -r _ < filled; exec "$NODE" "$CLI" ${method} "$URL"; }`;

withPrograms(['procfs'], () => {
  test('PUT is rejected if a pipe has data', async () => {
    expect(await shell(filledPipe('PUT'))).toEqual({ code: 2, stdout: '', stderr: refusal('PUT') });
    expect(server.seen).toEqual([]);
  });

  test('PUT in a loop consumes the entire pipe, so that no later iteration gets half a line', async () => {
    const line = 'mkfifo p; exec 3<>p; cat ids > p; while read -r id; do apiclient PUT "$URL/$id"; exec 3>&-; done < p';
    expect(await shell(line)).toMatchObject({ stdout: '', stderr: refusal('PUT') });
    expect(server.seen).toEqual([]);
  });

  test('POST in a loop does not consume the loop’s pipe', async () => {
    const line = 'cat ids | while read -r id; do apiclient POST "$URL/$id"; done';
    expect(await shell(line)).toEqual({ code: 0, stdout: 'donedonedone', stderr: '' });
    expect(server.seen.map(each => each.path)).toEqual(['/1', '/2', '/3']);
  });

  test('POST prints a note if a pipe that no other process reads has data', async () => {
    expect(await shell(filledPipe('POST'))).toEqual({ code: 0, stdout: 'done', stderr: postNote });
  });

  test.each([
    ['the exhausted file of a loop', 'while read -r id; do cat > rest; apiclient PUT "$URL/$id"; done < ids'],
    ['the exhausted pipe of a loop', 'cat ids | while read -r id; do cat > rest; apiclient PUT "$URL/$id"; done'],
  ])('%s has no effect', async (_, line) => {
    expect(await shell(line)).toEqual({ code: 0, stdout: 'done', stderr: '' });
    expect(server.seen.map(each => each.path)).toEqual(['/1']);
  });
});

test('a socket on standard input, as from Node, counts as a pipe', async () => {
  // `cold` starts a process.
  const run = (method: string) => runProgram([method, server.url], { input: 'precious', cold: true });
  expect(await run('PUT')).toMatchObject({ code: 2, stderr: refusal('PUT') });
  expect((await run('POST')).stderr).toBe(postNote);
  expect(server.seen.map(each => each.method)).toEqual(['POST']);
});

test('POST without a body prints a note if standard input is a file, and none with -s', async () => {
  expect(await shell('apiclient POST "$URL" < doc.txt')).toEqual({ code: 0, stdout: 'done', stderr: postNote });
  expect(await shell('apiclient POST "$URL" -s < doc.txt')).toEqual({ code: 0, stdout: 'done', stderr: '' });
});

test.each([
  ['/dev/null', '< /dev/null'],
  ['a closed descriptor', '<&-'],
  ['an empty file', '< empty'],
  ['a pipe without data', '< p'],
])('%s has no effect', async (_, redirection) => {
  const ended = await shell(`mkfifo p; exec 3<>p; apiclient PUT "$URL" ${redirection}`);
  expect(ended).toEqual({ code: 0, stdout: 'done', stderr: '' });
  expect(server.seen.map(each => each.method)).toEqual(['PUT']);
});

test('a terminal has no effect', async () => {
  expect(await startInTerminal(['PUT', server.url]).ended).toMatchObject({ code: 0 });
  expect(server.seen).toHaveLength(1);
});

test.each([
  ['-d @-', 'precious\n'],
  ["-d ''", ''],
  ['-d other', 'other'],
])('%s is sent without an error or note', async (flags, body) => {
  for (const method of tenthOf(['PUT', 'POST'])) {
    expect(await shell(`apiclient ${method} "$URL" ${flags} < doc.txt`)).toMatchObject({ code: 0, stderr: '' });
    expect(server.seen.at(-1)?.body.toString()).toBe(body);
  }
});

test('with a password read from standard input nothing is rejected', async () => {
  const ended = await shell('apiclient PUT "$URL" -u ada:file:- < doc.txt');
  expect(ended.stderr).not.toContain('Standard input');
});

test('calling an operation names the argument that sends standard input', async () => {
  const description = {
    openapi: '3.1.0',
    info: {},
    paths: { '/': { put: { operationId: 'replace', requestBody: {} } } },
  };
  writeFileSync(path.join(folder, 'api.json'), JSON.stringify({ ...description, servers: [{ url: server.url }] }));
  expect(await shell('apiclient openapi api.json --call replace -s < doc.txt')).toEqual({
    code: 2,
    stdout: '',
    stderr: `${refusal('PUT').split('\n')[0]}\n  Pass body=@- to send standard input, or ignore it with < /dev/null.\n`,
  });
});

test.each(tenthOf(['--curl', '--dry-run']))('%s, which sends nothing, rejects nothing', async flag => {
  expect((await shell(`apiclient PUT "$URL" ${flag} < doc.txt`)).code).toBe(0);
});

/** How a response is shown: `--format-options`, `--response-charset`, `--response-type`, `--all`, detected charsets. */
import { runProgram } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(async () => {
  await closeTerminals();
  await closeServers();
});

const serve = (body: string | Buffer, type?: string) =>
  httpServer(response => response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body));

const formatted = async (url: string, ...flags: string[]): Promise<string> =>
  (await runProgram(['GET', url, '--pretty', 'format', ...flags])).stdout;

test('--format-options sets the indentation and sorts members, without changing numbers', async () => {
  const { url } = await serve('{"b": 1.0, "a": [{"d": 1, "c": 12345678901234567890}], "b": 2}', 'application/json');
  expect(await formatted(url, '--format-options', 'indent:1,sort_keys:true')).toBe(
    '{\n "a": [\n  {\n   "c": 12345678901234567890,\n   "d": 1\n  }\n ],\n "b": 1.0,\n "b": 2\n}\n',
  );
  expect(await formatted(url, '--format-options', 'json.indent:0,json.sort_keys:false')).toMatch(/^\{\n"b": 1\.0,\n/);
  const xml = await serve('<a><b/></a>', 'application/xml');
  expect(await formatted(xml.url, '--format-options', 'xml.indent:4')).toBe('<a>\n    <b/>\n</a>\n');
  const broken = await serve('{"b": 1, "a"', 'application/json');
  expect(await formatted(broken.url, '--format-options', 'sort_keys:true')).toContain('"b": 1');
});

test('--response-charset and --response-type override the response for display only', async () => {
  const { url } = await serve(Buffer.from('{"a":"é"}', 'latin1'), 'text/plain');
  const flags = ['--response-charset', 'latin1', '--response-type', 'application/json'];
  expect(await formatted(url, ...flags)).toBe('{\n  "a": "é"\n}\n');
  expect((await runProgram(['GET', url, ...flags, '--filter', '$.a', '-r'])).stdout).toBe('é\n');
  expect((await runProgram(['GET', url, ...flags])).bytes).toEqual(Buffer.from('{"a":"é"}', 'latin1'));
  expect((await runProgram(['GET', url, ...flags, '-i'])).stdout).toContain('content-type: text/plain\n');
});

test.each([
  [
    'windows-1251',
    'cff0e8e2e5f22c20eceff02120ddf2ee20e4ebe8ededfbe920f2e5eaf1f220ede020f0f3f1f1eaeeec20ffe7fbeae52e',
    'Привет',
  ],
  ['windows-1252', Buffer.from('Größe', 'latin1').toString('hex'), 'Größe'],
])('on a terminal, a text without a charset is shown as %s, with a note', async (charset, hex, shown) => {
  const { url } = await serve(Buffer.from(hex, 'hex'), 'text/plain');
  const terminal = startInTerminal(['GET', url], { columns: 100, rows: 20 });
  await terminal.ended;
  expect(terminal.screen()).toContain(shown);
  expect(terminal.screen()).toContain(
    `Shown as ${charset}, the detected charset. Pass --response-charset to change it.`,
  );
});

test('UTF-8 without a charset, also cut in a character, is not guessed', async () => {
  const { url } = await serve('é'.repeat(3000), 'text/plain');
  const terminal = startInTerminal(['GET', url, '-p', 'b'], { columns: 100, rows: 40 });
  await terminal.ended;
  expect(terminal.screen()).not.toContain('detected');
  expect(terminal.screen()).toContain('éééé');
});

test('--all prints the selected heads of every exchange of a redirect chain', async () => {
  const { url } = await httpServer((response, { path: at }) => {
    if (at === '/') response.writeHead(302, { location: '/2' }).end('gone');
    else response.end('here');
  });
  const { stdout } = await runProgram(['GET', url, '-L', '--all', '-p', 'Hhb']);
  expect(stdout.match(/^(?:GET .*|HTTP\/1\.1 \d+|here)/gm)).toEqual([
    'GET / HTTP/1.1',
    'HTTP/1.1 302',
    'GET /2 HTTP/1.1',
    'HTTP/1.1 200',
    'here',
  ]);
  expect(await runProgram(['GET', url, '--all'])).toMatchObject({ code: 2 });
});

/** A method with one typing error is sent as typed, and a note suggests the intended one. */
import { runProgram } from '../../support/program.js';
import { closeServers, rawServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

/** Node's server rejects unknown methods, so the first line is read from the socket. */
async function sent(...argv: readonly string[]) {
  const lines: string[] = [];
  const server = await rawServer(socket => {
    socket.once('data', bytes => {
      lines.push(String(bytes).split('\r\n', 1)[0] ?? '');
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
  });
  const { code, stderr } = await runProgram(argv.map(word => word.replace('URL', server.url)));
  return { code, stderr, lines };
}

test.each([
  ['GTE', 'GET'],
  ['POTS', 'POST'],
  ['PSOT', 'POST'],
  ['GETT', 'GET'],
  ['PTCH', 'PATCH'],
  ['DELETR', 'DELETE'],
])('%s is not %s', async (typed, meant) => {
  expect(await sent(typed, 'URL')).toEqual({
    code: 0,
    stderr: `apiclient: Unknown method ${typed}, sent anyway. Did you mean ${meant}?\n`,
    lines: [`${typed} / HTTP/1.1`],
  });
});

test.each([['GET'], ['PURGE'], ['PROPFIND'], ['SEARCH'], ['LINK'], ['QUERY'], ['MOVE']])(
  '%s is sent without a note',
  async method => {
    expect((await sent(method, 'URL')).stderr).not.toContain('Did you mean');
  },
);

test('-s suppresses the note', async () => {
  expect((await sent('PSOT', 'URL', '-s')).stderr).not.toContain('Did you mean');
});

test.each([
  [['login'], 'apiclient auth login --oauth2'],
  [['login', 'github'], 'apiclient auth login --oauth2'],
  [['auth', 'login'], 'apiclient auth login --oauth2'],
  [['config'], 'apiclient help configuration'],
  [['config', 'get'], 'apiclient help configuration'],
  [['update'], 'the way you installed it'],
  [['status'], 'apiclient auth status'],
  [['version'], 'apiclient --version'],
  [['GET', 'localhost:1', '-Z'], '--jobs N'],
])('%j suggests the correct line', async (argv, hint) => {
  const { code, stderr } = await runProgram(argv);
  expect([code, stderr]).toEqual([2, expect.stringContaining(hint)]);
});

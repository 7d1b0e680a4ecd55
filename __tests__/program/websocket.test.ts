/** `apiclient ws` against real WebSocket servers. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { exitCodes, failure } from '../../source/core/failure.js';
import { main } from '../../source/main.js';
import { testEnvironment } from '../support/environment.js';
import { temporaryFolder } from '../support/folder.js';
import { runProgram } from '../support/program.js';
import { closeChats, echo, chatServer as serve } from '../support/servers/chat-server.js';

afterAll(closeChats);

/** Runs the program with output on a terminal of 80 columns, without colours. */
async function onTerminal(argv: readonly string[], input = ''): Promise<string> {
  const plain = testEnvironment({ NO_COLOR: '1' }, input);
  let wrote = '';
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 }).on('data', chunk => {
    wrote += String(chunk);
  });
  expect(await main(argv, { ...plain, stdout })).toBe(0);
  return wrote;
}

test.each(['ws://', 'http://', ''])('%sHOST: sends each line and prints each message unchanged', async scheme => {
  const { host, received } = await serve(echo);
  const ended = await runProgram(['ws', `${scheme}${host}/chat`], { input: 'hello\r\n{"a":  1}\n\nlast' });
  expect(ended).toMatchObject({ code: 0, stdout: 'hello\n{"a":  1}\n\nlast\n', stderr: '' });
  expect(received).toEqual(['hello', '{"a":  1}', '', 'last', 1000]);
});

test('a character split between two chunks of the input is sent intact', async () => {
  const { host, received } = await serve(echo);
  const plain = testEnvironment();
  const stdin = new PassThrough();
  const running = main(['ws', `ws://${host}/`], { ...plain, stdin });
  const bytes = Buffer.from('h\u00e4\n');
  stdin.write(bytes.subarray(0, 2));
  stdin.end(bytes.subarray(2));
  expect(await running).toBe(0);
  expect(received).toEqual(['h\u00e4', 1000]);
});

test('JSON is formatted on a terminal, and control characters are neutralised', async () => {
  const { host } = await serve(echo);
  const wrote = await onTerminal(['ws', `ws://${host}/`], '{"a":{"b":1}}\n\u001b]52;c;eA==\u0007\n');
  expect(wrote).toContain('{\n  "a": {\n    "b": 1\n  }\n}\n');
  expect(wrote).toContain('52;c;eA==');
  expect(wrote).not.toMatch(/[\u001b\u0007]/);
});

test('a binary message is reported with its size and not printed', async () => {
  const { host } = await serve(socket => socket.send(Buffer.from([0, 1, 2])));
  const ended = await runProgram(['ws', `ws://${host}/`, '--max-events', '1']);
  expect(ended).toMatchObject({ code: 0, stdout: '', stderr: 'apiclient: binary message of 3 B\n' });
});

test('--max-events closes the connection after that many messages, not at the end of the input', async () => {
  const { host, received } = await serve(socket => {
    let sent = 0;
    const timer = setInterval(() => socket.send(String(++sent)), 5);
    socket.on('close', () => clearInterval(timer));
  });
  const ended = await runProgram(['ws', `ws://${host}/`, '--max-events', '3'], { input: 'start\n' });
  expect(ended).toMatchObject({ code: 0, stdout: '1\n2\n3\n', stderr: '' });
  expect(received[0]).toBe('start');
});

test('subprotocols are offered in order, and headers, logins and API keys go with the upgrade', async () => {
  const { host, upgrades } = await serve(echo);
  const flags = ['--subprotocol', 'mqtt', '--subprotocol', 'wamp', '-H', 'X-One: 1', '-u', 'ada:pw', '-K', 'key=v'];
  expect((await runProgram(['ws', `ws://${host}/chat`, ...flags])).code).toBe(0);
  expect(upgrades[0]?.url).toBe('/chat?key=v');
  expect(upgrades[0]?.headers).toMatchObject({
    'sec-websocket-protocol': 'mqtt,wamp',
    'x-one': '1',
    authorization: `Basic ${Buffer.from('ada:pw').toString('base64')}`,
  });
});

test('a profile supplies the URL and the login, also after an @name with a path', async () => {
  const { host, upgrades } = await serve(echo);
  const home = temporaryFolder();
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  const config = { profiles: { chat: { url: `http://${host}/api`, flags: { bearer: 'env:TOKEN' } } } };
  writeFileSync(path.join(home, '.config/apiclient/config.json'), JSON.stringify(config));
  const ended = await runProgram(['ws', '@chat/room'], { home, input: 'x', variables: { TOKEN: 'hunter2hunter2' } });
  expect(ended).toMatchObject({ code: 0, stdout: 'x\n', stderr: '' });
  expect(upgrades[0]?.url).toBe('/api/room');
  expect(upgrades[0]?.headers.authorization).toBe('Bearer hunter2hunter2');
});

test('a close code other than 1000, 1001 and 1005 is a failure, and secrets in its reason are masked', async () => {
  const { host } = await serve(socket => socket.close(1011, 'token hunter2hunter2 expired'));
  const ended = await runProgram(['ws', `ws://${host}/`, '-B', 'hunter2hunter2', '--max-events', '1']);
  expect(ended).toMatchObject({ code: exitCodes.network, stdout: '' });
  expect(ended.stderr).toMatch(
    /^apiclient: The connection was closed with 1011: internal server error \(token .* expired\)\.\n/,
  );
  expect(ended.stderr).not.toContain('hunter2');
});

test.each([
  [4401, exitCodes.login, /4401: unauthorized/],
  [4400, exitCodes.network, /4400: a server-specific code/],
])('close code %i exits with code %i', async (sent, code, text) => {
  const { host } = await serve(socket => socket.close(sent));
  const ended = await runProgram(['ws', `ws://${host}/`, '--max-events', '1']);
  expect(ended.code).toBe(code);
  expect(ended.stderr).toMatch(text);
  expect(ended.stderr).not.toMatch(/subscription|connection_init/);
});

test.each([1000, 1001, undefined])('a server that closes with %s ends the run with code 0', async sent => {
  const { host } = await serve(socket => socket.send('bye', () => socket.close(sent)));
  const ended = await runProgram(['ws', `ws://${host}/`, '--max-events', '9']);
  expect(ended).toMatchObject({ code: 0, stdout: 'bye\n', stderr: '' });
});

test.each([
  [401, exitCodes.login, /Pass credentials with -B, -u, --oauth2, -K or -H\./],
  [404, exitCodes.network, /Check the URL/],
  [302, exitCodes.network, /do not follow redirects/],
])('an upgrade refused with %i exits with code %i and a next step', async (status, code, hint) => {
  const { host } = await serve(echo, () => status);
  const ended = await runProgram(['ws', `ws://${host}/`]);
  expect(ended.code).toBe(code);
  expect(ended.stderr).toContain(`The server refused the WebSocket with ${status}`);
  expect(ended.stderr).toMatch(hint);
  expect(ended.stderr).not.toMatch(/subscription|connection_init/);
});

test('a server that chooses no subprotocol is a failure', async () => {
  const { host } = await serve(echo, ({ headers }) => {
    // The library would choose the first one.
    delete headers['sec-websocket-protocol'];
    return 101;
  });
  const ended = await runProgram(['ws', `ws://${host}/`, '--subprotocol', 'mqtt']);
  expect(ended.stderr).toBe(
    `apiclient: ws://${host}/ supports none of the offered subprotocols.\n  Pass another --subprotocol, or none.\n`,
  );
});

test('a message larger than --max-size is a failure', async () => {
  const { host } = await serve(socket => socket.send('x'.repeat(20_000)));
  const ended = await runProgram(['ws', `ws://${host}/`, '--max-size', '10k', '--max-events', '1']);
  expect(ended).toMatchObject({ code: exitCodes.limit, stdout: '' });
  expect(ended.stderr).toContain('A server message exceeds 10240 bytes.');
});

test('--timeout ends a silent connection with the exit code of a timeout', async () => {
  const { host } = await serve(() => {});
  const ended = await runProgram(['ws', `ws://${host}/`, '--max-events', '1', '--timeout', '0.2']);
  expect(ended).toMatchObject({ code: exitCodes.timeout });
  expect(ended.stderr).toContain('took longer than 0.2 s');
});

test('Ctrl-C closes the connection with 1000 and exits with code 130', async () => {
  const plain = testEnvironment();
  const { host, received, left } = await serve(socket =>
    socket.on('message', () => plain.stop.abort(failure('interrupted', 'Interrupted.'))),
  );
  const stdin = new PassThrough();
  stdin.write('x\n');
  expect(await main(['ws', `ws://${host}/`], { ...plain, stdin })).toBe(130);
  expect(await left).toBe(1000);
  expect(received[0]).toBe('x');
});

test('-v prints the upgrade with masked secrets', async () => {
  const { host } = await serve(echo);
  const ended = await runProgram(['ws', `ws://${host}/chat`, '-v', '-B', 'hunter2hunter2'], { input: 'x\n' });
  expect(ended.stdout).toMatch(/^GET \/chat HTTP\/1\.1\r?\n/);
  expect(ended.stdout).toMatch(/101 Switching Protocols/);
  expect(ended.stdout).not.toContain('hunter2');
});

test.each([
  [['ws'], /No URL after ws/],
  [['ws', 'ws://a.example', 'hello'], /takes only a URL/],
  [['ws', 'ftp://a.example'], /Only http/],
  [['ws', 'ws://a.example', '-L'], /--follow cannot be used with apiclient ws/],
  [['ws', 'ws://a.example', '-H', '@-'], /Standard input can be read only once/],
])('%j is a usage error', async (argv, text) => {
  const ended = await runProgram(argv);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(text);
});

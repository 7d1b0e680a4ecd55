/** Logins, routes, TLS flags and sessions of a WebSocket, for `apiclient ws` and for `WEBSOCKET` requests of a file. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../support/program.js';
import { certificates } from '../support/servers/certificates.js';
import { chatServer, closeChats, echo } from '../support/servers/chat-server.js';
import { closeServers, httpServer } from '../support/servers/http-server.js';
import { closeProxies, httpProxy } from '../support/servers/proxy-server.js';

afterEach(async () => {
  closeChats();
  await closeServers();
  await closeProxies();
});

const { caFile, server: certificate } = certificates();

/** Sends `hello` with `apiclient ws`, or with a request of a file. */
type Sender = (url: string, flags: readonly string[], home?: string) => ReturnType<typeof runProgram>;

const senders: readonly (readonly [name: string, send: Sender])[] = [
  ['ws', (url, flags, home = temporaryFolder()) => runProgram(['ws', url, ...flags], { input: 'hello\n', home })],
  [
    'run',
    (url, flags, home = temporaryFolder()) => {
      const folder = temporaryFolder();
      writeFileSync(path.join(folder, 'a.http'), `# @assert body == hello\nWEBSOCKET ${url}\n\nhello\n`);
      return runProgram(['run', 'a.http', ...flags], { folder, home });
    },
  ],
];

describe.each(senders)('%s', (_, send) => {
  test('--oauth2 sends a token, and a new one if the server rejects the stored one', async () => {
    let count = 0;
    const tokens = await httpServer(response => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ access_token: `token-${++count}`, token_type: 'Bearer', expires_in: 3600 }));
    });
    let accepted = 'Bearer token-1';
    const { host, upgrades } = await chatServer(echo, ({ headers }) =>
      headers.authorization === accepted ? 101 : 401,
    );
    const login = ['--oauth2', `client_credentials:${tokens.url}/token:me:hush`];
    const home = temporaryFolder();
    expect((await send(`ws://${host}/`, login, home)).code).toBe(0);
    // The stored token was revoked.
    accepted = 'Bearer token-2';
    const ended = await send(`ws://${host}/`, login, home);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/^hello\n/);
    expect(upgrades.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  test('-x opens a tunnel through the proxy', async () => {
    const proxy = await httpProxy();
    const { host } = await chatServer(echo);
    const ended = await send(`ws://${host}/`, ['-x', `http://ada:pw@127.0.0.1:${proxy.port}`]);
    expect(ended.code).toBe(0);
    expect(proxy.asked).toEqual([`CONNECT ${host} as ada:pw`]);
  });

  test('wss verifies the certificate: --cacert trusts it, -k does not verify it', async () => {
    const { host, upgrades } = await chatServer(echo, undefined, certificate);
    const refused = await send(`wss://${host}/`, []);
    expect([refused.code, upgrades]).toEqual([1, []]);
    expect((await send(`wss://${host}/`, ['--cacert', caFile])).code).toBe(0);
    expect((await send(`wss://${host}/`, ['-k'])).code).toBe(0);
  });

  test('--session sends the headers, the login and the cookies that it has for the origin', async () => {
    const { host, upgrades } = await chatServer(echo);
    const home = temporaryFolder();
    const other = await chatServer(echo);
    const stored = ['-B', 'secret-token', '-H', 'X-Team: a', '-b', 'sid=1'];
    await runProgram(['ws', `ws://${host}/`, '--session', 'dev', ...stored], { home });
    expect((await send(`ws://${host}/`, ['--session', 'dev'], home)).code).toBe(0);
    expect(upgrades[1]?.headers).toMatchObject({
      authorization: 'Bearer secret-token',
      'x-team': 'a',
      cookie: 'sid=1',
    });
    await send(`ws://${other.host}/`, ['--session', 'dev'], home);
    expect(other.upgrades[0]?.headers.authorization).toBeUndefined();
  });
});

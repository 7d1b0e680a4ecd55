/** First logins as users see them, on a terminal, with servers that are new to apiclient. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { browserScript } from '../../support/browser-script.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeProviders, startProvider } from '../../support/providers/start-provider.js';
import { stubProvider } from '../../support/providers/stub-provider.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

afterEach(closeTerminals);
afterEach(closeServers);
afterAll(closeProviders);

const api = () => httpServer((response, { headers }) => response.end(headers.authorization ? 'welcome' : 'who?'));

test('an unregistered redirect URI: the messages lead to a login', async () => {
  const server = await startProvider('openauth');
  const target = await api();
  const home = temporaryFolder();
  // A free port that stays the same in both logins, like a registered one.
  const { port, close } = await httpServer(() => {});
  await close();
  const argv = ['GET', target.url, '--oauth2', 'authorization_code::app', '--oauth2-issuer', server.url];
  const flags = ['--oauth2-port', String(port)];
  const first = startInTerminal([...argv, ...flags], { home, variables: browserScript().variables, columns: 200 });
  await first.untilShown('pass --oauth2-redirect-uri');
  expect(first.history()).toContain('The server reports unauthorized_client: "');
  expect(first.history()).toContain(
    "It sent no state, so this may be a stranger's request; still waiting. Ctrl-C ends.",
  );
  const [, uri = ''] = /Register exactly (\S+) for client app/.exec(first.history()) ?? [];
  expect(uri).toBe(`http://127.0.0.1:${port}/callback`);
  first.write('\u0003');
  expect(await first.ended).toMatchObject({ code: 130 });
  await server.register(uri);
  const second = startInTerminal([...argv, ...flags], { home, variables: browserScript().variables, columns: 200 });
  expect(await second.ended).toMatchObject({ code: 0 });
  expect(second.history()).toContain('welcome');
});

test('a machine at OpenAuth: each message names the next flag', async () => {
  const server = await startProvider('openauth');
  const target = await api();
  const run = (...more: string[]) =>
    runProgram(
      ['GET', target.url, '--oauth2', 'client_credentials::app:env:SECRET', '--oauth2-issuer', server.url, ...more],
      { home: temporaryFolder(), variables: { SECRET: 'hush' } },
    );
  const flags: string[] = [];
  for (const flag of ['--oauth2-param provider=', '--oauth2-client-auth post']) {
    const ended = await run(...flags);
    expect([ended.code, ended.stderr]).toEqual([7, expect.stringContaining(`Pass ${flag}`)]);
    flags.push(...flag.replace('provider=', 'provider=test').split(' '));
  }
  expect(await run(...flags)).toMatchObject({ code: 0, stdout: 'welcome' });
});

test('the address of the login page, pasted by mistake, is explained', async () => {
  const server = await stubProvider();
  const argv = ['auth', 'login', '--oauth2', 'authorization_code::app', '--oauth2-issuer', server.url];
  const terminal = startInTerminal([...argv, '--oauth2-port', '0', '--no-browser'], { columns: 200 });
  await terminal.untilShown('paste the URL');
  terminal.write(`${/http\S+\/authorize\?\S+/.exec(terminal.bytes)?.[0]}\r`);
  await terminal.untilShown('That is the address of the login page. Log in there first.');
});

test('a BROWSER that fails is reported with its exit code and output', async () => {
  const server = await stubProvider();
  const script = path.join(temporaryFolder(), 'browser');
  writeFileSync(script, '#!/bin/sh\necho "cannot open display" >&2\nexit 3\n', { mode: 0o755 });
  const argv = ['auth', 'login', '--oauth2', 'authorization_code::app', '--oauth2-issuer', server.url];
  const { code, stderr } = await runProgram([...argv, '--oauth2-port', '0'], { variables: { BROWSER: script } });
  expect(code).toBe(7);
  expect(stderr).toContain(
    `BROWSER did not open a page. ${script}: it exited with code 3 and printed: cannot open display`,
  );
});

const remote = { SSH_CONNECTION: '10.0.0.9 50000 10.0.0.5 22', USER: 'jane' };

test('over SSH without a display the device flow is offered, and later runs find its token', async () => {
  const target = await api();
  const server = await stubProvider({
    metadata: url => ({ device_authorization_endpoint: `${url}/device` }),
    paths: {
      '/device': {
        body: {
          device_code: 'd',
          user_code: 'ABCD-EFGH',
          verification_uri: 'https://a.example/go',
          expires_in: 60,
          interval: 1,
        },
      },
    },
  });
  const home = temporaryFolder();
  const argv = ['GET', target.url, '--oauth2', 'authorization_code::app', '--oauth2-issuer', server.url];
  const terminal = startInTerminal(argv, { home, variables: remote, columns: 120 });
  await terminal.untilShown('Log in with a code on any device? [Y/n]');
  terminal.write('\r');
  expect(await terminal.ended).toMatchObject({ code: 0 });
  expect(terminal.history()).toContain('ABCD-EFGH');
  expect(terminal.history()).toContain('welcome');
  expect(await runProgram(argv, { home })).toMatchObject({ code: 0, stdout: 'welcome', stderr: '' });
});

test('over SSH without a device flow there are three steps, and only the address is pasted', async () => {
  const target = await api();
  const server = await stubProvider();
  const argv = ['GET', target.url, '--oauth2', 'authorization_code::app', '--oauth2-issuer', server.url];
  const terminal = startInTerminal(argv, { variables: remote, columns: 120 });
  await terminal.untilShown('Address:');
  for (const step of ['1. Open this page', '2. Log in.', '3. Copy that address'])
    expect(terminal.history()).toContain(step);
  const page = new URL(/http\S+\/authorize\?\S+/.exec(terminal.bytes)?.[0] ?? '');
  const { redirect_uri: uri = '', state = '' } = Object.fromEntries(page.searchParams);
  terminal.write(`${uri}?code=c&state=${state}\r`);
  expect(await terminal.ended).toMatchObject({ code: 0 });
  expect(terminal.history()).toContain('welcome');
});

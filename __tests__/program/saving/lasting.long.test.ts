/** Persistent state: state of earlier versions is read and preserved, and the system's language has no effect. */
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFailure } from '../../../source/core/failure.js';
import { type Demo, startDemo } from '../../../source/demo/start.js';
import { cliFile, runProgram, temporaryFolder } from '../../support/program.js';

let demo: Demo;
beforeAll(async () => {
  const started = await startDemo({ port: 0 });
  if (isFailure(started)) throw new Error(started.text);
  demo = started;
});
afterAll(() => demo.close());

/** In the format used before a proof of the secret was stored with a token; the second is from another server. */
const earlierTokens = (server: string) => ({
  version: 1,
  tokens: {
    '2a9eab77a2e33a79225cfea3f56efaea3ee652629a00503764734b91db3d2070': {
      access_token: 'demo-mwcmPNvsgzLqkVAk2hkCYtxqE4GOUWYY',
      expires_at: 4102444800000,
      obtained_at: 1795438665396,
      flow: 'client_credentials',
      client_id: 'demo',
      server,
    },
    df88d42b9ca86bba8de2d02ecc80e9e832097a97282603378ab3c11a9eb72da1: {
      access_token: 'demo-zR1PX5hypvxOOjFvRFyFK5OdftWXCdHd',
      refresh_token: 'akQkWnojaryPJoWeiEIFhKheDoeWDxM6',
      expires_at: 4102444800000,
      obtained_at: 1795438665881,
      flow: 'password',
      client_id: 'demo-public',
      server: 'http://127.0.0.1:1/oauth/token',
      user: 'admin',
    },
  },
});

test('tokens of an earlier version are listed, and unchanged when a new one is stored', async () => {
  const home = temporaryFolder();
  const folder = path.join(home, '.local/state/apiclient');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'tokens.json');
  const earlier = earlierTokens(`${demo.url}/oauth/token`);
  writeFileSync(file, JSON.stringify(earlier), { mode: 0o600 });
  const listed = await runProgram(['auth', 'status'], { home });
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(listed.stdout.split('\n').filter(Boolean)).toEqual([
    expect.stringContaining('client_credentials · client demo · until 2100-01-01'),
    expect.stringMatching(/password · client demo-public.* · until 2100-01-01/),
  ]);
  const spec = `client_credentials:${demo.url}/oauth/token:demo:demo-secret`;
  const got = await runProgram(['GET', `${demo.url}/private/bearer`, '--oauth2', spec], { home });
  expect(got).toMatchObject({ code: 0, stdout: '{"hello":"token holder"}\n' });
  const { version, tokens } = JSON.parse(readFileSync(file, 'utf8'));
  expect(version).toBe(earlier.version);
  expect(tokens).toMatchObject({
    df88d42b9ca86bba8de2d02ecc80e9e832097a97282603378ab3c11a9eb72da1:
      earlier.tokens.df88d42b9ca86bba8de2d02ecc80e9e832097a97282603378ab3c11a9eb72da1,
  });
});

/** Languages with different upper and lower case, decimal points and word order. */
const locales = ['de_DE.UTF-8', 'tr_TR.UTF-8', 'zh_CN.UTF-8'];

test.each([
  ['help', () => ['help', 'troubleshooting']],
  ['an i in upper and lower case', () => ['GET', `${demo.url}/echo`, '-H', 'IF-MATCH: "I"', '--curl']],
  ['numbers', () => ['GET', `${demo.url}/books/1`, '--pretty', 'format']],
  ['a search', () => ['graphql', demo.graphqlUrl, '--find', 'TITLE']],
  ['a mistake', () => ['GET', demo.url, '--INCLUDE']],
  ['no connection', () => ['GET', 'http://127.0.0.1:1/']],
])('in German, Turkish and Chinese the output is the same: %s', async (_, argv) => {
  const said = async (locale: string) => {
    const { code, stdout, stderr } = await runProgram(argv(), {
      variables: { LC_ALL: locale, LANG: locale },
      spawn: true,
    });
    return { code, stdout, stderr };
  };
  const english = await said('C.UTF-8');
  expect(english.stdout + english.stderr).not.toBe('');
  for (const locale of locales) expect([locale, await said(locale)]).toEqual([locale, english]);
});

/** An unprivileged user ID, because root may write anywhere. */
const nobody = 65_534;

test('in a read-only home requests are sent, and everything that cannot be stored is reported in a line', async () => {
  const home = temporaryFolder();
  chmodSync(home, 0o555);
  // The clone may be in a folder that only root can access.
  const everyones = temporaryFolder();
  cpSync(path.dirname(cliFile), everyones, { recursive: true });
  chmodSync(everyones, 0o755);
  const command = [process.execPath, path.join(everyones, path.basename(cliFile))] as const;
  const user = process.getuid?.() === 0 ? { userId: nobody } : {};
  const run = (...argv: string[]) => runProgram(argv, { home, command, ...user });
  expect(await run('GET', `${demo.url}/books/1`)).toMatchObject({ code: 0, stderr: '' });
  const picked = await run('graphql', demo.graphqlUrl, '--pick', 'authors.name');
  expect(picked).toMatchObject({ code: 0, stderr: '' });
  const spec = `client_credentials:${demo.url}/oauth/token:demo:demo-secret`;
  const login = await run('GET', `${demo.url}/private/bearer`, '--oauth2', spec);
  expect(login).toMatchObject({ code: 0, stdout: '{"hello":"token holder"}\n' });
  expect(login.stderr).toMatch(
    /^apiclient: The token cache .* cannot be written .*The token is used only for this run\. Check the folder, .*\n$/,
  );
  const session = await run('GET', `${demo.url}/books/1`, '--session', 'mine');
  expect([session.code, session.stdout]).toEqual([1, '']);
  expect(session.stderr).toMatch(
    /^apiclient: The session mine cannot be used\. \/.*: .*\n {2}Pass --session-read-only mine .*\n$/,
  );
  expect((await run('GET', `${demo.url}/books/1`, '--session-read-only', 'mine')).code).toBe(0);
  expect(readdirSync(home)).toEqual([]);
});

test('two machines with one home do not lose each other’s data', async () => {
  const home = temporaryFolder();
  const named = path.join(temporaryFolder(), 'host-name.cjs');
  writeFileSync(named, "require('node:os').hostname = () => process.env.HOST_NAME;");
  const command = [process.execPath, '--require', named, cliFile] as const;
  const numbers = Array.from({ length: 8 }, (_, number) => number);
  const ended = await Promise.all(
    numbers.map(number =>
      runProgram(
        [
          ...[
            'GET',
            `${demo.url}/books/1`,
            '--session',
            'ours',
            '-H',
            `X-${number}: 1`,
            '--oauth2-scope',
            `s${number}`,
          ],
          ...['--oauth2', `client_credentials:${demo.url}/oauth/token:demo:env:SECRET`],
        ],
        { home, command, variables: { HOST_NAME: `machine-${number % 2}`, SECRET: 'demo-secret' } },
      ),
    ),
  );
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(numbers.map(() => [0, '']));
  const tokens = await runProgram(['auth', 'status'], { home });
  expect(tokens.stdout.match(/client_credentials/g)).toHaveLength(numbers.length);
  const session = await runProgram(['sessions', 'show', 'ours'], { home });
  for (const number of numbers) expect(session.stdout).toContain(`X-${number}: 1`);
});

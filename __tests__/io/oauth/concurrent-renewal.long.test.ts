/** Many runs that need the same token at the same time, while the one that requests it hangs, fails or is killed. */

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { type Failure, isFailure } from '../../../source/core/failure.js';
import { type Hint, hintText } from '../../../source/core/hint.js';
import type { OAuth2Options } from '../../../source/core/options.js';
import { reveal, secret } from '../../../source/core/secret.js';
import { type ObtainedToken, obtainToken } from '../../../source/io/oauth/token.js';
import { tokenFile, tokenKey, writeToken } from '../../../source/io/token-store.js';
import { type TestEnvironment, testEnvironment } from '../../support/environment.js';
import { network, oauthOptions, quietUi } from '../../support/oauth.js';
import { cliFile } from '../../support/program.js';
import { closeServers, httpServer, type Seen } from '../../support/servers/http-server.js';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterEach(closeServers);

const runs = 20;
const options = (url: string, more: Partial<OAuth2Options> = {}): OAuth2Options =>
  oauthOptions({
    flow: 'authorization_code',
    clientId: 'app',
    tokenUrl: `${url}/token`,
    authUrl: `${url}/auth`,
    ...more,
  });

/** An expired token with the refresh token `r0`. */
async function worn(environment: TestEnvironment, wanted: OAuth2Options): Promise<void> {
  const refreshToken = secret('r0');
  const { flow, clientId } = wanted;
  const old = { accessToken: secret('old'), refreshToken, expiresAt: 1, obtainedAt: 0, flow, clientId, server: 's' };
  await writeToken(environment, tokenKey(wanted), old, () => {});
}

/** A server whose refresh tokens can be used once. A second use revokes the entire login. */
async function rotating(before: (count: number, response: ServerResponse) => boolean = () => true) {
  let [count, good] = [0, 'r0'];
  return httpServer((response, seen) => {
    count++;
    if (!before(count, response)) return;
    if (formOf(seen).get('refresh_token') !== good) {
      response.writeHead(400).end('{"error":"invalid_grant"}');
      return;
    }
    good = `r${count}`;
    response.end(JSON.stringify({ access_token: `t${count}`, expires_in: 600, refresh_token: good }));
  });
}
const formOf = ({ body }: Seen) => new URLSearchParams(body.toString());

const all = <T>(run: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: runs }, run));
const shown = (got: ObtainedToken | Failure): string => (isFailure(got) ? got.text : reveal(got.token));

test('twenty runs renew a token with one request, and the new refresh token is stored', async () => {
  const server = await rotating();
  const environment = testEnvironment();
  const wanted = options(server.url);
  await worn(environment, wanted);
  const got = await all(() => obtainToken(wanted, network, environment, quietUi()));
  expect(new Set(got.map(shown))).toEqual(new Set(['t1']));
  expect(server.seen).toHaveLength(1);
  expect(readFileSync(tokenFile(environment), 'utf8')).toContain('"r1"');
  expect(readdirSync(path.dirname(tokenFile(environment)))).toEqual(['install.key', 'tokens.json']);
});

test('with a hanging server, every run ends after its own --timeout, and nothing is lost', async () => {
  const server = await rotating(() => false);
  const environment = testEnvironment();
  const wanted = options(server.url);
  await worn(environment, wanted);
  const hasty = { ...network, timeoutMs: 1500 };
  const graceMs = 100;
  const began = performance.now();
  const got = await all(() => obtainToken(wanted, hasty, environment, quietUi(), { graceMs }));
  // In sequence, they would take their timeout multiplied by the number of runs.
  expect(performance.now() - began).toBeLessThan((runs / 2) * hasty.timeoutMs);
  expect(new Set(got.map(each => isFailure(each) && each.kind))).toEqual(new Set(['timeout']));
  // No run retries in the remaining few milliseconds.
  expect(server.seen).toHaveLength(1);
  expect(readFileSync(tokenFile(environment), 'utf8')).toContain('"r0"');
  // Retry if we have more time left than it had.
  const patient = { ...network, timeoutMs: 4000 };
  const first = obtainToken(wanted, hasty, environment, quietUi(), { graceMs });
  while (server.seen.length < 2) await new Promise(resolve => setImmediate(resolve));
  const both = [first, obtainToken(wanted, patient, environment, quietUi(), { graceMs })];
  expect((await Promise.all(both)).map(each => isFailure(each) && each.kind)).toEqual(['timeout', 'timeout']);
  expect(server.seen).toHaveLength(3);
});

test('a failure of the server is shared, but not with runs that authenticate differently', async () => {
  const server = await httpServer((response, seen) => {
    const good = formOf(seen).get('client_secret') === 'better';
    const answer = good ? '{"access_token":"good"}' : '{"error":"invalid_client"}';
    // The response is slow, so all others have arrived by then.
    setTimeout(() => response.writeHead(good ? 200 : 400).end(answer), 300);
  });
  const environment = testEnvironment();
  const by = (text: string) =>
    options(server.url, {
      flow: 'client_credentials',
      clientSecret: { from: 'text', value: secret(text) },
      clientAuth: 'post',
    });
  const wrong = all(() => obtainToken(by('hush'), network, environment, quietUi()));
  const right = obtainToken(by('better'), network, environment, quietUi());
  const failures = (await wrong).filter(isFailure);
  expect(shown(await right)).toBe('good');
  // Runs waiting after the correct one do not get its token, because their proof differs.
  expect(failures).toHaveLength(runs);
  expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['invalid_client']));
  expect(server.seen.length).toBeLessThanOrEqual(3);
  const folder = path.dirname(tokenFile(environment));
  for (const file of readdirSync(folder)) {
    expect(readFileSync(path.join(folder, file), 'latin1')).not.toMatch(/hush|better/);
  }
});

test('if the process that renews is killed, another one takes over', async () => {
  let held = (): void => {};
  const reached = new Promise<void>(resolve => {
    held = resolve;
  });
  const server = await rotating(count => {
    if (count === 1) held();
    return count !== 1;
  });
  const environment = testEnvironment();
  const wanted = options(server.url);
  await worn(environment, wanted);
  const flags = ['--oauth2', `authorization_code:${server.url}/token:app`, '--oauth2-auth-url', `${server.url}/auth`];
  const env = { PATH: process.env.PATH, HOME: environment.home };
  const child = spawn(process.execPath, [cliFile, 'auth', 'token', ...flags], { env, stdio: 'ignore' });
  children.push(child);
  await reached;
  const lock = `${tokenFile(environment)}.${tokenKey(wanted).slice(0, 16)}.lock`;
  expect(existsSync(lock)).toBe(true);
  const ended = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  // As if the five seconds for a sign of life of the holder had almost passed.
  const old = new Date(Date.now() - 4700);
  utimesSync(lock, old, old);
  const got = await all(() => obtainToken(wanted, network, environment, quietUi()));
  expect(new Set(got.map(shown))).toEqual(new Set(['t2']));
  expect(server.seen.map(seen => formOf(seen).get('refresh_token'))).toEqual(['r0', 'r0']);
});

test('a login in another run is waited for and announced, and both use its token', async () => {
  const server = await httpServer(response => response.end('{"access_token":"t","expires_in":600}'));
  const environment = testEnvironment();
  const wanted = options(server.url, { port: 0 });
  let page = (_: string): void => {};
  const shownPage = new Promise<string>(resolve => {
    page = resolve;
  });
  const opening = { openBrowser: async (url: string) => Boolean(page(url)) || true };
  const first = obtainToken(wanted, network, environment, quietUi(), opening);
  const url = new URL(await shownPage);
  let told = (_: string): void => {};
  const waits = new Promise<string>(resolve => {
    told = resolve;
  });
  const second = obtainToken(
    wanted,
    network,
    environment,
    quietUi({ note: text => told(hintText(text)), attended: true }),
  );
  expect(await waits).toBe(`Another run is logging in at ${server.url}/token. Waiting for it to finish.`);
  const hasty = { ...network, timeoutMs: 200 };
  const third = await obtainToken(wanted, hasty, environment, quietUi({ attended: true }));
  expect(third).toMatchObject({ kind: 'timeout', text: 'Getting a token took longer than 0.2 s.' });
  const callback = new URL(url.searchParams.get('redirect_uri') ?? '');
  callback.search = `?code=c&state=${url.searchParams.get('state')}`;
  expect(await (await fetch(callback)).text()).toContain('You can close this page');
  expect([shown(await first), shown(await second)]).toEqual(['t', 't']);
  expect(server.seen).toHaveLength(1);
});

test('another login on the same port is waited for, not mistaken for another program', async () => {
  const server = await httpServer(response => response.end('{"access_token":"t","expires_in":600}'));
  const environment = testEnvironment();
  const [port] = [await freePort()];
  const logIn = (scope: string, told: (text: Hint) => void) => {
    const opened: string[] = [];
    const openBrowser = async (url: string) => {
      opened.push(url);
      const asked = new URL(url).searchParams;
      // Not before the other one waits.
      if (scope === 'a') await otherWaits;
      void fetch(`${asked.get('redirect_uri')}?code=c&state=${asked.get('state')}`);
      return true;
    };
    return obtainToken(options(server.url, { port, scope }), network, environment, quietUi({ note: told }), {
      openBrowser,
    });
  };
  let waits = (_: string): void => {};
  const otherWaits = new Promise<string>(resolve => {
    waits = resolve;
  });
  let begun = (): void => {};
  const lock = `${tokenFile(environment)}.port-${port}.lock`;
  const first = logIn('a', () => {});
  const holding = new Promise<void>(resolve => {
    begun = resolve;
  });
  const look = (): void => void (existsSync(lock) ? begun() : setImmediate(look));
  look();
  await holding;
  const second = logIn('b', text => hintText(text).startsWith('Another login') && waits(hintText(text)));
  expect(await otherWaits).toContain(`using port ${port}`);
  expect([shown(await first), shown(await second)]).toEqual(['t', 't']);
});

/** A free port. */
async function freePort(): Promise<number> {
  const server = await httpServer(() => {});
  await server.close();
  return Number(new URL(server.url).port);
}

/** A run that is stopped after sending a one-time value: the server's response is stored. */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { failure, isFailure } from '../../../source/core/failure.js';
import { hintText } from '../../../source/core/hint.js';
import { reveal, secret } from '../../../source/core/secret.js';
import { obtainToken } from '../../../source/io/oauth/token.js';
import { readToken, tokenFile, tokenKey, writeToken } from '../../../source/io/token-store.js';
import { type TestEnvironment, testEnvironment } from '../../support/environment.js';
import { holdTimer, releaseTimers } from '../../support/held-timer.js';
import { network, oauthOptions, quietUi } from '../../support/oauth.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(releaseTimers);
afterEach(closeServers);

/** The abort reason used by Ctrl-C. */
const interrupted = failure('interrupted', 'Interrupted.');

/** An expired login at a server whose refresh tokens can be used once. */
async function worn(answer: (stop: () => void, give: () => void, fail: () => void) => void) {
  const environment = testEnvironment();
  let good = 'r0';
  const server = await httpServer((response, { body }) => {
    const form = new URLSearchParams(body.toString());
    const stop = () => environment.stop.abort(interrupted);
    const right = form.get('grant_type') !== 'refresh_token' || form.get('refresh_token') === good;
    good = 'r1';
    const give = () =>
      right
        ? response.end('{"access_token":"t1","expires_in":600,"refresh_token":"r1"}')
        : response.writeHead(400).end('{"error":"invalid_grant"}');
    answer(stop, give, () => response.destroy());
  });
  const { url } = server;
  const options = oauthOptions({ flow: 'authorization_code', clientId: 'app', tokenUrl: url, authUrl: `${url}/auth` });
  const { flow, clientId } = options;
  const old = { accessToken: secret('old'), expiresAt: 1, obtainedAt: 0, flow, clientId, server: url };
  await writeToken(environment, tokenKey(options), { ...old, refreshToken: secret('r0') }, () => {});
  const kept = async () => {
    const found = await readToken(
      { ...environment, signal: new AbortController().signal },
      tokenKey(options),
      () => {},
    );
    return found?.refreshToken && reveal(found.refreshToken);
  };
  return { environment, kept, options, server };
}

const files = (environment: TestEnvironment) => readdirSync(path.dirname(tokenFile(environment))).sort();

test('Ctrl-C after a refresh was sent: the response is awaited and stored, and the run ends as interrupted', async () => {
  const { environment, kept, options } = await worn((stop, give) => {
    stop();
    // One turn of the event loop later, after all listeners of the abort have run.
    setTimeout(give, 50);
  });
  const ui = quietUi();
  expect(await obtainToken(options, network, environment, ui)).toBe(interrupted);
  expect(await kept()).toBe('r1');
  expect(ui.notes).toEqual([expect.stringContaining('so that the login is not lost')]);
  expect(files(environment)).toEqual(['install.key', 'tokens.json']);
});

test('--timeout after a refresh was sent: the response is stored, and the run ends with the timeout', async () => {
  const limit = holdTimer(30_000);
  const { environment, kept, options } = await worn(
    (_stop, give) => void limit.fire().then(() => setTimeout(give, 50)),
  );
  const got = await obtainToken(options, { ...network, timeoutMs: 30_000 }, environment, quietUi());
  expect(got).toMatchObject({ kind: 'timeout' });
  expect(await kept()).toBe('r1');
});

test('Ctrl-C after a code was sent: the login is stored', async () => {
  const { environment, kept, options } = await worn((stop, give) => {
    stop();
    setTimeout(give, 50);
  });
  const fresh = { ...options, scope: 'other' };
  const openBrowser = async (page: string) => {
    const asked = new URL(page).searchParams;
    void fetch(`${asked.get('redirect_uri')}?code=c&state=${asked.get('state')}`).catch(() => {});
    return true;
  };
  expect(await obtainToken(fresh, network, environment, quietUi(), { openBrowser })).toBe(interrupted);
  const found = await readToken(environment, tokenKey(fresh), () => {});
  expect(found && reveal(found.accessToken)).toBe('t1');
  expect(await kept()).toBe('r0');
});

test('Ctrl-C before anything was sent ends immediately', async () => {
  let reached = (): void => {};
  const hanging = await httpServer(() => reached());
  const environment = testEnvironment();
  reached = () => environment.stop.abort(interrupted);
  const options = oauthOptions({ flow: 'client_credentials', clientId: 'm', issuer: hanging.url });
  // It never responds, so waiting for it would last as long as the test's time limit.
  const wishes = { graceMs: 1_000_000 };
  expect(await obtainToken(options, network, environment, quietUi(), wishes)).toBe(interrupted);
});

test('a run whose response never arrived leaves a record, and the next run explains the consequences', async () => {
  let count = 0;
  const { environment, options, server } = await worn((_stop, give, fail) => (count++ === 0 ? fail() : give()));
  const first = await obtainToken(options, network, environment, quietUi());
  expect(first).toMatchObject({ kind: 'login', code: 'unreachable' });
  expect(files(environment).filter(name => name.endsWith('.sent'))).toHaveLength(1);
  const ui = quietUi();
  const next = await obtainToken({ ...options, browser: false }, network, environment, ui);
  expect(ui.notes[0]).toContain('An earlier run ended after it sent the refresh token');
  expect(isFailure(next) && hintText(next.hint ?? '')).toContain('apiclient auth');
  expect(files(environment).filter(name => name.endsWith('.sent'))).toEqual([]);
  expect(server.seen).toHaveLength(2);
});

/** Twenty processes with one login, at a server that revokes all tokens of the login if one is used twice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { secret } from '../../../source/core/secret.js';
import { tokenFile, tokenKey, writeToken } from '../../../source/io/token-store.js';
import { testEnvironment } from '../../support/environment.js';
import { oauthOptions } from '../../support/oauth.js';
import { cliFile } from '../../support/program.js';
import { warm } from '../../support/run/warm-home.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterEach(closeServers);

test('a third of twenty get Ctrl-C while one of them renews: one token family, never revoked, and its last token is stored', async () => {
  let good = 'r0';
  let count = 0;
  let revoked = false;
  let reached = (): void => {};
  const first = new Promise<void>(resolve => {
    reached = resolve;
  });
  let letGo = (): void => {};
  const stopped = new Promise<void>(resolve => {
    letGo = resolve;
  });
  const server = await httpServer(async (response, { body }) => {
    const given = new URLSearchParams(body.toString()).get('refresh_token');
    const own = ++count;
    if (given !== good) revoked = true;
    good = `r${own}`;
    if (own === 1) {
      reached();
      await stopped;
    }
    if (revoked) return response.writeHead(400).end('{"error":"invalid_grant"}');
    // Valid no longer than the safety margin, so every run renews.
    return response.end(JSON.stringify({ access_token: `t${own}`, expires_in: 1, refresh_token: good }));
  });
  const { url } = server;
  const environment = testEnvironment();
  const options = oauthOptions({
    flow: 'authorization_code',
    clientId: 'app',
    tokenUrl: `${url}/token`,
    authUrl: `${url}/auth`,
  });
  const { flow, clientId } = options;
  const old = { accessToken: secret('old'), expiresAt: 1, obtainedAt: 0, flow, clientId, server: url };
  await writeToken(environment, tokenKey(options), { ...old, refreshToken: secret('r0') }, () => {});
  const flags = ['--oauth2', `authorization_code:${url}/token:app`, '--oauth2-auth-url', `${url}/auth`];
  const env = { PATH: process.env.PATH, HOME: environment.home };
  warm(environment.home);
  const start = (number: number) =>
    Array.from({ length: number }, () => {
      const child = spawn(process.execPath, [cliFile, 'auth', 'token', ...flags], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.push(child);
      const said = Promise.all([text(child.stdout), text(child.stderr)]);
      return {
        child,
        ended: once(child, 'exit').then(async ([code, signal]) => ({
          // One that does not listen yet is ended by the signal itself.
          code: signal === 'SIGINT' ? 130 : code,
          said: await said,
        })),
      };
    });
  const hasty = start(7);
  await first;
  const patient = start(13);
  for (const { child } of hasty) child.kill('SIGINT');
  // Processes waiting for the lock exit at once; the one that has it reports that it waits.
  await Promise.race(hasty.map(({ ended }) => ended));
  letGo();
  const ends = await Promise.all([...hasty, ...patient].map(({ ended }) => ended));
  expect(revoked).toBe(false);
  expect(ends.slice(0, 7).map(({ code }) => code)).toEqual(Array(7).fill(130));
  expect(ends.slice(7).map(({ code, said }) => (code === 0 ? 0 : said))).toEqual(Array(13).fill(0));
  expect(new Set(ends.slice(7).map(({ said: [out] }) => out)).size).toBe(13);
  expect(readFileSync(tokenFile(environment), 'utf8')).toContain(`"${good}"`);
  expect(count).toBe(14);
});

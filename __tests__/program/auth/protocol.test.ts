/** `-v` shows the messages of a login. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

test('-v of a request and of auth token shows the token messages, also in the log, without secrets', async () => {
  const tokens = await httpServer(response => response.end('{"access_token":"t0ken-of-mine","expires_in":600}'));
  const api = await httpServer(response => response.end('hello'));
  const home = temporaryFolder();
  const log = path.join(home, 'log');
  const login = ['--oauth2', `client_credentials:${tokens.url}/token:me:hush-hush`, '--debug-log', log];
  const first = await runProgram(['GET', api.url, '-v', ...login], { home });
  expect(first.code).toBe(0);
  const heading = `* OAuth: The token request: POST ${tokens.url}/token`;
  expect(first.stderr.split('\n')).toEqual(
    expect.arrayContaining([
      heading,
      '*   Authorization: Basic ••••  (authenticates the client)',
      '*   grant_type: client_credentials  (grant used to request the token)',
      '* OAuth: response to the token request: 200',
      '*   access_token: ••••  (authorizes API requests)',
      '*   expires_in: 600  (lifetime in seconds)',
    ]),
  );
  const again = await runProgram(['auth', 'token', '-v', ...login], { home });
  expect([again.code, again.stdout]).toEqual([0, 't0ken-of-mine\n']);
  expect(again.stderr).toMatch(/^\* OAuth: stored the token: expires .* left\)\n$/);
  const steps = readFileSync(log, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line));
  expect(steps.filter(({ event }) => event === 'oauth').map(({ step }) => step)).toEqual([
    'request',
    'response',
    'kept',
  ]);
  for (const text of [first.stderr, first.stdout, again.stderr, readFileSync(log, 'utf8')]) {
    expect(text).not.toMatch(/hush-hush|t0ken-of-mine/);
  }
  const quiet = await runProgram(['auth', 'token', ...login], { home });
  expect(quiet.stderr).toBe('');
});

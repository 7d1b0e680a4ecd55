/** The device flow against oidc-provider, and its polling against a scripted server. */

import { failure, isFailure } from '../../../source/core/failure.js';
import type { OAuth2Options } from '../../../source/core/options.js';
import { reveal } from '../../../source/core/secret.js';
import type { TokenTools } from '../../../source/io/oauth/context.js';
import { obtainToken } from '../../../source/io/oauth/token.js';
import { testEnvironment } from '../../support/environment.js';
import { network, oauthOptions, quietUi } from '../../support/oauth.js';
import {
  type AuthorizationServer,
  Person,
  startAuthorizationServer,
} from '../../support/servers/authorization-server.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

let server: AuthorizationServer;
beforeAll(async () => {
  server = await startAuthorizationServer();
});
afterAll(() => server.close());
afterEach(closeServers);

const tv = (more: Partial<OAuth2Options> = {}): OAuth2Options =>
  oauthOptions({ flow: 'device_code', issuer: server.url, clientId: 'tv', scope: 'openid', ...more });

test('the user enters the code on another device while the program polls', async () => {
  const person = new Person();
  const ui = quietUi({ attended: true });
  let polls = 0;
  const tools: Partial<TokenTools> = {
    wait: async () => {
      polls += 1;
      const [prompt] = ui.prompts;
      if (polls === 2 && prompt?.kind === 'code') await person.open(prompt.url, { user_code: prompt.userCode });
    },
  };
  const got = await obtainToken(tv(), network, testEnvironment(), ui, tools);
  expect(isFailure(got) ? got.text : reveal(got.token)).toMatch(/^[\w-]{20,}$/);
  expect(polls).toBe(2);
  expect(ui.prompts).toMatchObject([{ kind: 'code', completeUrl: expect.stringContaining('user_code=') }]);
});

/** A device endpoint, and a token endpoint that returns these responses in order. A number is a gateway's error page. */
async function scripted(answers: readonly (object | 'hang up' | number)[], device: object = {}) {
  let turn = 0;
  const made = await httpServer((response, seen) => {
    response.setHeader('content-type', 'application/json');
    if (seen.path === '/device') {
      const uri = 'https://login.example/device';
      const grant = { device_code: 'd', user_code: 'AB-CD', verification_uri: uri, expires_in: 600, ...device };
      response.end(JSON.stringify(grant));
      return;
    }
    const answer = answers[Math.min(turn, answers.length - 1)];
    turn += 1;
    if (typeof answer === 'string') response.destroy();
    else if (typeof answer === 'number') {
      response.writeHead(answer, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>');
    } else response.writeHead(answer && 'error' in answer ? 400 : 200).end(JSON.stringify(answer));
  });
  const options = oauthOptions({
    flow: 'device_code',
    clientId: 'c',
    tokenUrl: `${made.url}/token`,
    deviceUrl: `${made.url}/device`,
  });
  const waits: number[] = [];
  const ui = quietUi({ attended: true });
  const tools: Partial<TokenTools> = { wait: async ms => void waits.push(ms / 1000) };
  const got = await obtainToken(options, network, testEnvironment(), ui, tools);
  return { got, waits, ui, seen: made.seen };
}

const pending = { error: 'authorization_pending' };
const token = { access_token: 't', token_type: 'Bearer' };

test('the interval is respected, slow_down adds five seconds permanently, a lost connection doubles it', async () => {
  const { got, waits } = await scripted([pending, { error: 'slow_down' }, pending, 'hang up', token], { interval: 3 });
  expect(isFailure(got) ? got.text : got.from).toBe('server');
  expect(waits).toEqual([3, 3, 8, 8, 16]);
});

test('polling continues after a gateway error, but not after an error page of the server', async () => {
  const passing = await scripted([502, 429, token], { interval: 3 });
  expect(isFailure(passing.got) ? passing.got.text : passing.got.from).toBe('server');
  expect(passing.waits).toEqual([3, 6, 12]);
  expect((await scripted([500, token])).got).toMatchObject({ kind: 'login', text: expect.stringContaining('HTML') });
});

test('the wait is at least a second, and never exceeds the lifetime of the code', async () => {
  expect((await scripted([pending, token], { interval: 0 })).waits).toEqual([1, 1]);
  expect((await scripted([token], { interval: 0.01 })).waits).toEqual([1]);
  const late = await scripted([pending], { interval: 60, expires_in: 20 });
  expect(late.got).toMatchObject({ code: 'expired_token' });
  expect(late.waits).toEqual([expect.closeTo(20, 0)]);
});

test('a missing or invalid interval means five seconds', async () => {
  expect((await scripted([token])).waits).toEqual([5]);
  expect((await scripted([token], { interval: 'soon' })).waits).toEqual([5]);
});

test.each([
  ['expired_token', 'not entered in time'],
  ['access_denied', 'access was denied'],
  ['invalid_client', 'client ID'],
])('%s ends the login', async (error, words) => {
  const { got, waits } = await scripted([pending, { error }]);
  expect(got).toMatchObject({ kind: 'login', code: error, text: expect.stringContaining(words) });
  expect(waits.length).toBe(2);
});

test('an expired code ends the login without another request', async () => {
  const { got, seen } = await scripted([pending], { expires_in: 0 });
  expect(got).toMatchObject({ kind: 'login', code: 'expired_token' });
  expect(seen.map(({ path }) => path)).toEqual(['/device']);
});

test('a verification URL that is not a web page is not shown', async () => {
  const { got, ui } = await scripted([token], { verification_uri: 'file:///etc/passwd' });
  expect(got).toMatchObject({ kind: 'login', text: expect.stringContaining('returned no login page') });
  expect(ui.prompts).toEqual([]);
});

test('without a terminal to show the code on, no request is sent', async () => {
  const got = await obtainToken(tv(), network, testEnvironment(), quietUi());
  expect(got).toMatchObject({ kind: 'login', code: 'unattended' });
});

test('Ctrl-C ends the polling', async () => {
  const environment = testEnvironment();
  const ui = quietUi({
    attended: true,
    show: () => environment.stop.abort(failure('interrupted', 'Interrupted.')),
  });
  expect(await obtainToken(tv(), network, environment, ui)).toMatchObject({ kind: 'interrupted' });
});

/** The authorization code flow against oidc-provider. A simulated user with an HTTP client completes the login pages. */

import { type Failure, failure, isFailure } from '../../../source/core/failure.js';
import type { OAuth2Options } from '../../../source/core/options.js';
import { reveal, secret } from '../../../source/core/secret.js';
import type { TokenTools } from '../../../source/io/oauth/context.js';
import { type ObtainedToken, obtainToken, renewToken } from '../../../source/io/oauth/token.js';
import { testEnvironment } from '../../support/environment.js';
import { network, oauthOptions, quietUi } from '../../support/oauth.js';
import {
  type AuthorizationServer,
  oddSecret,
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

const app = (more: Partial<OAuth2Options> = {}): OAuth2Options =>
  oauthOptions({
    flow: 'authorization_code',
    tokenUrl: `${server.url}/token`,
    authUrl: `${server.url}/auth`,
    clientId: 'app',
    scope: 'openid',
    ...more,
  });
const withSecret = { clientId: 'secret app', clientSecret: { from: 'text', value: secret(oddSecret) } } as const;

/** A browser in which a simulated user logs in. `mangle` changes the response sent to the callback. */
function browser(person = new Person()) {
  const opened: string[] = [];
  const walks: Promise<string>[] = [];
  const tools: Partial<TokenTools> = {
    openBrowser: async url => {
      opened.push(url);
      walks.push(person.open(url));
      return true;
    },
  };
  return { tools, opened, person, walked: () => Promise.all(walks) };
}

function tokenOf(got: ObtainedToken | Failure | undefined): string {
  if (got === undefined || isFailure(got)) throw new Error(got?.text ?? 'nothing');
  return reveal(got.token);
}

test.each([
  ['without a secret', {}],
  ['with a secret', withSecret],
])('a login in the browser returns a token, with PKCE %s', async (_, more) => {
  const { tools, person, walked } = browser();
  const ui = quietUi();
  const got = await obtainToken(app(more), network, testEnvironment(), ui, tools);
  expect(tokenOf(got)).toMatch(/^[\w-]{20,}$/);
  await walked();
  expect(person.page).toContain('return to the terminal');
  const login = server.logins.at(-1)?.searchParams;
  expect(login?.get('code_challenge_method')).toBe('S256');
  expect(login?.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  const exchanged = server.tokenRequests.at(-1);
  expect(exchanged?.form.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  expect(exchanged?.form.get('redirect_uri')).toBe(login?.get('redirect_uri'));
  expect(exchanged?.authorization === undefined).toBe(!('clientSecret' in more));
  expect(ui.prompts).toMatchObject([{ kind: 'page', opened: true }]);
});

test('the login page is asked for a code, and nothing but the flow', async () => {
  const { tools, walked } = browser();
  tokenOf(await obtainToken(app({ cache: false }), network, testEnvironment(), quietUi(), tools));
  await walked();
  expect(server.logins.at(-1)?.searchParams.getAll('response_type')).toEqual(['code']);
  const refused = await obtainToken(
    app({ params: [['response_type', 'token']] }),
    ...([network, testEnvironment(), quietUi(), tools] as const),
  );
  expect(refused).toMatchObject({
    kind: 'usage',
    text: '--oauth2-param cannot set response_type, because the flow sets it.',
  });
});

test('each login has a new state and verifier', async () => {
  for (const _ of [1, 2]) {
    const { tools, walked } = browser();
    tokenOf(await obtainToken(app({ cache: false }), network, testEnvironment(), quietUi(), tools));
    await walked();
  }
  const [first, second] = server.logins.slice(-2);
  expect(first?.searchParams.get('state')).not.toBe(second?.searchParams.get('state'));
  const verifiers = server.tokenRequests.slice(-2).map(({ form }) => form.get('code_verifier'));
  expect(new Set(verifiers).size).toBe(2);
});

test('an expired token is refreshed, and the rotated refresh token is stored before the token is used', async () => {
  const environment = testEnvironment();
  const { tools, walked } = browser();
  const options = app();
  const first = await obtainToken(options, network, environment, quietUi(), tools);
  await walked();
  const later = { ...environment, now: () => Date.now() + 3_590_000 };
  const logins = server.logins.length;
  const second = await obtainToken(options, network, later, quietUi(), tools);
  expect(tokenOf(second)).not.toBe(tokenOf(first));
  const third = await obtainToken(
    options,
    network,
    { ...environment, now: () => Date.now() + 7_170_000 },
    quietUi(),
    tools,
  );
  expect(tokenOf(third)).not.toBe(tokenOf(second));
  expect(server.logins.length).toBe(logins);
  const used = server.tokenRequests.slice(-2).map(({ form }) => form.get('refresh_token'));
  expect(new Set(used).size).toBe(2);
});

test('eight processes that refresh simultaneously send the refresh token once, and all get the new token', async () => {
  const environment = testEnvironment();
  const { tools, walked } = browser();
  const options = app();
  tokenOf(await obtainToken(options, network, environment, quietUi(), tools));
  await walked();
  const before = server.tokenRequests.length;
  const later = { ...environment, now: () => Date.now() + 3_590_000 };
  const all = await Promise.all(
    Array.from({ length: 8 }, () => obtainToken(options, network, later, quietUi(), tools)),
  );
  expect(new Set(all.map(tokenOf)).size).toBe(1);
  expect(server.tokenRequests.length - before).toBe(1);
});

test('a refused token is refreshed once; if the login has ended, a new one starts', async () => {
  const environment = testEnvironment();
  const { tools, walked } = browser();
  const options = app();
  const first = await obtainToken(options, network, environment, quietUi(), tools);
  if (isFailure(first)) throw new Error(first.text);
  const second = await renewToken(options, network, environment, quietUi(), { ...first, named: true }, tools);
  expect(tokenOf(second)).not.toBe(tokenOf(first));
  expect(server.tokenRequests.at(-1)?.form.get('grant_type')).toBe('refresh_token');
  // Reusing the first refresh token makes the server revoke the entire login.
  await obtainToken({ ...options, cache: false }, network, environment, quietUi(), tools);
  const ui = quietUi();
  const stale = await renewToken(
    { ...options, cache: false },
    network,
    environment,
    ui,
    { ...first, named: true },
    tools,
  );
  expect(tokenOf(stale)).not.toBe(tokenOf(second));
  expect(ui.notes.join('\n')).toContain('The login has ended at the server');
  await walked();
});

test('over SSH no browser is opened: the URL is shown with the port forwarding command, and the response can be pasted', async () => {
  const environment = testEnvironment({ SSH_CONNECTION: '10.0.0.9 50000 10.0.0.5 22', USER: 'jane' });
  const person = new Person();
  const options = app({ redirectUri: 'https://app.example/done' });
  const ui = quietUi({
    attended: true,
    askLine: async () => {
      const prompt = ui.prompts[0];
      return prompt?.kind === 'page' ? person.open(prompt.url) : undefined;
    },
  });
  expect(tokenOf(await obtainToken(options, network, environment, ui))).toMatch(/^[\w-]{20,}$/);
  expect(ui.prompts).toMatchObject([{ kind: 'page', opened: false }]);

  const listening = quietUi({
    attended: true,
    askLine: async (_question, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    show: prompt => {
      listening.prompts.push(prompt);
      if (prompt.kind === 'page') void person.open(prompt.url);
    },
  });
  tokenOf(await obtainToken(app({ cache: false }), network, environment, listening));
  const [prompt] = listening.prompts;
  const port = prompt?.kind === 'page' ? prompt.port : 0;
  expect(prompt).toMatchObject({ forward: `ssh -L ${port}:127.0.0.1:${port} jane@10.0.0.5` });
});

test('a pasted URL of another login is rejected and prompted for again; a bare code is accepted', async () => {
  const person = new Person();
  let asked = 0;
  const ui = quietUi({
    attended: true,
    askLine: async () => {
      asked += 1;
      if (asked === 1) return 'https://app.example/done?code=stolen&state=another';
      const prompt = ui.prompts[0];
      const back = new URL(prompt?.kind === 'page' ? await person.open(prompt.url) : '');
      return back.searchParams.get('code') ?? undefined;
    },
  });
  const options = app({ redirectUri: 'https://app.example/done' });
  tokenOf(await obtainToken(options, network, testEnvironment(), ui));
  expect(ui.notes).toEqual(['This does not belong to this login. Its state belongs to another login, or to none.']);
});

test('if no login is possible, that is reported immediately', async () => {
  const environment = testEnvironment();
  expect(await obtainToken(app(), network, environment, quietUi())).toMatchObject({
    kind: 'login',
    code: 'unattended',
  });
  const noBrowser = await obtainToken(app({ browser: false }), network, testEnvironment({ DISPLAY: ':0' }), quietUi());
  expect(noBrowser).toMatchObject({ kind: 'login', code: 'unattended' });
});

test('Ctrl-C at the prompt ends the login as interrupted', async () => {
  const ui = quietUi({
    attended: true,
    askLine: async () => Promise.reject(failure('interrupted', 'Interrupted.')),
  });
  expect(await obtainToken(app(), network, testEnvironment(), ui)).toMatchObject({ kind: 'interrupted' });
});

test('a signal ends the wait and closes the listener', async () => {
  const environment = testEnvironment();
  const ui = quietUi({
    attended: true,
    show: prompt => {
      ui.prompts.push(prompt);
      environment.stop.abort(failure('terminated', 'Terminated.'));
    },
  });
  expect(await obtainToken(app(), network, environment, ui)).toMatchObject({ kind: 'terminated' });
  const port = ui.prompts[0]?.kind === 'page' ? ui.prompts[0].port : 0;
  await expect(fetch(`http://127.0.0.1:${port}/callback`)).rejects.toThrow();
});

test('the login times out after five minutes without a response', async () => {
  const waited: number[] = [];
  const tools: Partial<TokenTools> = { wait: async ms => void waited.push(ms) };
  const ui = quietUi({ attended: true });
  expect(await obtainToken(app(), network, testEnvironment(), ui, tools)).toMatchObject({
    kind: 'login',
    text: 'Login timed out after 5 minutes.',
    hint: expect.stringMatching(
      /^If the page shows an error, register exactly http:\/\/127\.0\.0\.1:\d+\/callback for client app, or pass --oauth2-redirect-uri\.$/,
    ),
  });
  expect(waited).toEqual([15_000, 300_000]);
  expect(ui.notes).toEqual([expect.stringContaining('If the page shows an error, register exactly http://127.0.0.1:')]);
});

test('the issuer supplies the endpoints, and the issuer in the response is checked', async () => {
  const { tokenUrl: _t, authUrl: _a, ...rest } = app({ issuer: server.url });
  const { tools, walked } = browser();
  tokenOf(await obtainToken(rest, network, testEnvironment(), quietUi(), tools));
  await walked();
});

test('a login that the user denies is reported as denied', async () => {
  const tools: Partial<TokenTools> = {
    openBrowser: async url => {
      const asked = new URL(url).searchParams;
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({
        error: 'access_denied',
        error_description: 'The user answered <b>no</b>',
        state: asked.get('state') ?? '',
      }).toString();
      answers.push(await (await fetch(back)).text());
      return true;
    },
  };
  const answers: string[] = [];
  const got = await obtainToken(app(), network, testEnvironment(), quietUi(), tools);
  expect(got).toMatchObject({ kind: 'login', code: 'access_denied' });
  expect((got as Failure).text).toContain('“The user answered <b>no</b>”');
  expect(answers[0]).toContain('The user answered &lt;b&gt;no&lt;/b&gt;');
});

test('unrelated requests do not end the login: a favicon, a wrong or missing state, a HEAD; a replay finds no server', async () => {
  const person = new Person();
  const statuses: number[] = [];
  let callback = '';
  const tools: Partial<TokenTools> = {
    openBrowser: async url => {
      const asked = new URL(url).searchParams;
      callback = asked.get('redirect_uri') ?? '';
      const state = asked.get('state') ?? '';
      const origin = new URL(callback).origin;
      const ipv6 = origin.replace('127.0.0.1', '[::1]');
      for (const [target, method] of [
        [`${origin}/favicon.ico`, 'GET'],
        [`${callback}?code=x`, 'GET'],
        [`${callback}?code=x&state=wrong`, 'GET'],
        [`${callback}?error=access_denied`, 'GET'],
        [`${callback}?code=x&code=y&state=${state}`, 'GET'],
        [`${callback}?code=x&state=${state}`, 'HEAD'],
        [`${ipv6}/nowhere`, 'GET'],
      ] as const) {
        statuses.push((await fetch(target, { method })).status);
      }
      void person.open(url);
      return true;
    },
  };
  const ui = quietUi();
  tokenOf(await obtainToken(app(), network, testEnvironment(), ui, tools));
  expect(statuses).toEqual([404, 400, 400, 400, 400, 405, 404]);
  expect(ui.notes).toEqual([
    expect.stringContaining('It has no state, so it does not belong to this login.'),
    expect.stringContaining('Its state belongs to another login, or to none.'),
    expect.stringContaining('The server reports access_denied. It sent no state'),
    'Run the command again and allow access.',
    expect.stringContaining('It has code twice.'),
  ]);
  await expect(fetch(callback)).rejects.toThrow();
});

test('a page that calls the listener repeatedly does not scroll the login out of view', async () => {
  const person = new Person();
  const tools: Partial<TokenTools> = {
    openBrowser: async url => {
      const callback = new URL(url).searchParams.get('redirect_uri');
      for (let i = 0; i < 50; i++) await fetch(`${callback}?code=x&state=guess${i}`);
      void person.open(url);
      return true;
    },
  };
  const ui = quietUi();
  tokenOf(await obtainToken(app(), network, testEnvironment(), ui, tools));
  expect(ui.notes.length).toBe(5);
  expect(ui.notes.at(-1)).toContain('Further ones are not reported.');
});

/** A scripted token endpoint, and a browser that calls the callback with `method`. */
async function scripted(token: object, status = 200, method: 'GET' | 'POST' = 'GET') {
  const made = await httpServer(response => void response.writeHead(status).end(JSON.stringify(token)));
  const pages: Promise<Response>[] = [];
  const asked: URLSearchParams[] = [];
  const tools: Partial<TokenTools> = {
    openBrowser: async url => {
      const query = new URL(url).searchParams;
      asked.push(query);
      const callback = query.get('redirect_uri') ?? '';
      const answer = new URLSearchParams({ code: 'c', state: query.get('state') ?? '' });
      pages.push(method === 'GET' ? fetch(`${callback}?${answer}`) : fetch(callback, { method, body: answer }));
      return true;
    },
  };
  const options = app({ tokenUrl: made.url, authUrl: 'http://127.0.0.1:9/' });
  const got = await obtainToken(options, network, testEnvironment(), quietUi(), tools);
  return { got, page: await (await pages[0])?.text(), asked: asked[0] };
}

test('the browser reports success only after the token has arrived', async () => {
  const { got, page } = await scripted({ error: 'invalid_grant' }, 400);
  expect(got).toMatchObject({ kind: 'login', code: 'invalid_grant' });
  expect(page).toContain('The login failed');
  expect(page).not.toContain('You can close');
});

test('a response sent as a form is accepted', async () => {
  const { got, page } = await scripted({ access_token: 't' }, 200, 'POST');
  expect(tokenOf(got as ObtainedToken)).toBe('t');
  expect(page).toContain('You can close');
});

test('an ID token without the nonce of this login is rejected together with the token', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const idToken = `${part({ alg: 'none' })}.${part({ nonce: 'another' })}.`;
  const { got, asked } = await scripted({ access_token: 't', id_token: idToken });
  expect(got).toMatchObject({ kind: 'login', code: 'nonce' });
  expect(asked?.get('nonce')).toMatch(/^[\w-]{43}$/);
});

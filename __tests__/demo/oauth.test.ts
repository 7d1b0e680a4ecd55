/** The demo's authorization server, for trying every flow of --oauth2. It is as strict as a real server. */

import { isFailure } from '../../source/core/failure.js';
import type { OAuth2Options } from '../../source/core/options.js';
import { reveal, secret } from '../../source/core/secret.js';
import { type Demo, startDemo } from '../../source/demo/start.js';
import type { TokenTools } from '../../source/io/oauth/context.js';
import { type ObtainedToken, obtainToken, renewToken } from '../../source/io/oauth/token.js';
import { testEnvironment } from '../support/environment.js';
import { network, oauthOptions, quietUi } from '../support/oauth.js';
import { Person } from '../support/servers/authorization-server.js';

let demo: Demo;
beforeAll(async () => {
  const started = await startDemo({ port: 0 });
  if (isFailure(started)) throw new Error(started.text);
  demo = started;
});
afterAll(() => demo.close());

const options = (more: Pick<OAuth2Options, 'flow'> & Partial<OAuth2Options>): OAuth2Options =>
  oauthOptions({ clientId: 'demo-public', issuer: demo.url, scope: 'books', ...more });
const hello = async (token: string) =>
  (await fetch(`${demo.url}/private/bearer`, { headers: { authorization: `Bearer ${token}` } })).status;
const known = { clientId: 'demo', clientSecret: { from: 'text', value: secret('demo-secret') } } as const;

async function obtained(
  wanted: OAuth2Options,
  tools: Partial<TokenTools> = {},
  ui = quietUi(),
): Promise<ObtainedToken> {
  const got = await obtainToken({ ...wanted, cache: false }, network, testEnvironment(), ui, tools);
  if (isFailure(got)) throw new Error(`${got.code}: ${got.text}`);
  return got;
}
/** Presses one of the two buttons. */
const press = (choice: string, seen: string[] = []): Partial<TokenTools> => ({
  openBrowser: async url => {
    seen.push(url);
    const asked = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ choice }),
      redirect: 'manual',
    });
    await fetch(asked.headers.get('location') ?? '');
    return true;
  },
});

test('client_credentials works with the secret in the header and in the body', async () => {
  for (const clientAuth of ['basic', 'post'] as const) {
    const got = await obtained(options({ flow: 'client_credentials', ...known, clientAuth }));
    expect(await hello(reveal(got.token))).toBe(200);
  }
});

test('password works', async () => {
  const password = { from: 'text', value: secret('secret123') } as const;
  const got = await obtained(options({ flow: 'password', username: 'admin', password }));
  expect(await hello(reveal(got.token))).toBe(200);
});

test('authorization_code works with PKCE, and its refresh token can be used once', async () => {
  const got = await obtained(options({ flow: 'authorization_code' }), press('allow'));
  expect(await hello(reveal(got.token))).toBe(200);
  const wanted = { ...options({ flow: 'authorization_code' }), cache: false };
  const again = await renewToken(wanted, network, testEnvironment(), quietUi(), { ...got, named: true });
  if (again === undefined || isFailure(again)) throw new Error('not renewed');
  expect(await hello(reveal(again.token))).toBe(200);
  const spent = await renewToken(wanted, network, testEnvironment(), quietUi(), { ...got, named: true });
  expect(spent).toMatchObject({ code: 'unattended' });
});

test('Refuse on the login page ends the login with access_denied', async () => {
  await expect(obtained(options({ flow: 'authorization_code' }), press('refuse'))).rejects.toThrow('access_denied');
});

test('device_code accepts the code in lower case and without its dash', async () => {
  const ui = quietUi({ attended: true });
  let polls = 0;
  const wait = async () => {
    polls += 1;
    const [prompt] = ui.prompts;
    if (polls !== 2 || prompt?.kind !== 'code') return;
    const page = await fetch(prompt.completeUrl ?? '');
    expect(await page.text()).toContain(`value="${prompt.userCode}"`);
    const body = new URLSearchParams({ user_code: prompt.userCode.replace('-', '').toLowerCase(), choice: 'allow' });
    await fetch(prompt.url, { method: 'POST', body });
  };
  const got = await obtained(options({ flow: 'device_code' }), { wait }, ui);
  expect(await hello(reveal(got.token))).toBe(200);
  expect(polls).toBe(2);
});

test('a wrong secret, a wrong verifier and an unregistered redirect URI are rejected', async () => {
  const token = (form: Record<string, string>) =>
    fetch(`${demo.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const wrong = await token({ grant_type: 'client_credentials', client_id: 'demo', client_secret: 'no' });
  expect(wrong.status).toBe(401);
  const redirect = 'http://127.0.0.1:1/callback';
  const question = { client_id: 'demo-public', redirect_uri: redirect, state: 's', code_challenge: 'x' };
  const asked = await fetch(`${demo.url}/oauth/authorize?${new URLSearchParams(question)}`, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'allow' }),
    redirect: 'manual',
  });
  const code = new URL(asked.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', client_id: 'demo-public', redirect_uri: redirect, code };
  expect(await (await token({ ...form, code_verifier: 'guess' })).json()).toMatchObject({ error: 'invalid_grant' });
  const foreign = new URLSearchParams({ ...question, redirect_uri: 'https://evil.example/' });
  expect((await fetch(`${demo.url}/oauth/authorize?${foreign}`)).status).toBe(400);
});

test('an invalid authorization request is reported on the page and not redirected', async () => {
  const person = new Person();
  const redirect = 'https://app.example/';
  expect(await person.open(`${demo.url}/oauth/authorize?client_id=demo-public&redirect_uri=${redirect}`)).toContain(
    '/oauth',
  );
  expect(person.page).toContain('Invalid authorization request');
});

/** The messages of a login: each is printed once, and distinguishes two logins. */

import { PassThrough } from 'node:stream';
import { failure, isFailure } from '../../../source/core/failure.js';
import { hintText } from '../../../source/core/hint.js';
import { describeKept } from '../../../source/core/oauth/status-lines.js';
import { secret } from '../../../source/core/secret.js';
import { lineLoginUi } from '../../../source/io/oauth/login/line-login.js';
import { qrLines } from '../../../source/io/oauth/login/qr.js';
import { obtainToken } from '../../../source/io/oauth/token.js';
import { testEnvironment } from '../../support/environment.js';
import { network, oauthOptions, quietUi } from '../../support/oauth.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const idToken = (claims: object) =>
  secret(['{}', JSON.stringify(claims), 's'].map(part => Buffer.from(part).toString('base64url')).join('.'));

test.each([
  [{ email: 'ada@example.org', sub: '1' }, 'account ada@example.org'],
  [{ preferred_username: 'ada', sub: '1' }, 'account ada'],
  [{ sub: '1' }, 'account 1'],
])('auth status names the account of the ID token %j', (claims, words) => {
  const kept = {
    ...{ accessToken: secret('a'), obtainedAt: 0, flow: 'authorization_code' as const, clientId: 'app', server: 's' },
    also: ['audience=shop', 'authorization_details=[{"type":"x"}]'],
    idToken: idToken(claims),
  } as const;
  const line = describeKept(kept, 0);
  expect(line).toContain(words);
  expect(line).toContain('audience=shop · authorization_details=[{"type":"x"}]');
  expect(describeKept({ ...kept, account: 'work' }, 0)).toContain('account work ·');
});

test('a note is written once', () => {
  const environment = testEnvironment();
  const ui = lineLoginUi(environment, { silent: false });
  ui.note('The same.');
  ui.note('Another.');
  ui.note('The same.');
  expect((environment.stderr as unknown as PassThrough).read().toString()).toBe(
    'apiclient: The same.\napiclient: Another.\n',
  );
});

test('reloading a finished callback reports that it is done, without a warning', async () => {
  const pages: string[] = [];
  const server = await httpServer(async response => {
    pages.push(await (await fetch(callback)).text());
    response.end('{"access_token":"t"}');
  });
  let callback = '';
  const openBrowser = async (page: string) => {
    const asked = new URL(page).searchParams;
    callback = `${asked.get('redirect_uri')}?code=c&state=${asked.get('state')}`;
    void fetch(callback).catch(() => {});
    return true;
  };
  const ui = quietUi();
  const options = oauthOptions({
    flow: 'authorization_code',
    clientId: 'a',
    tokenUrl: server.url,
    authUrl: server.url,
  });
  expect(isFailure(await obtainToken(options, network, testEnvironment(), ui, { openBrowser }))).toBe(false);
  expect(pages[0]).toContain('Already done');
  expect(ui.notes).toEqual([]);
});

test('over SSH, if the server has a device flow, the hint names it', async () => {
  const metadata = await httpServer(response => {
    const { url } = metadata;
    const endpoints = {
      token_endpoint: `${url}/t`,
      authorization_endpoint: `${url}/a`,
      device_authorization_endpoint: `${url}/d`,
    };
    response.end(JSON.stringify({ issuer: url, ...endpoints }));
  });
  const environment = testEnvironment({ SSH_CONNECTION: '1 2 3 4' });
  const ui = quietUi({
    attended: true,
    note(text) {
      ui.notes.push(hintText(text));
      environment.stop.abort(failure('interrupted', 'Seen.'));
    },
  });
  const options = oauthOptions({ flow: 'authorization_code', clientId: 'a:b', issuer: metadata.url });
  await obtainToken(options, network, environment, ui);
  expect(ui.notes).toEqual([expect.stringContaining('--oauth2 device_code::a%3Ab')]);
});

test('--qr: the code is below the URL, and is not drawn if it would be wrapped', () => {
  const qr = qrLines('https://login.example/device?user_code=ABCD-EFGH');
  expect(new Set(qr?.map(line => line.length)).size).toBe(1);
  expect(qr?.join('')).toMatch(/^[█▀▄ ]+$/);
  const shown = (columns: number): string => {
    const stderr = Object.assign(new PassThrough(), { columns });
    lineLoginUi({ ...testEnvironment(), stderr }, { silent: false }).show({
      kind: 'page',
      url: 'https://login.example/',
      opened: false,
      ...(qr ? { qr } : {}),
    });
    return stderr.read().toString();
  };
  expect(shown(120)).toContain(qr?.[3]);
  expect(shown(10)).toContain('columns, but the terminal has 10.');
  expect(shown(10)).not.toContain('█');
  expect(qrLines('x'.repeat(4000))).toBeUndefined();
});

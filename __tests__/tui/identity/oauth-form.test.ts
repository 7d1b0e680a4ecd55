/** Setting up an OAuth login in the overlay of headers and auth. */
import { isSecret, reveal } from '../../../source/core/secret.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';
import { openDemo, openScreen } from '../demo.js';
import { Screen } from '../support.js';

let demo: Awaited<ReturnType<typeof openDemo>>;
beforeAll(async () => {
  demo = await openDemo();
});
afterAll(() => demo.close());
afterEach(closeTerminals);

const oauthOf = (screen: Screen) => {
  const said = screen.effects.findLast(each => each.kind === 'identify');
  return said?.kind === 'identify' ? said.identity.auth.oauth2 : undefined;
};

test('client credentials by the token URL: what is typed is what is said, the secret is not shown', () => {
  const screen = new Screen().press('H', 'o', 'enter', 'down', 'enter');
  screen.type('login.example/token').press('enter').type('my-id').press('enter').type('s3:cret').press('enter');
  screen.type('read write').press('enter');
  const said = oauthOf(screen);
  expect(said).toMatchObject({
    flow: 'client_credentials',
    tokenUrl: 'https://login.example/token',
    clientId: 'my-id',
    scope: 'read write',
    port: 8484,
    pkce: true,
  });
  expect(said).not.toHaveProperty('issuer');
  const source = said?.clientSecret;
  expect(source?.from === 'text' && isSecret(source.value) && reveal(source.value)).toBe('s3:cret');
  expect(screen.auth).toBe('OAuth my-id');
  expect(JSON.stringify(screen.effects)).not.toContain('s3:cret');
});

test('a browser by the issuer, a public client without scopes; a secret may be named by its variable', () => {
  const screen = new Screen().press('H', 'o', 'down', 'enter', 'enter').type('localhost:9000').press('enter');
  screen.type('pub').press('enter', 'enter', 'enter');
  expect(oauthOf(screen)).toEqual({
    flow: 'authorization_code',
    issuer: 'http://localhost:9000',
    clientId: 'pub',
    ...{ port: 8484, params: [], pkce: true, browser: true, cache: true },
  });
  const named = new Screen().press('H', 'o', 'down', 'enter', 'down', 'enter').type('a.example/t').press('enter');
  named.type('a.example/login').press('enter').type('id').press('enter').type('env:SECRET').press('enter', 'enter');
  expect(oauthOf(named)).toMatchObject({
    authUrl: 'https://a.example/login',
    clientSecret: { from: 'env', name: 'SECRET' },
  });
});

test('another device needs its own URL', () => {
  const screen = new Screen().press('H', 'o', 'down', 'down', 'enter', 'down', 'enter').type('a.example/t');
  screen.press('enter').type('a.example/device').press('enter').type('id').press('enter', 'enter', 'enter');
  expect(oauthOf(screen)).toMatchObject({ flow: 'device_code', deviceUrl: 'https://a.example/device' });
});

test('what is no URL, and a client without a name, are refused where they are typed; Esc leaves all as it was', () => {
  const screen = new Screen().press('H', 'o', 'enter', 'enter').type('ftp://x').press('enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({ problem: expect.stringContaining('http') });
  screen.press('alt+a').type('https://me:pw@x.example').press('enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({ problem: expect.stringContaining('password') });
  screen.press('alt+a').type('https://x.example').press('enter', 'enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({ title: 'Client id', problem: expect.any(String) });
  screen.press('escape', 'escape');
  expect(screen.state.overlays).toEqual([]);
  expect(oauthOf(screen)).toBeUndefined();
});

test('in the terminal: a machine logs in with the demo, and the next run is signed in', async () => {
  const terminal = await openScreen(demo.graphqlUrl);
  const { origin } = new URL(demo.graphqlUrl);
  terminal.write('2i{ me { name } }\x1b\x12');
  await terminal.untilShown('"me": null');
  terminal.write('Ho\rj\r');
  await terminal.untilShown('━ Token URL');
  terminal.write(`${origin}/oauth/token\r`);
  await terminal.untilShown('━ Client id');
  terminal.write('demo\r');
  await terminal.untilShown('━ Client secret');
  terminal.write('demo-secret\r');
  await terminal.untilShown('━ Scopes');
  expect(terminal.history()).not.toContain('demo-secret');
  terminal.write('\r');
  await terminal.untilShown('Log in with  OAuth demo');
  terminal.write('q');
  await terminal.untilShown('R reloads it');
  terminal.write('\x12');
  await terminal.untilShown('"me": {');
});

test('in the terminal: a login that was given up is set up again, and its page shown', async () => {
  const { origin } = new URL(demo.graphqlUrl);
  const flags = ['--oauth2', 'authorization_code::wrong', '--oauth2-issuer', origin, '--oauth2-port', '0'];
  const terminal = startInTerminal([...flags, '--no-browser'], { columns: 100, rows: 30 });
  await terminal.untilShown('URL of a GraphQL endpoint');
  terminal.write(`${demo.graphqlUrl}\r`);
  await terminal.untilShown('━ Log in');
  terminal.write('\x1b');
  await terminal.untilShown('The login was given up.');
  terminal.write('Hoj\r\r');
  await terminal.untilShown('━ Issuer');
  expect(terminal.screen()).toContain(origin);
  terminal.write('\r');
  await terminal.untilShown('━ Client id');
  terminal.write('\x15demo-public\r');
  await terminal.untilShown('━ Client secret');
  terminal.write('\r\r');
  await terminal.untilShown('OAuth demo-public');
  terminal.write('\x1b');
  await terminal.untilShown('client_id=demo-public');
});

/** One form for all login methods. */
import { flowTitles } from '../../../source/core/oauth/flow-fields.js';
import { isSecret, reveal } from '../../../source/core/secret.js';
import { overlayKinds } from '../../../source/tui/app/overlay-kinds.js';
import { loginMethods } from '../../../source/tui/identity/form/login-methods.js';
import type { TestedLogin } from '../../../source/tui/model/identity.js';
import type { LoginFormOverlay } from '../../../source/tui/model/overlays.js';
import { kindOf } from '../../../source/tui/overlays/kind.js';
import { overlayRect } from '../../../source/tui/overlays/layout.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { demoForTests, openScreen } from '../demo.js';
import { plain, Screen } from '../support.js';

const demo = demoForTests();

const oauthOf = (screen: Screen) => {
  const said = screen.effects.findLast(each => each.kind === 'identify');
  return said?.kind === 'identify' ? said.identity.auth.oauth2 : undefined;
};

const drawn = (screen: Screen, width = 90, height = 22): string => {
  const top = topOverlay(screen.state);
  if (top === undefined) throw new Error('No form is open.');
  return plain(kindOf(overlayKinds, top).draw(top, screen.state, { width, height }).lines).join('\n');
};

const rowOf = (screen: Screen): string => {
  const top = topOverlay(screen.state);
  return drawn(screen, 90, 40).split('\n')[top?.kind === 'login-form' ? top.at : 0] ?? '';
};

const machine = (): Screen => new Screen().press('H', 'enter').type('client cred').press('tab');

test('the label of every field is fully visible', () => {
  const { fieldColumn = 0 } = overlayKinds['login-form'];
  const titles = loginMethods.flatMap(({ fields }) => fields.map(field => field.title));
  expect(titles.filter(title => title.length > fieldColumn - 3)).toEqual([]);
});

test('client credentials: the fields are listed one below the other, Tab and Shift-Tab move, the secret is not shown', () => {
  const screen = machine();
  expect(drawn(screen)).toMatch(/Auth +< OAuth: Client credentials >/);
  screen.press('tab').type('login.example/token').press('tab').type('my-id').press('tab').type('s3:cret');
  expect(drawn(screen)).not.toContain('s3:cret');
  screen.press('tab').type('read write');
  screen.press('shift+tab', 'shift+tab');
  expect(drawn(screen)).toContain('my-id');
  screen.press('enter');
  const said = oauthOf(screen);
  expect(said).toMatchObject({
    flow: 'client_credentials',
    tokenUrl: 'https://login.example/token',
    clientId: 'my-id',
    scope: 'read write',
    port: 8484,
    pkce: true,
  });
  expect(said?.issuer).toBeUndefined();
  const source = said?.clientSecret;
  expect(source?.from === 'text' && isSecret(source.value) && reveal(source.value)).toBe('s3:cret');
  expect(screen.auth).toBe('OAuth my-id');
  expect(JSON.stringify(screen.effects)).not.toContain('s3:cret');
});

test('required fields are marked, and rows that take no text ignore letters', () => {
  const screen = machine();
  expect(drawn(screen)).toMatch(/ Issuer \* [\s\S]* Token URL \* [\s\S]* Client id \* /);
  screen.type('https://login.example').press('tab');
  // The issuer supplies the endpoints.
  expect(drawn(screen)).not.toContain('Token URL');
  expect(drawn(screen)).toMatch(/ Issuer +https[\s\S]* Client id \* /);
  screen.type('me').press('tab', 'tab', 'tab', 'tab').type('letters');
  expect(drawn(screen)).toMatch(/ More fields +press Enter to show 16 more/);
  expect(drawn(screen)).not.toContain('letters');
  // Optional fields appear next to related ones, and the cursor is in the first of them.
  screen.press('enter');
  expect(drawn(screen, 90, 40)).not.toContain('More fields');
  expect(drawn(screen, 90, 40)).toMatch(/ Client authentication +< default >/);
  screen.press('tab', 'tab', 'tab').type('qq').press('tab');
  expect(topOverlay(screen.state)).toMatchObject({ values: { clientId: 'me', issuer: 'https://login.example' } });
  expect(drawn(screen, 90, 40)).not.toContain('qq');
});

test('a switch shows whether it is on, and Space toggles it', () => {
  const said = {
    flow: 'client_credentials',
    clientId: 'c',
    tokenUrl: 'https://a.example/t',
    port: 0,
    params: [],
  } as const;
  const oauth2 = { ...said, pkce: true, browser: true, cache: false };
  const screen = new Screen({ identity: { auth: { oauth2, apiKeys: [] }, headers: [] } }).press('H', 'enter');
  while (!/Keep no token/.test(rowOf(screen))) screen.press('down');
  expect(rowOf(screen)).toContain('[x]');
  expect(rowOf(screen.press('space'))).toContain('[ ]');
  expect(rowOf(screen.type('abc'))).toContain('[ ]');
  screen.press('enter');
  expect(screen.state.identity.auth.oauth2?.cache).toBe(true);
});

test('the form has every flow of the flags, with the fields of each; left and right select one', () => {
  const screen = new Screen().press('H', 'enter');
  const seen = new Set<string>();
  for (let at = 0; at < loginMethods.length; at++) {
    const top = topOverlay(screen.press('right').state);
    if (top?.kind === 'login-form') seen.add(top.way);
    expect(drawn(screen, 90, 40)).toContain('Test login');
  }
  expect([...seen].sort()).toEqual(loginMethods.map(({ id }) => id).sort());
  expect([...seen].filter(id => id.startsWith('oauth '))).toHaveLength(flowTitles.length);
});

test('the form shows the equivalent flags, without the secrets', () => {
  const screen = machine()
    .press('tab')
    .type('https://a.example/t')
    .press('tab')
    .type('id')
    .press('tab')
    .type('x')
    .press('tab');
  expect(drawn(screen).replace(/\s+/g, ' ')).toContain(
    'Equivalent flags: --oauth2 client_credentials:https://a.example/t:id:••••',
  );
  const bearer = new Screen().press('H', 'b').type('env:TOKEN').press('tab');
  expect(drawn(bearer)).toContain('--bearer env:TOKEN');
});

test('an error is shown at its field, and nothing changes; Esc leaves everything unchanged', () => {
  const screen = machine().type('ftp://x').press('enter');
  expect(topOverlay(screen.state)).toMatchObject({ at: 1, rejection: { reason: expect.stringContaining('http') } });
  screen.press('alt+a').type('https://me:pw@x.example').press('enter');
  expect(topOverlay(screen.state)).toMatchObject({ rejection: { reason: expect.stringContaining('password') } });
  screen.press('alt+a').type('https://x.example').press('enter');
  expect(topOverlay(screen.state)).toMatchObject({ rejection: { reason: 'Client id is required.' } });
  expect(drawn(screen)).toContain('Client id is required.');
  expect(drawn(screen.type('i'))).not.toContain('Client id is required.');
  expect(machine().press('tab', 'tab').type('id').press('enter').state.overlays.at(-1)).toMatchObject({
    rejection: { reason: expect.stringContaining('issuer') },
  });
  screen.press('escape', 'escape');
  expect(screen.state.overlays).toEqual([]);
  expect(oauthOf(screen)).toBeUndefined();
});

test('a reopened form contains the previous values; a secret whose field is left empty is unchanged', () => {
  const screen = new Screen().press('H', 'u').type('ada').press('tab').type('pw').press('enter');
  screen.press('enter', 'tab').type('bob');
  expect(drawn(screen)).toContain('Basic');
  screen.press('escape', 'enter', 'tab', 'enter');
  const { basic } = screen.state.identity.auth;
  expect(basic).toMatchObject({ user: 'ada', password: { from: 'text' } });
  const source = basic !== undefined && 'password' in basic ? basic.password : undefined;
  expect(source?.from === 'text' && reveal(source.value)).toBe('pw');
});

const paths = (screen: Screen): string[] =>
  screen.effects.flatMap(each => (each.kind === 'complete-path' ? [each.text] : []));
const field = (screen: Screen): string => {
  const top = topOverlay(screen.state);
  return top !== undefined && 'field' in top ? top.field.doc.toString() : '';
};

test('Tab completes a path, lists candidates, and moves on if there is nothing left to complete', () => {
  const screen = machine().press('tab', 'tab').type('me').press('tab', 'tab', 'tab', 'tab', 'enter', 'tab');
  expect(drawn(screen)).toContain('Client key');
  screen.type('keys/p').press('tab');
  expect(paths(screen)).toEqual(['keys/p']);
  screen.do({
    type: 'overlay/completed',
    of: 'keys/p',
    to: 'keys/private',
    all: ['keys/private.pem', 'keys/private.pub'],
  });
  expect(field(screen)).toBe('keys/private');
  expect(drawn(screen)).toContain('private.pem  private.pub');
  screen.type('.pe').press('tab');
  expect(paths(screen)).toEqual(['keys/p', 'keys/private.pe']);
  screen.do({ type: 'overlay/completed', of: 'keys/private.pe', to: 'keys/private.pem', all: ['keys/private.pem'] });
  screen
    .press('tab')
    .do({ type: 'overlay/completed', of: 'keys/private.pem', to: 'keys/private.pem', all: ['keys/private.pem'] });
  const top = topOverlay(screen.state);
  expect(top).toMatchObject({ at: 7, values: { clientKey: 'keys/private.pem' } });
  // An empty field is skipped like any other.
  screen.press('shift+tab', 'ctrl+u', 'tab');
  expect(paths(screen)).toHaveLength(3);
});

test('for a secret in a file, the path after file: is shown and completed', () => {
  const screen = new Screen().press('H', 'b').type('file:tok');
  expect(drawn(screen)).toContain('file:tok');
  expect(paths(screen.press('tab'))).toEqual(['tok']);
  screen.do({ type: 'overlay/completed', of: 'tok', to: 'token.txt', all: ['token.txt'] });
  expect(field(screen)).toBe('file:token.txt');
});

test('the result of a test belongs to the latest test, and only to the current field values', () => {
  const screen = new Screen().press('H', 'b').type('wrong').press('ctrl+t');
  const tested = (): TestedLogin => {
    const effect = screen.asked.at(-1);
    if (effect?.kind !== 'test-login') throw new Error('Nothing is tested.');
    return effect.of;
  };
  const first = tested();
  screen.press('ctrl+u').type('right').press('ctrl+t');
  const second = tested();
  screen.do({ type: 'login-form/tested', text: '200: the server accepts the login.', ok: true, of: second });
  screen.do({ type: 'login-form/tested', text: '401: it does not.', ok: false, of: first });
  expect(drawn(screen)).toContain('200: the server accepts the login.');
  screen.type('er');
  expect(drawn(screen)).not.toContain('200: the server accepts the login.');
  screen.press('backspace', 'backspace');
  expect(drawn(screen)).toContain('200: the server accepts the login.');
});

test('a click selects a field or the next option, a click outside loses nothing; on 60x20 a response is fully visible', async () => {
  const screen = new Screen({ columns: 60, rows: 20 })
    .press('H', 'enter')
    .type('client cred')
    .press('tab', 'tab')
    .type('https://x.example');
  const text = 'The server of the login is not reached: '.repeat(3).trim();
  const { way, values } = topOverlay(screen.state) as LoginFormOverlay;
  screen.do({
    type: 'login-form/tested',
    text,
    ok: false,
    of: { way, values: { ...values, tokenUrl: 'https://x.example' } },
  });
  const shown = drawn(screen, 54, 13).replace(/\s+/g, ' ');
  expect(shown).toContain(text);
  expect(shown).toContain('https://x.example');
  const top = topOverlay(screen.state);
  if (top === undefined) throw new Error('No form is open.');
  const rect = overlayRect(screen.state, top, overlayKinds);
  const click = (row: number, column = rect.x + 5): void =>
    void screen.send({
      kind: 'mouse',
      button: 'left',
      action: 'press',
      column,
      row,
      shift: false,
      ctrl: false,
      alt: false,
    });
  click(rect.y + 2);
  expect(topOverlay(screen.state)).toMatchObject({ at: 1, values: { tokenUrl: 'https://x.example' } });
  click(0, 0);
  expect(topOverlay(screen.state)).toMatchObject({ kind: 'login-form' });
});

test('in the terminal: a client logs in to the demo after a test, and the next run is authenticated', async () => {
  const terminal = await openScreen(demo.graphqlUrl);
  const { origin } = new URL(demo.graphqlUrl);
  terminal.write('2i{ me { name } }\x1b\x12');
  await terminal.untilShown('Bearer token required');
  terminal.write('H\rclient cred\t\t');
  await terminal.untilShown('OAuth: Client credentials');
  terminal.write(`${origin}/oauth/token\tdemo\twrong\x14`);
  await terminal.untilShown('invalid_client');
  terminal.write('\x15demo-secret\x14');
  await terminal.untilShown('200: the server accepts the login.');
  expect(terminal.history()).not.toContain('demo-secret');
  terminal.write('\r');
  await terminal.untilShown('Auth         OAuth demo');
  terminal.write('q');
  await terminal.untilShown('Press R to reload');
  terminal.write('\x12');
  await terminal.untilShown('"me": {');
});

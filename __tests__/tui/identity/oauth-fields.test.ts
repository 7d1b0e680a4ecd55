/** OAuth in the login form: every flag has a field, and is restored unchanged. */
import { flagTable } from '../../../source/command/flags.js';
import { parse } from '../../../source/command/parse.js';
import type { RequestCommand } from '../../../source/core/command.js';
import { fieldTitle, formFieldsOf } from '../../../source/core/oauth/flow-fields.js';
import { flowNames, type OAuth2Flow, takesFlag } from '../../../source/core/oauth/flows.js';
import type { OAuth2Options } from '../../../source/core/options.js';
import { overlayKinds } from '../../../source/tui/app/overlay-kinds.js';
import { kindOf } from '../../../source/tui/overlays/kind.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { plain, Screen } from '../support.js';

const drawn = (screen: Screen, width = 90, height = 40): string => {
  const top = topOverlay(screen.state);
  if (top === undefined) throw new Error('No form is open.');
  return plain(kindOf(overlayKinds, top).draw(top, screen.state, { width, height }).lines).join('\n');
};

/** The form with the cursor in the row with that title. */
function at(screen: Screen, title: string): Screen {
  for (let presses = 0; presses < 40; presses++) {
    const top = topOverlay(screen.state);
    if (top?.kind !== 'login-form') break;
    const row = drawn(screen).split('\n')[top.at];
    if (row?.startsWith(` ${title} `)) return screen;
    screen.press(row?.startsWith(' More fields ') ? 'enter' : 'down');
    if (row?.startsWith(' More fields ') && drawn(screen).split('\n')[top.at]?.startsWith(` ${title} `)) return screen;
  }
  throw new Error(`There is no field ${title} in:\n${drawn(screen)}`);
}

const browserLogin = (): Screen => {
  const screen = new Screen().press('H', 'o');
  at(screen, 'Token URL').type('https://a.example/t');
  at(screen, 'Authorization URL').type('https://a.example/login');
  at(screen, 'Client id').type('id');
  return screen;
};

const oauth2 = flagTable.filter(({ group, name }) => group === 'OAuth 2.0' && name !== 'oauth2');
/** As typed: a flag that is on by default is switched off. */
const longFlags = oauth2.map(({ name, ...flag }) => `--${'on' in flag && flag.on ? 'no-' : ''}${name}`);

test('every OAuth flag has a field in the form of each flow that uses it', () => {
  expect(longFlags.filter(flag => fieldTitle(flag) === undefined)).toEqual([]);
  for (const flow of flowNames) {
    const inForm = formFieldsOf(flow).flatMap(({ flag = '' }) => (flag === '' ? [] : [flag]));
    // One flow opens a browser. The others never open one, whatever the options.
    const wanted = longFlags.filter(
      flag => takesFlag(flow, flag) && (flag !== '--no-browser' || flow === 'authorization_code'),
    );
    expect([flow, inForm.toSorted()]).toEqual([flow, wanted.toSorted()]);
  }
});

const secrets = { subjectToken: '--oauth2-subject-token', assertion: '--oauth2-assertion' };
const more: Readonly<Record<OAuth2Flow, readonly string[]>> = {
  authorization_code: ['--oauth2-auth-url=https://a.example/login', '--oauth2-no-pkce', '--oauth2-par', '--no-browser'],
  client_credentials: ['--no-browser'],
  password: ['--oauth2-username=ada', '--oauth2-password=env:P'],
  device_code: ['--oauth2-device-url=https://a.example/device'],
  token_exchange: [`${secrets.subjectToken}=env:T`],
  jwt_bearer: [`${secrets.assertion}=file:~/claims.json`],
  refresh_token: ['--oauth2-refresh-token=env:R'],
};
const every = ['--oauth2-param=audience=a=b c', '--oauth2-param=resource=https://r.example/?x', '--oauth2-no-cache'];
const issuer = ['--oauth2-issuer=http://login.example', '--oauth2-insecure-http', '--oauth2-account=work'];

const loginOf = (...words: readonly string[]): OAuth2Options => {
  const parsed = parse(['GET', 'https://a.example', ...words]) as RequestCommand;
  if (parsed.kind !== 'request' || parsed.auth.oauth2 === undefined) throw new Error(JSON.stringify(parsed));
  return parsed.auth.oauth2;
};

test.each(
  flowNames.flatMap(flow => [
    [flow, ['--oauth2-port=0', '--oauth2-client-auth=post']] as const,
    [flow, ['--oauth2-redirect-uri=https://localhost:1/cb', '--oauth2-dpop']] as const,
  ]),
)('flags for %s with %j appear in the form, and are unchanged after applying it', (flow, others) => {
  const words = [...more[flow], ...every, ...issuer, ...others];
  const said = loginOf(
    `--oauth2=${flow}:https://a.example/t:my:env:S`,
    ...words.filter(word => takesFlag(flow, word.split('=')[0] ?? '')),
  );
  const screen = new Screen({ identity: { auth: { oauth2: said, apiKeys: [] }, headers: [] } }).press('H', 'enter');
  expect(drawn(screen)).toContain('audience=a=b c');
  screen.press('enter');
  expect(topOverlay(screen.state)?.kind).toBe('identity');
  expect(screen.state.identity.auth.oauth2).toEqual(said);
  // Nothing is lost on the way through all of its rows either.
  screen.press(
    'enter',
    ...Array.from({ length: 40 }, () => 'down'),
    ...Array.from({ length: 40 }, () => 'up'),
    'enter',
  );
  expect(screen.state.identity.auth.oauth2).toEqual(said);
});

test('each parameter has a row, and there is an empty one; a cleared parameter is removed', () => {
  const screen = browserLogin();
  at(screen, 'Parameter').type('audience=x').press('tab').type('resource=https://r.example/').press('tab');
  expect(drawn(screen)).toMatch(/ Parameter +audience=x *\n Parameter +resource=https:\/\/r\.example\/ *\n Parameter /);
  expect(drawn(screen).replace(/\s+/g, ' ')).toContain(
    '--oauth2-param audience=x --oauth2-param resource=https://r.example/',
  );
  screen.press('tab');
  expect(
    drawn(screen)
      .split('\n')
      .filter(row => row.startsWith(' Parameter')),
  ).toHaveLength(3);
  screen.press('shift+tab', 'shift+tab', 'shift+tab', 'ctrl+u', 'enter');
  expect(screen.state.identity.auth.oauth2?.params).toEqual([['resource', 'https://r.example/']]);
  screen.press('enter');
  expect(
    drawn(screen)
      .split('\n')
      .filter(row => row.startsWith(' Parameter')),
  ).toHaveLength(2);
});

test('a parameter with the name of a secret is masked after its name: while typing, in its row, and in the flags', () => {
  const screen = browserLogin();
  at(screen, 'Parameter').type('otp_secret=s3cr3t');
  expect(drawn(screen)).toMatch(/ Parameter +otp_secret=•{6} /);
  screen.press('tab');
  expect(drawn(screen)).toContain('--oauth2-param otp_secret=••••');
  expect(drawn(screen)).not.toContain('s3cr3t');
  screen.press('enter', 'enter');
  expect(drawn(screen)).toMatch(/ Parameter +otp_secret=••••/);
  at(screen, 'Parameter');
  expect(drawn(screen)).toMatch(/ Parameter +otp_secret=•{6} /);
  expect(JSON.stringify(screen.state.identity.auth.oauth2?.params)).toContain('s3cr3t');
});

test.each([
  ['Parameter', 'audience', 'NAME=VALUE'],
  ['Parameter', '=x', 'NAME=VALUE'],
  ['Parameter', 'client_id=x', 'The flow sets client_id itself.'],
  ['Parameter', 'authorization_details=[1]', 'JSON array'],
  ['Callback port', '65536', '65535'],
  ['Callback port', '80a', '65535'],
  ['Redirect certificate', 'cert.pem', '"Redirect certificate" has no effect without an https redirect URI.'],
  ['Redirect key', 'key.pem', '"Redirect key" has no effect without "Redirect certificate".'],
  ['Issuer by plain http', 'yes', '"Issuer by plain http" has no effect without "Issuer".'],
])('an error is shown at its field: %s %s', (title, typed, problem) => {
  const screen = browserLogin();
  at(screen, title).type(typed).press('enter');
  expect(drawn(screen)).toContain(problem);
  const top = topOverlay(screen.state);
  expect(top?.kind === 'login-form' && drawn(screen).split('\n')[top.at]).toContain(` ${title} `);
  expect(screen.state.identity.auth.oauth2).toBeUndefined();
});

test('a port together with a redirect URI is rejected as with flags; the default port needs no flag', () => {
  const screen = browserLogin();
  at(screen, 'Callback port').type('9000').press('tab').type('http://127.0.0.1:1/cb').press('enter');
  expect(drawn(screen)).toContain('"Callback port" has no effect with "Redirect URI"');
  screen.press('ctrl+u', 'enter');
  expect(screen.state.identity.auth.oauth2).toMatchObject({ port: 8484, redirectUri: 'http://127.0.0.1:1/cb' });
  screen.press('enter');
  expect(drawn(screen)).not.toContain('8484');
});

test('another flow starts with the previous values: the same client, and no token cache', () => {
  const said = loginOf('--oauth2=client_credentials:https://a.example/t:my:env:S', '--oauth2-no-cache');
  const screen = new Screen({ identity: { auth: { oauth2: said, apiKeys: [] }, headers: [] } }).press('H', 'o');
  expect(drawn(screen)).toMatch(/OAuth: Authorization code[\s\S]*Client id \* +my [\s\S]*Keep no token +\[x\]/);
});

test("on 60x20, the cursor's row is visible with its help, and the border shows the position", () => {
  const screen = new Screen({ columns: 60, rows: 20 }).press('H', 'o');
  at(screen, 'Open no browser').press('right');
  const top = topOverlay(screen.state);
  if (top === undefined) throw new Error('No form is open.');
  const { lines, scroll } = kindOf(overlayKinds, top).draw(top, screen.state, { width: 52, height: 13 });
  expect(lines).toHaveLength(13);
  expect(plain(lines).join('\n')).toMatch(/ Open no browser +\[x\][\s\S]*Press Space to switch it on or off\./);
  expect(scroll?.total).toBeGreaterThan(lines.length);
});

test('the flags are shown in full if there is room, and end in an ellipsis otherwise', () => {
  const said = loginOf(
    '--oauth2=authorization_code:https://a.example/t:my',
    '--oauth2-auth-url=https://a.example/login',
    ...Array.from({ length: 12 }, (_, at) => `--oauth2-param=parameter${at}=a-rather-long-value`),
  );
  const form = (rows: number): string => {
    const screen = new Screen({ columns: 100, rows, identity: { auth: { oauth2: said, apiKeys: [] }, headers: [] } });
    return drawn(screen.press('H', 'enter'), 90, rows - 6);
  };
  expect(form(50)).toContain('--oauth2-param parameter11=a-rather-long-value');
  expect(form(24)).toMatch(/Equivalent flags: [^…]*…\s*$/);
});

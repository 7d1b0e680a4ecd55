/** API keys in the login form: in a header or in the URL, together with any login, never shown. */
import { headerWords } from '../../../source/core/credentials/describe.js';
import { overlayKinds } from '../../../source/tui/app/overlay-kinds.js';
import { kindOf } from '../../../source/tui/overlays/kind.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { plain, Screen } from '../support.js';

const drawn = (screen: Screen): string => {
  const top = topOverlay(screen.state);
  if (top === undefined) throw new Error('Nothing is open.');
  return plain(kindOf(overlayKinds, top).draw(top, screen.state, { width: 90, height: 16 }).lines).join('\n');
};

const headers = (screen: Screen): string[] => screen.state.identity.headers.map(each => headerWords(each.option));

test('p opens the form: name, key and location; Tab moves forwards and Shift-Tab back, and the key is masked', () => {
  const screen = new Screen().press('H', 'p').type('X-Shop-Key').press('tab').type('s3cret').press('tab');
  expect(drawn(screen)).toMatch(/Auth +< API key > *\n Name \* +X-Shop-Key *\n Key \* +•+ *\n Sent in +< a header >/);
  expect(drawn(screen)).toContain("--header 'X-Shop-Key: ••••'");
  screen.press('right');
  expect(drawn(screen)).toMatch(/Sent in +< the URL >/);
  expect(drawn(screen)).toContain('--api-key-query X-Shop-Key=••••');
  screen.press('right', 'shift+tab', 'shift+tab').press('end').type('2').press('enter');
  expect(headers(screen)).toEqual(['X-Shop-Key2: ••••']);
  expect(JSON.stringify(screen.effects)).not.toContain('s3cret');
  expect(screen.auth).toBe('X-Shop-Key2 ••••');
});

test('a key is independent of the login and can be edited in H: its secret is unchanged while the field is empty', () => {
  const screen = new Screen().press('H', 'b').type('tok').press('enter', 'p').type('key').press('tab').type('one');
  screen.press('tab').type('url').press('enter');
  expect(screen.auth).toBe('Bearer ••••, key=••••');
  screen.press('down', 'enter').press('alt+a').type('api_key').press('enter');
  expect(screen.auth).toBe('Bearer ••••, api_key=••••');
  expect(screen.state.identity.auth.apiKeys).toHaveLength(1);
  screen.press('enter', 'tab', 'tab', 'left', 'enter');
  expect(screen.auth).toBe('Bearer ••••, api_key ••••');
  expect(screen.state.identity.auth.apiKeys).toEqual([]);
});

test('a header with a secret is edited in the form, where the secret is not shown', () => {
  const screen = new Screen().press('H', 'a').type('X-Api-Key: s3cret').press('enter', 'down', 'enter');
  expect(topOverlay(screen.state)).toMatchObject({ kind: 'login-form', way: 'key' });
  expect(drawn(screen)).not.toContain('s3cret');
  screen.press('tab').type('env:SHOP_KEY');
  expect(drawn(screen)).toContain('env:SHOP_KEY');
  screen.press('tab');
  expect(drawn(screen)).toContain('--header "X-Api-Key: $SHOP_KEY"');
  screen.press('enter');
  expect(headers(screen)).toEqual(['X-Api-Key: env:SHOP_KEY']);
});

test.each([
  [['enter'], 'Name is required.'],
  [['k', 'enter'], 'Key is required.'],
  [['a', 'space', 'b', 'tab', 'x', 'enter'], 'only letters, digits'],
])('%j is rejected at its field: %s', (keys, problem) => {
  const screen = new Screen().press('H', 'p', ...keys);
  expect(topOverlay(screen.state)).toMatchObject({ rejection: { reason: expect.stringContaining(problem) } });
});

test('a key named Authorization is rejected if a login uses that header', () => {
  const screen = new Screen()
    .press('H', 'b')
    .type('tok')
    .press('enter', 'p')
    .type('authorization')
    .press('tab', 'x', 'enter');
  expect(topOverlay(screen.state)).toMatchObject({
    at: 1,
    rejection: { reason: expect.stringContaining('Bearer ••••') },
  });
});

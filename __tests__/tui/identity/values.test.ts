/** Values of a response in the next request: `a` in the response, and `{{name}}`. */
import { secret } from '../../../source/core/secret.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { answer, running } from '../response/pane.js';
import { Screen } from '../support.js';

const query = 'query One($id: ID, $n: Int) { user(id: $id) { name } }';
const response = '{"data": {"login": {"accessToken": "s3cret", "count": 7, "name": "Ada"}}}';
/** The cursor on a member of the response. */
function on(member: string, text = query): Screen {
  const screen = answer(running(text), response);
  for (const _ of Array.from({ length: 20 })) {
    const body = screen.state.response.shown;
    if (body?.source.text.slice(...body.source.parts(body.cursor).value).includes(member) === true) break;
    screen.press('j');
  }
  return screen;
}
const labels = (screen: Screen): readonly string[] => {
  const top = topOverlay(screen.state);
  return top?.kind === 'choice' ? top.options.map(({ label }) => label) : [];
};
const identity = (screen: Screen) => screen.effects.filter(each => each.kind === 'identify').at(-1)?.identity;
const choose = (screen: Screen, words: string): Screen => screen.press('a').type(words).press('enter');

test('a offers uses for the value: variables by their types, a token, a header, a name', () => {
  expect(labels(on('7').press('a'))).toEqual(['as variable $id', 'as variable $n', 'as header', 'save as {{name}}']);
  expect(labels(on('s3cret').press('a'))).toEqual([
    'as variable $id',
    'as Bearer token',
    'as header',
    'save as {{name}}',
  ]);
  expect(labels(answer(running(), '{"data": {"a": [1]}}').press('j', 'j', 'a'))).toEqual(['save as {{name}}']);
});

test('a variable is written into Variables, and u removes it', () => {
  const screen = choose(on('7'), 'as variable $n');
  expect(JSON.parse(screen.variables)).toEqual({ n: 7 });
  expect(screen.press('u').variables).toBe('');
});

test('a Bearer token is sent with the next request, and never shown', () => {
  const screen = choose(on('s3cret'), 'bearer');
  expect(screen.auth).toBe('Bearer ••••');
  expect(JSON.stringify(identity(screen))).not.toContain('s3cret');
});

test('a header gets the typed name; a header for a secret is masked', () => {
  const screen = choose(on('Ada'), 'as header').type('User').press('enter');
  expect(identity(screen)?.headers).toEqual([{ kind: 'set', name: 'X-User', value: 'Ada' }]);
  const hidden = choose(on('s3cret'), 'as header').type('Any').press('enter');
  expect(identity(hidden)?.headers).toMatchObject([{ kind: 'secret', name: 'X-Any' }]);
  expect(JSON.stringify(hidden.state.identity)).not.toContain('s3cret');
});

test('a captured value gets the name of its member, and can be listed masked, changed and removed', () => {
  const screen = choose(on('s3cret'), 'save').press('enter');
  expect(screen.notice).toBe('Saved. Use {{accessToken}} in Variables and headers.');
  const list = (): void => void screen.press(':').type('saved values').press('enter');
  list();
  expect(topOverlay(screen.state)).toMatchObject({
    title: 'Values for {{name}}',
    options: [{ label: '{{accessToken}}', detail: '••••' }],
  });
  expect(JSON.stringify(screen.state.overlays)).not.toContain('s3cret');
  screen.press('enter').type('delete').press('enter');
  expect(screen.state.identity.values.size).toBe(0);
  list();
  expect(screen.notice).toBe('No saved values. Press a on a response value to save it.');
});

test('u reverts a use, as long as nothing else was changed', () => {
  const token = choose(on('s3cret'), 'bearer').press('u');
  expect(token.auth).not.toContain('Bearer');
  expect(identity(token)?.auth).toEqual({ apiKeys: [] });
  const header = choose(on('Ada'), 'as header').type('User').press('enter', 'u');
  expect(identity(header)?.headers).toEqual([]);
  const kept = choose(on('Ada'), 'save').press('enter');
  expect(kept.state.identity.values.size).toBe(1);
  expect(kept.press('u').state.identity.values.size).toBe(0);
  // After that, u applies to the query again.
  const later = choose(on('Ada'), 'save').press('enter');
  later.do({ type: 'query/edited', text: '{ hello }' }).press('u');
  expect(later.state.identity.values.size).toBe(1);
  expect(later.query).not.toBe('{ hello }');
});

test('a draft contains the saved values, except for secrets (by value and by name)', () => {
  const screen = choose(on('Ada'), 'save').press('enter');
  screen.do({ type: 'values/keep', name: 'password', value: '"hunter2"' });
  screen.do({ type: 'values/keep', name: 'hidden', value: secret('"abc"') });
  const draft = screen.effects.filter(each => each.kind === 'save-draft').at(-1);
  expect(draft).toMatchObject({ values: { name: '"Ada"' } });
  expect(JSON.stringify(draft?.kind === 'save-draft' ? draft.values : {})).not.toMatch(/hunter2|abc/);
});

test('values of a draft are restored only under the same profile', () => {
  const restored = (profile?: string) => {
    const screen = new Screen();
    const of = screen.state.drafts.of ?? '';
    screen.do({
      type: 'drafts/opened',
      of,
      restored: { query: '', variables: '', values: { n: '7' }, ...(profile ? { profile } : {}) },
    });
    return [...screen.state.identity.values];
  };
  expect(restored()).toEqual([['n', '7']]);
  expect(restored('shop:live')).toEqual([]);
});

test('saved values are dropped when another server is opened, with and without a login', () => {
  const screen = choose(on('s3cret'), 'save').press('enter');
  screen.press('E', 'alt+a').type('https://other.example/').press('enter');
  expect(screen.state.identity.values.size).toBe(0);
  expect(identity(screen)?.values).toBeUndefined();
});

test('a placeholder without a value is a problem in Variables, and running asks before sending it unfilled', () => {
  const screen = on('7', 'query One($n: Int) { hello }');
  screen.do({ type: 'variables/edited', text: '{"n": "{{count}}"}' });
  screen.do({ type: 'variables/problems' }).press('escape');
  const check = screen.state.variablesCheck;
  screen.do({ type: 'variables/check', id: check.checkId ?? -1 });
  expect(screen.state.variablesCheck.report.problems.map(({ message }) => message)).toEqual([
    '{{count}} has no value. Press a on a value in the response to capture one.',
  ]);
  screen.effects.length = 0;
  screen.press('ctrl+r');
  expect(topOverlay(screen.state)).toMatchObject({ title: '{{count}} has no value' });
  expect(screen.effects.some(({ kind }) => kind === 'run')).toBe(false);
  screen.press('enter').type('7').press('enter');
  screen.do({ type: 'variables/check', id: screen.state.variablesCheck.checkId ?? -1 });
  expect(screen.state.variablesCheck.report.problems).toEqual([]);
  screen.press('ctrl+r');
  expect(screen.effects.filter(({ kind }) => kind === 'run')).toHaveLength(1);
});

test('text that only looks like a placeholder is sent unchanged after confirmation', () => {
  const screen = on('7', 'query One($t: String) { hello }');
  screen.do({ type: 'variables/edited', text: '{"t": "Dear {{customer}}"}' });
  screen.press('ctrl+r').type('unchanged').press('enter');
  expect(screen.effects.filter(({ kind }) => kind === 'run')).toHaveLength(1);
});

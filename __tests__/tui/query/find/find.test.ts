/** `/` in Query and Variables: find and replace. */
import { cursorPlace } from '../../../../source/tui/app/cursor.js';
import { footerKeys } from '../../../../source/tui/app/footer.js';
import { layout } from '../../../../source/tui/layout.js';
import { queryLines } from '../../../../source/tui/query/view.js';
import { plain, Screen, theme } from '../../support.js';

const query = 'query Users {\n  user(id: 1) { name }\n  other: user(id: 2) { userName }\n}';
const open = (text = query, columns = 120): Screen => new Screen({ query: text, columns }).press('2');
const place = ({ state }: Screen): readonly [number, number] => {
  const { from, to } = state.query.editor.selection.main;
  return [from, to];
};
const lines = ({ state }: Screen): string[] => {
  const { query: pane, settings } = state;
  const rect = layout(state).panes.query ?? { x: 0, y: 0, width: 40, height: 8 };
  return queryLines({
    query: pane,
    bindings: settings.bindings.graphql,
    rect,
    focused: true,
    status: '',
    theme,
    wrap: true,
    checks: true,
  });
};
const status = (screen: Screen): string => plain(lines(screen)).at(-1) ?? '';

test('each letter goes to the first match after the cursor, and the bottom border shows the count', () => {
  const screen = open().press('/').type('us');
  expect(place(screen)).toEqual([6, 8]);
  expect(status(screen)).toContain('/us  1 of 4');
  screen.type('er(');
  expect(place(screen)).toEqual([16, 21]);
  expect(status(screen)).toContain('/user(  1 of 2');
  expect(screen.query).toBe(query);
});

test('Enter ends typing: n and N step through the matches and wrap around', () => {
  const screen = open().press('/').type('user(').press('enter', 'n');
  expect(place(screen)[0]).toBe(query.lastIndexOf('user('));
  expect(status(screen)).toContain(' /user( 2 of 2 · ');
  // The message is at the text, and covers no keys.
  expect(screen.notice).toBeUndefined();
  expect(status(screen.press('k'))).toContain(' /user( 2 found · ');
  screen.press('n');
  expect(place(screen.press('n'))[0]).toBe(16);
  expect(place(screen.press('N'))[0]).toBe(query.lastIndexOf('user('));
  expect(screen.press('escape', 'n').notice).toMatch(/No search yet/);
});

test('arrows step through the matches while typing; Esc returns to the start', () => {
  const screen = open().press('j', 'l', 'l', '/').type('user').press('down', 'down');
  expect(place(screen)[0]).toBe(query.indexOf('userName'));
  screen.press('up', 'escape');
  expect(place(screen)).toEqual([16, 16]);
  expect(status(screen)).toContain('line 2 of 4');
});

test('lower case matches any case, upper case only itself, and a key switches', () => {
  const screen = open().press('/').type('name');
  expect(status(screen)).toContain('1 of 2');
  expect(status(screen.press('ctrl+o'))).toContain('/name  1 of 1  match case');
  expect(status(open().press('/').type('Name'))).toContain('/Name  1 of 1  match case');
});

test('a missing text is reported, and Enter returns to the start', () => {
  const screen = open().press('j', '/').type('nowhere');
  expect(status(screen)).toContain('not found');
  expect(place(screen)[0]).toBe(14);
  expect(screen.press('enter').notice).toBe('"nowhere" not found.');
});

test('Tab, a text and Enter replace matches one by one, each an undo step', () => {
  const screen = open().press('/').type('user(').press('tab').type('who(').press('enter');
  expect(screen.query).toBe(query.replace('user(', 'who('));
  expect(status(screen)).toContain('/user(  replace: who(  1 of 1');
  screen.press('enter');
  expect(screen.query).toBe(query.replaceAll('user(', 'who('));
  expect(screen.notice).toMatch(/last match/);
  screen.press('escape', 'u');
  expect(screen.query).toBe(query.replace('user(', 'who('));
});

test('Ctrl-G replaces all matches as one undo step; the replacement is literal', () => {
  const screen = open().press('/').type('(id').press('tab').type('($&$1').press('ctrl+g');
  expect(screen.query).toBe(query.replaceAll('(id', () => '($&$1'));
  expect(screen.notice).toBe('Replaced 2 matches.');
  expect(screen.press('u').query).toBe(query);
});

test('Ctrl-G in the search field puts a cursor at each match', () => {
  const screen = open().press('/').type('user(').press('ctrl+g').type('me(');
  expect(screen.query).toBe(query.replaceAll('user(', 'me('));
});

test('a search starts with the selection or the last search; a letter replaces it', () => {
  const screen = open().press('j', 'l', 'l', '*', '/');
  expect(status(screen)).toContain('/user');
  screen.press('escape', '/').type('na');
  expect(status(screen)).toContain('/na  1 of 2');
  expect(status(screen.press('enter', '/'))).toContain('/na');
});

test('the cursor is in the search line, and the footer shows its keys', () => {
  const screen = open().press('/').type('us');
  const rect = layout(screen.state).panes.query;
  if (rect === undefined) throw new Error('no query pane');
  expect(cursorPlace(screen.state)).toMatchObject({ column: rect.x + 3 + 3, row: rect.y + rect.height - 1 });
  screen.press('tab').type('ab');
  expect(cursorPlace(screen.state)?.column).toBe(rect.x + 3 + '/us  replace: ab'.length);
  const labels = (): string[] => footerKeys(screen.state).map(each => each.label);
  expect(labels()).toEqual(expect.arrayContaining(['replace', 'find', 'replace all', 'leave']));
  screen.press('tab');
  expect(labels()).toEqual(expect.arrayContaining(['keep', 'replace with', 'cursors at all']));
});

test('matches are marked until the search ends', () => {
  const screen = open().press('/').type('name').press('enter');
  const marked = (): number => lines(screen).join('\n').split(`\u001b[${theme.styles.match}m`).length - 1;
  expect(marked()).toBe(1);
  screen.press('g', 'g');
  expect(marked()).toBe(2);
  screen.press('escape');
  expect(marked()).toBe(0);
});

test('the search works in the variables as well, and a paste of two lines becomes one', () => {
  const screen = new Screen({ query, variables: '{ "a": 1, "b": 1 }' }).press('3', '/');
  screen.send({ kind: 'paste', text: ':\n1' });
  expect(screen.press('tab').type(': 2').press('ctrl+g').variables).toBe('{ "a": 2, "b": 2 }');
});

test('Turkish letters do not shift the positions', () => {
  const screen = open('{ İİ name }').press('/').type('name');
  expect(place(screen)).toEqual([5, 9]);
});

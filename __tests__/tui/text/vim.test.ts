/** Vim's keys on the screen: they hide commands, Space leads to these, and plain keys are unchanged without the setting. */
import { footerKeys } from '../../../source/tui/app/footer.js';
import { statusOf } from '../../../source/tui/text/vim.js';
import { Screen } from '../support.js';

const screenOf = (query = '{ user(id: 1) { name } }', editor: 'vim' | 'plain' = 'vim'): Screen =>
  new Screen({ query, editor }).press('2');

test('operators, text objects and insertions edit the query, and one u undoes each', () => {
  const screen = screenOf().press('w', 'd', 'w');
  expect(screen.query).toBe('{ (id: 1) { name } }');
  screen.press('u');
  expect(screen.query).toBe('{ user(id: 1) { name } }');
  screen.press('f', '(', 'c', 'i', '(');
  expect(screen.state.editing).toBe(true);
  screen.type('id: 22').press('escape');
  expect([screen.query, screen.state.editing]).toEqual(['{ user(id: 22) { name } }', false]);
  expect(screen.press('u').query).toBe('{ user(id: 1) { name } }');
});

test('one u reverts a rename or another change of the screen, but not the insertion before it', () => {
  const screen = screenOf('');
  const typed = 'query A($id: ID!) { user(id: $id) { id } }';
  screen.press('i').type(typed).press('escape');
  expect(screen.query).toBe(typed);
  screen.press('0', 'f', '$', 'f2', 'alt+a', 'backspace').type('n').press('enter');
  expect(screen.query).toBe(typed.replaceAll('$id', '$n'));
  screen.press('u');
  expect(screen.query).toBe(typed);
  screen.press('u');
  expect(screen.query).toBe('');
  screen.press('U');
  expect(screen.query).toBe(typed);
});

test('variables have the same keys and the same register', () => {
  const screen = new Screen({ query: 'name', variables: '{"a": 1}', editor: 'vim' }).press('2', 'y', 'i', 'w');
  screen.press('space', '3', 'f', '1', 'v', 'p');
  expect(screen.variables).toBe('{"a": name}');
});

test('Space leads to a command whose key vim uses, and the footer shows it', () => {
  const screen = screenOf();
  screen.press('space', 'y');
  expect(screen.effects).toContainEqual(expect.objectContaining({ kind: 'copy', text: '{ user(id: 1) { name } }' }));
  const edit = footerKeys(screen.state).find(({ id }) => id === 'query.edit');
  expect(edit?.keys).toContain('space i');
  expect(footerKeys(screenOf('', 'plain').state).find(({ id }) => id === 'query.edit')?.keys).toContain('i');
});

test('the title shows an incomplete command and the mode', () => {
  const screen = screenOf();
  expect(statusOf(screen.state, 'query')).toBe('');
  expect(statusOf(screen.press('2', 'd').state, 'query')).toBe('2d');
  expect(statusOf(screen.press('escape').state, 'query')).toBe('');
  expect(statusOf(screen.press('v').state, 'query')).toBe('visual');
  expect(statusOf(screen.press('escape', 'V').state, 'query')).toBe('visual line');
  expect(statusOf(screen.press('escape', 'i').state, 'query')).toBe('editing');
});

test('y copies to the clipboard', () => {
  const screen = screenOf().press('w', 'y', 'w');
  expect(screen.effects).toContainEqual(expect.objectContaining({ kind: 'copy', text: 'user' }));
});

test('an incomplete command is dropped when something else changes the text', () => {
  const screen = screenOf().press('d');
  screen.do({ type: 'query/edited', text: '{ hello }' });
  expect(statusOf(screen.state, 'query')).toBe('');
  expect(screen.press('w').query).toBe('{ hello }');
});

test('vim keys do not apply to Schema, nor to any pane by default', () => {
  const screen = screenOf().press('1', 'j');
  expect(screen.query).toBe('{ user(id: 1) { name } }');
  expect(screenOf('{ hello }', 'plain').press('x', 'd', 'd').query).toBe('{ hello }');
});

test('the palette switches vim keys on and off', () => {
  const screen = screenOf('{ hello }', 'plain').press(':').type('vim keys').press('enter');
  expect(screen.notice).toMatch(/^Vim keys are on/);
  expect(screen.press('x').query).toBe(' hello }');
  screen.press('space', ':').type('vim keys').press('enter');
  expect(screen.notice).toBe('Vim keys are off.');
});

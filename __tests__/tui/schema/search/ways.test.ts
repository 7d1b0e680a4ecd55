import { rowTitle } from '../../../../source/tui/schema/docs.js';
import { Screen } from '../../support.js';

const here = (screen: Screen): string => (screen.cursor === undefined ? '' : rowTitle(screen.cursor));
const open = () => new Screen().row('Types').press('l');

test('F marks a row, F on another row shows the ways from there to it, and Space ticks one of them', () => {
  const screen = open().row('Post').press('F');
  expect(screen.state.notice?.text).toBe('From Post. Go to another type or field for the ways to it.');
  screen.row('User').press('F');
  const { search, from } = screen.state.schema;
  expect(from).toBeUndefined();
  expect(search?.field.doc.toString()).toBe('Post to User');
  expect(search?.path.at(-1)).toBe('author');
  expect(here(screen)).toBe('Post.author: User!');
  screen.press('space');
  expect(screen.state.query.editor.doc.toString()).toContain('author {');
});

test('Esc ends the ways', () => {
  const screen = open().row('Post').press('F').row('User').press('F').press('escape');
  expect(screen.state.schema.search).toBeUndefined();
});

test('F on the marked row unmarks it', () => {
  const screen = open().row('User').press('F', 'F');
  expect(screen.state.schema.from).toBeUndefined();
  expect(screen.state.notice?.text).toBe('User is no longer the start.');
});

test('a row that nothing leads to is reported, and the start stays marked', () => {
  const screen = open().row('Post').press('F').row('Types').press('F');
  expect(screen.state.notice?.text).toBe('Choose a type or a field.');
  expect(screen.state.schema.from?.name).toBe('Post');
});

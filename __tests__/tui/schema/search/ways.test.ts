import { finished } from '../../../../source/core/memoize-weak.js';
import { rowTitle } from '../../../../source/tui/schema/tree/row.js';
import { Screen, sdl } from '../../support.js';

const here = (screen: Screen): string => (screen.cursor === undefined ? '' : rowTitle(screen.cursor));
const open = () => new Screen().row('Types').press('l');

test('F marks a row, F on another row shows the paths from the first to the second, and Space ticks one of them', () => {
  const screen = open().row('Post').press('F');
  expect(screen.state.notice?.text).toBe('From Post. Go to another row and press F to search for ways to it.');
  screen.row('User').press('F');
  const { search, wayStart: from } = screen.state.schema;
  expect(from).toBeUndefined();
  expect(search?.field.doc.toString()).toBe('Post to User');
  expect(search?.path.at(-1)).toBe('author');
  expect(here(screen)).toBe('Post.author: User!');
  expect(screen.state.notice?.text).toBe('Press n for the next way, or Space to tick this one.');
  screen.press('space');
  expect(screen.state.query.editor.doc.toString()).toContain('author {');
});

test('ways are searched in slices, and Esc cancels them', () => {
  // No other screen has searched this schema.
  const screen = new Screen({ sdl: `${sdl} scalar Unsearched` }).row('Types').press('l');
  screen.isBusy = true;
  screen.row('Post').press('F').row('User').press('F');
  const [work] = screen.effects.filter(effect => effect.kind === 'work');
  expect(screen.state.notice?.text).toBe('Searching for ways from Post to User…');
  expect(screen.state.schema.search).toBeUndefined();
  expect([...(work?.work() ?? [])].length).toBeGreaterThan(0);
  screen.press('escape');
  expect(screen.effects.at(-1)).toEqual({ kind: 'cancel', id: work?.id });
  expect(screen.state.notice?.text).toBe('Stopped searching for ways.');
  if (work !== undefined) screen.do(finished(work.work()));
  expect(screen.state.schema.search).toBeUndefined();
});

test('a second search for ways replaces the first', () => {
  const screen = open();
  screen.isBusy = true;
  screen.row('Post').press('F').row('User').press('F').row('Post').press('F').row('Kind').press('F');
  const works = screen.effects.filter(effect => effect.kind === 'work');
  for (const { work } of works) screen.do(finished(work()));
  expect(screen.state.schema.search?.field.doc.toString()).toBe('Post to Kind');
});

test('Esc ends the ways', () => {
  const screen = open().row('Post').press('F').row('User').press('F').press('escape');
  expect(screen.state.schema.search).toBeUndefined();
});

test('F on the marked row unmarks it', () => {
  const screen = open().row('User').press('F', 'F');
  expect(screen.state.schema.wayStart).toBeUndefined();
  expect(screen.state.notice?.text).toBe('User is no longer the start.');
});

test('a row that nothing leads to is reported, and the start stays marked', () => {
  const screen = open().row('Post').press('F').row('Types').press('F');
  expect(screen.state.notice?.text).toBe('Choose a type or a field.');
  expect(screen.state.schema.wayStart?.name).toBe('Post');
});

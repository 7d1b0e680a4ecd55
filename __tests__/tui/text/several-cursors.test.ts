/** Several cursors on the screen, and Ctrl-F with any of them. */

import { queryLines } from '../../../source/tui/query/view.js';
import { isSearching } from '../../../source/tui/schema/search/reduce.js';
import { textLines } from '../../../source/tui/text/view.js';
import { plain, Screen, theme } from '../support.js';

test('Ctrl-G in the text, with * first, puts a cursor at each next occurrence; Esc leaves one, then ends editing', () => {
  const screen = new Screen({ query: '{ node { node } }' }).press('2', 'l', 'l', '*', '*', 'i').type('user');
  expect(screen.query).toBe('{ user { user } }');
  screen.press('escape');
  expect(screen.state.editing).toBe(true);
  screen.type('s').press('escape');
  expect(screen.state.editing).toBe(false);
  expect(screen.query).toBe('{ user { users } }');
  expect(screen.press('u', 'u').query).toBe('{ node { node } }');
  expect(screen.press('i', 'ctrl+g', 'ctrl+g').type('x').query).toBe('{ x { x } }');
});

test('cursors that the terminal does not draw are drawn by us, and counted', () => {
  const screen = new Screen({ query: '{ node { node } }' }).press('2', 'l', 'l', '*', '*');
  const drawn = (role: 'cursor' | 'selection'): number => {
    const view = { width: 40, height: 1, wrap: true };
    const [line = ''] = textLines(screen.state.query, { view, theme: marked, active: true });
    return line.split(`\u001b[${marked.styles[role]}m`).length - 1;
  };
  const marked = { ...theme, styles: { ...theme.styles, cursor: '4', selection: '7' } };
  // It would look selected.
  expect([drawn('selection'), drawn('cursor')]).toEqual([2, 0]);
  screen.press('i').type('me');
  expect([drawn('selection'), drawn('cursor')]).toEqual([0, 1]);
  const { query, settings } = screen.state;
  const rect = { x: 0, y: 0, width: 60, height: 4 };
  const props = {
    query,
    bindings: settings.bindings.graphql,
    rect,
    focused: true,
    status: 'editing',
    wrap: true,
    checks: true,
  };
  expect(plain(queryLines({ ...props, theme })).at(-1)).toContain('━ 2 cursors · line 1 of 1 ━');
  // Items without room are omitted, and no word is truncated.
  const narrow = { ...props, theme, rect: { ...rect, width: 20 } };
  expect(plain(queryLines(narrow)).at(-1)).toMatch(/^┗━ 2 cursors ━+┛$/);
});

describe('Ctrl-F searches the schema', () => {
  test.each([
    ['from the tree', []],
    ['while typing a query', ['2', 'i']],
    ['in the answer', ['4']],
    ['over a list', [':']],
    ['alone on the screen', ['2', 'z']],
  ] as const)('%s', (_where, keys) => {
    const screen = new Screen({ query: '{ hello }' }).press(...keys, 'ctrl+f');
    expect(isSearching(screen.state)).toBe(true);
    expect(screen.state.overlays).toEqual([]);
    expect(screen.type('title').cursor?.name).toBe('title');
    expect(screen.query).toBe('{ hello }');
  });

  test('pressed again, it continues with the typed text', () => {
    expect(new Screen().press('ctrl+f').type('tit').press('ctrl+f').type('le').cursor?.name).toBe('title');
  });

  test('without a schema, it reports that', () => {
    expect(new Screen({ sdl: null }).do({ type: 'connect/without' }).press('ctrl+f').notice).toMatch(/No schema/);
  });
});

/** Several cursors on the screen, and Ctrl-F from wherever one is. */
import { isSearching } from '../../../source/tui/schema/search/reduce.js';
import { textLines } from '../../../source/tui/text/view.js';
import { Screen, theme } from '../support.js';

test('Ctrl-G in the text and * before it put a cursor at each next occurrence; Esc leaves one, then ends editing', () => {
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

test('the cursors that the terminal does not draw are drawn', () => {
  const { state } = new Screen({ query: '{ node { node } }' }).press('2', 'l', 'l', '*', '*', 'i').type('me');
  const [line = ''] = textLines(state.query, { view: { width: 40, height: 1, wrap: true }, theme, active: true });
  const { cursor } = theme.styles;
  expect(line.split(`\u001b[${cursor}m`)).toHaveLength(2);
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

  test('again, it goes on with what is typed', () => {
    expect(new Screen().press('ctrl+f').type('tit').press('ctrl+f').type('le').cursor?.name).toBe('title');
  });

  test('without a schema it says so', () => {
    expect(new Screen({ sdl: null }).do({ type: 'connect/without' }).press('ctrl+f').notice).toMatch(/no schema/);
  });
});

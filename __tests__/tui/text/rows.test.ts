/** Wrapped and folded lines on the screen. */
import { cursorPlace } from '../../../source/tui/app/cursor.js';
import { airIn, layout, viewOf } from '../../../source/tui/layout.js';
import type { Rect } from '../../../source/tui/model/layout.js';
import { queryLines } from '../../../source/tui/query/view.js';
import { shownRows } from '../../../source/tui/text/pane.js';
import { expectTimeRatioBelow } from '../../support/run/time-ratio.js';
import { plain, Screen, theme } from '../support.js';

const rectOf = ({ state }: Screen): Rect => {
  const rect = layout(state).panes.query;
  if (rect === undefined) throw new Error('no query pane');
  return rect;
};
const lines = (screen: Screen): string[] => {
  const { query, settings, wrap } = screen.state;
  const props = {
    query,
    bindings: settings.bindings.graphql,
    rect: rectOf(screen),
    focused: true,
    status: 'editing',
    theme,
    wrap,
    checks: false,
  };
  const left = 1 + airIn(rectOf(screen));
  return plain(queryLines(props)).map((line, at) => line.slice(at === 0 ? 1 : left, -1).trimEnd());
};
const long = `query {\n  user(id: ${'1'.repeat(30)}, name: "${'word '.repeat(12)}") { id }\n}`;

test('long lines wrap; W switches to truncating them with an ellipsis, and back', () => {
  const screen = new Screen({ query: long, columns: 100 }).press('2');
  const shown = lines(screen);
  expect(shown[3]).toMatch(/^ {2}\S/);
  expect(shown.slice(1, 6).join(' ').replace(/\s+/g, ' ')).toContain(long.replace(/\s+/g, ' ').slice(0, 120));
  screen.press('W');
  expect(lines(screen)[2]).toMatch(/…$/);
  expect(screen.notice).toMatch(/truncated/);
  expect(lines(screen.press('W'))).toEqual(shown);
});

test('the cursor is drawn at its position, and a click on a cell moves it to that cell', () => {
  const screen = new Screen({ query: long, columns: 100 }).press('2', 'i', 'down');
  for (let count = 0; count < 120; count++) {
    const place = cursorPlace(screen.state);
    const { head } = screen.state.query.editor.selection.main;
    if (place === undefined) throw new Error('no cursor');
    const rect = rectOf(screen);
    const text = lines(screen)[place.row - rect.y] ?? '';
    const char = screen.query[head];
    const column = place.column - rect.x - 1 - airIn(rect);
    if (char?.trim()) expect([head, text[column]]).toEqual([head, char]);
    screen.do({ type: 'query/click', column, row: place.row - rect.y - 1, extend: false });
    if (char?.trim()) expect(screen.state.query.editor.selection.main.head).toBe(head);
    screen.do({ type: 'query/go', offset: head }).press('right');
  }
});

test('after a line that is exactly as wide as the pane, the first column stays visible', () => {
  const screen = new Screen({ query: '', columns: 100 }).press('2', 'i');
  const width = viewOf(screen.state, 'query').width;
  for (const more of [-1, 0, 1]) {
    const text = `query { ${'a'.repeat(width + more - 10)} }`;
    screen
      .do({ type: 'query/edited', text: `${text}\nfragment F on Query { b }` })
      .do({ type: 'query/go', offset: text.length });
    expect([more, lines(screen).some(line => line.startsWith('fragment F'))]).toEqual([more, true]);
    expect(cursorPlace(screen.state)).toBeDefined();
  }
});

test('with many wrapped rows, the view follows the cursor, and the last row is the last', () => {
  const screen = new Screen({ query: `${long}\n`.repeat(12), columns: 100 }).press('2', 'G');
  const view = viewOf(screen.state, 'query');
  const { query } = screen.state;
  expect(shownRows(query, view)).toHaveLength(view.height);
  expect(shownRows(query, view).at(-1)?.number).toBe(query.editor.doc.lines);
  for (let count = 0; count < 100; count++) {
    screen.press('k');
    expect(cursorPlace(screen.state)).toBeDefined();
  }
  expect(screen.state.query.top).toBe(0);
  screen.do({ type: 'query/scroll', by: 3 });
  expect([screen.state.query.top, screen.state.query.skip]).not.toEqual([0, 0]);
});

test('f folds and shows the number of lines; typing, searching and moving into a fold open it', () => {
  const query = 'query {\n  user {\n    id\n    name\n  }\n}';
  const fold = (): Screen => new Screen({ query }).press('2', 'j', 'f');
  expect(lines(fold()).slice(1, 5)).toEqual(['query {', '  user { … 2 lines', '  }', '}']);
  expect(lines(fold().press('j', 'i').type('x')).slice(1, 4)).toEqual(['query {', '  user { … 2 lines', 'x  }']);
  expect(lines(fold().press('/').type('name')).slice(1, 6)).toEqual(query.split('\n').slice(0, 5));
  expect(lines(fold().press('escape', 'l', 'l', 'l', 'l', 'l', 'l', 'l', 'l', 'l')).slice(1, 5)).toContain('    id');
  expect(lines(fold().press('f')).slice(1, 7)).toEqual(query.split('\n'));
  expect(lines(fold().press('u')).slice(1, 5)).toContain('  user { … 2 lines');
});

test('a fold at the end of a full line is marked without a truncated word', () => {
  const query = `query {\n  ${'u'.repeat(66)} {\n    id\n  }\n}`;
  const drawn = lines(new Screen({ query }).press('2', 'j', 'f'));
  expect(drawn.find(line => line.includes('uuu'))).toMatch(/u \{ …$/);
});

test('a tick shows what it adds, even in a fold', () => {
  const screen = new Screen({ query: '{\n  user(id: 1) {\n    id\n    kind\n  }\n}' }).press('2', 'j', 'f');
  expect(lines(screen)).toContain('  user(id: 1) { … 2 lines');
  screen.press('1').row('user').press('l').row('name').press('space');
  expect(screen.query).toContain('name');
  expect(lines(screen)).toContain('    name');
});

test('a key takes linear time in a line of a million characters', () => {
  const typing = (length: number) => {
    const screen = new Screen({ query: `{ ${'a'.repeat(length)} }` }).press('2', 'i', 'end');
    return () => lines(screen.type('x'));
  };
  expectTimeRatioBelow(50, typing(1_000_000), typing(100_000));
});

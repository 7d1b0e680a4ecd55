/** Clicks outside the panes' contents: earlier endpoints, names of panes; and the cells drawn below them. */

import { connectRect, recentWindow } from '../../../source/tui/connect/layout.js';
import { layout } from '../../../source/tui/layout.js';
import { Screen } from '../support.js';

const mouse = { kind: 'mouse', button: 'left', ctrl: false, alt: false, shift: false } as const;
const press = (column: number, row: number) => ({ ...mouse, action: 'press', column, row }) as const;

test('a click marks an earlier endpoint and a second click opens it, wherever the list is scrolled to', () => {
  const recent = Array.from({ length: 20 }, (_, at) => `http://localhost:1/${at}`);
  const screen = new Screen({ sdl: null, columns: 80, rows: 20 });
  screen.do({ type: 'connect/ask' }, { type: 'connect/recent', urls: recent });
  for (let at = 0; at < 15; at++) screen.send({ ...mouse, action: 'wheel-down', column: 40, row: 10 });
  expect(screen.state.connect.selected).toBe(14);
  screen.send(press(20, 9));
  const { selected } = screen.state.connect;
  expect(selected).toBeGreaterThan(0);
  expect(selected).toBeLessThan(14);
  expect(screen.state.connect.phase).toBe('asking');
  screen.send(press(20, 2));
  expect(screen.state.connect.phase).toBe('asking');
  screen.do({ type: 'connect/move', by: 3 - screen.state.connect.selected });
  screen.send(press(79, 19)).send(press(0, 0));
  expect(screen.state.connect.selected).toBe(3);
});

test.each([
  [80, 24],
  [50, 20],
])('at %ix%i, a click on each pane name selects that pane', (columns, rows) => {
  for (const pane of ['query', 'variables', 'response'] as const) {
    const screen = new Screen({ columns, rows });
    const { tabs } = layout(screen.state);
    const found = Array.from({ length: tabs?.width ?? 0 }, (_, x) => {
      screen.send(press((tabs?.x ?? 0) + x, tabs?.y ?? 0));
      return screen.state.focus;
    });
    expect(found).toContain(pane);
  }
});

test.each([10, 11, 12, 24])('with %i rows, the marked endpoint is visible', rows => {
  const screen = new Screen({ sdl: null, columns: 40, rows });
  screen.do({ type: 'connect/ask' }, { type: 'connect/recent', urls: ['http://a/', 'http://b/', 'http://c/'] });
  for (let at = 0; at < 3; at++) {
    screen.press('down');
    const { connect } = screen.state;
    const { from, room } = recentWindow(connectRect(layout(screen.state).screen, connect), connect);
    expect(from <= at && at < from + room).toBe(true);
  }
});

import { lineOfRow, rowOf, visibleLine } from '../../../source/core/response/viewer/folds.js';
import { cellWidth } from '../../../source/core/text/cells.js';
import { layout } from '../../../source/tui/layout.js';
import { bodyView } from '../../../source/tui/response/layout.js';
import { shownBody, showsLog } from '../../../source/tui/response/shown.js';
import * as fc from '../../support/property.js';
import { answer, events, pane, running, settle } from './pane.js';

const keys = fc.array(
  fc.constantFrom(
    ...['j', 'k', 'h', 'l', 'enter', '-', '+', 'G', 'g', 'pagedown', 'pageup', 'left', 'right', '$', '0', '}', '{'],
    ...[
      ']',
      '[',
      '/',
      'a',
      '1',
      'n',
      'N',
      't',
      'f',
      'S',
      'T',
      'W',
      ',',
      '.',
      '=',
      'Y',
      'escape',
      'backspace',
      'space',
      'r',
      'C',
      'shift+down',
      'shift+up',
      'z',
    ],
  ),
  { maxLength: 40 },
);
const size = fc.record({ columns: fc.integer({ min: 40, max: 130 }), rows: fc.integer({ min: 10, max: 40 }) });

/** Invariants, whatever was pressed. */
function check(screen: ReturnType<typeof running>): void {
  const { response } = screen.state;
  const rect = layout(screen.state).panes.response;
  if (rect !== undefined) {
    const lines = pane(screen);
    expect(lines).toHaveLength(rect.height);
    expect([...new Set(lines.map(line => cellWidth(line)))]).toEqual([rect.width]);
  }
  const body = shownBody(response);
  if (body === undefined || showsLog(response) || !body.source.has(0)) return;
  expect(body.source.has(body.cursor)).toBe(true);
  if (body.table !== undefined) return;
  expect(visibleLine(body.folds, body.cursor)).toBe(body.cursor);
  expect(lineOfRow(body.folds, rowOf(body.folds, body.top))).toBe(body.top);
  const row = rowOf(body.folds, body.cursor) - rowOf(body.folds, body.top);
  expect(row).toBeGreaterThanOrEqual(0);
  expect(row).toBeLessThan(bodyView(screen.state).height);
}

function press(screen: ReturnType<typeof running>, all: readonly string[]): void {
  for (const key of all) {
    screen.press(key);
    settle(screen);
    // Boxes have separate keys.
    while (screen.state.overlays.length > 0) screen.press('escape');
    check(screen);
  }
}

test('no keys on any response lose the cursor, break a line or throw', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), size, keys, keys, (value, { columns, rows }, first, second) => {
      const screen = running('{ hello }', { columns, rows });
      const raw = JSON.stringify({ data: value, errors: [{ message: 'x' }] });
      const errors = [{ message: 'an error\nof two lines', path: [0] }, { path: ['a', 1] }, {}];
      answer(screen, raw, { errors, partial: true });
      press(screen, first);
      answer(screen, JSON.stringify({ data: [value, value] }), { errors });
      press(screen, second);
      screen.do({ type: 'app/resize', columns: 60, rows: 12 });
      check(screen);
    }),
    { numRuns: 60 },
  );
});

test('no keys on any list of events lose the cursor, break a line or throw', () => {
  fc.assert(
    fc.property(size, keys, keys, fc.nat(60), ({ columns, rows }, first, second, count) => {
      const screen = running('subscription { s }', { columns, rows });
      press(screen, first);
      if (count > 0) events(screen, 1, count);
      press(screen, second);
      events(screen, count + 1, count + 5, { bad: true });
      check(screen);
    }),
    { numRuns: 60 },
  );
});

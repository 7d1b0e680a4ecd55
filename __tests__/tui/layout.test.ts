import { Text } from '@codemirror/state';
import { formOf, layoutOf, panes, viewOf } from '../../source/tui/layout.js';
import type { LayoutInput, PaneId, Rect } from '../../source/tui/model/layout.js';
import * as fc from '../support/property.js';
import { Screen } from './support.js';

const at = (columns: number, rows: number, more: Partial<LayoutInput> = {}) =>
  layoutOf({ size: { columns, rows }, focus: 'schema', side: 'query', zoomed: false, shift: 0, ...more });

const textOf = (lines: number) => ({ editor: { doc: { lines } } });

test.each([
  [120, 40, 'wide'],
  [100, 24, 'wide'],
  [120, 15, 'medium'],
  [99, 40, 'medium'],
  [60, 20, 'medium'],
  [59, 40, 'narrow'],
  [40, 10, 'narrow'],
  [39, 40, 'tiny'],
  [120, 9, 'tiny'],
] as const)('%ix%i is %s', (columns, rows, form) => {
  expect(formOf({ columns, rows })).toBe(form);
});

test('wide: all panes and the documentation; medium: the schema and one pane with tabs; narrow and zoomed: one pane', () => {
  expect(Object.keys(at(120, 40).panes)).toEqual(['schema', 'query', 'variables', 'response']);
  expect(Object.keys(at(80, 24).panes)).toEqual(['schema', 'query']);
  expect(Object.keys(at(80, 24, { focus: 'response' }).panes)).toEqual(['schema', 'response']);
  expect(Object.keys(at(50, 24, { focus: 'variables' }).panes)).toEqual(['variables']);
  expect(Object.keys(at(120, 40, { focus: 'query', zoomed: true }).panes)).toEqual(['query']);
});

test('at every size, the parts cover every cell once, and no pane is too small for its frame', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 250 }),
      fc.integer({ min: 10, max: 80 }),
      fc.constantFrom(...panes),
      fc.boolean(),
      fc.integer({ min: -60, max: 60 }),
      fc.integer({ min: -90, max: 90 }),
      fc.integer({ min: 1, max: 90 }),
      (columns, rows, focus, zoomed, shift, rise, lines) => {
        const query = { editor: { doc: Text.of(Array(lines).fill('')) } };
        const more = { query, variables: textOf(lines), response: { runId: lines } };
        const shape = at(columns, rows, { focus, zoomed, shift, rise: rise === 0 ? undefined : rise, ...more });
        const parts: Rect[] = [shape.header, shape.footer, ...Object.values(shape.panes)];
        if (shape.tabs !== undefined) parts.push(shape.tabs);
        if (shape.docs !== undefined) parts.push(shape.docs);
        const apart = (a: Rect, b: Rect): boolean =>
          a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
        expect(parts.every((a, i) => parts.slice(i + 1).every(b => apart(a, b)))).toBe(true);
        expect(parts.reduce((sum, { width, height }) => sum + width * height, 0)).toBe(columns * rows);
        for (const pane of Object.values(shape.panes)) {
          expect(pane.width).toBeGreaterThanOrEqual(4);
          expect(pane.height).toBeGreaterThanOrEqual(3);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('the variables grow with their text, and further with the focus, but leave room for the rest', () => {
  const rows = (lines: number, focus: PaneId = 'query') =>
    at(120, 40, { focus, variables: textOf(lines) }).panes.variables?.height;
  expect([1, 6, 100].map(lines => rows(lines))).toEqual([6, 8, 11]);
  expect([1, 6, 100].map(lines => rows(lines, 'variables'))).toEqual([6, 9, 17]);
});

test('from 150 columns on, the response is a column of full height', () => {
  const { schema, query, variables, response } = at(150, 40).panes;
  expect(response).toMatchObject({ y: 1, height: 38 });
  expect((query?.height ?? 0) + (variables?.height ?? 0)).toBe(38);
  expect([schema?.width, query?.width, response?.width]).toEqual([42, 48, 60]);
  expect(at(149, 40).panes.response?.x).toBe(at(149, 40).panes.query?.x);
});

test('rows move from one pane to the other, but never all of them', () => {
  const response = (columns: number, rise: number) => at(columns, 40, { rise }).panes.response?.height;
  expect([0, 4, -4, 90, -90].map(rise => response(120, rise))).toEqual([17, 21, 13, 29, 3]);
  expect([4, -90].map(rise => at(160, 40, { rise }).panes.variables?.height)).toEqual([12, 3]);
});

test('( and ) move the border, and a text larger than its pane stays scrolled to the cursor', () => {
  const screen = new Screen({ columns: 120, rows: 40 });
  const height = (): number => viewOf(screen.state, 'response').height;
  const before = height();
  expect(screen.press(')') && height()).toBe(before + 2);
  expect(screen.press('(', '(') && height()).toBe(before - 2);
  screen.press('3', 'i').type('{\n1,\n2,\n3,\n4,\n5,\n6,\n7,\n8');
  expect(viewOf(screen.state, 'variables').height).toBeGreaterThan(8);
  expect(screen.state.variables.top).toBe(0);
  expect(new Screen({ columns: 80, rows: 24 }).press(')').notice).toContain('Only stacked panes');
});

describe('panes follow their texts', () => {
  const long = Array.from({ length: 60 }, (_, at) => `line ${at}`);
  const query = (lines: readonly string[]) => ({ editor: { doc: Text.of([...lines]) } });
  const heights = (columns: number, lines: readonly string[], more: Partial<LayoutInput> = {}) => {
    const { panes: shown, docs } = at(columns, 40, { query: query(lines), variables: textOf(1), wrap: true, ...more });
    return [shown.query?.height, shown.response?.height, docs?.height];
  };
  const ran = { response: { runId: 1 } };

  test('until the first run, the query has a fixed share; then it shrinks to its text, and the response gets the rest', () => {
    const text = long.slice(0, 7);
    expect(heights(120, text)).toEqual([15, 17, 5]);
    expect(heights(120, text, ran)).toEqual([9, 23, 5]);
    expect(heights(120, ['one'], ran)).toEqual([6, 26, 5]);
    expect(heights(120, long, ran)).toEqual([15, 17, 5]);
  });

  test('wrapped lines count as several rows, if lines wrap', () => {
    const text = ['x'.repeat(150), 'x'.repeat(150), 'x'.repeat(150)];
    expect(heights(120, text, ran)).toEqual([11, 21, 5]);
    expect(heights(120, text, { ...ran, wrap: false })).toEqual([6, 26, 5]);
  });

  test('a height chosen by the user does not follow the text', () => {
    for (const lines of [1, 7, 60])
      expect(heights(120, long.slice(0, lines), { ...ran, rise: 4 })).toEqual([11, 21, 5]);
  });

  test('( and ) start at the current height of the pane', () => {
    const screen = new Screen({ query: 'query {\n  hello\n}' });
    const height = (): number | undefined => layoutOf(screen.state).panes.query?.height;
    screen.state = { ...screen.state, response: { ...screen.state.response, runId: 1 } };
    expect(height()).toBe(6);
    expect([screen.press('(') && height(), screen.press('(', ')') && height()]).toEqual([8, 8]);
    screen.press('2', 'i').type('\n\n\n\n\n\n');
    expect(height()).toBe(8);
  });

  test('from 200 columns on, the tree has the full height, and documentation gets the rows that the texts do not need', () => {
    const { panes: shown, docs } = at(200, 50, { query: query(['a']), ...ran });
    expect([shown.schema?.height, shown.response?.height]).toEqual([48, 48]);
    expect([shown.query?.height, shown.variables?.height, docs?.height]).toEqual([6, 10, 32]);
    expect(docs?.x).toBe(shown.query?.x);
    expect(heights(200, long)).toEqual([25, 38, 5]);
    expect(heights(199, long)).toEqual([30, 38, 5]);
  });
});

test('the documentation grows up to a part of the height', () => {
  const docs = (docsRows: number, rows = 40) => at(120, rows, { docsRows }).docs?.height;
  expect([docs(0), docs(2), docs(8), docs(40), docs(40, 24)]).toEqual([5, 5, 10, 15, 8]);
  expect(at(60, 20, { docsRows: 8 }).docs).toBeUndefined();
});

test('the documentation grows as needed, and does not shrink until the tree loses the focus', () => {
  const sdl = `type Query { a: Int "${'One word after the other. '.repeat(12)}" b: Int c: Int }`;
  const screen = new Screen({ sdl });
  const height = (): number | undefined => layoutOf(screen.state).docs?.height;
  const short = height();
  const tall = screen.row('b').press() && height();
  expect(tall).toBeGreaterThan(short ?? 0);
  expect(screen.row('c').press() && height()).toBe(tall);
  expect(screen.press('2') && height()).toBe(short);
  expect(screen.press('1') && height()).toBe(short);
});

test('a text has a blank column on each side if the pane is wide enough', () => {
  const widthOf = (columns: number, pane: PaneId) => {
    const { state } = new Screen({ columns, rows: 24 });
    const focused = { ...state, focus: pane };
    return [viewOf(focused, pane).width, layoutOf(focused).panes[pane]?.width];
  };
  expect(widthOf(120, 'query')).toEqual([72, 76]);
  expect(widthOf(80, 'response')).toEqual([42, 46]);
  expect(widthOf(60, 'response')).toEqual([33, 35]);
  expect(widthOf(40, 'query')).toEqual([38, 40]);
  expect(widthOf(120, 'schema')).toEqual([42, 44]);
});

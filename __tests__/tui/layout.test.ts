import { formOf, layoutOf, panes } from '../../source/tui/layout.js';
import type { PaneId, Rect } from '../../source/tui/model/layout.js';
import * as fc from '../support/property.js';

const at = (columns: number, rows: number, more: { focus?: PaneId; zoomed?: boolean; shift?: number } = {}) =>
  layoutOf({ size: { columns, rows }, focus: 'schema', side: 'query', zoomed: false, shift: 0, ...more });

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

test('wide: all panes and the docs; medium: the schema and one pane under tabs; narrow and zoomed: one pane', () => {
  expect(Object.keys(at(120, 40).panes)).toEqual(['schema', 'query', 'variables', 'response']);
  expect(Object.keys(at(80, 24).panes)).toEqual(['schema', 'query']);
  expect(Object.keys(at(80, 24, { focus: 'response' }).panes)).toEqual(['schema', 'response']);
  expect(Object.keys(at(50, 24, { focus: 'variables' }).panes)).toEqual(['variables']);
  expect(Object.keys(at(120, 40, { focus: 'query', zoomed: true }).panes)).toEqual(['query']);
});

test('at every size the parts cover every cell once, and no pane is too small for its frame', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 250 }),
      fc.integer({ min: 10, max: 80 }),
      fc.constantFrom(...panes),
      fc.boolean(),
      fc.integer({ min: -60, max: 60 }),
      (columns, rows, focus, zoomed, shift) => {
        const shape = at(columns, rows, { focus, zoomed, shift });
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

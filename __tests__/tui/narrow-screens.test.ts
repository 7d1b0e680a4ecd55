/** Truncation on narrow screens never removes the distinguishing part of rows or the key of a pane. */
import { paneTabs } from '../../source/tui/app/bars/tabs.js';
import { overlayKinds } from '../../source/tui/app/overlay-kinds.js';
import { inner } from '../../source/tui/components/frame.js';
import { panes } from '../../source/tui/layout.js';
import type { Row } from '../../source/tui/model/tree.js';
import { kindOf } from '../../source/tui/overlays/kind.js';
import { overlayRect } from '../../source/tui/overlays/layout.js';
import { topOverlay } from '../../source/tui/overlays/open.js';
import { schemaLines } from '../../source/tui/schema/view.js';
import * as fc from '../support/property.js';
import { plain, Screen, theme } from './support.js';

const titles = [
  'GET /private/settings/of/the/team',
  'GET /private/settings/of/the/team/{id}',
  'GET /private/settings/of/the/owner',
  'PUT /private/settings/of/the/team',
  'GET /private/people/of/the/team',
  'GET /public/people/of/the/team',
  'DELETE /private/people/{personId}/roles/{roleId}',
  'DELETE /private/people/{personId}/teams/{teamId}',
];

const distinct = (lines: readonly string[]): number => new Set(lines).size;

test('panes that share one area show all their keys and the name of the visible one, at any width', () => {
  const widths = fc.integer({ min: 20, max: 120 });
  fc.assert(
    fc.property(widths, fc.constantFrom(...panes), fc.constantFrom('http', 'graphql'), (width, shown, kind) => {
      for (const withSchema of shown === 'schema' ? [true] : [true, false]) {
        const line = paneTabs(shown, withSchema, kind, width)
          .map(({ text }) => text)
          .join('');
        expect(line.length).toBeLessThanOrEqual(width);
        expect(line.match(/\d/g)).toEqual(withSchema ? ['1', '2', '3', '4'] : ['2', '3', '4']);
        expect(line).toMatch(/\[\d \w+]/);
      }
    }),
  );
  const at = (width: number, withSchema: boolean) =>
    paneTabs('query', withSchema, 'http', width)
      .map(({ text }) => text)
      .join('');
  expect(at(35, false)).toBe('[2 Request] 3 Variables 4 Response');
  expect(at(40, true)).toBe('1 API [2 Request] 3 Variables 4 Response');
});

test('different operations in the tree look different, at any width', () => {
  const rows = titles.map(
    (name): Row => ({ key: name, kind: 'field', depth: 1, name, mark: 'absent', children: () => [] }),
  );
  const { schema } = new Screen().state;
  for (let width = 25; width <= 120; width++) {
    const props = { schema: { ...schema, rows }, phase: 'ready', progress: '', kind: 'http', ticked: 0 } as const;
    const rect = { x: 0, y: 0, width, height: 20 };
    const lines = plain(schemaLines({ ...props, stale: false, rect, focused: true, theme }));
    const own = lines.filter(line => line.includes('[ ]'));
    expect([width, distinct(own)]).toEqual([width, titles.length]);
    for (const [at, line] of own.entries()) expect(line).toContain(` ${titles[at]?.split(' ')[0]} `);
  }
});

test('a history row shows the request, time and outcome, at any width', () => {
  const at = new Date(2026, 2, 4, 5, 6).getTime();
  const url = 'https://api.of-a-long-name.example/v1';
  const entries = titles.map((title, index) => ({
    at,
    url,
    kind: 'request' as const,
    query: title,
    variables: '',
    operationName: title,
    line: title,
    outcome: index % 2 === 0 ? '200' : '404 failed',
    took: 1,
  }));
  for (let columns = 40; columns <= 120; columns++) {
    const screen = new Screen({ columns, rows: 30, kind: 'http' });
    screen.do({ type: 'history/open' }, { type: 'history/read', entries });
    const top = topOverlay(screen.state);
    if (top === undefined) throw new Error('The history is not open.');
    const size = inner(overlayRect(screen.state, top, overlayKinds));
    const lines = plain(kindOf(overlayKinds, top).draw(top, screen.state, size).lines);
    const own = lines.filter(line => /200|404 failed/.test(line));
    expect([columns, own.length, distinct(own)]).toEqual([columns, titles.length, titles.length]);
    for (const line of own) expect(line).toMatch(/^ 03-04(?: 05:06)? {2}(?:GET|PUT|DELETE) .* {2}(?:200|404 failed) $/);
  }
});

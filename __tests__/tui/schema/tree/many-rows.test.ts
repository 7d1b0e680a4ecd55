/** The cost of a key with many expanded rows, counted in created rows instead of time. */

import type { Row } from '../../../../source/tui/model/tree.js';
import { flatten, rootRows, type TreeInput } from '../../../../source/tui/schema/tree/flatten.js';
import { childrenOf } from '../../../../source/tui/schema/tree/row-cache.js';
import { schemaLines } from '../../../../source/tui/schema/view.js';
import * as fc from '../../../support/property.js';
import { loaded, Screen, theme } from '../../support.js';

/** A tree that expands to `rows` rows: fields of an object, each with arguments, and nothing below them. */
const wide = (rows: number): string => `
  type Query { big: Big, hello: String, other: Other }
  type Other { a: Int }
  type Big { ${Array.from({ length: Math.ceil(rows / 11) }, (_, i) => `f${i}(${'abcdefghij'.replace(/./g, '$&: Int ')}): Int`).join(' ')} }`;

/** A screen with at least this many expanded rows. */
function opened(rows: number) {
  const screen = new Screen({ sdl: wide(rows), query: '{ hello }' });
  screen.row('big').press('l');
  const keys = screen.state.schema.rows
    .filter(row => row.children !== undefined && row.name !== 'other')
    .map(row => row.key);
  const open = new Set([...screen.state.schema.open, ...keys]);
  screen.state = { ...screen.state, schema: { ...screen.state.schema, open } };
  screen.row('big').press('h').press('l');
  expect(screen.state.schema.rows.length).toBeGreaterThanOrEqual(rows);
  expect(screen.state.schema.rows.length).toBeLessThan(rows * 1.5);
  return {
    screen,
    /** Number of rows created by an action. */
    made(act: () => void): number {
      const before = new Set(screen.state.schema.rows);
      act();
      return screen.state.schema.rows.filter(row => !before.has(row)).length;
    },
  };
}

const few = opened(100);
const many = opened(10_000);

test.each([
  ['moving and scrolling', ['j', 'j', 'pagedown', 'G', 'k', 'g', 'g']],
  ['ticking and unticking', ['space', 'u', 'U']],
])('%s creates as many rows with 10,000 expanded as with 100', (_, keys) => {
  for (const each of [few, many]) each.screen.row('hello');
  const costs = [few, many].map(each => each.made(() => each.screen.press(...keys)));
  expect(costs[1]).toEqual(costs[0]);
});

test('a tick among thousands of fields of an object recreates only its own row and its ancestors', () => {
  const fields = Array.from({ length: 5000 }, (_, i) => `field${i}: Int`).join(' ');
  const screen = new Screen({ sdl: `type Query { many: Many } type Many { ${fields} }`, query: '{ many { field7 } }' });
  screen.row('many').press('l').row('field9').press('space', 'space');
  const before = new Set(screen.state.schema.rows);
  screen.press('space');
  const made = screen.state.schema.rows.filter(row => !before.has(row) && row.depth > 0);
  expect(made.map(row => row.name)).toEqual(['many', 'field7', 'field9']);
});

test('expanding a row among 10,000 creates only its own rows', () => {
  for (const each of [few, many]) each.screen.row('other');
  const costs = [few, many].map(each => each.made(() => each.screen.press('l')));
  expect(costs[1]).toEqual(costs[0]);
  expect(many.screen.cursor?.name).toBe('other');
});

test('a frame reads the rows that it shows and no others', () => {
  const looked = [few, many].map(({ screen }) => {
    let count = 0;
    const rows = new Proxy(screen.state.schema.rows, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) count += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
    schemaLines({
      schema: { ...screen.state.schema, rows, top: 5, search: undefined },
      phase: 'ready',
      progress: '',
      ticked: 0,
      stale: false,
      rect: { x: 0, y: 0, width: 50, height: 32 },
      focused: true,
      theme,
    });
    return count;
  });
  expect(looked).toEqual([30, 30]);
});

/** The same rows, computed in the simplest way. */
function plainly(input: TreeInput, rows: readonly Row[] = rootRows(input)): string[] {
  return rows.flatMap(row => [
    `${row.key} ${row.mark} ${row.type?.text ?? ''} ${row.cyclic ?? false}`,
    ...(input.open.has(row.key) && row.children !== undefined ? plainly(input, row.children()) : []),
  ]);
}

test('after expanding, collapsing and ticking in any order, the rows equal newly created ones', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(400), fc.constantFrom('l', 'l', 'h', 'space', 'x')), { maxLength: 30 }),
      all => {
        const screen = new Screen({ query: 'query { user(id: 1) { ...F } } fragment F on User { name }' });
        for (const [at, key] of all) {
          const { rows, cursor } = screen.state.schema;
          screen.do({ type: 'schema/move', by: (at % rows.length) - cursor }).press(key, 'escape');
        }
        const { query, schema } = screen.state;
        // Another index of the same schema has no cache yet.
        const input: TreeInput = {
          view: loaded().index,
          document: query.document,
          active: query.active,
          open: schema.open,
          onlyTicked: false,
          hideDeprecated: false,
        };
        const shown = schema.rows.map(row => `${row.key} ${row.mark} ${row.type?.text ?? ''} ${row.cyclic ?? false}`);
        expect(shown).toEqual(plainly(input));
        expect(new Set(schema.rows.map(row => row.key)).size).toBe(schema.rows.length);
      },
    ),
    { numRuns: 40 },
  );
});

test('a fragment that is now on another type expands to the fields of that type', () => {
  const { index } = loaded();
  const at = (query: string) => {
    const screen = new Screen({ query });
    const { document, active } = screen.state.query;
    const open = new Set(['fragment/', 'fragment/author#0']);
    return { view: index, document, active, open, onlyTicked: false, hideDeprecated: false } satisfies TreeInput;
  };
  const names = (query: string) => {
    const [root] = flatten(at(query));
    return root === undefined ? [] : childrenOf(index, root).map(row => row.name);
  };
  expect(names('fragment F on User { id }')).toContain('friends');
  expect(names('fragment F on Post { id }')).toContain('author');
});

import * as fc from '../../../support/property.js';
import { schemaText } from '../../../support/schemas.js';
import { Screen } from '../../support.js';

const key = fc.constantFrom(
  ...['u', 's', 'e', 'r', 'i', 'd', '.', ' ', '@', 'n', 'N', 'z'],
  ...['backspace', 'ctrl+w', 'ctrl+u', 'left', 'home', 'down', 'up', 'tab'],
);
const walk = fc.array(fc.constantFrom('j', 'k', 'l', 'h', 'G', 'd', 'c', 'ctrl+d'), { maxLength: 8 });

const shown = ({ state: { schema } }: Screen) => ({
  open: [...schema.open].sort(),
  rows: schema.rows.map(row => row.key),
  cursor: schema.rows[schema.cursor]?.key,
  top: schema.top,
});

describe.each(['swapi', 'lens'] as const)('%s', name => {
  const opened = new Screen({ sdl: schemaText(name), rows: 20 }).state;
  const fresh = (): Screen => Object.assign(new Screen({ sdl: null }), { state: opened });

  test('whatever was expanded and typed: the cursor is on a visible row, and Esc restores everything', () => {
    fc.assert(
      fc.property(walk, fc.array(key, { maxLength: 10 }), (before, typed) => {
        const screen = fresh().press(...before);
        const was = shown(screen);
        screen.press('/');
        for (const each of typed) {
          screen.press(each === ' ' ? 'space' : each);
          const { cursor, rows, top, search } = screen.state.schema;
          expect(cursor).toBeGreaterThanOrEqual(top);
          expect(cursor).toBeLessThan(top + 20);
          if (rows.length > 0) expect(rows[cursor]).toBeDefined();
          const entry = search?.results?.entryAt(search.at);
          if (entry !== undefined) expect(rows[cursor]?.name.replace(/^@/, '')).toBe(entry.name);
        }
        screen.press('escape');
        expect(shown(screen)).toEqual(was);
      }),
      { numRuns: 40 },
    );
  });

  test('after Enter, n, N and Esc, only the path to the row is expanded in addition to the earlier rows', () => {
    fc.assert(
      fc.property(
        walk,
        fc.constantFrom('id', 'name', 'e', 'type'),
        fc.array(fc.constantFrom('n', 'N'), { maxLength: 6 }),
        (before, text, steps) => {
          const screen = fresh().press(...before);
          const was = new Set(screen.state.schema.open);
          screen
            .press('/')
            .type(text)
            .press('enter', ...steps, 'escape');
          const chosen = screen.cursor?.key ?? '';
          for (const open of screen.state.schema.open) if (!was.has(open)) expect(chosen.startsWith(open)).toBe(true);
          for (const open of was) expect(screen.state.schema.open.has(open)).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });
});

test.each(['2', '3'])('Ctrl-F in pane %s focuses the schema and searches it', pane => {
  const screen = new Screen().press(pane, 'ctrl+f').type('friends');
  expect(screen.state.focus).toBe('schema');
  expect(screen.cursor?.name).toBe('friends');
  expect(new Screen({ sdl: null }).do({ type: 'connect/without' }).press(pane, 'ctrl+f').notice).toContain('No schema');
});

import type { SchemaIndex } from '../../../source/core/graphql/schema-types.js';
import { reduce } from '../../../source/tui/app/reduce.js';
import { ageText } from '../../../source/tui/connect/age.js';
import type { Effect } from '../../../source/tui/model/effect.js';
import { Screen } from '../support.js';

test.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [60_000, '1m ago'],
  [3_599_999, '59m ago'],
  [3_600_000, '1h ago'],
  [86_399_999, '23h ago'],
  [86_400_000, '1d ago'],
])('a schema of %i ms is shown as %s', (ms, text) => {
  expect(ageText(ms)).toBe(text);
});

test('a minute that passed for another schema than the one shown changes nothing', () => {
  const { state } = new Screen();
  expect(reduce(state, { type: 'connect/aged', readAt: 5, age: 0 })).toEqual({ state, effects: [] });
});

test('a schema that is left and shown again grows older by a minute each minute, not by two', () => {
  const screen = new Screen();
  const { index } = screen.state.connect;
  const id = screen.state.connect.loadId ?? 0;
  const shown = (age: number) => {
    screen.do({ type: 'connect/loaded', id, index: index as SchemaIndex, readAt: 7, age });
    return screen.effects.findLast(({ kind }) => kind === 'later') as Extract<Effect, { kind: 'later' }>;
  };
  const [first, second] = [shown(0), shown(30_000)];
  screen.do(first.action);
  expect(screen.state.connect.age).toBe(30_000);
  const before = screen.effects.length;
  screen.do(second.action);
  expect(screen.state.connect.age).toBe(90_000);
  expect(screen.effects.slice(before)).toMatchObject([{ kind: 'later', ms: 60_000 }]);
});

import { reduce } from '../../../source/tui/app/reduce.js';
import { ageText } from '../../../source/tui/connect/age.js';
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
  expect(reduce(state, { type: 'connect/aged', readAt: 5 })).toEqual({ state, effects: [] });
});

import { jest } from '@jest/globals';
import { ageText, originText } from '../../../source/tui/connect/age.js';
import { appEffects } from '../../../source/tui/effects/app.js';
import type { EffectContext } from '../../../source/tui/effects/context.js';
import type { Action } from '../../../source/tui/model/action.js';
import type { Effect } from '../../../source/tui/model/effect.js';
import { loaded, Screen } from '../support.js';

afterEach(() => {
  jest.useRealTimers();
});

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

const { index } = loaded('type Query { there: Int }');
const updateClock = { kind: 'update-clock', ms: 60_000 } as const;

/** A schema from the server, delivered to the tab that requested it last. */
const shown = (screen: Screen, at: number, now: number): Screen =>
  screen.do({ type: 'connect/loaded', id: screen.state.connect.loadId ?? 0, index, read: { at, now } });

/** Its age, as displayed in the header. */
const age = ({ state: { connect, now } }: Screen): string =>
  connect.origin === undefined ? '' : originText(connect.origin, now).replace(/^server /, '');

test('the age of a schema is updated each minute, in all tabs', () => {
  const screen = shown(new Screen(), 0, 150_000);
  expect(age(screen)).toBe('2m ago');
  screen.press('ctrl+t', 'E', 'ctrl+u').type('http://other.example/graphql').press('enter');
  // It arrives while the first tab is active.
  screen.press('ctrl+pageup');
  const id = screen.state.tabs.all[1]?.content?.connect.loadId ?? 0;
  screen.do({ type: 'connect/loaded', id, index, read: { at: 170_000, now: 170_000 } });
  expect(screen.effects.at(-1)).toEqual(updateClock);
  const before = screen.effects.length;
  screen.do({ type: 'connect/aged', now: 230_000 });
  expect(screen.effects.slice(before)).toContainEqual(updateClock);
  expect(age(screen)).toBe('3m ago');
  expect(age(screen.press('ctrl+pagedown'))).toBe('1m ago');
});

test('a schema from a file has no age and starts no clock', () => {
  const screen = shown(new Screen(), 0, 60_000);
  const before = screen.effects.length;
  screen.do({ type: 'connect/loaded', id: screen.state.connect.loadId ?? 0, index });
  expect(screen.state.connect.origin).toBeUndefined();
  expect(screen.effects.slice(before)).not.toContainEqual(updateClock);
});

test('opening one endpoint after the other leaves one clock, not one for each', () => {
  jest.useFakeTimers();
  const told: Action[] = [];
  const context = { environment: { now: () => 7 } } as EffectContext;
  for (let i = 0; i < 500; i++) {
    const effect: Extract<Effect, { kind: 'update-clock' }> = updateClock;
    void appEffects['update-clock'](effect, context, action => told.push(action));
  }
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(60_000);
  expect(told).toEqual([{ type: 'connect/aged', now: 7 }]);
});

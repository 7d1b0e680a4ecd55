/**
 * A changed identity and the schema: it is requested again automatically only if there is none; otherwise, the user is
 * notified.
 */
import { failure } from '../../../source/core/failure.js';
import { Screen } from '../support.js';

const url = 'http://localhost/graphql';
const loads = (screen: Screen) => screen.effects.filter(each => each.kind === 'load-schema');

/** A screen whose schema request was refused. */
function refused(): Screen {
  const screen = new Screen({ sdl: null }).do({ type: 'connect/load', source: { from: 'endpoint', url } });
  const id = screen.state.connect.loadId ?? 0;
  screen.do({ type: 'connect/failed', id, failure: failure('protocol', 'The server answered 401.') });
  screen.effects.length = 0;
  return screen;
}

test('after a refused schema, a token typed in H requests it again when the overlay closes, and not before', () => {
  const screen = refused().press('H', 'b').type('tok').press('enter');
  expect(loads(screen)).toEqual([]);
  screen.press('escape');
  expect(loads(screen)).toMatchObject([{ source: { from: 'endpoint', url }, refresh: true }]);
  expect(screen.state.connect.phase).toBe('loading');
  expect(screen.effects.map(each => each.kind).filter(kind => /identify|load/.test(kind))).toEqual([
    'identify',
    'load-schema',
  ]);
});

test('the schema is also requested again after continuing without one, and while the first response is pending', () => {
  const without = refused().press('c', 'H', 'a').type('X-Token: 1').press('enter', 'escape');
  expect(loads(without)).toHaveLength(1);
  const waiting = new Screen({ sdl: null }).do({ type: 'connect/load', source: { from: 'endpoint', url } });
  const first = waiting.state.connect.loadId;
  waiting.press('H', 'b').type('tok').press('enter', 'escape');
  expect(waiting.effects).toContainEqual({ kind: 'cancel', id: first });
  expect(loads(waiting)).toHaveLength(2);
});

test('looking at the headers without changing them sends no request', () => {
  expect(loads(refused().press('H', 'escape'))).toEqual([]);
});

test('if there is a schema, the notice names the key that reloads it, and no request is sent', () => {
  const screen = new Screen().press('H', 'b').type('tok').press('enter', 'escape');
  expect(loads(screen)).toEqual([]);
  expect(screen.notice).toContain('Press R to reload');
});

test('the schema of a URL with user:password@ is requested once', () => {
  const screen = new Screen().press('E', 'alt+a').type('https://me:pw@other.example/').press('enter');
  expect(loads(screen)).toHaveLength(1);
  const kinds = screen.effects.map(each => each.kind);
  expect(kinds.indexOf('identify')).toBeLessThan(kinds.indexOf('load-schema'));
});

/** The tree is drawn before the graphql-js schema is built. Keys pressed in between are applied afterwards. */
import { loaded, Screen } from '../support.js';

/** A screen whose schema is visible. `build` builds it. */
function shown() {
  const screen = new Screen({ sdl: null });
  screen.do({ type: 'connect/load', source: { from: 'endpoint', url: 'http://localhost/graphql' } });
  const id = screen.state.connect.loadId ?? 0;
  const { index, schema } = loaded();
  screen.do({ type: 'connect/loaded', id, index });
  return { screen, build: () => screen.do({ type: 'connect/built', id, schema }) };
}

test('ticks wait for the schema, each for its own row', () => {
  const { screen, build } = shown();
  screen.row('hello').press('space').row('old').press('space');
  expect(screen.notice).toBe('Schema is still loading…');
  screen.row('user').press('l');
  expect(screen.query).toBe('');
  build();
  expect(screen.query.replace(/\s+/g, ' ').trim()).toBe('query { hello old }');
  expect(screen.cursor?.name).toBe('user');
  expect(screen.notice).toBeUndefined();
});

test('a new operation waits too, with the typed name', () => {
  const { screen, build } = shown();
  screen.do({ type: 'operations/new', root: 'query', name: 'Mine' });
  expect(screen.notice).toBe('Schema is still loading…');
  const later = screen.effects.flatMap(effect => (effect.kind === 'later' ? [effect.action] : []));
  build().do(...later);
  expect(screen.query).toContain('query Mine {');
});

test('a run after a tick waits for it: the sent text includes the tick', () => {
  const { screen, build } = shown();
  screen.row('hello').press('space', 'ctrl+r');
  expect(screen.asked.filter(each => each.kind === 'run')).toEqual([]);
  expect(screen.notice).toBe('Schema is still loading…');
  build();
  expect(screen.asked.filter(each => each.kind === 'run')).toMatchObject([
    { operation: { query: expect.stringContaining('hello') } },
  ]);
  expect(screen.state.response.running).toBe(true);
});

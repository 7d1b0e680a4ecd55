/** Running completes a selection: the leaves are suggested once, and nothing changes without confirmation. */
import { Screen } from '../support.js';

const sdl = 'type Query { museum: Museum, hello: String } type Museum { id: ID!, name: String, city: String }';
const sent = (screen: Screen): readonly string[] =>
  screen.effects.flatMap(effect => (effect.kind === 'run' ? [effect.operation.query] : []));

test('{ museum } and Ctrl-R: y adds the leaves and runs, u removes them', () => {
  const screen = new Screen({ sdl, query: '{ museum }' }).press('ctrl+r');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'choice', title: 'Add id and name?' });
  expect(sent(screen)).toEqual([]);
  screen.press('y', 'enter');
  expect(sent(screen)).toEqual(['{ museum { id name } }']);
  expect(screen.press('2', 'u').query).toBe('{ museum }');
});

test('n runs the text unchanged, without another prompt until the text changes', () => {
  const screen = new Screen({ sdl, query: '{ museum }' }).press('ctrl+r').press('n', 'enter');
  expect(sent(screen)).toEqual(['{ museum }']);
  screen.press('ctrl+r').press('ctrl+r');
  expect(sent(screen)).toHaveLength(2);
  expect(screen.state.overlays).toEqual([]);
  const changed = new Screen({ sdl, query: '{ museum }' })
    .press('ctrl+r', 'n', 'enter', 'ctrl+r', '2', 'i')
    .type(' ')
    .press('ctrl+r');
  expect(changed.state.overlays.at(-1)).toMatchObject({ title: 'Add id and name?' });
});

test('Esc sends nothing and changes nothing', () => {
  const screen = new Screen({ sdl, query: '{ museum }' }).press('ctrl+r', 'escape');
  expect([screen.query, sent(screen)]).toEqual(['{ museum }', []]);
});

test('without a schema, the text is sent unchanged', () => {
  expect(
    sent(
      new Screen({ sdl: null, query: '{ museum }' })
        .do({ type: 'connect/open', url: 'http://a/', keep: true })
        .press('ctrl+r'),
    ),
  ).toEqual(['{ museum }']);
});

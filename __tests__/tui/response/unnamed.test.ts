/** A mutation that the user did not type needs confirmation before its first run. */
import { overlayWords } from '../../../source/tui/linear/describe.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { Screen } from '../support.js';

const sdl = `
  type Query { hello: String } type Mutation { purge(older: Int = 0): Purged sell: Purged }
  type Purged { purgedCount: Int, at: String }
`;
const runs = (screen: Screen): number => screen.asked.filter(each => each.kind === 'run').length;
const asks = (screen: Screen): string | undefined => {
  const top = topOverlay(screen.state);
  return top?.kind === 'choice' ? top.title : undefined;
};
const question = 'Run purge? It was added by a search or a wildcard.';

test.each([
  ['a search and Space', (screen: Screen) => screen.press('/').type('purgedCount').press('enter', 'space')],
  [
    'a search that was left',
    (screen: Screen) => screen.press('/').type('purgedCount').press('enter', 'escape', 'space'),
  ],
  ['a click on a match', (screen: Screen) => screen.press('/').type('purgedCount').do({ type: 'schema/tick' })],
  ['all leaves of a mutation', (screen: Screen) => screen.row('Mutation').press('l').row('purge').press('a')],
  ['a depth', (screen: Screen) => screen.row('Mutation').press('l').row('purge').press('A', 'enter')],
])('%s: asked once, and not sent by the first answer', (_, bring) => {
  const screen = bring(new Screen({ sdl }));
  expect(screen.query).toContain('purge');
  screen.press('ctrl+r');
  expect([asks(screen), runs(screen)]).toEqual([question, 0]);
  screen.press('enter');
  expect([asks(screen), runs(screen)]).toEqual([undefined, 0]);
  screen.press('ctrl+r', 'down', 'enter');
  expect(runs(screen)).toBe(1);
  const again = screen.press('ctrl+r', 'ctrl+r');
  expect([asks(again), runs(again)]).toEqual([undefined, 2]);
});

test('in line mode, the prompt is printed with its answers', () => {
  const screen = new Screen({ sdl })
    .press('/')
    .type('purgedCount')
    .press('enter', 'space')
    .do({ type: 'response/run' });
  const top = topOverlay(screen.state);
  expect(top && overlayWords(top, screen.state).join(' ')).toMatch(/^Run purge\? .*1\. No, .* 2\. Yes, run it/);
});

test.each([
  [
    'ticked row by row',
    (screen: Screen) => screen.row('Mutation').press('l').row('purge').press('l').row('purgedCount').press('space'),
  ],
  ['typed', (screen: Screen) => screen.do({ type: 'query/edited', text: 'mutation { purge { at } }' })],
  [
    'ticked row by row after a search for something else',
    (screen: Screen) =>
      screen.press('/').type('hello').press('enter', 'escape').row('Mutation').press('l').row('sell').press('space'),
  ],
  [
    'typed, where a search then adds a leaf',
    (screen: Screen) =>
      screen
        .do({ type: 'query/edited', text: 'mutation { purge { at } }' })
        .press('/')
        .type('purgedCount')
        .press('enter', 'space'),
  ],
])('a mutation that was %s runs without confirmation', (_, bring) => {
  const screen = bring(new Screen({ sdl }));
  screen.press('ctrl+r');
  expect([asks(screen), runs(screen)]).toEqual([undefined, 1]);
});

/** The run keys, pressed while a box is open. */
import { withKeys } from '../../../source/tui/app/key-overrides.js';
import { keyTable } from '../../../source/tui/app/key-table.js';
import { Screen } from '../support.js';

const mutation = 'mutation { rename(id: "1", name: "a") { id } }';
const runKeys = ['ctrl+r', 'alt+enter', 'f5', 'alt+s', 'shift+f5'];

/** Ways to open a box that contains no part of the operation. */
const boxes: readonly (readonly [name: string, open: (screen: Screen) => Screen])[] = [
  ['help', screen => screen.press('?')],
  ['the palette', screen => screen.press(':')],
  ['docs', screen => screen.row('user').press('K')],
  ['headers and login', screen => screen.press('H')],
  ['saved files', screen => screen.press('O')],
  ['themes', screen => screen.do({ type: 'app/theme' })],
  ['a file name', screen => screen.press('w')],
  ['a depth', screen => screen.row('user').do({ type: 'schema/ask-depth' })],
  ['a question', screen => screen.do({ type: 'overlay/open', overlay: question })],
];

const question = {
  kind: 'choice',
  title: 'Run this mutation?',
  options: [
    { label: 'No', action: { type: 'overlay/close' } },
    { label: 'Yes', action: { type: 'response/run', confirmed: true } },
  ],
  selected: 0,
  field: new Screen().state.connect.field,
} as const;

test.each(boxes)('the run keys send nothing from %s, and the box stays open', (_, open) => {
  for (const key of runKeys) {
    const screen = open(new Screen({ query: mutation }));
    const { overlays } = screen.state;
    expect(overlays).toHaveLength(1);
    screen.press(key);
    expect(screen.effects.filter(({ kind }) => kind === 'run')).toEqual([]);
    expect(screen.state.overlays).toEqual(overlays);
    expect(screen.notice).toBe('Close this box first: press Enter or Esc.');
  }
});

test.each(['ctrl+r', 'alt+enter', 'f5'])('%s in the list of operations runs the marked one', key => {
  const screen = new Screen({ query: 'query A { hello }\nquery B { old }\n' }).press('o', 'down', key);
  expect(screen.asked.at(-1)).toMatchObject({ kind: 'run', operation: { operationName: 'B' } });
  expect(screen.state.overlays).toEqual([]);
});

test.each(['ctrl+r', 'alt+enter', 'f5'])('%s in the history runs the marked entry', key => {
  const screen = new Screen({ query: mutation }).press('P');
  const entry = { at: 0, url: 'http://localhost/graphql', kind: 'query', query: '{ hello }', variables: '' } as const;
  screen.do({ type: 'history/read', entries: [{ ...entry, outcome: '200', took: 1 }], now: 0 }).press(key);
  const runs = screen.effects.filter(({ kind }) => kind === 'run');
  expect(runs).toMatchObject([{ operation: { query: '{ hello }' } }]);
});

test.each(['ctrl+r', 'alt+enter', 'f5'])('%s in a prompt for a value applies the value and then runs', key => {
  const screen = new Screen({ query: '{ user(id: "1") { id } }' }).row('user').press('l').row('id').press('enter');
  screen.type('7').press(key);
  expect(screen.query).toContain('id: "7"');
  expect(screen.asked.at(-1)).toMatchObject({ kind: 'run', operation: { query: screen.query } });
});

test('a remapped run key sends nothing from help', () => {
  const { bindings } = withKeys(keyTable, new Map([['run', ['ctrl+g']]]));
  const screen = new Screen({ query: mutation, bindings }).press('?', 'ctrl+g');
  expect(screen.effects.filter(({ kind }) => kind === 'run')).toEqual([]);
});

test('run and new tab are still in the palette', () => {
  const run = new Screen({ query: '{ hello }' }).press(':').type('run').press('enter');
  expect(run.asked.at(-1)).toMatchObject({ kind: 'run' });
  const tab = new Screen({ query: '{ hello }' }).press(':').type('new tab').press('enter');
  expect(tab.state.tabs.all).toHaveLength(2);
});

/** A key without a command here names the pane or the key that helps. */
import { withKeys } from '../../../source/tui/app/key-overrides.js';
import { keyTable } from '../../../source/tui/app/key-table.js';
import { Screen } from '../support.js';

const start = (): Screen => new Screen({ query: '{ hello }' });

const noticeAfter = (...keys: readonly string[]): string | undefined =>
  start()
    .press(...keys)
    .notice?.replace(/\u001b/g, '');

test.each([
  ['in a pane whose neighbour has the command', ['1', '|'], 'Pipe (|) works in Response.'],
  [
    'with different commands in other panes',
    ['2', 'a'],
    'a works in Schema (tick all leaves) and Response (use value).',
  ],
  ['with the same command in other panes', ['1', 'i'], 'Edit (i) works in Query and Variables.'],
  ['in a text that is not being edited', ['2', 'Q'], 'Q does nothing here. Press i to edit the text.'],
  ['in the tree', ['1', 'Q'], 'Q does nothing here. Press ? for a list of all keys.'],
  ['of no pane, with Ctrl', ['1', 'ctrl+q'], 'Ctrl-Q does nothing here. Press ? for a list of all keys.'],
  ['while editing', ['2', 'i', 'f1'], 'Help (F1) works after Esc.'],
  ['in a box', ['?', 'f1'], 'Help (F1) works after Esc.'],
])('a key %s names the key or pane that helps', (_where, keys, notice) => {
  expect(noticeAfter(...keys)).toBe(notice);
});

test('text, keypad keys and unfinished vim commands cause no notice', () => {
  expect(noticeAfter('2', 'i', 'Q')).toBeUndefined();
  expect(noticeAfter('1', '/', 'Q')).toBeUndefined();
  expect(noticeAfter('1', 'begin')).toBeUndefined();
  expect(new Screen({ query: '{ hello }', editor: 'vim' }).press('2', 'd', 'ctrl+q').notice).toBeUndefined();
});

test('the next key removes the notice', () => {
  expect(noticeAfter('1', 'Q', 'j')).toBeUndefined();
});

test('keys that the user moved are named with their new key', () => {
  const { bindings } = withKeys(keyTable, new Map([['help', ['f4']]]));
  const screen = new Screen({ query: '', bindings });
  expect(screen.press('1', 'Q').notice).toBe('Q does nothing here. Press F4 for a list of all keys.');
});

test('a command key closes documentation and runs; the keys of less scroll it', () => {
  const docs = start().press('1', 'j', 'K');
  expect(docs.state.overlays).toMatchObject([{ kind: 'text', isDocs: true }]);
  for (const key of ['f', 'b', 'd', 'u']) docs.press(key);
  expect(docs.state.overlays).toHaveLength(1);
  expect(docs.press('H').state.overlays).toMatchObject([{ kind: 'identity' }]);
  docs.press('escape', 'K', 'g', 'h');
  expect(docs.state.overlays).toMatchObject([{ kind: 'prompt' }]);
});

test('Ctrl-R does not run under documentation, and other boxes stay open', () => {
  const docs = start().press('1', 'j', 'K', 'ctrl+r');
  expect(docs.state.overlays).toHaveLength(1);
  expect(docs.notice).toContain('Close this box first');
  const warning = start().do({
    type: 'overlay/open',
    overlay: { kind: 'text', title: 'Drafts', text: 'lost', top: 0 },
  });
  expect(warning.press('H').state.overlays).toMatchObject([{ kind: 'text' }]);
});

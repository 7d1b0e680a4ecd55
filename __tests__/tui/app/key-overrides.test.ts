/** Custom keys. */
import { withKeys } from '../../../source/tui/app/key-overrides.js';
import { keyTable } from '../../../source/tui/app/key-table.js';

const keysOf = (id: string, keys: Record<string, string[]>): readonly string[] | undefined => {
  const { bindings, problems } = withKeys(keyTable, new Map(Object.entries(keys)));
  expect(problems).toEqual([]);
  return bindings.find(each => each.id === id)?.keys;
};

test('a custom key replaces ours where both would be active', () => {
  expect(keysOf('quit', { quit: ['X'] })).toEqual(['X']);
  expect(keysOf('undo', { quit: ['u'] })).not.toContain('u');
  // A pane's own key would take precedence.
  expect(keysOf('schema.tick', { quit: ['space'] })).not.toContain('space');
  expect(keysOf('overlay.operations.delete', { quit: ['delete'] })).toContain('delete');
});

test.each([
  ['no action', { 'schema.tik': ['x'] }, 'is not an action'],
  ['no key', { quit: ['ctrl'] }, 'Invalid key'],
  ['two letters', { quit: ['qq'] }, 'Invalid key'],
  ['Shift with a letter', { quit: ['shift+q'] }, 'Invalid key'],
  ['three in a row', { quit: ['g g g'] }, 'Invalid key'],
  ['Ctrl-I, which is Tab', { quit: ['ctrl+i'] }, 'from "tab"'],
])('%s: rejected with a reason, and the other keys apply', (_, keys, words) => {
  const all = { ...(keys as unknown as Record<string, string[]>), undo: ['z'] };
  const { bindings, problems } = withKeys(keyTable, new Map(Object.entries(all)));
  expect(problems.map(({ text }) => text)).toEqual([expect.stringContaining(words)]);
  expect(bindings.find(each => each.id === 'quit')?.keys).toEqual(['q']);
  expect(bindings.find(each => each.id === 'undo')?.keys).toEqual(['z']);
});

test.each([
  ['quitt', 'quit'],
  ['schema.tik', 'schema.tick'],
  ['something.tick', 'schema.tick'],
])('for "%s", the nearest name is suggested, %s', (id, near) => {
  const { problems } = withKeys(keyTable, new Map([[id, ['x']]]));
  expect(problems[0]?.hint).toBe(`Did you mean "${near}"?`);
});

test.each(['ctrl+r', 'alt+x', 'f5', 'G', 'g g', 'shift+tab', 'ctrl+alt+left', '+', 'é'])('%s is a key', chord => {
  expect(keysOf('quit', { quit: [chord] })).toEqual([chord]);
});

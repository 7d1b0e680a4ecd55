/** Commands work on keyboards with another alphabet, and text stays what was typed. */

import { textOf } from '../../../source/core/text/editor.js';
import { latinKey } from '../../../source/tui/app/latin-keys.js';
import { createDecoder } from '../../../source/tui/terminal/keys/decoder.js';
import { Screen } from '../support.js';

const none = new Map<string, string>();

test.each([
  ['Russian', 'о', 'j'],
  ['Russian, with Shift', 'П', 'G'],
  ['Russian, punctuation', 'ж', ';'],
  ['Ukrainian', 'і', 's'],
  ['Greek', 'ξ', 'j'],
  ['Hebrew', 'ח', 'j'],
  ['Arabic', 'ت', 'j'],
])('%s: %s is the key %s', (_layout, typed, key) => {
  expect(latinKey({ kind: 'key', chord: typed, text: typed }, none)).toEqual({ kind: 'key', chord: key, text: key });
});

test('modifiers are preserved, and Latin and unknown letters are unchanged', () => {
  expect(latinKey({ kind: 'key', chord: 'ctrl+к' }, none)).toEqual({ kind: 'key', chord: 'ctrl+r' });
  for (const key of ['é', 'ß', 'x', '한', '+']) {
    const event = { kind: 'key', chord: key, text: key } as const;
    expect(latinKey(event, none)).toBe(event);
  }
});

test('"layout" overrides the table', () => {
  const layout = new Map([['é', 'w']]);
  expect(latinKey({ kind: 'key', chord: 'é', text: 'é' }, layout)).toMatchObject({ chord: 'w', text: 'w' });
  expect(new Screen({ query: '', layout: new Map([['ö', '?']]) }).press('ö').state.overlays).toHaveLength(1);
});

test('keys of panes, of two presses and of the palette work in Cyrillic', () => {
  const screen = new Screen({ query: '{ hello }' }).press('2', 'П');
  expect(screen.state.query.editor.selection.main.head).toBe(9);
  screen.press('п', 'п');
  expect(screen.state.query.editor.selection.main.head).toBe(0);
  expect(screen.press('ш').state.editing).toBe(true);
});

test('while text is typed, it is the text that was typed', () => {
  const screen = new Screen({ query: '' }).press('2', 'i').type('# привет');
  expect(screen.query).toBe('# привет');
  const search = new Screen({ query: '' }).press('/').type('книга').state.schema.search;
  expect(search && textOf(search.field)).toBe('книга');
});

test('vim keys work in Cyrillic, and f finds a Cyrillic letter', () => {
  const screen = new Screen({ query: '# один два', editor: 'vim' }).press('2', 'ц', 'в', 'ц');
  expect(screen.query).toBe('# два');
  screen.press('0', 'а', 'а', 'ч');
  expect(screen.query).toBe('# дв');
});

test('a terminal with the Kitty protocol reports the Latin key with Ctrl', () => {
  const decoder = createDecoder();
  expect(decoder.feed(Buffer.from('\u001b[1082::114;5u'))).toEqual([{ kind: 'key', chord: 'ctrl+r' }]);
});

import { joinTyped } from '../../../../source/tui/terminal/keys/collector.js';
import { createDecoder } from '../../../../source/tui/terminal/keys/decoder.js';

const events = (text: string) => createDecoder().feed(new TextEncoder().encode(text));
const shapes = (text: string, goesOn = false): readonly string[] =>
  joinTyped(events(text), goesOn).map(event =>
    event.kind === 'typed' ? `typed ${[...event.text].length}` : event.kind === 'key' ? event.chord : event.kind,
  );

const long = 'a'.repeat(60);

test.each([
  ['a few keys stay keys', 'ab\r', false, ['a', 'b', 'enter']],
  ['a long line is one piece, with its Enter and Tab', `\t${long}{ }\r`, false, ['typed 65']],
  ['a key between the text ends it', `${long}bbbb\x1b[Abbb`, false, ['typed 64', 'up', 'b', 'b', 'b']],
  ['keys that complete the previous text belong to it', '}\r', true, ['typed 2']],
  ['keys after another key do not', '\x1b[A}', true, ['up', '}']],
  ['letters of any script', `${long}ß漢字😀`, false, ['typed 64']],
])('%s', (_what, text, goesOn, wanted) => {
  expect(shapes(text, goesOn)).toEqual(wanted);
});

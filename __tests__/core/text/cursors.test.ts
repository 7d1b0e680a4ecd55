/** Several cursors: typing, moving and deleting apply to each. */
import { selectedText, textOf } from '../../../source/core/text/editor.js';
import { at, run, shown, typed } from './marked.js';

const next = { do: 'next-occurrence' } as const;

test('the word first, then its next occurrences, wrapping around; Esc leaves the last', () => {
  const text = '{ node { id no|de { id nodes } } }';
  expect(shown(run(at(text), next))).toBe('{ node { id [node] { id nodes } } }');
  const both = run(at(text), next, next);
  expect(shown(both)).toBe('{ [node] { id [node] { id nodes } } }');
  expect(run(both, next)).toBe(both);
  expect(shown(run(both, { do: 'one-cursor' }))).toBe('{ [node] { id node { id nodes } } }');
  expect(selectedText(both)).toBe('node\nnode');
});

test('a manually selected part of a word is also found within words', () => {
  const part = run(at('ab |ab abc'), { do: 'move', motion: 'word-right', extend: true });
  expect(shown(run(part, next))).toBe('[ab] [ab] abc');
  const inside = run(at('a|bc xbc'), { do: 'move', motion: 'line-end', extend: true });
  expect(textOf(inside)).toBe('abc xbc');
  expect(
    shown(
      run(
        at('a|b. xb.'),
        { do: 'move', motion: 'right', extend: true },
        { do: 'move', motion: 'right', extend: true },
        next,
      ),
    ),
  ).toBe('a[b.] x[b.]');
});

test.each([
  ['typing', 'a|b a|b', [{ do: 'insert', text: 'x' }], 'ax|b ax|b'],
  ['typing over selections', 'no|de node', [next, next, { do: 'insert', text: 'x' }], 'x| x|'],
  ['Backspace', 'ab| ab|', [{ do: 'erase', what: 'back' }], 'a| a|'],
  ['deleting words', 'ab cd|\nef gh|', [{ do: 'erase', what: 'word-back' }], 'ab |\nef |'],
  ['moves', 'a|b\na|b', [{ do: 'move', motion: 'line-end' }], 'ab|\nab|'],
  ['cursors that meet become one', 'a|b|', [{ do: 'move', motion: 'line-start' }], '|ab'],
  ['Tab', '|a\n|b', [{ do: 'indent' }], '  |a\n  |b'],
  ['Enter', 'a {|} b {|}', [{ do: 'newline' }], 'a {\n  |\n} b {\n  |\n}'],
  ['Enter with CRLF', 'a|\r\nb|\r\n', [{ do: 'newline' }], 'a\r\n|\r\nb\r\n|\r\n'],
  ['pasting', 'a|\nb|', [{ do: 'paste', text: '1\n2' }], 'a1\n2|\nb1\n2|'],
] as const)('%s', (_what, before, commands, after) => {
  expect(shown(run(at(before), ...commands))).toBe(after);
});

test('brackets close at each cursor and are typed over at each', () => {
  expect(shown(typed(at('a| b|'), '(x'))).toBe('a(x|) b(x|)');
  expect(shown(typed(at('a| b|'), '(x)'))).toBe('a(x)| b(x)|');
});

test('one undo reverts the typing at all of them', () => {
  const done = run(at('no|de node'), next, next, { do: 'insert', text: 'x' });
  expect(shown(run(done, { do: 'undo' }))).toBe('[node] [node]');
});

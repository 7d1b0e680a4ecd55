import { runText, type TextCommand } from '../../../source/core/text/commands.js';
import {
  createText,
  cursorOf,
  type EditorState,
  edit,
  insertText,
  matchedBrackets,
  replaceText,
  select,
  selectedText,
  selectRange,
  textOf,
} from '../../../source/core/text/editor.js';
import type { TextLanguage } from '../../../source/core/text/languages.js';
import * as fc from '../../support/property.js';

/** A text with `|` at the cursor. */
function at(marked: string, language: TextLanguage = 'graphql'): EditorState {
  const place = marked.indexOf('|');
  return select(createText(marked.replace('|', ''), language), place);
}

/** The text with `|` at the cursor. */
function shown(state: EditorState): string {
  const text = textOf(state);
  return `${text.slice(0, cursorOf(state))}|${text.slice(cursorOf(state))}`;
}

const run = (state: EditorState, ...commands: readonly TextCommand[]): EditorState =>
  commands.reduce((each, command) => runText(each, command), state);

const move = (motion: Extract<TextCommand, { do: 'move' }>['motion'], extend = false): TextCommand => ({
  do: 'move',
  motion,
  extend,
});

test.each([
  ['a letter', 'a|b', 'left', '|ab'],
  ['a family emoji in one step', 'x👨‍👩‍👧|y', 'left', 'x|👨‍👩‍👧y'],
  ['a letter with its accent in one step', 'e\u0301|x', 'left', '|e\u0301x'],
  ['a flag in one step', '|🇩🇪x', 'right', '🇩🇪|x'],
  ['over a line end', 'a\n|b', 'left', 'a|\nb'],
  ['over a line end', 'a|\nb', 'right', 'a\n|b'],
  ['over CRLF as one line end', 'a|\r\nb', 'right', 'a\r\n|b'],
  ['back over CRLF as one line end', 'a\r\n|b', 'left', 'a|\r\nb'],
  ['to a CRLF after a joiner without a partner', '|\u200d\r\n', 'right', '\u200d|\r\n'],
  ['to a CRLF after a joiner without a partner', '|\u200d\r\n', 'word-right', '\u200d|\r\n'],
  ['nowhere at the beginning', '|a', 'left', '|a'],
  ['nowhere at the end', 'a|', 'right', 'a|'],
  ['a word', 'one two|', 'word-left', 'one |two'],
  ['a word and the space before it', 'one |two', 'word-left', '|one two'],
  ['a word to the right', '|user(id: 1)', 'word-right', 'user|(id: 1)'],
  ['to the indented beginning', '  ab|c', 'line-start', '  |abc'],
  ['and then to the first column', '  |abc', 'line-start', '|  abc'],
  ['to the end before the CR', 'a|b\r\nc', 'line-end', 'ab|\r\nc'],
  ['to the begin of the text', 'a\nb|', 'text-start', '|a\nb'],
] as const)('the cursor moves %s: %j %s', (_what, before, motion, after) => {
  expect(shown(run(at(before), move(motion)))).toBe(after);
});

test('up and down preserve the visual column, with wide characters counted by cells', () => {
  const start = at('日本語x|\nab\nabcdefghij');
  expect(shown(run(start, move('down')))).toBe('日本語x\nab|\nabcdefghij');
  expect(shown(run(start, move('down'), move('down')))).toBe('日本語x\nab\nabcdefg|hij');
  expect(shown(run(start, move('down'), move('down'), move('up'), move('up')))).toBe('日本語x|\nab\nabcdefghij');
});

test('tabs count as the cells in which they are drawn', () => {
  expect(shown(run(at('\tab|\nxxxxxx'), move('down')))).toBe('\tab\nxxxx|xx');
});

test('Shift selects, and typing replaces the selection', () => {
  const selected = run(at('one |two'), move('word-right', true));
  expect(selectedText(selected)).toBe('two');
  expect(shown(run(selected, { do: 'insert', text: 'x' }))).toBe('one x|');
});

test.each([
  ['back', 'a👨‍👩‍👧|b', 'a|b'],
  ['back', 'a\r\n|b', 'a|b'],
  ['back', '    |b', '  |b'],
  ['forward', 'a|\r\nb', 'a|b'],
  ['word-back', 'one two|', 'one |'],
  ['to-line-end', 'a|bc\nd', 'a|\nd'],
  ['to-line-start', 'ab|c', '|c'],
  ['line', 'a\nb|b\nc', 'a\n|c'],
  ['line', 'a\nb|', 'a|'],
] as const)('deleting %s: %j', (what, before, after) => {
  expect(shown(run(at(before), { do: 'erase', what }))).toBe(after);
});

test('Enter indents by the grammar, and a closing brace outdents', () => {
  const state = run(
    at('query {|'),
    { do: 'newline' },
    { do: 'insert', text: 'user {' },
    { do: 'newline' },
    { do: 'insert', text: 'id' },
  );
  expect(textOf(state)).toBe('query {\n  user {\n    id');
  expect(textOf(run(state, { do: 'newline' }, { do: 'insert', text: '}' }))).toBe('query {\n  user {\n    id\n  }');
});

test('Enter between braces in JSON indents', () => {
  expect(shown(run(at('{|', 'json'), { do: 'newline' }))).toBe('{\n  |');
});

test('Enter in a text with CRLF line endings inserts CRLF', () => {
  expect(shown(run(at('query {|\r\n}\r\n'), { do: 'newline' }))).toBe('query {\r\n  |\r\n}\r\n');
});

test('a paste is converted to the text’s line endings and is one undo step', () => {
  const pasted = run(at('a|\r\nb'), { do: 'paste', text: '1\n2' });
  expect(textOf(pasted)).toBe('a1\r\n2\r\nb');
  expect(textOf(run(pasted, { do: 'undo' }))).toBe('a\r\nb');
});

test('a tick between two keys is a separate undo step', () => {
  let state = run(at('|'), { do: 'insert', text: 'a' }, { do: 'insert', text: 'b' });
  state = edit(state, { changes: { from: 0, insert: 'TICK' } }, 'input.tick');
  state = run(state, { do: 'insert', text: 'c' });
  state = run(state, { do: 'undo' });
  expect(textOf(state)).toBe('TICKab');
  state = run(state, { do: 'undo' });
  expect(textOf(state)).toBe('ab');
  expect(textOf(run(state, { do: 'redo' }, { do: 'redo' }))).toMatch(/TICK/);
});

test('comment and uncomment a line', () => {
  const commented = run(at('a\nb|'), { do: 'comment' });
  expect(textOf(commented)).toBe('a\n# b');
  expect(textOf(run(commented, { do: 'comment' }))).toBe('a\nb');
});

test('the bracket at the cursor and its partner are found', () => {
  expect(matchedBrackets(at('query {| a }')).map(each => each.at)).toEqual([6, 10]);
  expect(matchedBrackets(at('query {| a '))[0]?.matched).toBe(false);
});

test('a text returned from an external editor is one change, and undo restores the old text', () => {
  const before = at('query { a b| c }');
  const after = replaceText(before, 'query { a B c }');
  expect(textOf(after)).toBe('query { a B c }');
  expect(textOf(run(after, { do: 'undo' }))).toBe('query { a b c }');
  expect(replaceText(after, textOf(after))).toBe(after);
});

const anyText = fc.string({
  unit: fc.constantFrom('a', ' ', '\n', '\r\n', '{', '}', '日', '👨‍👩‍👧', 'e\u0301', '\t', '"', '\u0007', '\u200d'),
  maxLength: 30,
});
const anyCommand: fc.Arbitrary<TextCommand> = fc.oneof(
  fc.record({
    do: fc.constant('move' as const),
    motion: fc.constantFrom(
      'left',
      'right',
      'up',
      'down',
      'word-left',
      'word-right',
      'line-start',
      'line-end',
      'page-up',
      'page-down',
      'text-start',
      'text-end',
    ),
    extend: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('erase' as const),
    what: fc.constantFrom('back', 'forward', 'word-back', 'word-forward', 'to-line-start', 'to-line-end', 'line'),
  }),
  fc.record({ do: fc.constant('insert' as const), text: fc.constantFrom('x', '}', ' ') }),
  fc.record({ do: fc.constant('paste' as const), text: anyText.map(text => text.replaceAll('\r\n', '\n')) }),
  fc.record({ do: fc.constantFrom('newline', 'indent', 'outdent', 'select-all', 'comment', 'line-up', 'line-down') }),
) as fc.Arbitrary<TextCommand>;

test('the last line is deleted with the entire line break before it', () => {
  for (const [text, left] of [
    ['a\r\nb', 'a'],
    ['\r\n', ''],
    ['a\nb', 'a'],
    ['b', ''],
  ] as const) {
    const state = run(createText(text), { do: 'move', motion: 'text-end' }, { do: 'erase', what: 'line' });
    expect(textOf(state)).toBe(left);
    expect(textOf(run(state, { do: 'erase', what: 'to-line-end' }))).toBe(left);
  }
});

test('opening a text changes no byte of it', () => {
  fc.assert(fc.property(anyText, text => textOf(createText(text, 'graphql')) === text));
});

test('after any key presses, undo restores the original bytes', () => {
  fc.assert(
    fc.property(anyText, fc.array(anyCommand, { maxLength: 12 }), (text, commands) => {
      let state = run(createText(text, 'graphql'), ...commands);
      for (let i = 0; i < commands.length + 1; i++) state = run(state, { do: 'undo' });
      expect(textOf(state)).toBe(text);
    }),
    { numRuns: 200 },
  );
});

test('after any key presses, the cursor is never inside a character or a CRLF', () => {
  fc.assert(
    fc.property(anyText, fc.array(anyCommand, { maxLength: 12 }), (text, commands) => {
      const state = run(createText(text, 'json'), ...commands);
      const value = textOf(state);
      const head = cursorOf(state);
      expect(/[\ud800-\udbff]$/.test(value.slice(0, head)) && /^[\udc00-\udfff]/.test(value.slice(head))).toBe(false);
      expect(value.slice(0, head).endsWith('\r') && value.slice(head).startsWith('\n')).toBe(false);
    }),
    { numRuns: 200 },
  );
});

test('insertText preserves the text’s own line endings', () => {
  expect(textOf(insertText(createText('a\nb'), 'x\ny'))).toBe('x\nya\nb');
});

test('line commands give the same result with and without CRLF, for any selection', () => {
  const commands = ['line-up', 'line-down', 'line-copy', 'newline', 'comment', 'indent', 'outdent'] as const;
  const withCr = (text: string): string => text.replaceAll('\n', '\r\n');
  const texts = ['a\nb\nc', 'a\n\nb {\n  c\n}\n', 'q {\n  a {}\n  b(x: [])\n}'];
  const cases = texts.flatMap(text =>
    commands.flatMap(command =>
      [...text, ''].flatMap((_, from) =>
        [...text.slice(from), ''].flatMap((_, length) => (length % 3 === 0 ? [{ text, command, from, length }] : [])),
      ),
    ),
  );
  for (const { text, command, from, length } of fc.tenthOf(cases)) {
    const to = from + length;
    const plain = run(selectRange(createText(text, 'graphql'), from, to), { do: command });
    const start = selectRange(
      createText(withCr(text), 'graphql'),
      withCr(text.slice(0, from)).length,
      withCr(text.slice(0, to)).length,
    );
    const state = run(start, { do: command });
    expect([command, from, to, textOf(state)]).toEqual([command, from, to, withCr(textOf(plain))]);
    expect(cursorOf(state)).toBe(withCr(textOf(plain).slice(0, cursorOf(plain))).length);
  }
});

test('a new line after a bracket is indented even if CodeMirror has not parsed that far', () => {
  const text = `query {\n${'  field(first: 10) { name }\n'.repeat(5_000)}  last {`;
  const state = run(selectRange(createText(text, 'graphql'), text.length, text.length), { do: 'newline' });
  expect(textOf(state).slice(text.length)).toBe('\n    ');
});

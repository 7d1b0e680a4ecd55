/** Brackets and quotes that are closed automatically. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { textOf } from '../../../source/core/text/editor.js';
import { tenthOf } from '../../support/property.js';
import { at, run, shown, typed } from './marked.js';

test.each([
  ['a brace closes itself', '|', '{', '{|}'],
  ['a parenthesis before a brace', 'user| {', '(', 'user(|) {'],
  ['a bracket', 'x(a: |)', '[', 'x(a: [|])'],
  ['not before a word', '|user', '{', '{|user'],
  ['not in a string', 'x(a: "b |")', '(', 'x(a: "b (|")'],
  ['not in a comment', '# see |', '(', '# see (|'],
  ['not in a block string of earlier lines', '"""\nsee |\n"""\ntype A', '{', '"""\nsee {|\n"""\ntype A'],
  ['a quote closes itself', 'x(a: |)', '"', 'x(a: "|")'],
  ['a quote after a word is single', 'a|', '"', 'a"|'],
  ['a quote ends the existing string', 'x(a: "b|)', '"', 'x(a: "b"|)'],
  ['the third quote begins a block string', '|', '"""', '"""|"""'],
  ['a block string is closed by three quotes', '|', '"""a"""', '"""a"""|'],
  ['a closing brace is typed over', '|', '{}', '{}|'],
  ['so are all of several', '|', 'a(b: [{', 'a(b: [{|}])'],
  ['all of them', '|', 'a(b: [{}])', 'a(b: [{}])|'],
  ['existing characters are not typed over', '{|}', '}', '{}|}'],
  ['Backspace takes both', '|', '{⌫', '|'],
  ['Backspace takes both quotes', 'x(a: |)', '"⌫', 'x(a: |)'],
  ['Backspace takes all six', '|', '"""⌫', '|'],
  ['Backspace in an existing empty pair', '{|}', '⌫', '|'],
  ['Backspace in a pair with content takes a letter', '{a|}', '⌫', '{|}'],
  ['Enter opens braces on separate lines', 'query |', '{⏎', 'query {\n  |\n}'],
  ['Enter opens parentheses, too', 'user|', '(⏎', 'user(\n  |\n)'],
  ['closed by hand on its own line, no second one', '|', '{⏎a⏎}', '{\n  a\n}|'],
  ['nor after other text', '|', '{⏎a }', '{\n  a }|'],
  ['two levels', '|', '{⏎a {⏎b⏎}⏎}', '{\n  a {\n    b\n  }\n}|'],
  ['one level only, whatever follows the brace', 'query Long { a|', '⏎', 'query Long { a\n  |'],
  ['one level in arguments', '{\n  user(id: 1,|', '⏎', '{\n  user(id: 1,\n    |'],
] as const)('%s: %j', (_what, before, keys, after) => {
  expect(shown(typed(at(before), keys))).toBe(after);
});

test.each([
  ['', '{"a', '{"a|"}'],
  ['', '{"a": [1, 2], "b": {"c": ""}}', '{"a": [1, 2], "b": {"c": ""}}|'],
  ['', '{⏎"a": "x\\"y"⏎}', '{\n  "a": "x\\"y"\n}|'],
  ['', '(', '(|'],
])('in JSON after %j: %s', (before, keys, after) => {
  expect(shown(typed(at(`${before}|`, 'json'), keys))).toBe(after);
});

test('after the cursor leaves a pair, its end is an ordinary character', () => {
  const left = run(typed(at('|'), '{a'), { do: 'move', motion: 'right' }, { do: 'move', motion: 'left' });
  expect(shown(typed(left, '}'))).toBe('{a}|}');
});

test('a bracket typed on a selection surrounds it, at every cursor', () => {
  const selected = run(at('a|bc d|ef'), { do: 'move', motion: 'word-right', extend: true });
  expect(shown(typed(selected, '('))).toBe('a([bc]) d([ef])');
});

test('in plain text nothing is closed automatically, and a paste never is', () => {
  expect(shown(typed(at('|', 'plain'), '{"('))).toBe('{"(|');
  expect(shown(run(at('|'), { do: 'paste', text: '{' }))).toBe('{|');
});

test('the first undo removes the pair, the second the text before it', () => {
  const done = typed(run(typed(at('|'), 'a '), { do: 'move', motion: 'left' }, { do: 'move', motion: 'right' }), '{');
  expect(textOf(run(done, { do: 'undo' }))).toBe('a ');
});

test('with CRLF the pair opens on three lines, and is typed over', () => {
  expect(shown(typed(at('#\r\n|\r\n'), '{⏎a⏎}'))).toBe('#\r\n{\r\n  a\r\n}|\r\n');
});

test('real operations typed key by key give the same text, except for indentation', () => {
  const folder = path.resolve('__tests__/support/fixtures/operations');
  const bare = (text: string): string => text.replace(/^[ \t]+/gm, '').trimEnd();
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.graphql'));
  const files = tenthOf(all);
  expect(files.length).toBeGreaterThan(6);
  for (const name of files) {
    const text = bare(readFileSync(path.join(folder, name), 'utf8').slice(0, 600).split('\n').slice(0, -1).join('\n'));
    const state = typed(at('|'), text);
    const missing = textOf(state).length - bare(textOf(state)).length;
    expect(missing).toBeGreaterThanOrEqual(0);
    expect([name, bare(textOf(state)).startsWith(text)]).toEqual([name, true]);
  }
});

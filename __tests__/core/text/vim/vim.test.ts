/** Vim's keys: a table of texts, keys and results, which real vim confirms, and undo, `.` and texts with CRLF. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cursorOf, textOf } from '../../../../source/core/text/editor.js';
import { initialVim, parseCommand } from '../../../../source/core/text/vim/state.js';
import { withPrograms } from '../../../support/programs.js';
import { at, type Typed, type, vimResults } from './support.js';

/** Name of the text, cursor, keys (`⎋` is Esc), text afterwards (0 if unchanged), and cursor afterwards. */
type Row = readonly [text: string, at: number, keys: string, after: string | 0, cursor: number];

const { texts, rows } = JSON.parse(readFileSync(path.join('__tests__/core/text/vim/rows.json'), 'utf8')) as {
  readonly texts: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
};

const shown = ({ editor }: Typed): string => {
  const text = textOf(editor);
  return `${text.slice(0, cursorOf(editor))}|${text.slice(cursorOf(editor))}`;
};

test('the table has rows for at least 150 commands', () => {
  expect(rows.length).toBeGreaterThan(400);
  expect(new Set(rows.map(([, , keys]) => keys)).size).toBeGreaterThan(150);
});

test('each row of the table gives its text and cursor', () => {
  const wrong = rows.filter(([name, from, keys, after, cursor]) => {
    const text = texts[name] ?? '';
    const { editor } = type(`${keys}⎋`, at(text, from));
    return textOf(editor) !== (after === 0 ? text : after) || cursorOf(editor) !== cursor;
  });
  expect(wrong).toEqual([]);
});

withPrograms(['vim'], () => {
  test('vim gives the same text and cursor for each row', () => {
    const results = vimResults(rows.map(([name, from, keys]) => [texts[name] ?? '', from, [keys]]));
    const wrong = rows.filter(([name, , , after, cursor], index) => {
      const [text, column] = results[index] ?? [];
      return text !== (after === 0 ? texts[name] : after) || column !== cursor;
    });
    expect(wrong).toEqual([]);
  });
});

describe('undo', () => {
  test.each([
    ['one deletion', 'one two three', 'dwdwu', '|two three'],
    ['an insertion with all its letters', 'one', 'Aabc⎋xu', 'oneab|c'],
    ['a change with its deletion and text', 'one two', 'cwabc⎋u', '|one two'],
    ['two commands', 'one two three', 'dwdw2u', '|one two three'],
    ['and redo', 'one two', 'dwuU', '|two'],
  ])('u undoes %s', (_what, text, keys, result) => {
    expect(shown(type(keys, at(text))).replace('|', '')).toBe(result.replace('|', ''));
  });
});

test.each([
  ['an insertion', 'a\nb\nc', 'Ax⎋j.j.', 'ax\nbx\ncx'],
  ['a change of a word', 'one one', 'cwtwo⎋w.', 'two two'],
  ['a deletion with another count', 'a b c d e f', 'dw3.', 'e f'],
  ['a selection of the same size', 'abcdef', 'vld.', 'ef'],
  ['a search for a character', 'a,b,c', 'df,.', 'c'],
])('. repeats %s', (_what, text, keys, result) => {
  expect(textOf(type(keys, at(text)).editor)).toBe(result);
});

test('commands preserve CRLF line ends', () => {
  const text = 'one\r\ntwo\r\nthree';
  expect(textOf(type('dd', at(text)).editor)).toBe('two\r\nthree');
  expect(textOf(type('ddp', at(text)).editor)).toBe('two\r\none\r\nthree');
  expect(textOf(type('$x', at(text)).editor)).toBe('on\r\ntwo\r\nthree');
  expect(textOf(type('J', at(text)).editor)).toBe('one two\r\nthree');
});

test('a character of several code units is one character', () => {
  expect(textOf(type('x', at('👩‍👩‍👧b')).editor)).toBe('b');
  expect(textOf(type('lx', at('e\u0301bc')).editor)).toBe('e\u0301c');
});

test.each([
  ['2d3w', { operator: 'd', key: 'w', count: 6 }],
  ['fa', { key: 'f', character: 'a' }],
  ['"', undefined],
  ['dq', undefined],
  ['2d', 'incomplete'],
  ['g', 'incomplete'],
])('the keys %s are parsed', (keys, command) => {
  const parsed = parseCommand(keys, false);
  if (typeof command === 'object') expect(parsed).toMatchObject(command);
  else expect(parsed).toBe(command);
});

test('any keys leave the cursor on a character, and undo leads back to the text', () => {
  let seed = Number(process.env.SEED ?? 1);
  const random = (below: number): number => {
    seed = (seed * 1664525 + 1013904223) % 4294967296;
    return Math.floor((seed / 4294967296) * below);
  };
  const keys = [...'hjklwbeg0^$G{}%ft;,xXdDcCsSr~JpPoOaAiIyuUvV<>*#iw"({23.⎋ab\n'];
  for (let run = 0; run < 200; run++) {
    const text = Object.values(texts)[run % Object.keys(texts).length] ?? '';
    const typed = Array.from({ length: 1 + random(20) }, () => keys[random(keys.length)]).join('');
    const { editor } = type(`${typed}⎋⎋`, at(text, random(text.length)));
    const now = textOf(editor);
    const cursor = cursorOf(editor);
    expect([typed, cursor <= now.length]).toEqual([typed, true]);
    const isAfterLine = cursor > 0 && now[cursor - 1] !== '\n' && (cursor === now.length || now[cursor] === '\n');
    expect([typed, isAfterLine]).toEqual([typed, false]);
    expect([typed, textOf(type('99u', { vim: initialVim, editor }).editor)]).toEqual([typed, text]);
  }
});

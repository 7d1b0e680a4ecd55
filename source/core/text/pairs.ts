/**
 * Brackets and quotes that close automatically, can be typed over, and are deleted together. CodeMirror's `closeBrackets`
 * forgets its pairs when the cursor changes lines, and it closes pairs within strings and comments. Here, text typed in order,
 * including closing brackets, is inserted as typed.
 */
import { syntaxTree } from '@codemirror/language';
import { type ChangeSpec, EditorSelection, type SelectionRange, type StateEffect } from '@codemirror/state';
import { type EditorState, edit, insertText, languageOf } from './editor.js';
import type { TextLanguage } from './languages.js';
import { closed, openPairs } from './open-pairs.js';

const brackets: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };
const closers = Object.values(brackets);
const block = '"""';

/** The change at one cursor. */
interface Typed {
  readonly range: SelectionRange;
  readonly changes?: ChangeSpec;
  readonly effects?: readonly StateEffect<unknown>[];
}

/** Characters that may be closed automatically. */
const paired: Readonly<Record<TextLanguage, string>> = { graphql: '{}[]()"', http: '', json: '{}[]"', plain: '' };

/** Types text at every cursor. A single bracket or quote may add its other half or be typed over. */
export function typeText(state: EditorState, text: string): EditorState {
  if (text.length !== 1 || !paired[languageOf(state)].includes(text)) return insertText(state, text);
  const done = state.changeByRange(range => typedAt(state, range, text));
  return edit(state, done, 'input.type');
}

function typedAt(state: EditorState, range: SelectionRange, text: string): Typed {
  const closing = text === '"' ? text : brackets[text];
  if (!range.empty) return closing === undefined ? plain(range, text) : around(range, text, closing);
  const at = range.head;
  if (text === '"') return quote(state, at) ?? plain(range, text);
  if (closers.includes(text)) return over(state, at, text) ?? backOneLevel(state, at, text) ?? plain(range, text);
  const next = state.sliceDoc(at, at + 1);
  const roomy = next === '' || /[\s)\]},:]/.test(next);
  return roomy && isCode(state, at) ? pair(at, text, closing ?? '') : plain(range, text);
}

const plain = ({ from, to }: SelectionRange, text: string): Typed => ({
  changes: { from, to, insert: text },
  range: EditorSelection.cursor(from + text.length),
});

/** Surrounds the selection with brackets. */
const around = ({ from, to, anchor, head }: SelectionRange, open: string, close: string): Typed => ({
  changes: [
    { from, insert: open },
    { from: to, insert: close },
  ],
  range: EditorSelection.range(anchor + 1, head + 1),
});

/** @param behind length of the part of the opening half that is already before the cursor */
function pair(at: number, open: string, close: string, behind = 0): Typed {
  const inside = at + open.length;
  return {
    changes: { from: at, insert: open + close },
    range: EditorSelection.cursor(inside),
    effects: [closed.of({ open: at - behind, close: inside, size: close.length })],
  };
}

/** Types a quote, which opens a string, closes it or, as the third one, opens a block string. */
function quote(state: EditorState, at: number): Typed | undefined {
  if (
    state
      .field(openPairs)
      .some(({ close, size }) => close <= at && at < close + size && state.sliceDoc(at, at + 1) === '"')
  ) {
    return { range: EditorSelection.cursor(at + 1) };
  }
  const before = state.sliceDoc(Math.max(0, at - 3), at);
  if (languageOf(state) === 'graphql' && /(?:^|[^"])""$/.test(before) && isCode(state, at - 2))
    return pair(at, '"', block, 2);
  const next = state.sliceDoc(at, at + 1);
  return /[\w"]$/.test(before) || /[\w"]/.test(next) || !isCode(state, at) ? undefined : pair(at, '"', '"');
}

/**
 * Types over an existing closing bracket and the blanks or blank lines before it, so that typing `{`, Enter and `}` does not
 * insert a second `}`.
 */
function over(state: EditorState, at: number, text: string): Typed | undefined {
  const inner = state.field(openPairs).findLast(({ open, close }) => open < at && at <= close);
  if (inner === undefined || state.sliceDoc(inner.close, inner.close + 1) !== text) return undefined;
  const gap = state.sliceDoc(at, inner.close);
  if (gap.trim() !== '') return undefined;
  if (!gap.includes('\n')) return { range: EditorSelection.cursor(inner.close + 1) };
  const line = state.doc.lineAt(at);
  // On a blank line, the bracket stays on a separate line. After other text, it moves up.
  const from = /^\s*$/.test(line.text) ? line.from : at;
  const to = from === at ? inner.close : state.doc.lineAt(inner.close).from;
  return { changes: { from, to }, range: EditorSelection.cursor(inner.close + 1 - (to - from)) };
}

/** Aligns a closing bracket that is typed first on a line with the line of its opening bracket. */
function backOneLevel(state: EditorState, at: number, text: string): Typed | undefined {
  const line = state.doc.lineAt(at);
  const before = line.text.slice(0, at - line.from);
  if (!/^ +$/.test(before) || line.number === 1) return undefined;
  let previous = line.number - 1;
  while (previous > 1 && state.doc.line(previous).text.trim() === '') previous -= 1;
  const above = state.doc.line(previous).text;
  const indent = /^ */.exec(above)?.[0].length ?? 0;
  const wanted = /[{[(]\s*$/.test(above) ? indent : Math.max(0, indent - 2);
  if (wanted >= before.length) return undefined;
  const from = line.from + wanted;
  return { changes: { from, to: at, insert: text }, range: EditorSelection.cursor(from + 1) };
}

/** Returns the range that Backspace deletes inside an empty pair. */
export function emptyPair(state: EditorState, at: number): readonly [from: number, to: number] | undefined {
  if (languageOf(state) === 'plain') return undefined;
  const around = (size: number): readonly [string, string] => [
    state.sliceDoc(Math.max(0, at - size), at),
    state.sliceDoc(at, at + size),
  ];
  const [open, close] = around(3);
  if (open === block && close === block && isCode(state, at - 3)) return [at - 3, at + 3];
  const [before, behind] = around(1);
  const fits = before === '"' ? behind === '"' : behind !== '' && brackets[before] === behind;
  return fits && isCode(state, at - 1) ? [at - 1, at + 1] : undefined;
}

/** Returns true outside strings and comments. */
function isCode(state: EditorState, at: number): boolean {
  const line = state.doc.lineAt(at);
  const text = line.text.slice(0, at - line.from);
  const graphql = languageOf(state) === 'graphql';
  let from = 0;
  if (graphql && isInBlock(state, line.from)) {
    const end = text.indexOf(block);
    if (end < 0) return false;
    from = end + block.length;
  }
  for (let i = from; i < text.length; i++) {
    if (graphql && text[i] === '#') return false;
    if (text[i] !== '"') continue;
    const end = stringEnd(text, i, graphql);
    if (end === undefined) return false;
    i = end - 1;
  }
  return true;
}

/** Returns the end, on this line, of the string that starts at `from`. */
function stringEnd(text: string, from: number, blocks: boolean): number | undefined {
  if (blocks && text.startsWith(block, from)) {
    const end = text.indexOf(block, from + block.length);
    return end < 0 ? undefined : end + block.length;
  }
  for (let i = from + 1; i < text.length; i++) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === '"') return i + 1;
  }
  return undefined;
}

/** Returns true inside a block string that started on an earlier line. */
function isInBlock(state: EditorState, at: number): boolean {
  const node = syntaxTree(state).resolveInner(at, 0);
  return node.name === 'StringValue' && node.from < at && at < node.to;
}

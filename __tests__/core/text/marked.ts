/** Texts with their cursors drawn in them, for tables of key effects. */
import { runText, type TextCommand } from '../../../source/core/text/commands.js';
import { createText, type EditorState, textOf } from '../../../source/core/text/editor.js';
import type { TextLanguage } from '../../../source/core/text/languages.js';
import { selectAllOf } from '../../../source/core/text/occurrences.js';

/** A text in which each `|` is a cursor; the last one is the main one. */
export function at(marked: string, language: TextLanguage = 'graphql'): EditorState {
  const places: number[] = [];
  const text = marked.replace(/\|/g, (_, offset: number) => {
    places.push(offset - places.length);
    return '';
  });
  return selectAllOf(
    createText(text, language),
    places.map(from => ({ from, to: from })),
  );
}

/** The text with `|` at each cursor, and selections between `[` and `]`. */
export function shown(state: EditorState): string {
  const text = textOf(state);
  let done = 0;
  let result = '';
  for (const { from, to, empty } of state.selection.ranges) {
    result += text.slice(done, from) + (empty ? '|' : `[${text.slice(from, to)}]`);
    done = to;
  }
  return result + text.slice(done);
}

/** The state after several commands. */
export const run = (state: EditorState, ...commands: readonly TextCommand[]): EditorState =>
  commands.reduce((each, command) => runText(each, command), state);

/** Each character as a key: `⏎` is Enter, `⌫` Backspace. */
export const typed = (state: EditorState, keys: string): EditorState =>
  run(
    state,
    ...[...keys].map((key): TextCommand => {
      if (key === '⏎' || key === '\n') return { do: 'newline' };
      return key === '⌫' ? { do: 'erase', what: 'back' } : { do: 'insert', text: key };
    }),
  );

/** Finds and replaces in a text. */
import { type EditorState, edit } from './editor.js';

interface FindPattern {
  readonly text: string;
  /** True if case matters. */
  readonly exact: boolean;
}

/** Offsets of a match. */
export interface Match {
  readonly from: number;
  readonly to: number;
}

/** Creates a pattern. As in the response viewer, lower case matches any case unless `exact` is set. */
export const findPatternOf = (text: string, exact: boolean | undefined): FindPattern => ({
  text,
  exact: exact ?? text !== text.toLowerCase(),
});

const cache = new WeakMap<EditorState['doc'], { readonly wanted: FindPattern; readonly matches: readonly Match[] }>();

/** Returns all matches without overlaps. The last result for a text is cached. */
export function matchesOf({ doc }: EditorState, wanted: FindPattern): readonly Match[] {
  if (wanted.text === '') return [];
  const last = cache.get(doc);
  if (last?.wanted.text === wanted.text && last.wanted.exact === wanted.exact) return last.matches;
  const matches = search(doc.toString(), wanted);
  cache.set(doc, { wanted, matches });
  return matches;
}

function search(text: string, wanted: FindPattern): readonly Match[] {
  // Do not convert to lower case, which may lengthen the text.
  const pattern = new RegExp(wanted.text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), wanted.exact ? 'g' : 'gi');
  return Array.from(text.matchAll(pattern), ({ index, 0: match }) => ({ from: index, to: index + match.length }));
}

/** Returns the first match at or after an offset or, if `by` is -1, the last match before it. Wraps around. */
export function matchFrom(matches: readonly Match[], offset: number, by: 1 | -1): Match | undefined {
  return by > 0
    ? (matches.find(({ from }) => from >= offset) ?? matches[0])
    : (matches.findLast(({ to }) => to <= offset) ?? matches.at(-1));
}

/** Returns the index of the selected match, or -1. */
export function currentMatch({ selection: { main } }: EditorState, matches: readonly Match[]): number {
  return matches.findIndex(({ from, to }) => from === main.from && to === main.to);
}

/** Replaces matches as one undo step. The cursor is placed after the last one. */
export function replaceMatches(state: EditorState, matches: readonly Match[], text: string): EditorState {
  const last = matches.at(-1);
  if (last === undefined) return state;
  const changes = state.changes(matches.map(({ from, to }) => ({ from, to, insert: text })));
  return edit(state, { changes, selection: { anchor: changes.mapPos(last.to, 1) } }, 'input.replace');
}

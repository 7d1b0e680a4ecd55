/** Finding a text in a text, and replacing it. */
import { type EditorState, edit } from './editor.js';

/** What is looked for. */
export interface FindPattern {
  readonly text: string;
  /** True if upper and lower case differ. */
  readonly exact: boolean;
}

/** A place where it stands: offsets of the whole text. */
export interface Match {
  readonly from: number;
  readonly to: number;
}

/** As in an answer: lower case finds any case, until the user says otherwise. */
export const findPatternOf = (text: string, exact: boolean | undefined): FindPattern => ({
  text,
  exact: exact ?? text !== text.toLowerCase(),
});

const known = new WeakMap<EditorState['doc'], { readonly wanted: FindPattern; readonly matches: readonly Match[] }>();

/** All places, in order, without overlaps; the last answer for a text is remembered. */
export function matchesOf({ doc }: EditorState, wanted: FindPattern): readonly Match[] {
  if (wanted.text === '') return [];
  const last = known.get(doc);
  if (last?.wanted.text === wanted.text && last.wanted.exact === wanted.exact) return last.matches;
  const matches = search(doc.toString(), wanted);
  known.set(doc, { wanted, matches });
  return matches;
}

function search(text: string, wanted: FindPattern): readonly Match[] {
  // By a pattern, because a text in lower case may be longer than the text.
  const pattern = new RegExp(wanted.text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), wanted.exact ? 'g' : 'gi');
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ from: index, to: index + found.length }));
}

/** The first match at or behind an offset, or with `by` -1 the last before it; from one end it goes on at the other. */
export function matchFrom(matches: readonly Match[], offset: number, by: 1 | -1): Match | undefined {
  return by > 0
    ? (matches.find(({ from }) => from >= offset) ?? matches[0])
    : (matches.findLast(({ to }) => to <= offset) ?? matches.at(-1));
}

/** Which match the main selection is, counted from 0; -1: none. */
export function currentMatch({ selection: { main } }: EditorState, matches: readonly Match[]): number {
  return matches.findIndex(({ from, to }) => from === main.from && to === main.to);
}

/** Puts a text in the place of matches, as one step of the undo history; the cursor stands behind the last one. */
export function replaceMatches(state: EditorState, matches: readonly Match[], text: string): EditorState {
  const last = matches.at(-1);
  if (last === undefined) return state;
  const changes = state.changes(matches.map(({ from, to }) => ({ from, to, insert: text })));
  return edit(state, { changes, selection: { anchor: changes.mapPos(last.to, 1) } }, 'input.replace');
}

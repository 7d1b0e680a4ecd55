/** An editable text in a box: its editor state, scroll position and clicks. */
import type { TextCommand } from '../../core/text/commands.js';
import type { EditorState } from '../../core/text/editor.js';
import type { View } from '../../core/text/rows.js';

/** The text of an editor. Documents that share parts are cheap to compare. */
export type Doc = EditorState['doc'];

export interface TextPane {
  readonly editor: EditorState;
  /** Index of the line in the first drawn row. */
  readonly top: number;
  /** Number of rows of that line that are scrolled out at the top. */
  readonly skip: number;
  /** First visible column of unwrapped lines, in cells. */
  readonly left: number;
  /** The search in the text, if any. */
  readonly find?: TextFind | undefined;
}

/** A search in a text, with its replacement. */
export interface TextFind {
  readonly field: EditorState;
  readonly replacement: EditorState;
  /** The line being typed, or undefined if the search is only remembered for `n` and `N`. */
  readonly typing: 'text' | 'replacement' | undefined;
  /** True for a case-sensitive search. Undefined means case-sensitive only if the search has upper-case letters. */
  readonly exact: boolean | undefined;
  /** State restored by Esc. */
  readonly before: Pick<TextPane, 'editor' | 'top' | 'skip' | 'left'>;
}

/** Find and replace in the focused text. */
export type FindAction =
  | { readonly type: 'find/open' }
  | { readonly type: 'find/typed'; readonly command: TextCommand }
  /** Goes to the next or previous match, wrapping around at the end. */
  | { readonly type: 'find/step'; readonly by: 1 | -1 }
  /** Switches between the search and its replacement. */
  | { readonly type: 'find/switch' }
  | { readonly type: 'find/case' }
  /** Enter keeps the match selected. */
  | { readonly type: 'find/take' }
  /** Replaces the current match and goes to the next one. */
  | { readonly type: 'find/replace' }
  /** Replaces all matches. While the search is being typed, it puts a cursor at each match instead. */
  | { readonly type: 'find/all' }
  | { readonly type: 'find/leave' };

export type TextView = View;

export type TextPaneId = 'query' | 'variables';

/** The last click, until it is too old to be part of a double click. */
export interface LastClick {
  readonly pane: TextPaneId;
  readonly offset: number;
  readonly count: number;
}

/** A cell of the drawn text, from 0. `extend`: extends the selection to it. */
export interface TextClick {
  readonly column: number;
  readonly row: number;
  readonly extend: boolean;
}

/** A text that is converted to a string only when it is written, since converting it on every key would be slow. */
export interface LazyText {
  toString(): string;
}

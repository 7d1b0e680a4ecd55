/** An editable text in a box: its editor state, its scroll position, and clicks into it. */
import type { TextCommand } from '../../core/text/commands.js';
import type { EditorState } from '../../core/text/editor.js';
import type { View } from '../../core/text/rows.js';

/** The text of an editor. Comparison is cheap where two share parts. */
export type Doc = EditorState['doc'];

export interface TextPane {
  readonly editor: EditorState;
  /** The line of the first drawn row, from 0. */
  readonly top: number;
  /** Rows of that line scrolled out above. */
  readonly skip: number;
  /** First visible cell column of unwrapped lines. */
  readonly left: number;
  /** The search in it; absent: none. */
  readonly find?: TextFind | undefined;
}

/** A search in a text, with its replacement. */
export interface TextFind {
  readonly field: EditorState;
  readonly replacement: EditorState;
  /** Which line is being typed; undefined: the search is kept for `n` and `N`. */
  readonly typing: 'text' | 'replacement' | undefined;
  /** Case-sensitive; undefined: only if the search has upper case. */
  readonly exact: boolean | undefined;
  /** Restored by Esc. */
  readonly before: Pick<TextPane, 'editor' | 'top' | 'skip' | 'left'>;
}

/** Find and replace in the focused text. */
export type FindAction =
  | { readonly type: 'find/open' }
  | { readonly type: 'find/typed'; readonly command: TextCommand }
  /** Goes to the next or previous match, around the end. */
  | { readonly type: 'find/step'; readonly by: 1 | -1 }
  /** Switches between the search and its replacement. */
  | { readonly type: 'find/switch' }
  | { readonly type: 'find/case' }
  /** Enter keeps the match selected. */
  | { readonly type: 'find/take' }
  /** Replaces this match and goes to the next. */
  | { readonly type: 'find/replace' }
  /** Replaces all; while the search is being typed: puts a cursor at each match. */
  | { readonly type: 'find/all' }
  | { readonly type: 'find/leave' };

export type TextView = View;

export type TextPaneId = 'query' | 'variables';

/** The last click, until it is too old for a double click. */
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

/** A text turned into a string only when written: doing so on every key would be slow. */
export interface LazyText {
  toString(): string;
}

/** An editable text in a box: its editor state, how far it is scrolled, and clicks into it. */
import type { TextCommand } from '../../core/text/commands.js';
import type { EditorState } from '../../core/text/editor.js';
import type { View } from '../../core/text/rows.js';

/** The text of an editor. Comparing two is cheap where they share parts. */
export type Doc = EditorState['doc'];

/** An editor and how far it is scrolled. */
export interface TextPane {
  readonly editor: EditorState;
  /** The line of the first drawn row, from 0. */
  readonly top: number;
  /** How many rows of that line are scrolled out above. */
  readonly skip: number;
  /** First drawn cell column of lines that are not wrapped. */
  readonly left: number;
  /** What is looked for in it; absent: nothing. */
  readonly find?: TextFind | undefined;
}

/** A search in a text, with what may take the place of what is found. */
export interface TextFind {
  readonly field: EditorState;
  readonly replacement: EditorState;
  /** Which line is typed into; undefined: the search is kept for `n` and `N`. */
  readonly typing: 'text' | 'replacement' | undefined;
  /** Whether upper and lower case differ; undefined: only if something is typed in upper case. */
  readonly exact: boolean | undefined;
  /** Where Esc goes back to. */
  readonly before: Pick<TextPane, 'editor' | 'top' | 'skip' | 'left'>;
}

/** Finding and replacing in the focused text. */
export type FindAction =
  | { readonly type: 'find/open' }
  | { readonly type: 'find/typed'; readonly command: TextCommand }
  /** The next or the previous match; after the last comes the first. */
  | { readonly type: 'find/step'; readonly by: 1 | -1 }
  /** Between what is looked for and what takes its place. */
  | { readonly type: 'find/switch' }
  | { readonly type: 'find/case' }
  /** Enter: the match is kept selected. */
  | { readonly type: 'find/take' }
  /** Replaces this match and goes to the next. */
  | { readonly type: 'find/replace' }
  /** Replaces all; while the searched text is typed: a cursor at each match. */
  | { readonly type: 'find/all' }
  | { readonly type: 'find/leave' };

/** Cells for text inside a pane. */
export type TextView = View;

/** The panes that can be typed into. */
export type TextPaneId = 'query' | 'variables';

/** The last click, as long as another one would count as a double click. */
export interface LastClick {
  readonly pane: TextPaneId;
  readonly offset: number;
  readonly count: number;
}

/** A cell of the text as it is drawn, from 0. `extend`: the selection is extended to it. */
export interface TextClick {
  readonly column: number;
  readonly row: number;
  readonly extend: boolean;
}

/** A text that becomes a string only when it is written: a whole text per key would be expensive. */
export interface LazyText {
  toString(): string;
}

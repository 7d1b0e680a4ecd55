/** An editable text in a box: its editor state, how far it is scrolled, and clicks into it. */
import type { EditorState } from '../../core/text/editor.js';

/** The text of an editor. Comparing two is cheap where they share parts. */
export type Doc = EditorState['doc'];

/** An editor and how far it is scrolled. */
export interface TextPane {
  readonly editor: EditorState;
  /** First drawn line, from 0. */
  readonly top: number;
  /** First drawn cell column. */
  readonly left: number;
}

/** Cells for text inside a pane. */
export interface TextView {
  readonly width: number;
  readonly height: number;
}

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

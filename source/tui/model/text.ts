/** An editable text in a box: its editor state, how far it is scrolled, and clicks into it. */
import type { EditorState } from '../../core/text/editor.js';

/** The text of an editor; two of them are equal quickly where they share parts. */
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

/** The panes that are typed into. */
export type TextPaneId = 'query' | 'variables';

/** The last click, for as long as another one belongs to it. */
export interface LastClick {
  readonly pane: TextPaneId;
  readonly offset: number;
  readonly count: number;
}

/** A cell of the text as it is drawn, from 0. `extend`: the selection goes on to there. */
export interface TextClick {
  readonly column: number;
  readonly row: number;
  readonly extend: boolean;
}

/** A text that becomes a string only when it is written: a whole text per key would be dear. */
export interface LazyText {
  toString(): string;
}

/**
 * Clicks into a text. A single click places the cursor, or starts editing if the text is empty. A double click selects the word,
 * and a triple click the line.
 */

import { cursorOf, type EditorState, selectRange } from '../../core/text/editor.js';
import { lineEnd } from '../../core/text/view-lines.js';
import { viewOf } from '../layout.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import type { LastClick, TextClick, TextPane } from '../model/text.js';
import { update } from '../update.js';
import { clickPane, withEditor } from './pane.js';

/** Double-click interval, in milliseconds. */
const doubleClickMs = 400;

/** The pane after a click. `set` stores it in the state. */
export function clickText(
  state: State,
  pane: 'query' | 'variables',
  { column, row, extend }: TextClick,
  set: (state: State, changed: TextPane) => State,
): Update<State> {
  const view = viewOf(state, pane);
  // An empty text has nothing to move to: the user wants to type, and q would quit.
  if (state[pane].editor.doc.length === 0 && state.vim === undefined) return update({ ...state, editing: true });
  const clicked = clickPane(state[pane], column, row, view, extend);
  if (extend) return update(set(state, clicked));
  const offset = cursorOf(clicked.editor);
  const { lastClick } = state;
  const isRepeated = lastClick?.pane === pane && lastClick.offset === offset;
  const click: LastClick = { pane, offset, count: isRepeated ? lastClick.count + 1 : 1 };
  const changed = click.count === 1 ? clicked : withEditor(clicked, wordOrLineAt(clicked.editor, click), view);
  return update(set({ ...state, lastClick: click }, changed), {
    kind: 'later',
    ms: doubleClickMs,
    action: { type: 'app/click-over', click },
  });
}

/** Selects the word or the line at a click. */
function wordOrLineAt(editor: EditorState, { offset, count }: LastClick): EditorState {
  if (count > 2) {
    const line = editor.doc.lineAt(offset);
    return selectRange(editor, line.from, line.from + lineEnd(line.text));
  }
  const word = editor.wordAt(offset);
  return word === null ? editor : selectRange(editor, word.from, word.to);
}

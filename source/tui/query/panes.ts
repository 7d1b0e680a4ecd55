/** Access to the two text panes by name. */
import type { EditorState } from '../../core/text/editor.js';
import { viewOf } from '../layout.js';
import type { State } from '../model/state.js';
import type { TextPane, TextPaneId } from '../model/text.js';
import { withEditor } from '../text/pane.js';
import { changed } from './text.js';

export const setPane = (state: State, id: TextPaneId, pane: TextPane): State =>
  id === 'query' ? changed(state, pane) : { ...state, variables: pane };

/** The state with another text or cursor in one of the panes, scrolled to it. */
export const setEditor = (state: State, id: TextPaneId, editor: EditorState): State =>
  setPane(state, id, withEditor(state[id], editor, viewOf(state, id)));

/** The two texts that are typed into, by name: what holds for both is written once. */
import type { EditorState } from '../../core/text/editor.js';
import { viewOf } from '../layout.js';
import type { State } from '../model/state.js';
import type { TextPane, TextPaneId } from '../model/text.js';
import { withEditor } from '../text/pane.js';
import { changed } from './text.js';

/** The state with one of the panes replaced. */
export const setPane = (state: State, id: TextPaneId, pane: TextPane): State =>
  id === 'query' ? changed(state, pane) : { ...state, variables: pane };

/** The state with another text or cursor in one of the panes, scrolled to it. */
export const setEditor = (state: State, id: TextPaneId, editor: EditorState): State =>
  setPane(state, id, withEditor(state[id], editor, viewOf(state, id)));

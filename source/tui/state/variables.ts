/** The variables: a JSON text, sent as it stands. */
import type { TextCommand } from '../../core/text/commands.js';
import { replaceText } from '../../core/text/editor.js';
import { type Step, step } from './effects.js';
import { type State, viewOf } from './state.js';
import { clickPane, commandPane, scrollPane, type TextPane, withEditor } from './text-pane.js';

export type VariablesAction =
  | { readonly type: 'variables/command'; readonly command: TextCommand }
  | { readonly type: 'variables/edited'; readonly text: string }
  | { readonly type: 'variables/click'; readonly column: number; readonly row: number; readonly extend: boolean }
  | { readonly type: 'variables/scroll'; readonly by: number };

export function reduceVariables(state: State, action: VariablesAction): Step<State> {
  const view = viewOf(state, 'variables');
  const pane = state.variables;
  const set = (variables: TextPane): Step<State> => step(variables === pane ? state : { ...state, variables });
  switch (action.type) {
    case 'variables/command':
      return set(commandPane(pane, action.command, view));
    case 'variables/edited':
      return set(withEditor(pane, replaceText(pane.editor, action.text), view));
    case 'variables/click':
      return set(clickPane(pane, action.column, action.row, view, action.extend));
    case 'variables/scroll':
      return set(scrollPane(pane, action.by, view));
  }
}

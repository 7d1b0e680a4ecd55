/** The command that goes to a line of a text. */
import type { Action } from '../model/action.js';
import type { Binding } from '../model/state.js';
import type { TextPaneId } from '../model/text.js';
import { prompt } from './open.js';

/** The binding for a pane. It has no key, because vim keys and most editors disagree about it. */
export const goToLineKey = (pane: TextPaneId): Binding => ({
  id: `${pane}.line`,
  keys: [],
  where: pane,
  label: 'go to line',
  help: 'Go to a line by its number.',
  action(state): Action {
    const { doc } = state[pane].editor;
    const lineOf = (text: string): number | undefined => {
      const line = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
      return line >= 1 && line <= doc.lines ? line : undefined;
    };
    const range = `a number from 1 to ${doc.lines}`;
    const overlay = prompt('Go to line', text => ({ type: `${pane}/go`, offset: doc.line(lineOf(text) ?? 1).from }), {
      hint: range,
      check: text => (lineOf(text) === undefined ? `Not ${range}.` : undefined),
    });
    return { type: 'overlay/open', overlay };
  },
});

/** Keys that work anywhere, and keys of every pane that is not being edited. */

import { canReopenTab } from '../documents/tabs.js';
import { canUndoUse } from '../identity/values.js';
import { formOf, panes } from '../layout.js';
import type { Binding, State } from '../model/state.js';
import { noOverlay, openHelp, openPalette, topOverlay } from '../overlays/open.js';
import { isEditable } from '../text/pane.js';

const logsIn = (state: State): boolean => topOverlay(state)?.kind === 'login';

/** These keys also work while typing, so none of them is a plain character. */
// biome-ignore format: one key, one row
export const anywhereKeys: readonly Binding[] = [
  {
    id: 'run',
    keys: ['ctrl+r', 'alt+enter', 'f5'],
    where: 'anywhere',
    label: 'run',
    labelNow: state => {
      if (state.response.running) return state.overlays.length === 0 || logsIn(state) ? 'stop' : '';
      return state.overlays.length === 0 ? 'run' : '';
    },
    help: 'Run the operation at the cursor or the selected request, or stop the running one.',
    footer: 5,
    // A second run would start a second login.
    when: state => {
      if (!logsIn(state)) return noOverlay(state);
      return state.response.running || 'Log in first, or press Esc to cancel.';
    },
    action: state => {
      if (!state.response.running) return { type: 'response/run' };
      return { type: logsIn(state) ? 'login/cancel' : 'response/stop' };
    },
  },
  { id: 'run.all', keys: [], where: 'command', label: 'run all', action: () => ({ type: 'response/run', all: true }),
    when: ({ response }) => !response.running || 'A request is already running.',
    help: 'Send all requests of the text, run their checks and report the results. A failure skips only the requests that need it.' },
  { id: 'run.unread', keys: ['alt+s', 'shift+f5'], where: 'anywhere', label: 'send anyway', action: () => ({ type: 'response/run-unread' }),
    when: state => {
      const isFree = noOverlay(state);
      if (isFree !== true) return isFree;
      if (state.response.running) return 'A request is already running.';
      return state.query.document.problem !== undefined || 'The text has no syntax error. Press Ctrl-R to run it.';
    },
    help: 'Send a text with syntax errors, like --no-validate: the server may support newer syntax.' },
  { id: 'interrupt', keys: ['ctrl+c'], where: ['anywhere', 'tiny'], label: 'cancel', quiet: true, action: () => ({ type: 'app/interrupt' }),
    help: 'Cancel the running operation; press twice to quit.' },
  { id: 'palette', keys: ['ctrl+p'], where: 'anywhere', label: 'commands', quiet: true,
    action: () => ({ type: 'overlay/open', overlay: openPalette() }),
    help: 'Search all commands by name.' },
  { id: 'editor', keys: ['ctrl+x'], where: 'anywhere', label: 'open in $EDITOR',
    when: state => isEditable(state.focus) || 'Only Query and Variables can be edited.', action: () => ({ type: 'app/external-editor' }),
    help: 'Edit this text in $VISUAL or $EDITOR.' },
  { id: 'suspend', keys: ['ctrl+z'], where: ['anywhere', 'tiny'], label: 'suspend', action: () => ({ type: 'app/suspend' }),
    help: 'Return to the shell. Run fg to come back.' },
  { id: 'redraw', keys: ['ctrl+l'], where: ['anywhere', 'tiny'], label: 'redraw', action: () => ({ type: 'app/redraw' }),
    help: 'Redraw the screen after other output has overwritten it.' },
  { id: 'escape', keys: ['escape'], where: 'anywhere', label: 'leave', quiet: true, action: () => ({ type: 'app/escape' }),
    help: 'Stop editing, or close an overlay or search, without losing anything.' },
  ...panes.map(
    (pane, index): Binding => ({
      id: `focus.${pane}`,
      keys: [`alt+${index + 1}`],
      where: 'anywhere',
      label: `go to ${pane}`,
      help: `Go to the ${pane} pane.`,
      action: () => ({ type: 'app/focus', pane }),
    }),
  ),
];

const isStacked = ({ size, zoomed }: State): true | string =>
  (formOf(size) === 'wide' && !zoomed) || 'Only stacked panes can change height.';

/** Active in any pane that is not being edited; some of them also on the tiny and the failed screen. */
// biome-ignore format: one key, one row
export const commandKeys: readonly Binding[] = [
  { id: 'help', keys: ['?', 'f1'], where: 'command', label: 'help', footer: 8, action: () => ({ type: 'overlay/open', overlay: openHelp() }),
    help: 'List all keys. Type to filter, and press Enter to run the selected one.' },
  { id: 'palette.colon', keys: [':'], where: 'command', label: 'commands', footer: 7, quiet: true,
    action: () => ({ type: 'overlay/open', overlay: openPalette() }),
    help: 'Search all commands by name.' },
  { id: 'quit', keys: ['q'], where: ['command', 'tiny', 'failed'], label: 'quit', footer: 9, action: () => ({ type: 'app/quit' }),
    help: 'Quit. Asks once if text is neither saved nor stored as a draft.' },
  { id: 'focus.next', keys: ['tab'], where: 'command', label: 'next pane', footer: 6, action: () => ({ type: 'app/focus-next', by: 1 }),
    help: 'Next pane.' },
  { id: 'focus.previous', keys: ['shift+tab'], where: 'command', label: 'previous pane', action: () => ({ type: 'app/focus-next', by: -1 }),
    help: 'Previous pane.' },
  ...panes.map(
    (pane, index): Binding => ({
      id: `focus.number.${pane}`,
      keys: [String(index + 1)],
      where: 'command',
      label: `pane ${pane}`,
      help: `Go to the ${pane} pane.`,
      quiet: true,
      action: () => ({ type: 'app/focus', pane }),
    }),
  ),
  { id: 'zoom', keys: ['z'], where: 'command', label: 'zoom', action: () => ({ type: 'app/zoom' }),
    help: 'Show only this pane, or all panes again.' },
  { id: 'theme', keys: [], where: 'command', label: 'theme', action: () => ({ type: 'app/theme' }),
    help: 'Choose a colour theme with live preview. The choice is remembered; --theme overrides it, "as configured" resets it.' },
  { id: 'editor.vim', keys: [], where: 'command', label: 'vim keys', action: () => ({ type: 'app/editor' }),
    help: 'Switch vim keys on or off in Query and Variables. "editor": "vim" in the configuration makes them the default.' },
  { id: 'wider', keys: ['>'], where: 'command', label: 'schema wider', action: () => ({ type: 'app/shift', by: 4 }),
    help: 'Make the schema wider.' },
  { id: 'narrower', keys: ['<'], where: 'command', label: 'schema narrower', action: () => ({ type: 'app/shift', by: -4 }),
    help: 'Make the schema narrower.' },
  { id: 'taller', keys: [')'], where: 'command', label: 'response taller', when: isStacked, action: () => ({ type: 'app/rise', by: 2 }),
    help: 'Make the response taller, or Variables if the response has its own column.' },
  { id: 'shorter', keys: ['('], where: 'command', label: 'response shorter', when: isStacked, action: () => ({ type: 'app/rise', by: -2 }),
    help: 'Make the response shorter, or Variables if the response has its own column.' },
  { id: 'editor.letter', keys: ['e'], where: ['query', 'variables'], label: 'open in $EDITOR', quiet: true,
    action: () => ({ type: 'app/external-editor' }),
    help: 'Edit this text in $VISUAL or $EDITOR.' },
  { id: 'undo', keys: ['u'], where: 'command', label: 'undo',
    action: state => { if (canReopenTab(state)) return { type: 'tabs/reopen' }; if (canUndoUse(state)) return { type: 'values/undo' }; return { type: state.focus === 'variables' ? 'variables/command' : 'query/command', command: { do: 'undo' } }; },
    help: 'Undo the last change, including ticks; stop using a value; or reopen the tab just closed.' },
  { id: 'redo', keys: ['U'], where: 'command', label: 'redo',
    action: state => ({ type: state.focus === 'variables' ? 'variables/command' : 'query/command', command: { do: 'redo' } }),
    help: 'Redo the last undone change.' },
];

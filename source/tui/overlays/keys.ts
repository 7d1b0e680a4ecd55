/** Keys of all overlays. Keys of a single kind are defined in the folder of that kind. */

import type { Action } from '../model/action.js';
import type { OverlayKind } from '../model/overlays.js';
import type { Binding, State } from '../model/state.js';
import { chosenInHelp, selectedInHelp } from './help.js';
import { fewest } from './list.js';
import { noOverlay, topOverlay } from './open.js';
import { chosenInPalette, fitsInPalette } from './palette.js';
import { isPath } from './path.js';

const withField: readonly OverlayKind[] = ['help', 'palette', 'choice', 'operations', 'history', 'saved'];
const withoutField: readonly OverlayKind[] = ['text', 'identity'];
const all: readonly OverlayKind[] = [...withField, ...withoutField];

/** Footer label of Enter, as in the border of the box. History and palette set their own label when there is an entry. */
function acceptLabel(state: State): string {
  const top = topOverlay(state);
  if (top?.kind === 'history' || top?.kind === 'palette') return '';
  return (top?.kind === 'choice' && top.verb) || 'use';
}

/** Footer label of Esc: a box that would change something is cancelled. */
const closeLabel = (state: State): string =>
  ['prompt', 'choice', 'login-form'].includes(topOverlay(state)?.kind ?? '') ? 'cancel' : 'close';

/** In a question, j and k move down and up as in panes, unless an option begins with that letter or a filter has been typed. */
function letterIn(state: State, letter: string): Action {
  const top = topOverlay(state);
  const isName =
    top?.kind !== 'choice' ||
    top.typed !== undefined ||
    top.field.doc.length > 0 ||
    top.options.length > fewest ||
    top.options.some(({ label }) => label.toLowerCase().startsWith(letter));
  if (isName) return { type: 'overlay/text', command: { do: 'insert', text: letter } };
  return { type: 'overlay/move', by: letter === 'j' ? 1 : -1 };
}

/** True if the box asks for a part of the operation or for its login. Running without the answer would send something else. */
function belongsToRun(state: State): boolean {
  const top = topOverlay(state);
  return top?.kind === 'login-form' || ((top?.kind === 'prompt' || top?.kind === 'choice') && top.runs === true);
}

/** Letters are bound only in overlays without a text field. */
// biome-ignore format: one key, one row
export const overlayKeys: readonly Binding[] = [
  { id: 'overlay.down', keys: ['down', 'ctrl+n'], where: all, label: 'down', quiet: true, action: () => ({ type: 'overlay/move', by: 1 }),
    help: 'Down.' },
  { id: 'overlay.up', keys: ['up', 'ctrl+p'], where: all, label: 'up', quiet: true, action: () => ({ type: 'overlay/move', by: -1 }),
    help: 'Up.' },
  { id: 'overlay.page-down', keys: ['pagedown'], where: all, label: 'a page down', quiet: true,
    action: () => ({ type: 'overlay/move', by: 1, unit: 'page' }),
    help: 'A page down.' },
  { id: 'overlay.page-up', keys: ['pageup'], where: all, label: 'a page up', quiet: true,
    action: () => ({ type: 'overlay/move', by: -1, unit: 'page' }),
    help: 'A page up.' },
  // In a field, these two are editing keys.
  { id: 'overlay.half-down', keys: ['ctrl+d'], where: withoutField, label: 'half a page down', quiet: true,
    action: () => ({ type: 'overlay/move', by: 1, unit: 'half' }),
    help: 'Half a page down.' },
  { id: 'overlay.half-up', keys: ['ctrl+u'], where: withoutField, label: 'half a page up', quiet: true,
    action: () => ({ type: 'overlay/move', by: -1, unit: 'half' }),
    help: 'Half a page up.' },
  { id: 'overlay.letter-down', keys: ['j'], where: withoutField, label: 'down', quiet: true, action: () => ({ type: 'overlay/move', by: 1 }),
    help: 'Down.' },
  { id: 'overlay.space', keys: ['space', 'f'], where: 'text', label: 'a page down', quiet: true,
    action: () => ({ type: 'overlay/move', by: 1, unit: 'page' }),
    help: 'A page down.' },
  { id: 'overlay.letter-page-up', keys: ['b'], where: 'text', label: 'a page up', quiet: true,
    action: () => ({ type: 'overlay/move', by: -1, unit: 'page' }),
    help: 'A page up.' },
  { id: 'overlay.letter-half-down', keys: ['d'], where: 'text', label: 'half a page down', quiet: true,
    action: () => ({ type: 'overlay/move', by: 1, unit: 'half' }),
    help: 'Half a page down.' },
  { id: 'overlay.letter-half-up', keys: ['u'], where: 'text', label: 'half a page up', quiet: true,
    action: () => ({ type: 'overlay/move', by: -1, unit: 'half' }),
    help: 'Half a page up.' },
  { id: 'overlay.letter-up', keys: ['k'], where: withoutField, label: 'up', quiet: true, action: () => ({ type: 'overlay/move', by: -1 }),
    help: 'Up.' },
  { id: 'overlay.choice-letter', keys: ['j', 'k'], where: 'choice', label: 'down, up', quiet: true,
    action: (state, chord) => letterIn(state, chord ?? 'j'),
    help: 'Down, up, in a list without a filter.' },
  { id: 'overlay.end', keys: ['G'], where: withoutField, label: 'last line', quiet: true,
    action: () => ({ type: 'overlay/move', by: 100_000 }),
    help: 'Last line.' },
  { id: 'overlay.home', keys: ['g g'], where: withoutField, label: 'first line', quiet: true,
    action: () => ({ type: 'overlay/move', by: -100_000 }),
    help: 'First line.' },
  { id: 'overlay.close-letter', keys: ['escape', 'q', '?', 'K', 'enter'], where: 'text', label: 'close', footer: 1, quiet: true,
    action: () => ({ type: 'overlay/close' }),
    help: 'Close.' },
  { id: 'overlay.help-run', keys: ['enter'], where: 'help', label: 'run command', footer: 1, quiet: true,
    labelNow: state => (selectedInHelp(state) === undefined ? 'close' : 'run command'), action: state => chosenInHelp(state),
    help: 'Run the selected command.' },
  { id: 'overlay.close-help', keys: ['escape'], where: 'help', label: 'close', quiet: true, footer: 2,
    labelNow: state => (selectedInHelp(state) === undefined ? '' : 'close'), action: () => ({ type: 'overlay/close' }),
    help: 'Close.' },
  { id: 'overlay.close-choice', keys: ['q'], where: 'identity', label: 'close', quiet: true,
    action: () => ({ type: 'overlay/close' }),
    help: 'Close.' },
  { id: 'overlay.palette-run', keys: ['enter'], where: 'palette', label: 'run command',
    labelNow: state => (fitsInPalette(state) ? 'run command' : ''), footer: 1, quiet: true, action: state => chosenInPalette(state),
    help: 'Run the selected command.' },
  { id: 'overlay.complete', keys: ['tab'], where: ['prompt', 'saved'], label: 'complete',
    labelNow: state => (isPath(topOverlay(state)) ? 'complete' : ''), footer: 3, quiet: true,
    when: state => isPath(topOverlay(state)) || 'Nothing to complete here.', action: () => ({ type: 'overlay/complete' }),
    help: 'Complete the path.' },
  { id: 'overlay.accept-run', keys: ['ctrl+r', 'alt+enter', 'f5'], where: ['prompt', 'choice', 'login-form'], label: 'accept and run',
    labelNow: state => {
      if (!belongsToRun(state)) return '';
      return state.response.running ? 'stop' : 'accept and run';
    },
    footer: 5, quiet: true,
    when: state => belongsToRun(state) || noOverlay(state),
    action: ({ response }) => (response.running ? { type: 'response/stop' } : { type: 'overlay/accept', run: true }),
    help: 'Accept the value, alias or login, then run the operation.' },
  { id: 'overlay.accept', keys: ['enter'], where: 'overlay', label: 'use',
    labelNow: acceptLabel, footer: 1, quiet: true,
    action: () => ({ type: 'overlay/accept' }),
    help: 'Accept the selected or typed value.' },
  { id: 'overlay.close', keys: ['escape'], where: 'overlay', label: 'close', labelNow: closeLabel, footer: 2,
    quiet: true, action: () => ({ type: 'overlay/close' }),
    help: 'Close without changes.' },
];

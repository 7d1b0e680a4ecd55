/** Keys for files, operations and history. */
import type { Binding, State } from '../model/state.js';
import { noOverlay, topOverlay } from '../overlays/open.js';
import { historyKind } from './view.js';

/** Returns whether an entry of the history is marked. */
function offersRuns(state: State): boolean {
  const top = topOverlay(state);
  return top?.kind === 'history' && (top.entries === undefined || historyKind.shown(top, state).length > 0);
}

/** Commands without a key appear only in the palette. */
// biome-ignore format: one key, one row
export const documentKeys: readonly Binding[] = [
  { id: 'file.save', keys: ['w'], where: 'command', label: 'save', action: () => ({ type: 'files/save' }),
    help: 'Save the query and variables. Asks for a name the first time.' },
  { id: 'file.save-as', keys: [], where: 'command', label: 'save as', action: () => ({ type: 'files/ask-save' }),
    help: 'Save the query and variables under another name.' },
  { id: 'file.open', keys: ['O'], where: 'command', label: 'open file', action: () => ({ type: 'saved/open' }),
    help: 'Open a .graphql file or one of its operations, from this folder, the configured folder or recent files.' },
  { id: 'operations', keys: ['o'], where: 'command', label: 'operations', action: () => ({ type: 'operations/open' }),
    help: 'List the operations of the text, to go to, add, rename or delete.' },
  { id: 'operations.new', keys: [], where: 'command', label: 'new operation', action: () => ({ type: 'operations/ask-new' }),
    help: 'Add an operation at the end of the text.' },
  { id: 'history', keys: ['P'], where: 'command', label: 'history', action: () => ({ type: 'history/open' }),
    help: 'List previous runs.' },
];

/** Keys for tabs, some of which also work while editing. */
// biome-ignore format: one key, one row
export const tabKeys: readonly Binding[] = [
  { id: 'tab.new', keys: ['ctrl+t'], where: 'anywhere', label: 'new tab', when: noOverlay, action: () => ({ type: 'tabs/new' }),
    help: 'Open an empty tab on the same server, with separate variables, response, undo history and file.' },
  { id: 'tab.close', keys: ['X'], where: 'command', label: 'close tab', when: noOverlay, action: () => ({ type: 'tabs/close' }),
    help: 'Close this tab. Press u to reopen it.' },
  { id: 'tab.reopen', keys: [], where: 'command', label: 'reopen closed tab',
    when: state => state.tabs.closed.length > 0 || 'No tab was closed.', action: () => ({ type: 'tabs/reopen' }),
    help: 'Reopen the tab that was closed last.' },
  { id: 'tab.next', keys: ['ctrl+pagedown'], where: 'anywhere', label: 'next tab', when: noOverlay, action: () => ({ type: 'tabs/step', by: 1 }),
    help: 'Next tab.' },
  { id: 'tab.previous', keys: ['ctrl+pageup'], where: 'anywhere', label: 'previous tab', when: noOverlay,
    action: () => ({ type: 'tabs/step', by: -1 }),
    help: 'Previous tab.' },
  { id: 'tab.step', keys: ['g t', 'g T'], where: 'command', label: 'next or previous tab', quiet: true,
    action: (_, chord) => ({ type: 'tabs/step', by: chord === 'g T' ? -1 : 1 }),
    help: 'Go to the next or previous tab.' },
  { id: 'tab.number', keys: ['g 1', 'g 2', 'g 3', 'g 4', 'g 5', 'g 6', 'g 7', 'g 8', 'g 9'], where: 'command', label: 'tab by number',
    quiet: true, action: (_, chord) => ({ type: 'tabs/go', at: Number(chord?.slice(2) ?? 1) - 1 }),
    help: 'Go to the tab with that number.' },
];

/** Keys for the overlays of files, operations and history. */
// biome-ignore format: one key, one row
export const documentOverlayKeys: readonly Binding[] = [
  { id: 'overlay.operations.go', keys: ['enter'], where: 'operations', label: 'go to', footer: 1, quiet: true,
    action: () => ({ type: 'operations/go' }),
    help: 'Go to the selected operation.' },
  { id: 'overlay.operations.add', keys: ['ctrl+t', 'insert'], where: 'operations', label: 'new', footer: 2, quiet: true,
    action: () => ({ type: 'operations/ask-new' }),
    help: 'Add another operation.' },
  { id: 'overlay.operations.rename', keys: ['ctrl+o', 'f2'], where: 'operations', label: 'rename', footer: 3, quiet: true,
    action: () => ({ type: 'operations/ask-rename' }),
    help: 'Rename the selected operation.' },
  { id: 'overlay.operations.delete', keys: ['delete', 'alt+d'], where: 'operations', label: 'delete', footer: 4, quiet: true,
    action: () => ({ type: 'operations/delete' }),
    help: 'Delete the selected operation.' },
  { id: 'overlay.operations.run', keys: ['ctrl+r', 'alt+enter', 'f5'], where: 'operations', label: 'run', footer: 5, quiet: true,
    action: () => ({ type: 'operations/go', run: true }),
    help: 'Go to the selected operation and run it.' },
  { id: 'overlay.saved.take', keys: ['enter'], where: 'saved', label: 'open', footer: 1, quiet: true,
    action: () => ({ type: 'saved/take', inNewTab: false }),
    help: 'Open the selected file, with variables from name.variables.json next to it. Press u for the previous text.' },
  { id: 'overlay.saved.tab', keys: ['ctrl+t'], where: 'saved', label: 'in a new tab', footer: 2, quiet: true,
    action: () => ({ type: 'saved/take', inNewTab: true }),
    help: 'Open the selected file in a new tab.' },
  { id: 'overlay.history.take', keys: ['enter'], where: 'history', label: 'use', labelNow: state => (offersRuns(state) ? 'use' : ''),
    footer: 1, quiet: true, action: () => ({ type: 'history/take', run: false }),
    help: 'Load the selected run into the editor. Press u to undo.' },
  { id: 'overlay.history.run', keys: ['ctrl+r', 'alt+enter', 'f5'], where: 'history', label: 'run again',
    labelNow: state => (offersRuns(state) ? 'run again' : 'run'), footer: 2, quiet: true,
    action: () => ({ type: 'history/take', run: true }),
    help: 'Load the selected run into the editor and run it.' },
];

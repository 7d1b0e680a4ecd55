/** Keys of files, operations and history. */
import type { Binding, State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import { historyEntries } from './history.js';

/** Whether the history on the screen has an entry that is marked. */
function offersRuns(state: State): boolean {
  const top = topOverlay(state);
  return top?.kind === 'history' && (top.entries === undefined || historyEntries(top).length > 0);
}

/** Those without a key are reached by name, in the palette. */
export const documentKeys: readonly Binding[] = [
  {
    id: 'file.save',
    keys: ['w'],
    where: 'command',
    label: 'save',
    help: 'Save query and variables to their files; asks for a name first.',
    action: () => ({ type: 'files/save' }),
  },
  {
    id: 'file.save-as',
    keys: [],
    where: 'command',
    label: 'save as',
    help: 'Save query and variables to files of another name.',
    action: () => ({ type: 'files/ask-save' }),
  },
  {
    id: 'file.open',
    keys: ['O'],
    where: 'command',
    label: 'open file',
    help: 'What was saved: .graphql files with their operations, of this folder, of the configured one, and recent ones.',
    action: () => ({ type: 'saved/open' }),
  },
  {
    id: 'operations',
    keys: ['o'],
    where: 'command',
    label: 'operations',
    help: 'The operations of the text: go to one, new, rename, delete.',
    action: () => ({ type: 'operations/open' }),
  },
  {
    id: 'operations.new',
    keys: [],
    where: 'command',
    label: 'new operation',
    help: 'Begin another operation at the end of the text.',
    action: () => ({ type: 'operations/ask-new' }),
  },
  {
    id: 'history',
    keys: ['P'],
    where: 'command',
    label: 'history',
    help: 'What was run before; typing filters.',
    action: () => ({ type: 'history/open' }),
  },
];

const alone = (state: State): true | string => state.overlays.length === 0 || 'First this: Enter, or Esc to leave it.';

/** Keys of tabs: some also while typing. */
export const tabKeys: readonly Binding[] = [
  {
    id: 'tab.new',
    keys: ['ctrl+t'],
    where: 'anywhere',
    label: 'new tab',
    help: 'Open another tab: an empty query on the same server, with variables, answer, undo and file of its own.',
    when: alone,
    action: () => ({ type: 'tabs/new' }),
  },
  {
    id: 'tab.close',
    keys: ['X'],
    where: 'command',
    label: 'close tab',
    help: 'Close this tab; u brings it back.',
    when: alone,
    action: () => ({ type: 'tabs/close' }),
  },
  {
    id: 'tab.reopen',
    keys: [],
    where: 'command',
    label: 'reopen closed tab',
    help: 'Bring back the tab that was closed last.',
    when: state => state.tabs.closed.length > 0 || 'No tab was closed.',
    action: () => ({ type: 'tabs/reopen' }),
  },
  {
    id: 'tab.next',
    keys: ['ctrl+pagedown'],
    where: 'anywhere',
    label: 'next tab',
    help: 'Next tab.',
    when: alone,
    action: () => ({ type: 'tabs/step', by: 1 }),
  },
  {
    id: 'tab.previous',
    keys: ['ctrl+pageup'],
    where: 'anywhere',
    label: 'previous tab',
    help: 'Previous tab.',
    when: alone,
    action: () => ({ type: 'tabs/step', by: -1 }),
  },
  {
    id: 'tab.step',
    keys: ['g t', 'g T'],
    where: 'command',
    label: 'next or previous tab',
    help: 'Next tab, previous tab.',
    quiet: true,
    action: (_, chord) => ({ type: 'tabs/step', by: chord === 'g T' ? -1 : 1 }),
  },
  {
    id: 'tab.number',
    keys: ['g 1', 'g 2', 'g 3', 'g 4', 'g 5', 'g 6', 'g 7', 'g 8', 'g 9'],
    where: 'command',
    label: 'tab by its number',
    help: 'Go to the tab of that number.',
    quiet: true,
    action: (_, chord) => ({ type: 'tabs/go', at: Number(chord?.slice(2) ?? 1) - 1 }),
  },
];

/** Keys of the overlays that these open. */
export const documentOverlayKeys: readonly Binding[] = [
  {
    id: 'overlay.operations.go',
    keys: ['enter'],
    where: 'operations',
    label: 'go to',
    help: 'Put the cursor there.',
    footer: 1,
    quiet: true,
    action: () => ({ type: 'operations/go' }),
  },
  {
    id: 'overlay.operations.add',
    keys: ['n', 'a'],
    where: 'operations',
    label: 'new',
    help: 'Begin another operation.',
    footer: 2,
    quiet: true,
    action: () => ({ type: 'operations/ask-new' }),
  },
  {
    id: 'overlay.operations.rename',
    keys: ['r'],
    where: 'operations',
    label: 'rename',
    help: 'Give it another name.',
    footer: 3,
    quiet: true,
    action: () => ({ type: 'operations/ask-rename' }),
  },
  {
    id: 'overlay.operations.delete',
    keys: ['d', 'delete'],
    where: 'operations',
    label: 'delete',
    help: 'Delete it from the text.',
    footer: 4,
    quiet: true,
    action: () => ({ type: 'operations/delete' }),
  },
  {
    id: 'overlay.operations.run',
    keys: ['ctrl+r'],
    where: 'operations',
    label: 'run',
    help: 'Go to it and run it.',
    footer: 5,
    quiet: true,
    action: () => ({ type: 'operations/go', run: true }),
  },
  {
    id: 'overlay.saved.take',
    keys: ['enter'],
    where: 'saved',
    label: 'open',
    help: 'Open it, with name.variables.json next to it; u brings back what was here.',
    footer: 1,
    quiet: true,
    action: () => ({ type: 'saved/take', inNewTab: false }),
  },
  {
    id: 'overlay.saved.tab',
    keys: ['ctrl+t'],
    where: 'saved',
    label: 'in a new tab',
    help: 'Open it in a new tab.',
    footer: 2,
    quiet: true,
    action: () => ({ type: 'saved/take', inNewTab: true }),
  },
  {
    id: 'overlay.history.take',
    keys: ['enter'],
    where: 'history',
    label: 'take',
    labelNow: state => (offersRuns(state) ? 'take' : ''),
    help: 'Put it into the editor; u undoes that.',
    footer: 1,
    quiet: true,
    action: () => ({ type: 'history/take', run: false }),
  },
  {
    id: 'overlay.history.run',
    keys: ['ctrl+r'],
    where: 'history',
    label: 'run again',
    labelNow: state => (offersRuns(state) ? 'run again' : 'run'),
    help: 'Put it into the editor and run it.',
    footer: 2,
    quiet: true,
    action: () => ({ type: 'history/take', run: true }),
  },
];

/** Keys of the search in Query and Variables, and of its input line. */
import type { Binding, State } from '../../model/state.js';
import { isEditable } from '../../text/pane.js';

const panes = ['query', 'variables'] as const;

const isSearched = (state: State): true | string =>
  (isEditable(state.focus) && state[state.focus].find !== undefined) || 'No search yet. Press / to search.';

const isReplacing = ({ focus, ...state }: State): boolean =>
  isEditable(focus) && state[focus].find?.typing === 'replacement';

/** Keys of the panes, followed by those of the search line. All other keys are input. */
// biome-ignore format: one key, one row
export const findTextKeys: readonly Binding[] = [
  { id: 'find.open', keys: ['/'], where: panes, label: 'find', footer: 3, action: () => ({ type: 'find/open' }),
    help: 'Find text as you type. Tab goes to the replacement. Lower case matches any case.' },
  { id: 'find.next-match', keys: ['n'], where: panes, label: 'next match', when: isSearched, action: () => ({ type: 'find/step', by: 1 }),
    help: 'Go to the next match.' },
  { id: 'find.previous-match', keys: ['N'], where: panes, label: 'previous match', when: isSearched,
    action: () => ({ type: 'find/step', by: -1 }),
    help: 'Go to the previous match.' },
  { id: 'find.take', keys: ['enter'], where: 'text:find', label: 'keep', labelNow: state => (isReplacing(state) ? 'replace' : 'keep'),
    footer: 1, quiet: true, action: state => ({ type: isReplacing(state) ? 'find/replace' : 'find/take' }),
    help: 'Accept the search; n and N step through the matches. In the replacement: replace this match and go to the next.' },
  { id: 'find.switch', keys: ['tab', 'shift+tab'], where: 'text:find', label: 'replace with',
    labelNow: state => (isReplacing(state) ? 'find' : 'replace with'), footer: 2, quiet: true, action: () => ({ type: 'find/switch' }),
    help: 'Switch between search and replacement.' },
  { id: 'find.all', keys: ['ctrl+g'], where: 'text:find', label: 'all',
    labelNow: state => (isReplacing(state) ? 'replace all' : 'cursors at all'), footer: 3, quiet: true, action: () => ({ type: 'find/all' }),
    help: 'Replace all matches as one undo step. In the search: place a cursor at each match.' },
  { id: 'find.case', keys: ['ctrl+o', 'alt+c'], where: 'text:find', label: 'match case', footer: 4, quiet: true,
    action: () => ({ type: 'find/case' }),
    help: 'Toggle case sensitivity. By default, upper-case letters make the search case-sensitive.' },
  { id: 'find.next', keys: ['down', 'ctrl+n'], where: 'text:find', label: 'next', footer: 5, quiet: true,
    action: () => ({ type: 'find/step', by: 1 }),
    help: 'Go to the next match.' },
  { id: 'find.previous', keys: ['up', 'ctrl+p'], where: 'text:find', label: 'previous', quiet: true,
    action: () => ({ type: 'find/step', by: -1 }),
    help: 'Go to the previous match.' },
  { id: 'find.leave', keys: ['escape'], where: 'text:find', label: 'leave', footer: 2, quiet: true, action: () => ({ type: 'find/leave' }),
    help: 'Cancel the search and restore the cursor.' },
];

/** Keys of the search in Query and Variables, and of its input line. */
import type { Binding, State } from '../../model/state.js';
import { isEditable } from '../../text/pane.js';

const panes = ['query', 'variables'] as const;

const isSearched = (state: State): true | string =>
  (isEditable(state.focus) && state[state.focus].find !== undefined) || 'Nothing is searched for: / begins.';

const isReplacing = ({ focus, ...state }: State): boolean =>
  isEditable(focus) && state[focus].find?.typing === 'replacement';

/** Keys of the panes, followed by those of the search line. All other keys are input. */
// biome-ignore format: one key, one row
export const findTextKeys: readonly Binding[] = [
  { id: 'find.open', keys: ['/'], where: panes, label: 'find', footer: 3, action: () => ({ type: 'find/open' }),
    help: 'Find in this text as you type; Tab goes on to what replaces it. Lower case finds any case.' },
  { id: 'find.next-kept', keys: ['n'], where: panes, label: 'next match', when: isSearched, action: () => ({ type: 'find/step', by: 1 }),
    help: 'Next match of the search.' },
  { id: 'find.previous-kept', keys: ['N'], where: panes, label: 'previous match', when: isSearched,
    action: () => ({ type: 'find/step', by: -1 }),
    help: 'Previous match of the search.' },
  { id: 'find.take', keys: ['enter'], where: 'text:find', label: 'keep', labelNow: state => (isReplacing(state) ? 'replace' : 'keep'),
    footer: 1, quiet: true, action: state => ({ type: isReplacing(state) ? 'find/replace' : 'find/take' }),
    help: 'Keep what was found: n and N go through it. In what replaces it: replace this one and go to the next.' },
  { id: 'find.switch', keys: ['tab', 'shift+tab'], where: 'text:find', label: 'replace with',
    labelNow: state => (isReplacing(state) ? 'find' : 'replace with'), footer: 2, quiet: true, action: () => ({ type: 'find/switch' }),
    help: 'Between what is looked for and what replaces it.' },
  { id: 'find.all', keys: ['ctrl+g'], where: 'text:find', label: 'all',
    labelNow: state => (isReplacing(state) ? 'replace all' : 'cursors at all'), footer: 3, quiet: true, action: () => ({ type: 'find/all' }),
    help: 'Replace all, as one step to undo; in what is looked for: a cursor at each match.' },
  { id: 'find.case', keys: ['ctrl+o', 'alt+c'], where: 'text:find', label: 'match case', footer: 4, quiet: true,
    action: () => ({ type: 'find/case' }),
    help: 'Match case or ignore it; by default case matters once an upper-case letter is typed.' },
  { id: 'find.next', keys: ['down', 'ctrl+n'], where: 'text:find', label: 'next', footer: 5, quiet: true,
    action: () => ({ type: 'find/step', by: 1 }),
    help: 'Next match.' },
  { id: 'find.previous', keys: ['up', 'ctrl+p'], where: 'text:find', label: 'previous', quiet: true,
    action: () => ({ type: 'find/step', by: -1 }),
    help: 'Previous match.' },
  { id: 'find.leave', keys: ['escape'], where: 'text:find', label: 'leave', footer: 2, quiet: true, action: () => ({ type: 'find/leave' }),
    help: 'Leave the search: the cursor is where it was.' },
];

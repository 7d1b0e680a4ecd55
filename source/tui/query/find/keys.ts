/** Keys of the search in Query and Variables, and of its line. */
import type { Binding, State } from '../../model/state.js';
import { isEditable } from '../../text/pane.js';

const panes = ['query', 'variables'] as const;

const isSearched = (state: State): true | string =>
  (isEditable(state.focus) && state[state.focus].find !== undefined) || 'Nothing is searched for: / begins.';

const isReplacing = ({ focus, ...state }: State): boolean =>
  isEditable(focus) && state[focus].find?.typing === 'replacement';

/** Keys of the panes first, then those of the line that is typed; all others go into it. */
export const findTextKeys: readonly Binding[] = [
  {
    id: 'find.open',
    keys: ['/'],
    where: panes,
    label: 'find',
    help: 'Find in this text as you type; Tab goes on to what replaces it. Lower case finds any case.',
    footer: 3,
    action: () => ({ type: 'find/open' }),
  },
  {
    id: 'find.next-kept',
    keys: ['n'],
    where: panes,
    label: 'next match',
    help: 'Next match of the search.',
    when: isSearched,
    action: () => ({ type: 'find/step', by: 1 }),
  },
  {
    id: 'find.previous-kept',
    keys: ['N'],
    where: panes,
    label: 'previous match',
    help: 'Previous match of the search.',
    when: isSearched,
    action: () => ({ type: 'find/step', by: -1 }),
  },
  {
    id: 'find.take',
    keys: ['enter'],
    where: 'text:find',
    label: 'keep',
    labelNow: state => (isReplacing(state) ? 'replace' : 'keep'),
    help: 'Keep what was found: n and N go through it. In what replaces it: replace this one and go to the next.',
    footer: 1,
    quiet: true,
    action: state => ({ type: isReplacing(state) ? 'find/replace' : 'find/take' }),
  },
  {
    id: 'find.switch',
    keys: ['tab', 'shift+tab'],
    where: 'text:find',
    label: 'replace with',
    labelNow: state => (isReplacing(state) ? 'find' : 'replace with'),
    help: 'Between what is looked for and what replaces it.',
    footer: 2,
    quiet: true,
    action: () => ({ type: 'find/switch' }),
  },
  {
    id: 'find.all',
    keys: ['ctrl+g'],
    where: 'text:find',
    label: 'all',
    labelNow: state => (isReplacing(state) ? 'replace all' : 'cursors at all'),
    help: 'Replace all, as one step to undo; in what is looked for: a cursor at each match.',
    footer: 3,
    quiet: true,
    action: () => ({ type: 'find/all' }),
  },
  {
    id: 'find.case',
    keys: ['ctrl+o', 'alt+c'],
    where: 'text:find',
    label: 'match case',
    help: 'Whether upper and lower case differ; by itself they do once something is typed in upper case.',
    footer: 4,
    quiet: true,
    action: () => ({ type: 'find/case' }),
  },
  {
    id: 'find.next',
    keys: ['down', 'ctrl+n'],
    where: 'text:find',
    label: 'next',
    help: 'Next match.',
    footer: 5,
    quiet: true,
    action: () => ({ type: 'find/step', by: 1 }),
  },
  {
    id: 'find.previous',
    keys: ['up', 'ctrl+p'],
    where: 'text:find',
    label: 'previous',
    help: 'Previous match.',
    quiet: true,
    action: () => ({ type: 'find/step', by: -1 }),
  },
  {
    id: 'find.leave',
    keys: ['escape'],
    where: 'text:find',
    label: 'leave',
    help: 'Leave the search: the cursor is where it was.',
    footer: 2,
    quiet: true,
    action: () => ({ type: 'find/leave' }),
  },
];

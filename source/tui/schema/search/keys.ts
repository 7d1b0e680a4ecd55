/** Keys of the search in the schema. */

import type { Binding, State } from '../../model/state.js';
import { topOverlay } from '../../overlays/open.js';

const hasSchema = (state: State): true | string =>
  state.connect.index !== undefined || state.connect.phase === 'loading' || 'There is no schema to search yet.';
const isSearched = (state: State): true | string =>
  state.schema.search?.found !== undefined || 'Nothing is searched for: / begins.';

/** The footer offers no way through matches where there are none. */
const unlessInVain = ({ schema }: State, label: string): string => (schema.search?.found?.total === 0 ? '' : label);

/** Keys of the panes first, then those of the search line. */
export const searchKeys: readonly Binding[] = [
  {
    id: 'schema.search',
    keys: ['/'],
    where: 'schema',
    label: 'search',
    help: 'Search names, arguments, enum values, types and descriptions as you type; `user.na` searches in what is called like user, `field:`, `type:`, `arg:`, `input:`, `enum:` or `directive:` in one kind only.',
    footer: 3,
    when: hasSchema,
    action: () => ({ type: 'search/open' }),
  },
  {
    id: 'schema.search-from',
    keys: ['ctrl+f'],
    where: 'anywhere',
    label: 'search the schema',
    help: 'Go to the schema and search in it as you type.',
    when: state => (topOverlay(state)?.kind === 'login' ? 'Log in first, or give it up with Esc.' : hasSchema(state)),
    action: () => ({ type: 'search/open' }),
  },
  {
    id: 'schema.next',
    keys: ['n'],
    where: 'schema',
    label: 'next match',
    help: 'Next match of the search.',
    when: isSearched,
    action: () => ({ type: 'search/step', by: 1 }),
  },
  {
    id: 'schema.previous',
    keys: ['N'],
    where: 'schema',
    label: 'previous match',
    help: 'Previous match of the search.',
    when: isSearched,
    action: () => ({ type: 'search/step', by: -1 }),
  },
  {
    id: 'schema.leave-search',
    keys: ['escape'],
    where: 'schema',
    label: 'end the search',
    help: 'End the search: what it opened is closed, but for the way to the chosen row.',
    quiet: true,
    action: state => (state.schema.search === undefined ? { type: 'app/escape' } : { type: 'search/leave' }),
  },
  {
    id: 'schema.changed',
    keys: ['D'],
    where: 'schema',
    label: 'only what changed',
    help: 'Show only what the last refresh has changed, and all again: + is new, ~ changed, ! breaks clients; n and N go from one to the next.',
    when: state => state.connect.changes.length > 0 || 'No refresh has found a change yet: R asks the server again.',
    action: () => ({ type: 'search/changes' }),
  },
  {
    id: 'search.take',
    keys: ['enter'],
    where: 'schema:search',
    label: 'go there',
    labelNow: state => unlessInVain(state, 'go there'),
    help: 'Go to the row in the whole tree: n and N go on.',
    footer: 1,
    quiet: true,
    action: () => ({ type: 'search/take' }),
  },
  {
    id: 'search.next',
    keys: ['down', 'ctrl+n'],
    where: 'schema:search',
    label: 'next',
    labelNow: state => unlessInVain(state, 'next'),
    help: 'Next match.',
    footer: 4,
    quiet: true,
    action: () => ({ type: 'search/step', by: 1 }),
  },
  {
    id: 'search.previous',
    keys: ['up', 'ctrl+p'],
    where: 'schema:search',
    label: 'previous',
    labelNow: state => unlessInVain(state, 'previous'),
    help: 'Previous match.',
    footer: 5,
    quiet: true,
    action: () => ({ type: 'search/step', by: -1 }),
  },
  {
    id: 'search.whole',
    keys: ['tab', 'shift+tab'],
    where: 'schema:search',
    label: 'whole tree',
    labelNow: state => unlessInVain(state, 'whole tree'),
    help: 'Only the matches, or the whole tree around them.',
    footer: 3,
    quiet: true,
    action: () => ({ type: 'search/whole' }),
  },
  {
    id: 'search.leave',
    keys: ['escape'],
    where: 'schema:search',
    label: 'leave',
    help: 'Leave the search: everything is as before.',
    footer: 2,
    quiet: true,
    action: () => ({ type: 'search/leave' }),
  },
];

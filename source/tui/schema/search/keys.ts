/** Keys of the search in the schema. */

import type { Binding, State } from '../../model/state.js';
import { topOverlay } from '../../overlays/open.js';
import { kindWords } from '../../screen-words.js';
import { treeSource } from '../sources.js';

/** Letters typed while the tree is loading are searched for afterwards. */
export const isSearchable = (state: State): true | string => {
  const { kind, phase } = state.connect;
  return treeSource(state).searched(state) !== undefined || phase === 'loading' || kindWords[kind].unsearchable;
};

const isSearched = (state: State): true | string =>
  state.schema.search?.found !== undefined || 'No search yet. Press / to search.';

/** The footer hides the keys for moving between matches if there are none. */
const unlessInVain = ({ schema }: State, label: string): string => (schema.search?.found?.total === 0 ? '' : label);

/** Keys of the panes, followed by those of the search line. */
// biome-ignore format: one key, one row
export const searchKeys: readonly Binding[] = [
  { id: 'schema.search', keys: ['/'], where: 'schema', label: 'search', footer: 3, when: isSearchable, action: () => ({ type: 'search/open' }),
    help: 'Search names, arguments, enum values, types and descriptions as you type. `user.na` searches within names like user; `field:`, `type:`, `arg:`, `input:`, `enum:` and `directive:` restrict the kind.' },
  { id: 'schema.search-from', keys: ['ctrl+f'], where: 'anywhere', label: 'search schema',
    when: state => (topOverlay(state)?.kind === 'login' ? 'Log in first, or press Esc to cancel.' : isSearchable(state)),
    action: () => ({ type: 'search/open' }),
    help: 'Go to the schema and search it as you type.' },
  { id: 'schema.next', keys: ['n'], where: 'schema', label: 'next match', when: isSearched, action: () => ({ type: 'search/step', by: 1 }),
    help: 'Go to the next match.' },
  { id: 'schema.previous', keys: ['N'], where: 'schema', label: 'previous match', when: isSearched,
    action: () => ({ type: 'search/step', by: -1 }),
    help: 'Go to the previous match.' },
  { id: 'schema.leave-search', keys: ['escape'], where: 'schema', label: 'end search', quiet: true,
    action: state => (state.schema.search === undefined && state.schema.seeking === undefined ? { type: 'app/escape' } : { type: 'search/leave' }),
    help: 'End the search and collapse what it opened, except the path to the chosen row.' },
  { id: 'schema.changed', keys: ['D'], where: 'schema', label: 'only changes',
    when: state => state.connect.changes.length > 0 || 'No changes found yet. Press R to reload the schema.',
    action: () => ({ type: 'search/changes' }),
    help: 'Show only changes since the last reload (+ new, ~ changed, ! breaking), or everything again. Step through them with n and N.' },
  { id: 'schema.ways', keys: ['F'], where: 'schema', label: 'from here',
    labelNow: ({ schema }) => (schema.from === undefined ? 'from here' : 'ways to here'),
    when: state => treeSource(state).ways !== undefined || 'Load a schema or a description first.',
    action: () => ({ type: 'search/ways' }),
    help: 'Mark the row as the start. On another row, show the shortest ways from the start to that row. Space ticks one; n and N step through them.' },
  { id: 'search.take', keys: ['enter'], where: 'schema:search', label: 'go to match', labelNow: state => unlessInVain(state, 'go to match'),
    footer: 1, quiet: true, action: () => ({ type: 'search/take' }),
    help: 'Go to the row in the full tree. Step through the matches with n and N.' },
  { id: 'search.next', keys: ['down', 'ctrl+n'], where: 'schema:search', label: 'next', labelNow: state => unlessInVain(state, 'next'),
    footer: 4, quiet: true, action: () => ({ type: 'search/step', by: 1 }),
    help: 'Go to the next match.' },
  { id: 'search.previous', keys: ['up', 'ctrl+p'], where: 'schema:search', label: 'previous',
    labelNow: state => unlessInVain(state, 'previous'), footer: 5, quiet: true, action: () => ({ type: 'search/step', by: -1 }),
    help: 'Go to the previous match.' },
  { id: 'search.whole', keys: ['tab', 'shift+tab'], where: 'schema:search', label: 'full tree',
    labelNow: state => unlessInVain(state, 'full tree'), footer: 3, quiet: true, action: () => ({ type: 'search/whole' }),
    help: 'Show only the matches, or the full tree around them.' },
  { id: 'search.leave', keys: ['escape'], where: 'schema:search', label: 'leave', footer: 2, quiet: true,
    action: () => ({ type: 'search/leave' }),
    help: 'Cancel the search and restore the tree.' },
];

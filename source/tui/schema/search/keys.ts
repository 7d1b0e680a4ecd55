/** Keys of the search in the schema. */

import type { Binding, State } from '../../model/state.js';
import { topOverlay } from '../../overlays/open.js';

const hasSchema = (state: State): true | string =>
  state.connect.index !== undefined || state.connect.phase === 'loading' || 'There is no schema to search yet.';
const isSearched = (state: State): true | string =>
  state.schema.search?.found !== undefined || 'Nothing is searched for: / begins.';

/** The footer hides the keys for moving between matches if there are none. */
const unlessInVain = ({ schema }: State, label: string): string => (schema.search?.found?.total === 0 ? '' : label);

/** Keys of the panes, followed by those of the search line. */
// biome-ignore format: one key, one row
export const searchKeys: readonly Binding[] = [
  { id: 'schema.search', keys: ['/'], where: 'schema', label: 'search', footer: 3, when: hasSchema, action: () => ({ type: 'search/open' }),
    help: 'Search names, arguments, enum values, types and descriptions as you type; `user.na` searches in what is called like user, `field:`, `type:`, `arg:`, `input:`, `enum:` or `directive:` in one kind only.' },
  { id: 'schema.search-from', keys: ['ctrl+f'], where: 'anywhere', label: 'search the schema',
    when: state => (topOverlay(state)?.kind === 'login' ? 'Log in first, or cancel with Esc.' : hasSchema(state)),
    action: () => ({ type: 'search/open' }),
    help: 'Go to the schema and search in it as you type.' },
  { id: 'schema.next', keys: ['n'], where: 'schema', label: 'next match', when: isSearched, action: () => ({ type: 'search/step', by: 1 }),
    help: 'Next match of the search.' },
  { id: 'schema.previous', keys: ['N'], where: 'schema', label: 'previous match', when: isSearched,
    action: () => ({ type: 'search/step', by: -1 }),
    help: 'Previous match of the search.' },
  { id: 'schema.leave-search', keys: ['escape'], where: 'schema', label: 'end the search', quiet: true,
    action: state => (state.schema.search === undefined ? { type: 'app/escape' } : { type: 'search/leave' }),
    help: 'End the search: what it opened is closed, but for the way to the chosen row.' },
  { id: 'schema.changed', keys: ['D'], where: 'schema', label: 'only what changed',
    when: state => state.connect.changes.length > 0 || 'No refresh has found a change yet: R asks the server again.',
    action: () => ({ type: 'search/changes' }),
    help: 'Show only what the last refresh has changed, and all again: + is new, ~ changed, ! breaks clients; n and N go from one to the next.' },
  { id: 'schema.ways', keys: ['F'], where: 'schema', label: 'from here',
    labelNow: ({ schema }) => (schema.from === undefined ? 'from here' : 'ways to here'),
    when: ({ connect }) => connect.index !== undefined || 'Ways need a GraphQL schema. Use --from and --to for a description.',
    action: () => ({ type: 'search/ways' }),
    help: 'Mark the type or field as the start; on another row: show the shortest ways from there to it. Space ticks one, n and N go on.' },
  { id: 'search.take', keys: ['enter'], where: 'schema:search', label: 'go there', labelNow: state => unlessInVain(state, 'go there'),
    footer: 1, quiet: true, action: () => ({ type: 'search/take' }),
    help: 'Go to the row in the whole tree: n and N go on.' },
  { id: 'search.next', keys: ['down', 'ctrl+n'], where: 'schema:search', label: 'next', labelNow: state => unlessInVain(state, 'next'),
    footer: 4, quiet: true, action: () => ({ type: 'search/step', by: 1 }),
    help: 'Next match.' },
  { id: 'search.previous', keys: ['up', 'ctrl+p'], where: 'schema:search', label: 'previous',
    labelNow: state => unlessInVain(state, 'previous'), footer: 5, quiet: true, action: () => ({ type: 'search/step', by: -1 }),
    help: 'Previous match.' },
  { id: 'search.whole', keys: ['tab', 'shift+tab'], where: 'schema:search', label: 'whole tree',
    labelNow: state => unlessInVain(state, 'whole tree'), footer: 3, quiet: true, action: () => ({ type: 'search/whole' }),
    help: 'Only the matches, or the whole tree around them.' },
  { id: 'search.leave', keys: ['escape'], where: 'schema:search', label: 'leave', footer: 2, quiet: true,
    action: () => ({ type: 'search/leave' }),
    help: 'Leave the search: everything is as before.' },
];

/** Keys of the search in the schema. */

import type { Binding } from '../../app/contexts.js';
import type { State } from '../../model/state.js';
import type { SearchAction } from './reduce.js';

const hasSchema = (state: State): true | string =>
  state.connect.index !== undefined || 'There is no schema to search yet.';
const isSearched = (state: State): true | string =>
  state.schema.search?.found !== undefined || 'Nothing is searched for: / begins.';

const line = (id: string, keys: readonly string[], label: string, help: string, action: SearchAction): Binding => ({
  id: `search.${id}`,
  keys,
  where: 'schema:search',
  label,
  help,
  quiet: true,
  action: () => action,
});

/** Keys of the panes first, then those of the search line. */
export const searchKeys: readonly Binding[] = [
  {
    id: 'schema.search',
    keys: ['/'],
    where: 'schema',
    label: 'search',
    help: 'Search names, arguments, enum values, types and descriptions as you type; `user.na` searches in what is called like user.',
    footer: 3,
    when: hasSchema,
    action: () => ({ type: 'search/open' }),
  },
  {
    id: 'schema.search-from',
    keys: ['/'],
    where: ['query', 'variables'],
    label: 'search the schema',
    help: 'Go to the schema and search in it as you type.',
    when: hasSchema,
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
    ...line('take', ['enter'], 'go there', 'Go to the row and keep the way to it open: n and N go on.', {
      type: 'search/take',
    }),
    footer: 1,
  },
  {
    ...line('next', ['down', 'ctrl+n', 'tab'], 'next', 'Next match.', { type: 'search/step', by: 1 }),
    footer: 3,
  },
  {
    ...line('previous', ['up', 'ctrl+p', 'shift+tab'], 'previous', 'Previous match.', { type: 'search/step', by: -1 }),
    footer: 4,
  },
  {
    ...line('leave', ['escape'], 'leave', 'Leave the search: all is as before.', { type: 'search/leave' }),
    footer: 2,
  },
];

/** Keys of the query pane. */
import type { Binding } from '../model/state.js';
import { textPaneKeys } from '../text/pane-keys.js';

export const queryKeys: readonly Binding[] = [
  ...textPaneKeys('query', 'the query'),
  {
    id: 'query.docs',
    keys: ['K'],
    where: 'query',
    label: 'docs',
    help: 'The docs of what is under the cursor.',
    footer: 4,
    when: state => state.connect.schema !== undefined || 'There is no schema to read docs from.',
    action: () => ({ type: 'query/describe' }),
  },
  {
    id: 'query.next-problem',
    keys: [']'],
    where: 'query',
    label: 'next problem',
    help: 'Go to the next problem; the bottom line says what it is.',
    footer: 3,
    action: () => ({ type: 'query/problem', by: 1 }),
  },
  {
    id: 'query.previous-problem',
    keys: ['['],
    where: 'query',
    label: 'previous problem',
    help: 'Go to the previous problem.',
    action: () => ({ type: 'query/problem', by: -1 }),
  },
  {
    id: 'query.problems',
    keys: ['p'],
    where: 'query',
    label: 'problems',
    help: 'List all problems and warnings of the query; Enter goes to one.',
    action: () => ({ type: 'query/problems' }),
  },
  {
    id: 'query.format',
    keys: ['='],
    where: 'query',
    label: 'format',
    help: 'Lay the query out evenly; comments stay, and one undo takes it back.',
    footer: 2,
    action: () => ({ type: 'query/format' }),
  },
];

import type { Binding } from '../model/state.js';
import { goToLineKey } from '../overlays/go-to-line.js';
import { textPaneKeys } from '../text/pane-keys.js';
import { definitionOf } from './symbols.js';

// biome-ignore format: one key, one row
export const queryKeys: readonly Binding[] = [
  ...textPaneKeys('query', 'the query'),
  goToLineKey('query'),
  { id: 'query.docs', keys: ['K'], where: 'query', label: 'docs', footer: 4,
    when: state => state.connect.schema !== undefined || 'No schema documentation available.', action: () => ({ type: 'query/describe' }),
    help: 'Show the documentation of the name at the cursor.' },
  { id: 'query.next-problem', keys: [']'], where: 'query', label: 'next problem', footer: 3,
    action: () => ({ type: 'query/problem', by: 1 }),
    help: 'Go to the next problem. The bottom line describes it.' },
  { id: 'query.previous-problem', keys: ['['], where: 'query', label: 'previous problem', action: () => ({ type: 'query/problem', by: -1 }),
    help: 'Go to the previous problem.' },
  { id: 'query.problems', keys: ['p'], where: 'query', label: 'problems', action: () => ({ type: 'query/problems' }),
    help: 'List all problems and warnings of the query. Press Enter to go to one.' },
  { id: 'query.definition', keys: ['g d', 'f12'], where: 'query', label: 'go to definition', action: definitionOf,
    help: 'Go to the definition of the fragment, variable or placeholder at the cursor, or to its type or field in the tree.' },
  { id: 'query.arguments', keys: ['V'], where: 'query', label: 'arguments to variables', action: () => ({ type: 'query/arguments' }),
    help: 'Turn all literal arguments of the operation into variables. One undo reverts it.' },
  { id: 'query.format', keys: ['='], where: 'query', label: 'format', footer: 2, action: () => ({ type: 'query/format' }),
    help: 'Format the query. Comments are preserved, and one undo reverts it.' },
];

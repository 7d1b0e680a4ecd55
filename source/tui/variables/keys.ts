import type { Binding } from '../model/state.js';
import { goToLineKey } from '../overlays/go-to-line.js';
import { textPaneKeys } from '../text/pane-keys.js';

// biome-ignore format: one key, one row
export const variablesKeys: readonly Binding[] = [
  ...textPaneKeys('variables', 'the variables'),
  goToLineKey('variables'),
  { id: 'variables.fill', keys: ['m'], where: 'variables', label: 'fill missing',
    labelNow: ({ variablesCheck: { report } }) => (report.definitions.length === 0 ? '' : 'fill missing'), footer: 2,
    action: () => ({ type: 'variables/fill' }),
    help: 'Add missing required variables and fields, with IDs from earlier responses. Press again to add optional variables, then optional fields level by level.' },
  { id: 'variables.docs', keys: ['K'], where: 'variables', label: 'docs', footer: 5,
    when: state => state.connect.schema !== undefined || 'No schema documentation available.',
    action: () => ({ type: 'variables/describe' }),
    help: 'Show the documentation of the variable, field or value at the cursor.' },
  { id: 'variables.definition', keys: ['g d', 'f12'], where: 'variables', label: 'go to definition',
    action: () => ({ type: 'query/definition', pane: 'variables' }),
    help: 'Go to the definition of the variable or placeholder at the cursor.' },
  { id: 'variables.format', keys: ['='], where: 'variables', label: 'format', footer: 3, action: () => ({ type: 'variables/format' }),
    help: 'Format the JSON. Numbers and comments are preserved, and one undo reverts it.' },
  { id: 'variables.next-problem', keys: [']'], where: 'variables', label: 'next problem', footer: 4,
    action: () => ({ type: 'variables/problem', by: 1 }),
    help: 'Go to the next problem. The bottom line describes it.' },
  { id: 'variables.previous-problem', keys: ['['], where: 'variables', label: 'previous problem',
    action: () => ({ type: 'variables/problem', by: -1 }),
    help: 'Go to the previous problem.' },
  { id: 'variables.problems', keys: ['p'], where: 'variables', label: 'problems', action: () => ({ type: 'variables/problems' }),
    help: 'List all problems of the variables. Press Enter to go to one.' },
];

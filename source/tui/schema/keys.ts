/** Keys of the schema tree. */

import type { Binding } from '../app/contexts.js';
import { type State, viewOf } from '../model/state.js';
import type { SchemaAction } from './reduce.js';
import { cursorRow } from './reduce.js';

const page = (state: State): number => Math.max(1, viewOf(state, 'schema').height - 1);

interface Short {
  readonly id: string;
  readonly keys: readonly string[];
  readonly label: string;
  readonly help: string;
  readonly action: SchemaAction | ((state: State) => SchemaAction);
  readonly footer?: number;
  readonly quiet?: boolean;
}

const of = ({ id, action, ...rest }: Short): Binding => ({
  id: `schema.${id}`,
  where: 'schema',
  ...rest,
  action: state => (typeof action === 'function' ? action(state) : action),
});

const moves: readonly Short[] = [
  {
    id: 'down',
    keys: ['j', 'down'],
    label: 'down',
    help: 'Down.',
    quiet: true,
    action: { type: 'schema/move', by: 1 },
  },
  { id: 'up', keys: ['k', 'up'], label: 'up', help: 'Up.', quiet: true, action: { type: 'schema/move', by: -1 } },
  {
    id: 'open',
    keys: ['l', 'right'],
    label: 'open',
    help: 'Open the row, or go into it.',
    quiet: true,
    action: { type: 'schema/open' },
  },
  {
    id: 'close',
    keys: ['h', 'left'],
    label: 'close',
    help: 'Close the row, or go to the one above it.',
    quiet: true,
    action: { type: 'schema/close' },
  },
  {
    id: 'first',
    keys: ['g g', 'home'],
    label: 'first row',
    help: 'First row.',
    quiet: true,
    action: { type: 'schema/first' },
  },
  {
    id: 'last',
    keys: ['G', 'end'],
    label: 'last row',
    help: 'Last row.',
    quiet: true,
    action: { type: 'schema/last' },
  },
  {
    id: 'half-down',
    keys: ['ctrl+d'],
    label: 'half a page down',
    help: 'Half a page down.',
    quiet: true,
    action: state => ({ type: 'schema/move', by: Math.ceil(page(state) / 2) }),
  },
  {
    id: 'half-up',
    keys: ['ctrl+u'],
    label: 'half a page up',
    help: 'Half a page up.',
    quiet: true,
    action: state => ({ type: 'schema/move', by: -Math.ceil(page(state) / 2) }),
  },
  {
    id: 'page-down',
    keys: ['pagedown'],
    label: 'a page down',
    help: 'A page down.',
    quiet: true,
    action: state => ({ type: 'schema/move', by: page(state) }),
  },
  {
    id: 'page-up',
    keys: ['pageup'],
    label: 'a page up',
    help: 'A page up.',
    quiet: true,
    action: state => ({ type: 'schema/move', by: -page(state) }),
  },
];

const actions: readonly Short[] = [
  {
    id: 'tick',
    keys: ['space'],
    label: 'tick',
    help: 'Put the field, argument, type condition or fragment into the query, or take it out.',
    footer: 1,
    action: { type: 'schema/tick' },
  },
  {
    id: 'enter',
    keys: ['enter'],
    label: 'open/edit',
    help: 'Open or close the row; on an argument: edit its value.',
    footer: 2,
    action: { type: 'schema/enter' },
  },
  {
    id: 'tick-all',
    keys: ['a'],
    label: 'tick all leaves',
    help: 'Tick every field of this row that needs nothing more.',
    action: { type: 'schema/tick-all' },
  },
  {
    id: 'tick-depth',
    keys: ['A'],
    label: 'tick to a depth',
    help: 'Tick everything below to a depth you choose.',
    action: { type: 'schema/ask-depth' },
  },
  {
    id: 'clear',
    keys: ['x'],
    label: 'clear',
    help: 'Take everything below this row out of the query.',
    action: { type: 'schema/clear' },
  },
  {
    id: 'variable',
    keys: ['v'],
    label: 'variable',
    help: 'Turn a literal into a variable, or back.',
    footer: 4,
    action: { type: 'schema/variable' },
  },
  {
    id: 'cycle',
    keys: ['0'],
    label: 'absent, null, value',
    help: 'Walk an argument through absent, null and a value.',
    action: { type: 'schema/cycle' },
  },
  {
    id: 'add',
    keys: ['+'],
    label: 'add list item',
    help: 'Add an item to this list.',
    action: { type: 'schema/add-item' },
  },
  {
    id: 'remove',
    keys: ['-'],
    label: 'remove list item',
    help: 'Remove this item.',
    action: { type: 'schema/remove-item' },
  },
  {
    id: 'alias',
    keys: ['='],
    label: 'alias',
    help: 'Give the field another name in the answer.',
    action: { type: 'schema/ask-alias' },
  },
  {
    id: 'directive',
    keys: ['@'],
    label: 'directive',
    help: 'Add a directive, or remove the one the cursor is on.',
    action: { type: 'schema/directive' },
  },
  {
    id: 'fragment',
    keys: ['f'],
    label: 'fragment',
    help: 'Make a fragment of what is ticked here, use one, or write it out again.',
    action: { type: 'schema/fragment' },
  },
  {
    id: 'docs',
    keys: ['K'],
    label: 'docs',
    help: 'Documentation of the row in full.',
    action: { type: 'schema/docs' },
  },
  {
    id: 'type',
    keys: ['T'],
    label: 'go to type',
    help: "Go to the row's type below Types.",
    action: { type: 'schema/go-to-type' },
  },
  {
    id: 'back',
    keys: ['backspace'],
    label: 'back',
    help: 'Back to where the last jump began.',
    action: { type: 'schema/back' },
  },
  {
    id: 'used',
    keys: ['W'],
    label: 'where used',
    help: 'Every field and argument of this type.',
    action: { type: 'schema/where-used' },
  },
  {
    id: 'only-ticked',
    keys: ['c'],
    label: 'only what is ticked',
    help: 'Show only what is in the query, and all again.',
    action: { type: 'schema/only-ticked' },
  },
  {
    id: 'deprecated',
    keys: ['d'],
    label: 'deprecated on/off',
    help: 'Hide or show deprecated fields.',
    action: { type: 'schema/deprecated' },
  },
];

/** What holds while a search is typed is in `table-search.ts`. */
export const schemaKeys: readonly Binding[] = [
  ...[...actions, ...moves].map(of),
  {
    id: 'schema.copy',
    keys: ['y'],
    where: 'schema',
    label: 'copy name',
    help: 'Copy the name of the row.',
    action: state => ({ type: 'app/copy', text: cursorRow(state)?.name ?? '', what: 'the name' }),
  },
];

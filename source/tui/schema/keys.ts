/** Keys of the schema tree. */

import { pickOf } from '../../core/graphql/builder/pick/write.js';
import { viewOf } from '../layout.js';
import type { Binding, State } from '../model/state.js';
import { cursorRow } from './rows.js';

const page = (state: State): number => Math.max(1, viewOf(state, 'schema').height - 1);

const moves: readonly Binding[] = [
  {
    id: 'schema.down',
    keys: ['j', 'down'],
    where: 'schema',
    label: 'down',
    help: 'Down.',
    quiet: true,
    action: () => ({ type: 'schema/move', by: 1 }),
  },
  {
    id: 'schema.up',
    keys: ['k', 'up'],
    where: 'schema',
    label: 'up',
    help: 'Up.',
    quiet: true,
    action: () => ({ type: 'schema/move', by: -1 }),
  },
  {
    id: 'schema.open',
    keys: ['l', 'right'],
    where: 'schema',
    label: 'open',
    help: 'Open the row, or go into it.',
    quiet: true,
    action: () => ({ type: 'schema/open' }),
  },
  {
    id: 'schema.close',
    keys: ['h', 'left'],
    where: 'schema',
    label: 'close',
    help: 'Close the row, or go to the one above it.',
    quiet: true,
    action: () => ({ type: 'schema/close' }),
  },
  {
    id: 'schema.first',
    keys: ['g g', 'home'],
    where: 'schema',
    label: 'first row',
    help: 'First row.',
    quiet: true,
    action: () => ({ type: 'schema/first' }),
  },
  {
    id: 'schema.last',
    keys: ['G', 'end'],
    where: 'schema',
    label: 'last row',
    help: 'Last row.',
    quiet: true,
    action: () => ({ type: 'schema/last' }),
  },
  {
    id: 'schema.half-down',
    keys: ['ctrl+d'],
    where: 'schema',
    label: 'half a page down',
    help: 'Half a page down.',
    quiet: true,
    action: state => ({ type: 'schema/move', by: Math.ceil(page(state) / 2) }),
  },
  {
    id: 'schema.half-up',
    keys: ['ctrl+u'],
    where: 'schema',
    label: 'half a page up',
    help: 'Half a page up.',
    quiet: true,
    action: state => ({ type: 'schema/move', by: -Math.ceil(page(state) / 2) }),
  },
  {
    id: 'schema.page-down',
    keys: ['pagedown'],
    where: 'schema',
    label: 'a page down',
    help: 'A page down.',
    quiet: true,
    action: state => ({ type: 'schema/move', by: page(state) }),
  },
  {
    id: 'schema.page-up',
    keys: ['pageup'],
    where: 'schema',
    label: 'a page up',
    help: 'A page up.',
    quiet: true,
    action: state => ({ type: 'schema/move', by: -page(state) }),
  },
];

const actions: readonly Binding[] = [
  {
    id: 'schema.tick',
    keys: ['space'],
    where: 'schema',
    label: 'tick',
    help: 'Put the field, argument, type condition or fragment into the query, or take it out.',
    footer: 1,
    action: () => ({ type: 'schema/tick' }),
  },
  {
    id: 'schema.enter',
    keys: ['enter'],
    where: 'schema',
    label: 'open/edit',
    help: 'Open or close the row; on an argument: edit its value.',
    footer: 2,
    action: () => ({ type: 'schema/enter' }),
  },
  {
    id: 'schema.tick-all',
    keys: ['a'],
    where: 'schema',
    label: 'tick all leaves',
    help: 'Tick every field of this row that needs nothing more.',
    action: () => ({ type: 'schema/tick-all' }),
  },
  {
    id: 'schema.tick-depth',
    keys: ['A'],
    where: 'schema',
    label: 'tick to a depth',
    help: 'Tick everything below to a depth you choose.',
    action: () => ({ type: 'schema/ask-depth' }),
  },
  {
    id: 'schema.clear',
    keys: ['x'],
    where: 'schema',
    label: 'clear',
    help: 'Take everything below this row out of the query.',
    action: () => ({ type: 'schema/clear' }),
  },
  {
    id: 'schema.variable',
    keys: ['v'],
    where: 'schema',
    label: 'variable',
    help: 'Turn a literal into a variable, or back.',
    footer: 4,
    action: () => ({ type: 'schema/variable' }),
  },
  {
    id: 'schema.cycle',
    keys: ['0'],
    where: 'schema',
    label: 'absent, null, value',
    help: 'Walk an argument through absent, null and a value.',
    action: () => ({ type: 'schema/cycle' }),
  },
  {
    id: 'schema.add',
    keys: ['+'],
    where: 'schema',
    label: 'add list item',
    help: 'Add an item to this list.',
    action: () => ({ type: 'schema/add-item' }),
  },
  {
    id: 'schema.remove',
    keys: ['-'],
    where: 'schema',
    label: 'remove list item',
    help: 'Remove this item.',
    action: () => ({ type: 'schema/remove-item' }),
  },
  {
    id: 'schema.alias',
    keys: ['='],
    where: 'schema',
    label: 'alias',
    help: 'Give the field another name in the answer.',
    action: () => ({ type: 'schema/ask-alias' }),
  },
  {
    id: 'schema.directive',
    keys: ['@'],
    where: 'schema',
    label: 'directive',
    help: 'Add a directive, or remove the one the cursor is on.',
    action: () => ({ type: 'schema/directive' }),
  },
  {
    id: 'schema.fragment',
    keys: ['f'],
    where: 'schema',
    label: 'fragment',
    help: 'Make a fragment of what is ticked here, use one, or write it out again.',
    action: () => ({ type: 'schema/fragment' }),
  },
  {
    id: 'schema.docs',
    keys: ['K'],
    where: 'schema',
    label: 'docs',
    help: 'Documentation of the row in full.',
    action: () => ({ type: 'schema/docs' }),
  },
  {
    id: 'schema.type',
    keys: ['T'],
    where: 'schema',
    label: 'go to type',
    help: "Go to the row's type below Types.",
    action: () => ({ type: 'schema/go-to-type' }),
  },
  {
    id: 'schema.back',
    keys: ['backspace'],
    where: 'schema',
    label: 'back',
    help: 'Back to where the last jump began.',
    action: () => ({ type: 'schema/back' }),
  },
  {
    id: 'schema.used',
    keys: ['W'],
    where: 'schema',
    label: 'where used',
    help: 'Every field and argument of this type.',
    action: () => ({ type: 'schema/where-used' }),
  },
  {
    id: 'schema.only-ticked',
    keys: ['c'],
    where: 'schema',
    label: 'only what is ticked',
    help: 'Show only what is in the query, and all again.',
    action: () => ({ type: 'schema/only-ticked' }),
  },
  {
    id: 'schema.deprecated',
    keys: ['d'],
    where: 'schema',
    label: 'deprecated on/off',
    help: 'Hide or show deprecated fields.',
    action: () => ({ type: 'schema/deprecated' }),
  },
];

/** The row as a pick, else its name. */
function rowCopy(state: State): { readonly text: string; readonly what: string } {
  const row = cursorRow(state);
  const { index } = state.connect;
  const { document, active } = state.query;
  const pick = row?.path && index && pickOf(index, document.good, active, row.path);
  return pick === undefined ? { text: row?.name ?? '', what: 'the name' } : { text: pick, what: pick };
}

/** What holds while a search is typed is in `search/keys.ts`. */
export const schemaKeys: readonly Binding[] = [
  ...actions,
  ...moves,
  {
    id: 'schema.copy',
    keys: ['y'],
    where: 'schema',
    label: 'copy path',
    help: 'Copy the path of the row as --pick takes it, with its arguments and aliases; of a type or a root the name.',
    action: state => ({ type: 'app/copy', ...rowCopy(state) }),
  },
];

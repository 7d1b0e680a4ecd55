import { pickOf } from '../../core/graphql/builder/pick/write.js';
import { viewOf } from '../layout.js';
import type { Binding, State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import { kindWords } from '../screen-words.js';
import { openRequest } from './api/requests.js';
import { cursorRow } from './rows.js';
import { treeSource } from './sources.js';

const page = (state: State): number => Math.max(1, viewOf(state, 'schema').height - 1);

// biome-ignore format: one key, one row
const moves: readonly Binding[] = [
  { id: 'schema.down', keys: ['j', 'down'], where: 'schema', label: 'down', quiet: true, action: () => ({ type: 'schema/move', by: 1 }),
    help: 'Down.' },
  { id: 'schema.up', keys: ['k', 'up'], where: 'schema', label: 'up', quiet: true, action: () => ({ type: 'schema/move', by: -1 }),
    help: 'Up.' },
  { id: 'schema.open', keys: ['l', 'right'], where: 'schema', label: 'open', quiet: true, action: () => ({ type: 'schema/open' }),
    help: 'Expand the row, or go into it.' },
  { id: 'schema.close', keys: ['h', 'left'], where: 'schema', label: 'close', quiet: true, action: () => ({ type: 'schema/close' }),
    help: 'Collapse the row, or go to its parent.' },
  { id: 'schema.open-all', keys: [], where: 'schema', label: 'expand all', action: () => ({ type: 'schema/open-all' }),
    help: 'Expand the row and all visible rows below it by one level.' },
  { id: 'schema.close-all', keys: [], where: 'schema', label: 'collapse all', action: () => ({ type: 'schema/close-all' }),
    help: 'Collapse all rows of the tree.' },
  { id: 'schema.next-operation', keys: ['}'], where: 'schema', label: 'next operation', quiet: true,
    action: () => ({ type: 'schema/step', by: 1 }),
    help: 'Next operation, or next field of the root.' },
  { id: 'schema.previous-operation', keys: ['{'], where: 'schema', label: 'previous operation', quiet: true,
    action: () => ({ type: 'schema/step', by: -1 }),
    help: 'Previous operation, or previous field of the root. Below one, go up to it.' },
  { id: 'schema.first', keys: ['g g', 'home'], where: 'schema', label: 'first row', quiet: true, action: () => ({ type: 'schema/first' }),
    help: 'First row.' },
  { id: 'schema.last', keys: ['G', 'end'], where: 'schema', label: 'last row', quiet: true, action: () => ({ type: 'schema/last' }),
    help: 'Last row.' },
  { id: 'schema.half-down', keys: ['ctrl+d'], where: 'schema', label: 'half a page down', quiet: true,
    action: state => ({ type: 'schema/move', by: Math.ceil(page(state) / 2) }),
    help: 'Half a page down.' },
  { id: 'schema.half-up', keys: ['ctrl+u'], where: 'schema', label: 'half a page up', quiet: true,
    action: state => ({ type: 'schema/move', by: -Math.ceil(page(state) / 2) }),
    help: 'Half a page up.' },
  { id: 'schema.page-down', keys: ['pagedown'], where: 'schema', label: 'a page down', quiet: true,
    action: state => ({ type: 'schema/move', by: page(state) }),
    help: 'A page down.' },
  { id: 'schema.page-up', keys: ['pageup'], where: 'schema', label: 'a page up', quiet: true,
    action: state => ({ type: 'schema/move', by: -page(state) }),
    help: 'A page up.' },
];

// biome-ignore format: one key, one row
const actions: readonly Binding[] = [
  { id: 'schema.tick', keys: ['space'], where: 'schema', label: 'tick', footer: 1, action: () => ({ type: 'schema/tick' }),
    help: 'Add the field, argument, type condition or fragment to the query, or remove it.' },
  { id: 'schema.enter', keys: ['enter'], where: 'schema', label: 'open/edit', footer: 2,
    action: state => openRequest(state) ?? { type: 'schema/enter' },
    help: 'Expand or collapse the row. On an argument, edit its value, or choose an ID from an earlier response.' },
  { id: 'schema.required', keys: ['m'], where: 'schema', label: 'required value', action: () => ({ type: 'schema/next-required' }),
    help: 'Go to the next required value of this operation or field and edit it.' },
  { id: 'schema.tick-all', keys: ['a'], where: 'schema', label: 'tick all leaves', action: () => ({ type: 'schema/tick-all' }),
    help: 'Tick all fields of this row that need no arguments or subfields.' },
  { id: 'schema.tick-depth', keys: ['A'], where: 'schema', label: 'tick to a depth', action: () => ({ type: 'schema/ask-depth' }),
    help: 'Tick everything below this row, to a depth you choose.' },
  { id: 'schema.clear', keys: ['x'], where: 'schema', label: 'clear', action: () => ({ type: 'schema/clear' }),
    help: 'Remove everything below this row from the query.' },
  { id: 'schema.variable', keys: ['v'], where: 'schema', label: 'variable', footer: 4, action: () => ({ type: 'schema/variable' }),
    help: 'Turn a literal into a variable, or back.' },
  { id: 'schema.cycle', keys: ['0'], where: 'schema', label: 'cycle value', action: () => ({ type: 'schema/cycle' }),
    help: 'Cycle an argument: unset, null, value.' },
  { id: 'schema.add', keys: ['+'], where: 'schema', label: 'add list item', action: () => ({ type: 'schema/add-item' }),
    help: 'Add an item to this list.' },
  { id: 'schema.remove', keys: ['-'], where: 'schema', label: 'remove list item', action: () => ({ type: 'schema/remove-item' }),
    help: 'Remove this item.' },
  { id: 'schema.alias', keys: ['='], where: 'schema', label: 'alias', action: () => ({ type: 'schema/ask-alias' }),
    help: 'Set an alias for the field. On a list or an object, edit all of it in one line.' },
  { id: 'schema.directive', keys: ['@'], where: 'schema', label: 'directive', action: () => ({ type: 'schema/directive' }),
    help: 'Add a directive, or remove the one at the cursor.' },
  { id: 'schema.fragment', keys: ['f'], where: 'schema', label: 'fragment', action: () => ({ type: 'schema/fragment' }),
    help: 'Create a fragment from the ticked fields, use one, or inline it.' },
  { id: 'schema.docs', keys: ['K'], where: 'schema', label: 'docs', action: () => ({ type: 'schema/docs' }),
    help: 'Show the full documentation of the row.' },
  { id: 'schema.type', keys: ['T'], where: 'schema', label: 'go to type', action: () => ({ type: 'schema/go-to-type' }),
    help: 'Go to the type of the row, under Types.' },
  { id: 'schema.back', keys: ['backspace'], where: 'schema', label: 'back', action: () => ({ type: 'schema/back' }),
    help: 'Return to where the last jump started.' },
  { id: 'schema.used', keys: ['W'], where: 'schema', label: 'where used', action: () => ({ type: 'schema/where-used' }),
    help: 'List all fields and arguments of this type.' },
  { id: 'schema.problems', keys: ['p'], where: 'schema', label: 'problems', action: () => ({ type: 'schema/problems' }),
    when: ({ connect }) => (connect.description?.problems.length ?? 0) > 0 || 'The description has no problems.',
    help: 'List the parts of the description that cannot be used.' },
  { id: 'schema.only-ticked', keys: ['c'], where: 'schema', label: 'only ticked', action: () => ({ type: 'schema/only-ticked' }),
    help: 'Show only ticked rows, or all rows again.' },
  { id: 'schema.grouping', keys: ['t'], where: 'schema', label: 'by tag or path', action: () => ({ type: 'schema/grouping' }),
    when: ({ connect }) => connect.description !== undefined || 'No description to group.',
    help: 'Group the operations by tag or by path. The choice is remembered for this server.' },
  { id: 'schema.deprecated', keys: ['d'], where: 'schema', label: 'deprecated on/off', action: () => ({ type: 'schema/deprecated' }),
    help: 'Show or hide deprecated fields.' },
];

/** The row as a `--pick` path, or its name if it has none. */
function rowCopy(state: State): { readonly text: string; readonly what: string } {
  const row = cursorRow(state);
  const { index } = state.connect;
  const { document, active } = state.query;
  const pick = row?.path && index && pickOf(index, document.lastValid, active, row.path);
  return pick === undefined ? { text: row?.name ?? '', what: 'the name' } : { text: pick, what: pick };
}

/** Letters typed while the tree is loading are searched for afterwards. */
export const isSearchable = (state: State): true | string => {
  const { kind, phase } = state.connect;
  return treeSource(state).searched(state) !== undefined || phase === 'loading' || kindWords[kind].unsearchable;
};

const isSearched = (state: State): true | string =>
  state.schema.search?.results !== undefined || 'No search yet. Press / to search.';

/** The footer hides the keys for moving between matches if there are none. */
const unlessInVain = ({ schema }: State, label: string): string => (schema.search?.results?.total === 0 ? '' : label);

/** Keys that search, in the tree and in the search line. */
// biome-ignore format: one key, one row
const searchKeys: readonly Binding[] = [
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
    action: state => (state.schema.search === undefined && state.schema.pendingWays === undefined ? { type: 'app/escape' } : { type: 'search/leave' }),
    help: 'End the search and collapse what it opened, except the path to the chosen row.' },
  { id: 'schema.changed', keys: ['D'], where: 'schema', label: 'only changes',
    when: state => state.connect.changes.length > 0 || 'No changes found yet. Press R to reload the schema.',
    action: () => ({ type: 'search/changes' }),
    help: 'Show only changes since the last reload (+ new, ~ changed, ! breaking), or everything again. Step through them with n and N.' },
  { id: 'schema.ways', keys: ['F'], where: 'schema', label: 'from here',
    labelNow: ({ schema }) => (schema.wayStart === undefined ? 'from here' : 'ways to here'),
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

// biome-ignore format: one key, one row
export const schemaKeys: readonly Binding[] = [
  ...actions,
  ...moves,
  { id: 'schema.copy', keys: ['y'], where: 'schema', label: 'copy path', action: state => ({ type: 'app/copy',...rowCopy(state) }),
    help: 'Copy the path of the row for --pick, with arguments and aliases. For a type or root, copy its name.' },
  ...searchKeys,
];

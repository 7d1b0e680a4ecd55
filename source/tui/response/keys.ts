/** Keys of the response pane: reading, events, and commands on the text. */
import { isFolded } from '../../core/response/viewer/folds.js';
import { viewOf } from '../layout.js';
import type { Binding, State } from '../model/state.js';
import { comparable } from './comparison/compare.js';
import { nextLeave } from './leave.js';
import { canStep } from './past/step.js';
import { pathToBegin, whyUnfilterable } from './path/path.js';
import { shownBody, showsLog, takesMessages } from './shown.js';
import { tabNames } from './tabs.js';
import { jsonHere, pathHere, valueHere } from './values.js';

const page = (state: State): number => Math.max(1, viewOf(state, 'response').height - 1);

/** The current label of Enter. */
const enterNow = ({ response }: State): string => {
  if (showsLog(response)) return response.log.listed.length === 0 ? '' : 'open';
  if (response.tab === 'errors') return 'go to';
  const body = shownBody(response);
  if (body === undefined || !body.source.has(body.cursor)) return '';
  if (body.table !== undefined) return 'leave the table';
  if (body.source.kind(body.cursor) === 'leaf') return 'show all';
  return body.source.kind(body.cursor) === 'open' && isFolded(body.folds, body.cursor) ? 'open' : 'fold';
};

// biome-ignore format: one key, one row
const readKeys: readonly Binding[] = [
  { id: 'response.enter', keys: ['enter'], where: 'response', label: 'fold', labelNow: enterNow, footer: 1,
    action: () => ({ type: 'response/enter' }),
    help: 'Fold or unfold a container, show a complete value, open an event, or go to an error.' },
  { id: 'response.close', keys: ['h'], where: 'response', label: 'fold', action: () => ({ type: 'response/fold', how: 'close' }),
    help: 'Fold; if folded or a value, go to parent.' },
  { id: 'response.open', keys: ['l'], where: 'response', label: 'open', action: () => ({ type: 'response/fold', how: 'open' }),
    help: 'Expand; if expanded, next line.' },
  { id: 'response.close-all', keys: ['-'], where: 'response', label: 'fold all', action: () => ({ type: 'response/fold', how: 'close-all' }),
    help: 'Fold all elements of the list or object at the cursor.' },
  { id: 'response.open-all', keys: ['+'], where: 'response', label: 'open all', action: () => ({ type: 'response/fold', how: 'open-all' }),
    help: 'Unfold everything in the list or object at the cursor.' },
  { id: 'response.next-tab', keys: [']'], where: 'response', label: 'next tab', footer: 2, action: () => ({ type: 'response/tab', by: 1 }),
    help: `Next tab: ${tabNames}.` },
  { id: 'response.previous-tab', keys: ['['], where: 'response', label: 'previous tab', action: () => ({ type: 'response/tab', by: -1 }),
    help: 'Previous tab.' },
  { id: 'response.next-error', keys: ['}'], where: 'response', label: 'next error', action: () => ({ type: 'response/error', by: 1 }),
    help: 'Go to the next error in the data.' },
  { id: 'response.previous-error', keys: ['{'], where: 'response', label: 'previous error',
    action: () => ({ type: 'response/error', by: -1 }),
    help: 'Go to the previous error in the data.' },
  { id: 'response.down', keys: ['j', 'down'], where: 'response', label: 'down', quiet: true,
    action: () => ({ type: 'response/move', by: 1 }),
    help: 'Down.' },
  { id: 'response.up', keys: ['k', 'up'], where: 'response', label: 'up', quiet: true, action: () => ({ type: 'response/move', by: -1 }),
    help: 'Up.' },
  { id: 'response.page-down', keys: ['pagedown', 'ctrl+d'], where: 'response', label: 'a page down', quiet: true,
    action: state => ({ type: 'response/move', by: page(state) }),
    help: 'A page down.' },
  { id: 'response.page-up', keys: ['pageup', 'ctrl+u'], where: 'response', label: 'a page up', quiet: true,
    action: state => ({ type: 'response/move', by: -page(state) }),
    help: 'A page up.' },
  { id: 'response.first', keys: ['g g', 'home'], where: 'response', label: 'first line', quiet: true,
    action: () => ({ type: 'response/move', by: Number.NEGATIVE_INFINITY }),
    help: 'First line.' },
  { id: 'response.last', keys: ['G', 'end'], where: 'response', label: 'last line; in events: follow', quiet: true,
    action: () => ({ type: 'response/move', by: Number.POSITIVE_INFINITY }),
    help: 'Go to the last line. In events, follow new ones.' },
  { id: 'response.right', keys: ['right'], where: 'response', label: 'scroll right', quiet: true,
    action: () => ({ type: 'response/sideways', by: 8 }),
    help: 'Scroll right.' },
  { id: 'response.left', keys: ['left'], where: 'response', label: 'scroll left', quiet: true,
    action: () => ({ type: 'response/sideways', by: -8 }),
    help: 'Scroll left.' },
  { id: 'response.line-end', keys: ['$'], where: 'response', label: 'scroll to line ends', quiet: true,
    action: () => ({ type: 'response/sideways', by: Number.POSITIVE_INFINITY }),
    help: 'Scroll to the ends of the lines.' },
  { id: 'response.line-start', keys: ['0', '^'], where: 'response', label: 'scroll to line starts', quiet: true,
    action: () => ({ type: 'response/sideways', by: Number.NEGATIVE_INFINITY }),
    help: 'Scroll back to the starts of the lines.' },
];

const streams = ({ response }: State): true | string =>
  response.kind === 'subscription' || 'Only subscriptions and streams have events.';
const listed = (state: State): true | string =>
  streams(state) === true ? showsLog(state.response) || 'Press Esc to return to the events.' : streams(state);
const pauseNow = ({ response }: State): string => {
  if (response.log.frozen !== undefined) return 'resume';
  return response.running ? 'pause' : '';
};
const opened = ({ response }: State): true | string =>
  response.opened !== undefined || 'No event is open. Press Enter to open one.';

// biome-ignore format: one key, one row
const streamKeys: readonly Binding[] = [
  { id: 'response.pause', keys: ['space'], where: 'response', label: 'pause',
    labelNow: pauseNow, footer: 1, when: listed,
    action: () => ({ type: 'response/pause' }),
    help: 'Pause the events; new ones are still stored. Press again to resume and follow.' },
  { id: 'response.message', keys: ['m'], where: 'response', label: 'message', labelNow: ({ response }) => (takesMessages(response) ? 'send a message' : ''), footer: 1,
    when: ({ response }) => takesMessages(response) || 'Only an open WebSocket takes messages.',
    action: () => ({ type: 'response/message' }),
    help: 'Type messages for the WebSocket. Enter sends one, Esc leaves the line.' },
  { id: 'response.turn', keys: ['r'], where: 'response', label: 'newest first', when: listed, action: () => ({ type: 'response/turn' }),
    help: 'Reverse the order of events.' },
  { id: 'response.clear', keys: ['C'], where: 'response', label: 'clear events', when: streams, action: () => ({ type: 'response/clear' }),
    help: 'Clear all received events.' },
  { id: 'response.next-event', keys: ['J', 'shift+down'], where: 'response', label: 'next event', when: opened,
    action: () => ({ type: 'response/event', by: 1 }),
    help: 'Show the next event while one is open.' },
  { id: 'response.previous-event', keys: ['shift+up'], where: 'response', label: 'previous event', when: opened,
    action: () => ({ type: 'response/event', by: -1 }),
    help: 'Show the previous event while one is open.' },
];

const hasText = ({ response }: State): true | string =>
  shownBody(response) !== undefined || showsLog(response) || 'Nothing here.';
const hasPath = ({ response }: State): true | string => pathHere(response) !== undefined || 'No path here.';
const hasValue = ({ response }: State): true | string => valueHere(response) !== undefined || 'Nothing here.';
const hasJson = ({ response }: State): true | string => {
  if (showsLog(response)) return 'Press Enter to open an event first.';
  return jsonHere(response) !== undefined || 'No value here.';
};

const hasTable =
  (done: string) =>
  ({ response }: State): true | string =>
    shownBody(response)?.table !== undefined || `Only a table can be ${done}. Press t to show one.`;

const isFilterable = ({ response }: State): true | string =>
  shownBody(response)?.table !== undefined || pathToBegin(response) !== undefined || whyUnfilterable(response);

const isComparable = (state: State): true | string => {
  const others = comparable(state);
  return typeof others === 'string' ? others : true;
};

// biome-ignore format: one key, one row
const toolKeys: readonly Binding[] = [
  { id: 'response.find', keys: ['/'], where: 'response', label: 'search', footer: 3, when: hasText,
    action: () => ({ type: 'response/find' }),
    help: 'Search as you type. In events, show only matches. Lower case matches any case.' },
  { id: 'response.next', keys: ['n'], where: 'response', label: 'next match', action: () => ({ type: 'response/next', by: 1 }),
    help: 'Go to the next match, or the next difference in a comparison.' },
  { id: 'response.previous', keys: ['N'], where: 'response', label: 'previous match', action: () => ({ type: 'response/next', by: -1 }),
    help: 'Go to the previous match, or the previous difference in a comparison.' },
  { id: 'response.pipe', keys: ['|'], where: 'response', label: 'pipe', footer: 4, action: () => ({ type: 'response/ask-pipe' }),
    help: 'Pipe this text through a command, such as jq.' },
  { id: 'response.table', keys: ['t'], where: 'response', label: 'table', action: () => ({ type: 'response/table' }),
    help: 'Show the list of objects at the cursor as a table, or go back.' },
  { id: 'response.sort', keys: ['S'], where: 'response', label: 'sort', footer: 1,
    when: hasTable('sorted'), action: () => ({ type: 'response/sort', isAdded: false }),
    help: 'Sort the table by the column at the cursor. Press again to reverse, then to restore the order.' },
  { id: 'response.sort-then', keys: ['T'], where: 'response', label: 'then sort', when: hasTable('sorted'),
    action: () => ({ type: 'response/sort', isAdded: true }),
    help: 'Also sort the table by this column. Press again to reverse, then to remove it.' },
  { id: 'response.filter', keys: ['f'], where: 'response', label: 'filter', footer: 3, when: isFilterable,
    labelNow: ({ response }) => (shownBody(response)?.table === undefined ? 'filter' : 'filter rows'),
    action: () => ({ type: 'response/filter' }),
    help: 'Filter the body by a JSONPath ($.items[?@.price < 10].name), or the rows of a table by words, as you type. Press Esc to end the filter.' },
  { id: 'response.widen', keys: ['W'], where: 'response', label: 'widen column', when: hasTable('widened'),
    action: () => ({ type: 'response/widen' }),
    help: 'Fit the column to its content, or restore its width.' },
  { id: 'response.compare', keys: ['='], where: 'response', label: 'compare', when: state => isComparable(state),
    action: () => ({ type: 'response/ask-compare' }),
    help: 'Mark differences from one of the last ten responses of any tab or environment, ignoring member order.' },
  { id: 'response.earlier', keys: [','], where: 'response', label: 'earlier response', when: state => canStep(state, -1),
    action: () => ({ type: 'response/past', by: -1 }),
    help: 'Show the previous response of this tab (the last ten are available). Nothing is sent.' },
  { id: 'response.later', keys: ['.'], where: 'response', label: 'later response', when: state => canStep(state, 1),
    action: () => ({ type: 'response/past', by: 1 }),
    help: 'Show the next response of this tab.' },
  { id: 'response.save', keys: ['s'], where: 'response', label: 'save', footer: 4, action: () => ({ type: 'response/ask-save' }),
    help: 'Save this text to a file. Events are saved as JSON lines.' },
  { id: 'response.pager', keys: ['p'], where: 'response', label: 'pager', when: hasText, action: () => ({ type: 'response/page' }),
    help: 'Open this text in $PAGER.' },
  { id: 'response.copy', keys: ['y'], where: 'response', label: 'copy value', when: hasValue,
    action: state => ({ type: 'app/copy', text: valueHere(state.response) ?? '', what: 'the value' }),
    help: 'Copy the value at the cursor: text without quotes, anything else as JSON.' },
  { id: 'response.use', keys: ['a'], where: 'response', label: 'use value', footer: 2, when: hasJson,
    action: () => ({ type: 'values/offer' }),
    help: 'Use the value at the cursor as a variable, Bearer token or header, or save it as {{name}}.' },
  { id: 'response.copy-path', keys: ['c'], where: 'response', label: 'copy path', when: hasPath,
    action: state => { const path = pathHere(state.response) ?? ''; return { type: 'app/copy', text: path, what: path }; },
    help: 'Copy the path of the value at the cursor, in jq syntax.' },
  { id: 'response.copy-all', keys: ['Y'], where: 'response', label: 'copy all', when: hasText, action: () => ({ type: 'response/copy-all' }),
    help: 'Copy all of this tab: events as JSON lines, a table as TSV, CSV or Markdown.' },
  { id: 'response.leave', keys: ['escape', 'backspace'], where: 'response', label: 'back', labelNow: ({ response }) => nextLeave(response)?.label ?? '', footer: 0, quiet: true,
    action: () => ({ type: 'response/leave' }),
    help: 'Leave the filter, open event or search.' },
];

/** Keys of the input line below the pane. All other keys are input. */
// biome-ignore format: one key, one row
const findKeys: readonly Binding[] = [
  { id: 'response.find.take', keys: ['enter'], where: 'response:find', label: 'keep', footer: 1, quiet: true,
    labelNow: ({ response }) => (response.find?.kind === 'message' ? 'send' : 'keep'),
    action: () => ({ type: 'response/found' }),
    help: 'Accept the search. Step through its matches with n and N.' },
  { id: 'response.find.leave', keys: ['escape'], where: 'response:find', label: 'leave', footer: 2, quiet: true,
    action: () => ({ type: 'response/find-leave' }),
    help: 'Cancel the search.' },
  { id: 'response.find.next', keys: ['down', 'ctrl+n'], where: 'response:find', label: 'next', quiet: true,
    action: state => ({ type: showsLog(state.response) ? 'response/move' : 'response/next', by: 1 }),
    help: 'Go to the next match.' },
  { id: 'response.find.previous', keys: ['up', 'ctrl+p'], where: 'response:find', label: 'previous', quiet: true,
    action: state => ({ type: showsLog(state.response) ? 'response/move' : 'response/next', by: -1 }),
    help: 'Go to the previous match.' },
];

/** Commands that copy the operation as a shell command. They appear only in the palette. */
// biome-ignore format: one key, one row
export const copyKeys: readonly Binding[] = [
  { id: 'run.ways', keys: ['M'], where: 'command', label: 'transport', action: () => ({ type: 'response/ask-transport' }),
    help: 'Choose how to run: files for variables, GET or POST, subscription protocol, persisted queries.' },
  { id: 'copy.apiclient', keys: [], where: 'command', label: 'copy as apiclient command',
    action: () => ({ type: 'response/copy-command', program: 'apiclient' }),
    help: 'Copy the active operation as an apiclient command, without secrets.' },
  { id: 'copy.picks', keys: [], where: 'command', label: 'copy as apiclient command with picks',
    when: state => state.connect.index !== undefined || 'No schema to pick from.', action: () => ({ type: 'response/copy-picks' }),
    help: 'Copy the active operation as an apiclient command with --pick paths, without secrets.' },
  { id: 'copy.curl', keys: ['g y'], where: 'command', label: 'copy as curl command',
    action: () => ({ type: 'response/copy-command', program: 'curl' }),
    help: 'Copy the active operation as a curl command, without secrets.' },
  { id: 'copy.fetch', keys: [], where: 'command', label: 'copy as JavaScript with fetch',
    action: () => ({ type: 'response/copy-command', program: 'fetch' }),
    help: 'Copy the active operation as JavaScript for browsers and Node.js, without secrets.' },
  { id: 'copy.http', keys: [], where: 'command', label: 'copy as .http entry',
    action: () => ({ type: 'response/copy-command', program: 'http' }),
    help: 'Copy the active operation as a .http entry for apiclient run, with placeholders for secrets.' },
];

export const responseKeys: readonly Binding[] = [...readKeys, ...streamKeys, ...toolKeys, ...findKeys];

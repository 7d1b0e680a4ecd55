/** Keys of the response pane that act on the text. */

import type { Binding, State } from '../model/state.js';
import { comparable } from './comparison/compare.js';
import { canStep } from './past/step.js';
import { pathToBegin } from './path/path.js';
import { shownBody, showsLog } from './shown.js';
import { jsonHere, pathHere, valueHere } from './values.js';

const hasText = ({ response }: State): true | string =>
  shownBody(response) !== undefined || showsLog(response) || 'There is nothing here.';
const hasPath = ({ response }: State): true | string => pathHere(response) !== undefined || 'There is no path here.';
const hasValue = ({ response }: State): true | string => valueHere(response) !== undefined || 'There is nothing here.';
const hasJson = ({ response }: State): true | string => {
  if (showsLog(response)) return 'Open an event first: Enter.';
  return jsonHere(response) !== undefined || 'There is no value here.';
};

const hasTable =
  (done: string) =>
  ({ response }: State): true | string =>
    shownBody(response)?.table !== undefined || `Only a table is ${done}: t shows one.`;

const isFilterable = ({ response }: State): true | string =>
  shownBody(response)?.table !== undefined ||
  pathToBegin(response) !== undefined ||
  (response.filtered === undefined
    ? 'Only a body in JSON is filtered.'
    : 'Esc leaves the output of the command first.');

const isComparable = (state: State): true | string => {
  const others = comparable(state);
  return typeof others === 'string' ? others : true;
};

/** The current label of Esc, in the order of `response/leave`. Enter leaves a table. */
const backNow = ({ response }: State): string => {
  const inBody = response.tab === 'body';
  const body = shownBody(response);
  if (inBody && response.filtered !== undefined) return 'whole text';
  if (inBody && response.path !== '' && body?.table === undefined && body?.search === undefined) return 'whole body';
  if (body?.table !== undefined) return body.table.filter === '' ? '' : 'all rows';
  if (body?.search !== undefined) return 'end search';
  if (body?.comparison !== undefined) return 'end comparison';
  if (inBody && response.opened !== undefined) return 'all events';
  return showsLog(response) && response.log.filter !== '' ? 'end filter' : '';
};

/** Keys that search, filter, save and copy. Without a text, they show a notice. */
// biome-ignore format: one key, one row
export const responseToolKeys: readonly Binding[] = [
  { id: 'response.find', keys: ['/'], where: 'response', label: 'search', footer: 3, when: hasText,
    action: () => ({ type: 'response/find' }),
    help: 'Search as you type; among events: show only those that fit. Lower case finds any case.' },
  { id: 'response.next', keys: ['n'], where: 'response', label: 'next match', action: () => ({ type: 'response/next', by: 1 }),
    help: 'Next match of the search; in a comparison: the next difference.' },
  { id: 'response.previous', keys: ['N'], where: 'response', label: 'previous match', action: () => ({ type: 'response/next', by: -1 }),
    help: 'Previous match of the search; in a comparison: the difference before.' },
  { id: 'response.pipe', keys: ['|'], where: 'response', label: 'pipe', footer: 4, action: () => ({ type: 'response/ask-pipe' }),
    help: 'Filter this text through a command (like jq), on its standard input.' },
  { id: 'response.table', keys: ['t'], where: 'response', label: 'table', action: () => ({ type: 'response/table' }),
    help: 'Show the list of objects the cursor is in as a table, and back.' },
  { id: 'response.sort', keys: ['S'], where: 'response', label: 'sort', footer: 1,
    when: hasTable('sorted'), action: () => ({ type: 'response/sort', isAdded: false }),
    help: 'Table: sort by the column the cursor is in; again: the other way; again: as it came.' },
  { id: 'response.sort-then', keys: ['T'], where: 'response', label: 'then sort', when: hasTable('sorted'),
    action: () => ({ type: 'response/sort', isAdded: true }),
    help: 'Table: sort by this column too, where the columns before are equal; again: the other way; again: not.' },
  { id: 'response.filter', keys: ['f'], where: 'response', label: 'filter', footer: 3, when: isFilterable,
    labelNow: ({ response }) => (shownBody(response)?.table === undefined ? 'filter' : 'filter rows'),
    action: () => ({ type: 'response/filter' }),
    help: 'Filter the body by a JSONPath ($.items[?@.price < 10].name) as you type, from the path of the cursor on; the rows of a table by words. Esc in the pane ends it.' },
  { id: 'response.widen', keys: ['W'], where: 'response', label: 'widen column', when: hasTable('widened'),
    action: () => ({ type: 'response/widen' }),
    help: 'Table: make the column of the cursor as wide as its content; again: as before.' },
  { id: 'response.compare', keys: ['='], where: 'response', label: 'compare', when: state => isComparable(state),
    action: () => ({ type: 'response/ask-compare' }),
    help: 'Mark what is different from another of the last ten responses, of any tab or environment; order of members ignored.' },
  { id: 'response.earlier', keys: [','], where: 'response', label: 'earlier response', when: state => canStep(state, -1),
    action: () => ({ type: 'response/past', by: -1 }),
    help: 'Show the response before this one, of the last ten of this tab; nothing is sent.' },
  { id: 'response.later', keys: ['.'], where: 'response', label: 'later response', when: state => canStep(state, 1),
    action: () => ({ type: 'response/past', by: 1 }),
    help: 'Show the response after this one.' },
  { id: 'response.save', keys: ['s'], where: 'response', label: 'save', footer: 4, action: () => ({ type: 'response/ask-save' }),
    help: 'Save this text to a file; events as JSON lines.' },
  { id: 'response.pager', keys: ['p'], where: 'response', label: 'pager', when: hasText, action: () => ({ type: 'response/page' }),
    help: 'This text in $PAGER.' },
  { id: 'response.copy', keys: ['y'], where: 'response', label: 'copy value', when: hasValue,
    action: state => ({ type: 'app/copy', text: valueHere(state.response) ?? '', what: 'the value' }),
    help: 'Copy the value under the cursor: a text without its quotes, anything else as JSON.' },
  { id: 'response.use', keys: ['a'], where: 'response', label: 'use value', footer: 2, when: hasJson,
    action: () => ({ type: 'values/offer' }),
    help: 'Use the value under the cursor: as a variable, as Bearer token, as a header; or keep it, and {{name}} stands for it.' },
  { id: 'response.copy-path', keys: ['c'], where: 'response', label: 'copy path', when: hasPath,
    action: state => { const path = pathHere(state.response) ?? ''; return { type: 'app/copy', text: path, what: path }; },
    help: 'Copy the path of the value under the cursor, as jq takes it.' },
  { id: 'response.copy-all', keys: ['Y'], where: 'response', label: 'copy all', when: hasText, action: () => ({ type: 'response/copy-all' }),
    help: 'Copy the whole text of this tab; events as JSON lines; a table as TSV, CSV or Markdown.' },
  { id: 'response.leave', keys: ['escape', 'backspace'], where: 'response', label: 'back', labelNow: backNow, footer: 0, quiet: true,
    action: () => ({ type: 'response/leave' }),
    help: 'Back from the filtered text, the open event, the search.' },
];

/** Keys of the input line below the pane. All other keys are input. */
// biome-ignore format: one key, one row
export const findKeys: readonly Binding[] = [
  { id: 'response.find.take', keys: ['enter'], where: 'response:find', label: 'keep', footer: 1, quiet: true,
    action: () => ({ type: 'response/found' }),
    help: 'Keep what was found: n and N go through it.' },
  { id: 'response.find.leave', keys: ['escape'], where: 'response:find', label: 'leave', footer: 2, quiet: true,
    action: () => ({ type: 'response/find-leave' }),
    help: 'Leave the search: everything is as before.' },
  { id: 'response.find.next', keys: ['down', 'ctrl+n'], where: 'response:find', label: 'next', quiet: true,
    action: state => ({ type: showsLog(state.response) ? 'response/move' : 'response/next', by: 1 }),
    help: 'Next match.' },
  { id: 'response.find.previous', keys: ['up', 'ctrl+p'], where: 'response:find', label: 'previous', quiet: true,
    action: state => ({ type: showsLog(state.response) ? 'response/move' : 'response/next', by: -1 }),
    help: 'Previous match.' },
];

/** Commands that copy the operation as a shell command. They appear only in the palette. */
// biome-ignore format: one key, one row
export const copyKeys: readonly Binding[] = [
  { id: 'run.ways', keys: ['M'], where: 'command', label: 'transport', action: () => ({ type: 'response/ask-ways' }),
    help: 'The run menu: a file for a variable, GET or POST, the protocol of subscriptions, persisted operations.' },
  { id: 'copy.apiclient', keys: [], where: 'command', label: 'copy as apiclient command',
    action: () => ({ type: 'response/copy-command', program: 'apiclient' }),
    help: 'The active operation as a command for this program, without its secrets.' },
  { id: 'copy.picks', keys: [], where: 'command', label: 'copy as apiclient command with picks',
    when: state => state.connect.index !== undefined || 'There is no schema to pick from.', action: () => ({ type: 'response/copy-picks' }),
    help: 'The active operation as a command for this program that builds it from paths (--pick), without its secrets.' },
  { id: 'copy.curl', keys: ['g y'], where: 'command', label: 'copy as curl command',
    action: () => ({ type: 'response/copy-command', program: 'curl' }),
    help: 'Copy the active operation as a command for curl, without its secrets.' },
  { id: 'copy.fetch', keys: [], where: 'command', label: 'copy as JavaScript with fetch',
    action: () => ({ type: 'response/copy-command', program: 'fetch' }),
    help: 'The active operation as code for browsers and Node.js, without its secrets.' },
  { id: 'copy.http', keys: [], where: 'command', label: 'copy as an entry of a .http file',
    action: () => ({ type: 'response/copy-command', program: 'http' }),
    help: 'The active operation as a request of a .http file, which apiclient run sends; names stand for its secrets.' },
];

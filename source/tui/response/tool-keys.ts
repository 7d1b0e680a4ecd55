/** Keys of the response pane: what is done with the text that is shown. */

import type { Binding, State } from '../model/state.js';
import { shownBody, showsLog } from './shown.js';
import { pathHere, valueHere } from './values.js';

const hasText = ({ response }: State): true | string =>
  shownBody(response) !== undefined || showsLog(response) || 'There is nothing here.';
const hasPath = ({ response }: State): true | string => pathHere(response) !== undefined || 'There is no path here.';
const hasValue = ({ response }: State): true | string => valueHere(response) !== undefined || 'There is nothing here.';

/** What Esc does now, in the order of `response/leave`; of a table Enter says so. */
const backNow = ({ response }: State): string => {
  const inBody = response.tab === 'body';
  const body = shownBody(response);
  if (inBody && response.filtered !== undefined) return 'whole text';
  if (body?.table !== undefined) return '';
  if (body?.search !== undefined) return 'end search';
  if (inBody && response.opened !== undefined) return 'all events';
  return showsLog(response) && response.log.filter !== '' ? 'end filter' : '';
};

/** Keys that search, filter, save and copy; those that need a text say so if there is none. */
export const responseToolKeys: readonly Binding[] = [
  {
    id: 'response.find',
    keys: ['/'],
    where: 'response',
    label: 'search',
    help: 'Search as you type; among events: show only those that fit. Lower case finds any case.',
    footer: 3,
    when: hasText,
    action: () => ({ type: 'response/find' }),
  },
  {
    id: 'response.next',
    keys: ['n'],
    where: 'response',
    label: 'next match',
    help: 'Next match of the search.',
    action: () => ({ type: 'response/next', by: 1 }),
  },
  {
    id: 'response.previous',
    keys: ['N'],
    where: 'response',
    label: 'previous match',
    help: 'Previous match of the search.',
    action: () => ({ type: 'response/next', by: -1 }),
  },
  {
    id: 'response.pipe',
    keys: ['|'],
    where: 'response',
    label: 'filter',
    help: 'Show what a command (like jq) makes of this text: it gets it on its standard input.',
    footer: 4,
    action: () => ({ type: 'response/ask-pipe' }),
  },
  {
    id: 'response.table',
    keys: ['t'],
    where: 'response',
    label: 'table',
    help: 'Show the list of objects the cursor is in as a table, and back.',
    action: () => ({ type: 'response/table' }),
  },
  {
    id: 'response.sort',
    keys: ['S'],
    where: 'response',
    label: 'sort',
    help: 'Table: sort by the column the cursor is in; again: the other way; again: as it came.',
    footer: 1,
    when: ({ response }) => shownBody(response)?.table !== undefined || 'Only a table is sorted: t shows one.',
    action: () => ({ type: 'response/sort' }),
  },
  {
    id: 'response.save',
    keys: ['s'],
    where: 'response',
    label: 'save',
    help: 'Save this text to a file; events as JSON lines.',
    footer: 4,
    action: () => ({ type: 'response/ask-save' }),
  },
  {
    id: 'response.pager',
    keys: ['p'],
    where: 'response',
    label: 'pager',
    help: 'This text in $PAGER.',
    when: hasText,
    action: () => ({ type: 'response/page' }),
  },
  {
    id: 'response.copy',
    keys: ['y'],
    where: 'response',
    label: 'copy value',
    help: 'Copy the value under the cursor: a text without its quotes, anything else as JSON.',
    when: hasValue,
    action: state => ({ type: 'app/copy', text: valueHere(state.response) ?? '', what: 'the value' }),
  },
  {
    id: 'response.copy-path',
    keys: ['c'],
    where: 'response',
    label: 'copy path',
    help: 'Copy the path of the value under the cursor, as jq takes it.',
    when: hasPath,
    action: state => {
      const path = pathHere(state.response) ?? '';
      return { type: 'app/copy', text: path, what: path };
    },
  },
  {
    id: 'response.copy-all',
    keys: ['Y'],
    where: 'response',
    label: 'copy all',
    help: 'Copy the whole text of this tab; events as JSON lines.',
    when: hasText,
    action: () => ({ type: 'response/copy-all' }),
  },
  {
    id: 'response.leave',
    keys: ['escape', 'backspace'],
    where: 'response',
    label: 'back',
    labelNow: backNow,
    help: 'Back from the filtered text, the open event, the search.',
    footer: 0,
    quiet: true,
    action: () => ({ type: 'response/leave' }),
  },
];

/** Keys of the line being typed below the pane; all others go into it. */
export const findKeys: readonly Binding[] = [
  {
    id: 'response.find.take',
    keys: ['enter'],
    where: 'response:find',
    label: 'keep',
    help: 'Keep what was found: n and N go through it.',
    footer: 1,
    quiet: true,
    action: () => ({ type: 'response/found' }),
  },
  {
    id: 'response.find.leave',
    keys: ['escape'],
    where: 'response:find',
    label: 'leave',
    help: 'Leave the search: everything is as before.',
    footer: 2,
    quiet: true,
    action: () => ({ type: 'response/find-leave' }),
  },
  {
    id: 'response.find.next',
    keys: ['down', 'ctrl+n'],
    where: 'response:find',
    label: 'next',
    help: 'Next match.',
    quiet: true,
    action: state => ({ type: showsLog(state.response) ? 'response/move' : 'response/next', by: 1 }),
  },
  {
    id: 'response.find.previous',
    keys: ['up', 'ctrl+p'],
    where: 'response:find',
    label: 'previous',
    help: 'Previous match.',
    quiet: true,
    action: state => ({ type: showsLog(state.response) ? 'response/move' : 'response/next', by: -1 }),
  },
];

/** The operation as a shell command: reached by name, in the palette. */
export const copyKeys: readonly Binding[] = [
  {
    id: 'run.ways',
    keys: ['M'],
    where: 'command',
    label: 'how to send',
    help: 'The run menu: a file for a variable, GET or POST, the protocol of subscriptions, persisted operations.',
    action: () => ({ type: 'response/ask-ways' }),
  },
  {
    id: 'copy.apiclient',
    keys: [],
    where: 'command',
    label: 'copy as apiclient command',
    help: 'The active operation as a command for this program, without its secrets.',
    action: () => ({ type: 'response/copy-command', program: 'apiclient' }),
  },
  {
    id: 'copy.picks',
    keys: [],
    where: 'command',
    label: 'copy as apiclient command with picks',
    help: 'The active operation as a command for this program that builds it from paths (--pick), without its secrets.',
    when: state => state.connect.index !== undefined || 'There is no schema to pick from.',
    action: () => ({ type: 'response/copy-picks' }),
  },
  {
    id: 'copy.curl',
    keys: [],
    where: 'command',
    label: 'copy as curl command',
    help: 'The active operation as a command for curl, without its secrets.',
    action: () => ({ type: 'response/copy-command', program: 'curl' }),
  },
  {
    id: 'copy.fetch',
    keys: [],
    where: 'command',
    label: 'copy as JavaScript with fetch',
    help: 'The active operation as code for browsers and Node.js, without its secrets.',
    action: () => ({ type: 'response/copy-command', program: 'fetch' }),
  },
];

/** Keys of the response pane: what is done with the text that is shown. */

import type { Binding } from '../app/contexts.js';
import type { State } from '../model/state.js';
import { responseKey } from './keys.js';
import { shownBody, showsLog } from './reduce.js';
import { pathHere, valueHere } from './values.js';

const key = responseKey;

const hasText = ({ response }: State): true | string =>
  shownBody(response) !== undefined || showsLog(response) || 'There is nothing here.';
const hasPath = ({ response }: State): true | string => pathHere(response) !== undefined || 'There is no path here.';
const hasValue = ({ response }: State): true | string => valueHere(response) !== undefined || 'There is nothing here.';

/** Keys that search, filter, save and copy; those that need a text say so where there is none. */
export const responseToolKeys: readonly Binding[] = [
  key(
    'find',
    ['/'],
    'search',
    'Search as you type; among events: show only those that fit. Lower case finds any case.',
    { type: 'response/find' },
    { footer: 3, when: hasText },
  ),
  key('next', ['n'], 'next match', 'Next match of the search.', { type: 'response/next', by: 1 }),
  key('previous', ['N'], 'previous match', 'Previous match of the search.', { type: 'response/next', by: -1 }),
  key(
    'pipe',
    ['|'],
    'filter',
    'Show what a command (like jq) makes of this text: it gets it on its standard input.',
    { type: 'response/ask-pipe' },
    { footer: 4 },
  ),
  key('table', ['t'], 'table', 'Show the list of objects the cursor is in as a table, and back.', {
    type: 'response/table',
  }),
  key(
    'save',
    ['s'],
    'save',
    'Save this text to a file; events as JSON lines.',
    { type: 'response/ask-save' },
    { footer: 4 },
  ),
  key('pager', ['p'], 'pager', 'This text in $PAGER.', { type: 'response/page' }, { when: hasText }),
  key(
    'copy',
    ['y'],
    'copy value',
    'Copy the value under the cursor: a text without its quotes, anything else as JSON.',
    state => ({ type: 'app/copy', text: valueHere(state.response) ?? '', what: 'the value' }),
    { when: hasValue },
  ),
  key(
    'copy-path',
    ['c'],
    'copy path',
    'Copy the path of the value under the cursor, as jq takes it.',
    state => {
      const path = pathHere(state.response) ?? '';
      return { type: 'app/copy', text: path, what: path };
    },
    { when: hasPath },
  ),
  key(
    'copy-all',
    ['Y'],
    'copy all',
    'Copy the whole text of this tab; events as JSON lines.',
    { type: 'response/copy-all' },
    { when: hasText },
  ),
  key(
    'leave',
    ['escape', 'backspace'],
    'back',
    'Back from the filtered text, the open event, the search.',
    { type: 'response/leave' },
    { quiet: true },
  ),
];

/** Keys of the line that is typed below the pane; all others go into it. */
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
    help: 'Leave the search: all is as before.',
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

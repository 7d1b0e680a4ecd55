/** Keys of the response pane: reading. What is done with the text is in `tool-keys.ts`. */

import { isFolded } from '../../core/response/viewer/folds.js';
import { viewOf } from '../layout.js';
import type { Binding, State } from '../model/state.js';
import { shownBody, showsLog } from './shown.js';
import { tabNames } from './tabs.js';

const page = (state: State): number => Math.max(1, viewOf(state, 'response').height - 1);

/** What Enter does with what is shown. */
const enterNow = ({ response }: State): string => {
  if (showsLog(response)) return response.log.listed.length === 0 ? '' : 'open';
  if (response.tab === 'errors') return 'go to';
  const body = shownBody(response);
  if (body === undefined || !body.source.has(body.cursor)) return '';
  if (body.table !== undefined) return 'leave the table';
  if (body.source.kind(body.cursor) === 'leaf') return 'show whole';
  return body.source.kind(body.cursor) === 'open' && isFolded(body.folds, body.cursor) ? 'open' : 'fold';
};

const readKeys: readonly Binding[] = [
  {
    id: 'response.enter',
    keys: ['enter'],
    where: 'response',
    label: 'fold',
    labelNow: enterNow,
    help: 'Fold or open a container; show a value whole; open an event; go to an error.',
    footer: 1,
    action: () => ({ type: 'response/enter' }),
  },
  {
    id: 'response.close',
    keys: ['h'],
    where: 'response',
    label: 'fold',
    help: 'Fold; on what is folded or a value: go to what it is in.',
    action: () => ({ type: 'response/fold', how: 'close' }),
  },
  {
    id: 'response.open',
    keys: ['l'],
    where: 'response',
    label: 'open',
    help: 'Open; in what is open: the next line.',
    action: () => ({ type: 'response/fold', how: 'open' }),
  },
  {
    id: 'response.close-all',
    keys: ['-'],
    where: 'response',
    label: 'fold all',
    help: 'Fold every element of the list or object the cursor is in.',
    action: () => ({ type: 'response/fold', how: 'close-all' }),
  },
  {
    id: 'response.open-all',
    keys: ['+'],
    where: 'response',
    label: 'open all',
    help: 'Open everything in the list or object the cursor is in.',
    action: () => ({ type: 'response/fold', how: 'open-all' }),
  },
  {
    id: 'response.next-tab',
    keys: [']'],
    where: 'response',
    label: 'next tab',
    help: `Next tab: ${tabNames}.`,
    footer: 2,
    action: () => ({ type: 'response/tab', by: 1 }),
  },
  {
    id: 'response.previous-tab',
    keys: ['['],
    where: 'response',
    label: 'previous tab',
    help: 'Previous tab.',
    action: () => ({ type: 'response/tab', by: -1 }),
  },
  {
    id: 'response.next-error',
    keys: ['}'],
    where: 'response',
    label: 'next error',
    help: 'Next error, at its place in the data.',
    action: () => ({ type: 'response/error', by: 1 }),
  },
  {
    id: 'response.previous-error',
    keys: ['{'],
    where: 'response',
    label: 'previous error',
    help: 'Previous error.',
    action: () => ({ type: 'response/error', by: -1 }),
  },
  {
    id: 'response.down',
    keys: ['j', 'down'],
    where: 'response',
    label: 'down',
    help: 'Down.',
    quiet: true,
    action: () => ({ type: 'response/move', by: 1 }),
  },
  {
    id: 'response.up',
    keys: ['k', 'up'],
    where: 'response',
    label: 'up',
    help: 'Up.',
    quiet: true,
    action: () => ({ type: 'response/move', by: -1 }),
  },
  {
    id: 'response.page-down',
    keys: ['pagedown', 'ctrl+d'],
    where: 'response',
    label: 'a page down',
    help: 'A page down.',
    quiet: true,
    action: state => ({ type: 'response/move', by: page(state) }),
  },
  {
    id: 'response.page-up',
    keys: ['pageup', 'ctrl+u'],
    where: 'response',
    label: 'a page up',
    help: 'A page up.',
    quiet: true,
    action: state => ({ type: 'response/move', by: -page(state) }),
  },
  {
    id: 'response.first',
    keys: ['g g', 'home'],
    where: 'response',
    label: 'first line',
    help: 'First line.',
    quiet: true,
    action: () => ({ type: 'response/move', by: Number.NEGATIVE_INFINITY }),
  },
  {
    id: 'response.last',
    keys: ['G', 'end'],
    where: 'response',
    label: 'last line; among events: follow',
    help: 'Last line; among events: follow.',
    quiet: true,
    action: () => ({ type: 'response/move', by: Number.POSITIVE_INFINITY }),
  },
  {
    id: 'response.right',
    keys: ['right'],
    where: 'response',
    label: 'scroll right',
    help: 'Scroll right.',
    quiet: true,
    action: () => ({ type: 'response/sideways', by: 8 }),
  },
  {
    id: 'response.left',
    keys: ['left'],
    where: 'response',
    label: 'scroll left',
    help: 'Scroll left.',
    quiet: true,
    action: () => ({ type: 'response/sideways', by: -8 }),
  },
  {
    id: 'response.line-end',
    keys: ['$'],
    where: 'response',
    label: 'scroll to the ends of the lines',
    help: 'Scroll to the ends of the lines.',
    quiet: true,
    action: () => ({ type: 'response/sideways', by: Number.POSITIVE_INFINITY }),
  },
  {
    id: 'response.line-start',
    keys: ['0', '^'],
    where: 'response',
    label: 'scroll back to the beginnings of the lines',
    help: 'Scroll back to the beginnings of the lines.',
    quiet: true,
    action: () => ({ type: 'response/sideways', by: Number.NEGATIVE_INFINITY }),
  },
];

const streams = ({ response }: State): true | string =>
  response.kind === 'subscription' || 'Only a subscription has events.';
const listed = (state: State): true | string =>
  streams(state) === true ? showsLog(state.response) || 'Esc goes back to the events.' : streams(state);
const opened = ({ response }: State): true | string =>
  response.opened !== undefined || 'No event is open: Enter opens one.';

const streamKeys: readonly Binding[] = [
  {
    id: 'response.pause',
    keys: ['space'],
    where: 'response',
    label: 'pause',
    labelNow: ({ response }) => (response.log.frozen !== undefined ? 'resume' : response.running ? 'pause' : ''),
    help: 'Events: pause; what comes meanwhile is kept. Again: go on and follow.',
    footer: 1,
    when: listed,
    action: () => ({ type: 'response/pause' }),
  },
  {
    id: 'response.turn',
    keys: ['r'],
    where: 'response',
    label: 'newest first',
    help: 'Events: the newest first, or last.',
    when: listed,
    action: () => ({ type: 'response/turn' }),
  },
  {
    id: 'response.clear',
    keys: ['C'],
    where: 'response',
    label: 'clear events',
    help: 'Events: forget all that came.',
    when: streams,
    action: () => ({ type: 'response/clear' }),
  },
  {
    id: 'response.next-event',
    keys: ['J', 'shift+down'],
    where: 'response',
    label: 'next event',
    help: 'While an event is open: the one below it in the list.',
    when: opened,
    action: () => ({ type: 'response/event', by: 1 }),
  },
  {
    id: 'response.previous-event',
    keys: ['shift+up'],
    where: 'response',
    label: 'previous event',
    help: 'While an event is open: the one above it.',
    when: opened,
    action: () => ({ type: 'response/event', by: -1 }),
  },
];

/** Keys of a text that is read, and of the list of events. */
export const responseKeys: readonly Binding[] = [...readKeys, ...streamKeys];

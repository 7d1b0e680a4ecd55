/** Keys of the response pane for reading. Commands on the text are in `tool-keys.ts`. */

import { isFolded } from '../../core/response/viewer/folds.js';
import { viewOf } from '../layout.js';
import type { Binding, State } from '../model/state.js';
import { shownBody, showsLog, takesMessages } from './shown.js';
import { tabNames } from './tabs.js';

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
const opened = ({ response }: State): true | string =>
  response.opened !== undefined || 'No event is open. Press Enter to open one.';

// biome-ignore format: one key, one row
const streamKeys: readonly Binding[] = [
  { id: 'response.pause', keys: ['space'], where: 'response', label: 'pause',
    labelNow: ({ response }) => (response.log.frozen !== undefined ? 'resume' : response.running ? 'pause' : ''), footer: 1, when: listed,
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

/** Keys of the viewer and of the list of events. */
export const responseKeys: readonly Binding[] = [...readKeys, ...streamKeys];

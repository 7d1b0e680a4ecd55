/** Keys of the response pane: reading. What is done with the text is in `table-response-tools.ts`. */

import type { Binding } from '../app/contexts.js';
import type { Action } from '../model/action.js';
import { type State, viewOf } from '../model/state.js';
import { showsLog } from './reduce.js';

type Making = Action | ((state: State) => Action);

/** A binding of the pane. */
export const responseKey = (
  id: string,
  keys: readonly string[],
  label: string,
  help: string,
  action: Making,
  more: Partial<Binding> = {},
): Binding => ({
  id: `response.${id}`,
  keys,
  where: 'response',
  label,
  help,
  action: typeof action === 'function' ? action : () => action,
  ...more,
});

const key = responseKey;
const quiet = { quiet: true };

const page = (state: State): number => Math.max(1, viewOf(state, 'response').height - 1);

const move = (id: string, keys: readonly string[], help: string, by: (state: State) => number): Binding =>
  key(id, keys, help.replace('.', '').toLowerCase(), help, state => ({ type: 'response/move', by: by(state) }), quiet);

const sideways = (id: string, keys: readonly string[], help: string, by: number): Binding =>
  key(id, keys, help.replace('.', '').toLowerCase(), help, { type: 'response/sideways', by }, quiet);

const fold = (
  id: string,
  keys: readonly string[],
  label: string,
  help: string,
  how: 'close' | 'open' | 'close-all' | 'open-all',
): Binding => key(id, keys, label, help, { type: 'response/fold', how });

const readKeys: readonly Binding[] = [
  key(
    'enter',
    ['enter'],
    'fold',
    'Fold or open a container; show a value whole; open an event; go to an error.',
    { type: 'response/enter' },
    { footer: 1 },
  ),
  fold('close', ['h'], 'fold', 'Fold; on what is folded or a value: go to what it is in.', 'close'),
  fold('open', ['l'], 'open', 'Open; in what is open: the next line.', 'open'),
  fold('close-all', ['-'], 'fold all', 'Fold every element of the list or object the cursor is in.', 'close-all'),
  fold('open-all', ['+'], 'open all', 'Open everything in the list or object the cursor is in.', 'open-all'),
  key(
    'next-tab',
    [']'],
    'next tab',
    'Next tab: Body, Errors, Headers, Timing, Raw.',
    { type: 'response/tab', by: 1 },
    { footer: 2 },
  ),
  key('previous-tab', ['['], 'previous tab', 'Previous tab.', { type: 'response/tab', by: -1 }),
  key('next-error', ['}'], 'next error', 'Next error, at its place in the data.', { type: 'response/error', by: 1 }),
  key('previous-error', ['{'], 'previous error', 'Previous error.', { type: 'response/error', by: -1 }),
  move('down', ['j', 'down'], 'Down.', () => 1),
  move('up', ['k', 'up'], 'Up.', () => -1),
  move('page-down', ['pagedown', 'ctrl+d'], 'A page down.', page),
  move('page-up', ['pageup', 'ctrl+u'], 'A page up.', state => -page(state)),
  move('first', ['g g', 'home'], 'First line.', () => Number.NEGATIVE_INFINITY),
  move('last', ['G', 'end'], 'Last line; among events: follow.', () => Number.POSITIVE_INFINITY),
  sideways('right', ['right'], 'Scroll right.', 8),
  sideways('left', ['left'], 'Scroll left.', -8),
  sideways('line-end', ['$'], 'Scroll to the ends of the lines.', Number.POSITIVE_INFINITY),
  sideways('line-start', ['0', '^'], 'Scroll back to the beginnings of the lines.', Number.NEGATIVE_INFINITY),
];

const streams = ({ response }: State): true | string =>
  response.kind === 'subscription' || 'Only a subscription has events.';
const listed = (state: State): true | string =>
  streams(state) === true ? showsLog(state.response) || 'Esc goes back to the events.' : streams(state);
const opened = ({ response }: State): true | string =>
  response.opened !== undefined || 'No event is open: Enter opens one.';

const streamKeys: readonly Binding[] = [
  key(
    'pause',
    ['space'],
    'pause',
    'Events: pause; what comes meanwhile is kept. Again: go on and follow.',
    { type: 'response/pause' },
    { when: listed, footer: 4 },
  ),
  key('turn', ['r'], 'newest first', 'Events: the newest first, or last.', { type: 'response/turn' }, { when: listed }),
  key('clear', ['C'], 'clear events', 'Events: forget all that came.', { type: 'response/clear' }, { when: streams }),
  key(
    'next-event',
    ['J', 'shift+down'],
    'next event',
    'While an event is open: the one below it in the list.',
    { type: 'response/event', by: 1 },
    { when: opened },
  ),
  key(
    'previous-event',
    ['shift+up'],
    'previous event',
    'While an event is open: the one above it.',
    { type: 'response/event', by: -1 },
    { when: opened },
  ),
];

/** Keys of a text that is read, and of the list of events. */
export const responseKeys: readonly Binding[] = [...readKeys, ...streamKeys];

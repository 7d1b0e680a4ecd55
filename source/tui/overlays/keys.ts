/** Keys of overlays and of the URL prompt. */

import type { Binding, Where } from '../app/contexts.js';
import { historyEntries } from '../documents/history.js';
import { operationEntries } from '../documents/operations.js';
import { identityRows } from '../identity/reduce.js';
import type { Action } from '../model/action.js';
import { type State, topOverlay } from '../model/state.js';
import { chosenInPalette, paletteEntries } from './palette.js';

/** How many entries the list on top has; undefined: it is none. */
export function overlayCount(state: State): number | undefined {
  const overlay = topOverlay(state);
  switch (overlay?.kind) {
    case 'choice':
      return overlay.options.length;
    case 'palette':
      return paletteEntries(state).length;
    case 'operations':
      return operationEntries(state).length;
    case 'identity':
      return identityRows(state).length;
    case 'history':
      return historyEntries(overlay).length;
    default:
      return undefined;
  }
}

/** Up or down in the list on top. */
export function moveInOverlay(state: State, by: number): Action {
  const count = overlayCount(state);
  return { type: 'overlay/move', by, ...(count === undefined ? {} : { last: count - 1 }) };
}

const move = (id: string, keys: readonly string[], where: readonly Where[], by: number, help: string): Binding => ({
  id: `overlay.${id}`,
  keys,
  where,
  label: help.replace('.', '').toLowerCase(),
  help,
  quiet: true,
  action: state => moveInOverlay(state, by),
});

const withField: readonly Where[] = ['help', 'palette', 'history'];
const withoutField: readonly Where[] = ['text', 'choice', 'operations', 'identity'];
const all = [...withField, ...withoutField];

/** A letter stands only where the overlay has no field to type it into. */
export const overlayKeys: readonly Binding[] = [
  move('down', ['down', 'ctrl+n'], all, 1, 'Down.'),
  move('up', ['up', 'ctrl+p'], all, -1, 'Up.'),
  move('page-down', ['pagedown'], all, 10, 'Ten lines down.'),
  move('page-up', ['pageup'], all, -10, 'Ten lines up.'),
  // Where there is a field, these two edit it.
  move('half-down', ['ctrl+d'], withoutField, 10, 'Ten lines down.'),
  move('half-up', ['ctrl+u'], withoutField, -10, 'Ten lines up.'),
  move('letter-down', ['j'], withoutField, 1, 'Down.'),
  move('space', ['space'], ['text', 'choice'], 1, 'Down.'),
  move('letter-up', ['k'], withoutField, -1, 'Up.'),
  move('end', ['G'], withoutField, 100_000, 'Last line.'),
  move('home', ['g g'], withoutField, -100_000, 'First line.'),
  {
    id: 'overlay.close-letter',
    keys: ['q', '?', 'K', 'enter'],
    where: 'text',
    label: 'close',
    help: 'Close.',
    footer: 1,
    quiet: true,
    action: () => ({ type: 'overlay/close' }),
  },
  {
    id: 'overlay.close-help',
    keys: ['enter'],
    where: 'help',
    label: 'close',
    help: 'Close.',
    footer: 1,
    quiet: true,
    action: () => ({ type: 'overlay/close' }),
  },
  {
    id: 'overlay.close-choice',
    keys: ['q'],
    where: ['choice', 'operations', 'identity'],
    label: 'close',
    help: 'Close without choosing.',
    quiet: true,
    action: () => ({ type: 'overlay/close' }),
  },
  {
    id: 'overlay.palette-run',
    keys: ['enter'],
    where: 'palette',
    label: 'run',
    help: 'Run the marked command.',
    footer: 1,
    quiet: true,
    action: state => chosenInPalette(state),
  },
  {
    id: 'overlay.accept',
    keys: ['enter'],
    where: 'overlay',
    label: 'take',
    help: 'Take what is marked or typed.',
    footer: 1,
    quiet: true,
    action: () => ({ type: 'overlay/accept' }),
  },
  {
    id: 'overlay.close',
    keys: ['escape'],
    where: 'overlay',
    label: 'close',
    help: 'Close; nothing changes.',
    footer: 2,
    quiet: true,
    action: () => ({ type: 'overlay/close' }),
  },
];

/** Keys of the URL prompt, and of the screen that tells why there is no schema. */
export const connectKeys: readonly Binding[] = [
  {
    id: 'connect.accept',
    keys: ['enter'],
    where: 'connect',
    label: 'connect',
    help: 'Connect to this URL.',
    footer: 1,
    quiet: true,
    action: () => ({ type: 'connect/accept' }),
  },
  {
    id: 'connect.down',
    keys: ['down', 'ctrl+n'],
    where: 'connect',
    label: 'earlier endpoints',
    help: 'Choose one of the last endpoints.',
    footer: 2,
    quiet: true,
    action: () => ({ type: 'connect/move', by: 1 }),
  },
  {
    id: 'connect.up',
    keys: ['up'],
    where: 'connect',
    label: 'up',
    help: 'Choose one of the last endpoints.',
    quiet: true,
    action: () => ({ type: 'connect/move', by: -1 }),
  },
  {
    id: 'connect.leave',
    keys: ['escape'],
    where: 'connect',
    label: 'back',
    help: 'Back to the endpoint that is open.',
    quiet: true,
    action: () => ({ type: 'connect/leave' }),
  },
  {
    id: 'failed.retry',
    keys: ['r', 'R', 'enter'],
    where: 'failed',
    label: 'try again',
    help: 'Ask the server for its schema again.',
    footer: 1,
    quiet: true,
    action: () => ({ type: 'connect/retry' }),
  },
  {
    id: 'failed.file',
    keys: ['o', 'O'],
    where: 'failed',
    label: 'open an SDL file',
    help: 'Take the schema from a file: SDL or introspection JSON.',
    footer: 2,
    quiet: true,
    action: () => ({ type: 'connect/ask-file' }),
  },
  {
    id: 'failed.without',
    keys: ['c'],
    where: 'failed',
    label: 'go on without a schema',
    help: 'Typing and running still work.',
    footer: 3,
    quiet: true,
    action: () => ({ type: 'connect/without' }),
  },
  {
    id: 'failed.other',
    keys: ['E', 'u'],
    where: 'failed',
    label: 'other URL',
    help: 'Type another URL.',
    footer: 4,
    quiet: true,
    action: () => ({ type: 'connect/ask' }),
  },
];

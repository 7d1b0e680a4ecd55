/** Keys of the endpoint and its schema, of the URL prompt, and of the screen that says why there is no schema. */
import type { Binding } from '../model/state.js';
import { canGoBack } from './layout.js';

/** In any pane: open another endpoint, or reload the schema of this one. */
export const endpointKeys: readonly Binding[] = [
  {
    id: 'refresh',
    keys: ['R'],
    where: 'command',
    label: 'refresh schema',
    help: 'Ask the server for its schema again.',
    when: state => state.connect.source !== undefined || 'There is no endpoint.',
    action: () => ({ type: 'connect/retry' }),
  },
  {
    id: 'endpoint',
    keys: ['E'],
    where: 'command',
    label: 'other endpoint',
    help: 'Type another URL, or choose a profile.',
    action: () => ({ type: 'connect/ask' }),
  },
  {
    id: 'profile.write',
    keys: [],
    where: 'command',
    label: 'save as profile',
    help: 'Write this endpoint with its login into the configuration, under a short name.',
    when: state => state.connect.url !== '' || 'There is no endpoint.',
    action: () => ({ type: 'connect/ask-profile' }),
  },
];

/** Reached by name, in the palette. */
export const schemaFileKeys: readonly Binding[] = [
  {
    id: 'schema-file',
    keys: [],
    where: 'command',
    label: 'schema from a file',
    help: 'Take the schema from a file: SDL or introspection JSON.',
    action: () => ({ type: 'connect/ask-file' }),
  },
];

/** Keys of the URL prompt and of the screen after a failure. */
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
    labelNow: ({ connect }) => (connect.recent.length > 0 ? 'earlier endpoints' : ''),
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
    labelNow: ({ connect }) => (canGoBack(connect) ? 'back' : ''),
    help: 'Back to the endpoint that is open.',
    footer: 3,
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

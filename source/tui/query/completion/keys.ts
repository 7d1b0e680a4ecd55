/** Keys of the completion list, and those that open it. All other keys keep typing. */

import type { Binding } from '../../model/state.js';
import { acceptsNothing } from './reduce.js';

/** The first one opens the list; the others work while it is open. */
export const completionKeys: readonly Binding[] = [
  {
    id: 'completion.ask',
    keys: ['ctrl+n', 'ctrl+space'],
    where: ['edit:query', 'edit:variables'],
    label: 'complete',
    help: 'List what can be written here; it also opens as you type.',
    footer: 2,
    quiet: true,
    action: () => ({ type: 'completion/ask' }),
  },
  {
    id: 'completion.accept',
    keys: ['tab'],
    where: 'completion',
    label: 'accept',
    help: 'Take what is marked in the list; Enter does, too.',
    footer: 1,
    quiet: true,
    action: () => ({ type: 'completion/accept' }),
  },
  {
    id: 'completion.enter',
    keys: ['enter'],
    where: 'completion',
    label: 'accept',
    help: 'Take what is marked; a new line where that is what stands there already.',
    quiet: true,
    action: state =>
      acceptsNothing(state)
        ? { type: state.focus === 'variables' ? 'variables/command' : 'query/command', command: { do: 'newline' } }
        : { type: 'completion/accept' },
  },
  {
    id: 'completion.down',
    keys: ['down', 'ctrl+n', 'ctrl+space'],
    where: 'completion',
    label: 'down',
    help: 'Down.',
    quiet: true,
    action: () => ({ type: 'completion/move', by: 1 }),
  },
  {
    id: 'completion.up',
    keys: ['up', 'ctrl+p'],
    where: 'completion',
    label: 'up',
    help: 'Up.',
    quiet: true,
    action: () => ({ type: 'completion/move', by: -1 }),
  },
  {
    id: 'completion.page-down',
    keys: ['pagedown'],
    where: 'completion',
    label: 'eight down',
    help: 'Eight down.',
    quiet: true,
    action: () => ({ type: 'completion/move', by: 8 }),
  },
  {
    id: 'completion.page-up',
    keys: ['pageup'],
    where: 'completion',
    label: 'eight up',
    help: 'Eight up.',
    quiet: true,
    action: () => ({ type: 'completion/move', by: -8 }),
  },
  {
    id: 'completion.close',
    keys: ['escape'],
    where: 'completion',
    label: 'close the list',
    help: 'Close only the list; typing goes on.',
    footer: 2,
    quiet: true,
    action: () => ({ type: 'completion/close' }),
  },
];

/** Keys of the completion list, and keys that open it. All other keys continue typing. */

import type { Binding } from '../../model/state.js';
import { acceptsNothing } from './reduce.js';

/** The first key opens the list. The others work while it is open. */
// biome-ignore format: one key, one row
export const completionKeys: readonly Binding[] = [
  { id: 'completion.ask', keys: ['ctrl+n', 'ctrl+space'], where: ['edit:query', 'edit:variables'], label: 'complete', footer: 2, quiet: true,
    action: () => ({ type: 'completion/ask' }),
    help: 'List suggestions. The list also opens as you type.' },
  { id: 'completion.accept', keys: ['tab'], where: 'completion', label: 'accept', footer: 1, quiet: true,
    action: () => ({ type: 'completion/accept' }),
    help: 'Insert the selected suggestion, like Enter.' },
  { id: 'completion.enter', keys: ['enter'], where: 'completion', label: 'accept', quiet: true,
    action: state => acceptsNothing(state) ? { type: state.focus === 'variables' ? 'variables/command' : 'query/command', command: { do: 'newline' } } : { type: 'completion/accept' },
    help: 'Insert the selected suggestion, or start a new line if it is already typed.' },
  { id: 'completion.down', keys: ['down', 'ctrl+n', 'ctrl+space'], where: 'completion', label: 'down', quiet: true,
    action: () => ({ type: 'completion/move', by: 1 }),
    help: 'Down.' },
  { id: 'completion.up', keys: ['up', 'ctrl+p'], where: 'completion', label: 'up', quiet: true,
    action: () => ({ type: 'completion/move', by: -1 }),
    help: 'Up.' },
  { id: 'completion.page-down', keys: ['pagedown'], where: 'completion', label: 'a page down', quiet: true,
    action: () => ({ type: 'completion/move', by: 1, unit: 'page' }),
    help: 'A page down.' },
  { id: 'completion.page-up', keys: ['pageup'], where: 'completion', label: 'a page up', quiet: true,
    action: () => ({ type: 'completion/move', by: -1, unit: 'page' }),
    help: 'A page up.' },
  { id: 'completion.close', keys: ['escape'], where: 'completion', label: 'close the list', footer: 2, quiet: true,
    action: () => ({ type: 'completion/close' }),
    help: 'Close the list and continue typing.' },
];

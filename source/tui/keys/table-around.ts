/** Keys for what is around the panes: files, operations, history, headers and auth. */
import type { Binding } from './binding.js';

export const aroundKeys: readonly Binding[] = [
  {
    id: 'file.save',
    keys: ['w'],
    where: 'command',
    label: 'save',
    help: 'Save query and variables to their files; asks for a name first.',
    action: () => ({ type: 'files/save' }),
  },
  {
    id: 'file.save-as',
    keys: [],
    where: 'command',
    label: 'save as',
    help: 'Save query and variables to files of another name.',
    action: () => ({ type: 'files/ask-save' }),
  },
  {
    id: 'file.open',
    keys: ['O'],
    where: 'command',
    label: 'open file',
    help: 'Open a .graphql file, with name.variables.json beside it.',
    action: () => ({ type: 'files/ask-open' }),
  },
];

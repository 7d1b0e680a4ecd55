/** Keys of the variables pane. */
import type { Binding } from './binding.js';
import { textPaneKeys } from './table-panes.js';

export const variablesKeys: readonly Binding[] = [...textPaneKeys('variables', 'the variables')];

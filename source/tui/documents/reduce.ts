import type { FilesAction } from '../model/documents.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { reduceDrafts } from './drafts.js';
import { reduceFiles } from './files.js';
import { reduceHistory } from './history.js';
import { openFile } from './open-file.js';
import { reduceOperations } from './operations.js';
import { reduceSaved } from './saved.js';
import { reduceTabs } from './tabs.js';

export const documentReducers = {
  files: (state: State, action: FilesAction): Update<State> =>
    action.type === 'files/open' ? openFile(state, action) : reduceFiles(state, action),
  drafts: reduceDrafts,
  history: reduceHistory,
  operations: reduceOperations,
  saved: reduceSaved,
  tabs: reduceTabs,
};

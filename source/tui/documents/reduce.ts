import type { FilesAction } from '../model/documents.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { update } from '../update.js';
import { reduceDrafts } from './drafts.js';
import { reduceFiles } from './files.js';
import { reduceHistory } from './history.js';
import { reduceImporting } from './importing.js';
import { openFile, showFile } from './open-file.js';
import { reduceOperations } from './operations.js';
import { reduceSaved } from './saved.js';
import { withSiblingFiles } from './sibling-files.js';
import { reduceTabs } from './tabs.js';

export const documentReducers = {
  files(state: State, action: FilesAction): Update<State> {
    if (action.type === 'files/siblings') return update(withSiblingFiles(state, action.files));
    if (action.type === 'files/open') return action.inNewTab ? showFile(state, action) : openFile(state, action);
    switch (action.type) {
      case 'files/importable':
      case 'files/import':
      case 'files/curl':
      case 'files/pasted':
        return reduceImporting(state, action);
      default:
        return reduceFiles(state, action);
    }
  },
  drafts: reduceDrafts,
  history: reduceHistory,
  operations: reduceOperations,
  saved: reduceSaved,
  tabs: reduceTabs,
};

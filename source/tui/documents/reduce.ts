import { reduceDrafts } from './drafts.js';
import { reduceFiles } from './files.js';
import { reduceHistory } from './history.js';
import { reduceOperations } from './operations.js';
import { reduceSaved } from './saved.js';
import { reduceTabs } from './tabs.js';

export const documentReducers = {
  files: reduceFiles,
  drafts: reduceDrafts,
  history: reduceHistory,
  operations: reduceOperations,
  saved: reduceSaved,
  tabs: reduceTabs,
};

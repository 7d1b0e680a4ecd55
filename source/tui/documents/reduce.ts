/** The texts as documents: files, drafts, history, and the operations in them. */
import { reduceDrafts } from './drafts.js';
import { reduceFiles } from './files.js';
import { reduceHistory } from './history.js';
import { reduceOperations } from './operations.js';
import { reduceSaved } from './saved.js';
import { reduceTabs } from './tabs.js';

/** This room's reducers, by family of actions. */
export const documentReducers = {
  files: reduceFiles,
  drafts: reduceDrafts,
  history: reduceHistory,
  operations: reduceOperations,
  saved: reduceSaved,
  tabs: reduceTabs,
};

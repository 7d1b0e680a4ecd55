/** The keys of the full screen for `apiclient help keys`, the manual and the man pages. */
import { type KeyEntry, keyEntries } from '../overlays/key-entries.js';
import { keyTable } from './key-table.js';

/** All keys of the table without the user's overrides, in ASCII. */
export const keyHelp = (): readonly KeyEntry[] => keyEntries(keyTable, true);

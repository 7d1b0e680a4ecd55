/** Several documents, each in a tab of its own. */
import type { RestoredTab } from './documents.js';
import type { Document, Workplace } from './state.js';

/** All that belongs to one tab. The active one's is spread in the state. */
export interface TabContent extends Document, Workplace {}

/** A tab; what the active one holds here is what it held when it was last entered. */
export interface Tab {
  readonly id: number;
  readonly content: TabContent;
}

export interface TabsState {
  /** From left to right; never empty. */
  readonly all: readonly Tab[];
  /** Which of them is active. */
  readonly at: number;
  /** What was closed, the last one first, to bring it back. */
  readonly closed: readonly ClosedTab[];
  /** Nothing was changed since the last tab was closed: undo brings it back. */
  readonly justClosed: boolean;
}

export interface ClosedTab extends Tab {
  /** Where it stood. */
  readonly at: number;
}

export type TabsAction =
  | { readonly type: 'tabs/new' }
  | { readonly type: 'tabs/close' }
  /** Brings back what was closed last. */
  | { readonly type: 'tabs/reopen' }
  | { readonly type: 'tabs/step'; readonly by: 1 | -1 }
  /** From 0. */
  | { readonly type: 'tabs/go'; readonly at: number }
  /** The tabs that an earlier session left beside the active one, which stood at `at`. */
  | { readonly type: 'tabs/restore'; readonly at: number; readonly others: readonly RestoredTab[] };

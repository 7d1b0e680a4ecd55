/** The texts as files and drafts, the history of runs, and the list of operations. */
import type { SavedOperations } from '../../core/graphql/saved-operations.js';
import type { HistoryEntry } from '../../core/history.js';
import type { Doc, LazyText } from './text.js';

/** The file the texts belong to, and its contents as far as known. */
export interface FilesState {
  /** As the user typed it; undefined: the texts belong to no file. */
  readonly path: string | undefined;
  /** The texts as the file has them. */
  readonly query: Doc;
  readonly variables: Doc;
}

/** A name under which nothing could be saved: it is asked for again, with it and the reason. */
export interface RefusedName {
  readonly path: string;
  readonly problem?: string;
}

export type FilesAction =
  /** `w` */
  | { readonly type: 'files/save' }
  | { readonly type: 'files/ask-save'; readonly again?: RefusedName }
  | { readonly type: 'files/save-as'; readonly path: string; readonly overwrite?: boolean }
  /** `operation`: the one in it that was chosen by its name. */
  | { readonly type: 'files/open'; readonly path: string; readonly operation?: string }
  /** Read; `variables` is absent where there is no such file. */
  | {
      readonly type: 'files/opened';
      readonly tab: number;
      readonly path: string;
      readonly query: string;
      readonly variables?: string;
      readonly operation?: string;
    }
  | {
      readonly type: 'files/saved';
      readonly tab: number;
      readonly path: string;
      readonly query: LazyText;
      readonly variables: LazyText;
      /** Which files were written, in words. */
      readonly text: string;
    }
  /** A file of that name already exists, or is no longer what it was. */
  | { readonly type: 'files/in-the-way'; readonly path: string; readonly text: string };

/** What was last sent to be kept, to tell whether the texts have changed since. */
export interface DraftsState {
  /** The endpoint whose draft is written; undefined: none is open yet. */
  readonly of: string | undefined;
  /** The texts that were last sent to be kept, and the tabs beside them. */
  readonly query: Doc;
  readonly variables: Doc;
  readonly tabs: readonly unknown[] | undefined;
  /** The profile that was last sent with them. */
  readonly profile: string | undefined;
  /** The draft cannot be written, and the user knows. */
  readonly broken: boolean;
}

/** Texts that were unsaved when an earlier session ended. */
export interface RestoredText {
  readonly query: string;
  readonly variables: string;
  /** The file they belong to, with its own texts. */
  readonly file?: { readonly path: string; readonly query: string; readonly variables: string };
  /** The name of the profile it was written for. */
  readonly profile?: string;
}

/** A tab of that session, with its endpoint if that was another one. */
export interface RestoredTab extends RestoredText {
  readonly url?: string;
}

/** The tab that was active, and where it stood among the others. */
export interface RestoredDraft extends RestoredText {
  readonly at?: number;
  readonly others?: readonly RestoredTab[];
  /** Its endpoint, if that was another one. */
  readonly url?: string;
}

export type DraftsAction =
  /** The draft of an endpoint is open; it brings the texts that an earlier session left there. */
  | {
      readonly type: 'drafts/opened';
      readonly of: string;
      readonly restored?: RestoredDraft;
    }
  | { readonly type: 'drafts/saved' }
  /** `quitting`: the user wanted to quit, and stays because the text would be lost. */
  | { readonly type: 'drafts/failed'; readonly text: string; readonly quitting: boolean };

export type HistoryAction =
  /** `P` */
  | { readonly type: 'history/open' }
  | { readonly type: 'history/read'; readonly entries: readonly HistoryEntry[] }
  /** Enter puts the marked entry into the texts; with `run` it is run as well. */
  | { readonly type: 'history/take'; readonly run: boolean };

/** The kind of an operation, and the name of its root. */
export type Root = 'query' | 'mutation' | 'subscription';

export type OperationsAction =
  | { readonly type: 'operations/open' }
  /** Enter: the cursor goes there. */
  | { readonly type: 'operations/go'; readonly run?: boolean }
  | { readonly type: 'operations/ask-new' }
  | { readonly type: 'operations/ask-name'; readonly root: Root }
  | { readonly type: 'operations/new'; readonly root: Root; readonly name: string }
  | { readonly type: 'operations/ask-rename' }
  | { readonly type: 'operations/rename'; readonly definition: number; readonly name: string }
  | { readonly type: 'operations/delete' };

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

/** A file of operations, as the list of saved ones shows it. Foreign text. */
export interface SavedEntry extends SavedOperations {
  /** As one would type it here. */
  readonly path: string;
  /** How it begins. */
  readonly text: string;
}

export type SavedAction =
  /** `O` */
  | { readonly type: 'saved/open' }
  | { readonly type: 'saved/read'; readonly entries: readonly SavedEntry[] }
  /** Enter: opens the marked file, or the path that is typed. */
  | { readonly type: 'saved/take'; readonly inNewTab: boolean };

/** Texts as files and drafts, the history of runs, and the list of operations. */
import type { DocumentKind } from '../../core/document-kind.js';
import type { SavedOperations } from '../../core/graphql/saved-operations.js';
import type { HistoryEntry } from '../../core/history.js';
import type { Entry } from '../../core/http-file/document.js';
import type { KeptValues } from '../../core/http-file/kept-values.js';
import type { OtherTabs, TabTexts } from '../../core/tab-texts.js';
import type { Doc, LazyText } from './text.js';

/** The file of the texts, and its last known contents. */
export interface FilesState {
  /** As the user typed it; undefined: the texts have no file. */
  readonly path: string | undefined;
  /** Text of the file when it was opened. Another program may have written it, so its rights need trust. */
  readonly opened?: Doc | undefined;
  /** The texts as saved in the file. */
  readonly query: Doc;
  readonly variables: Doc;
}

/** A file name that could not be saved to: prompted for again, with the reason. */
export interface RefusedName {
  readonly path: string;
  readonly problem?: string;
}

/** Of a file that is opened: the name of an operation or request, or the place of a request among all. */
export type OperationToSelect = string | number;

/** A file of requests beside that of the texts. Untrusted text. */
export interface FileBeside {
  /** As a user here would type it. */
  readonly path: string;
  readonly requests: readonly Pick<Entry, 'name' | 'method' | 'url' | 'skip'>[];
}

export type FilesAction =
  /** `w` */
  | { readonly type: 'files/save' }
  | { readonly type: 'files/ask-save'; readonly again?: RefusedName }
  | { readonly type: 'files/save-as'; readonly path: string; readonly overwrite?: boolean; readonly note?: string }
  /** `inNewTab`: in that of the file, or in a new one. */
  | {
      readonly type: 'files/open';
      readonly path: string;
      readonly operation?: OperationToSelect;
      readonly inNewTab?: true;
    }
  /** The other files of requests in the folder of the tab's file. */
  | { readonly type: 'files/beside'; readonly tab: number; readonly files: readonly FileBeside[] }
  /** File contents; `variables` is absent if there is no such file. */
  | {
      readonly type: 'files/opened';
      readonly tab: number;
      readonly path: string;
      readonly query: string;
      readonly variables?: string;
      readonly operation?: OperationToSelect;
    }
  | {
      readonly type: 'files/saved';
      readonly tab: number;
      readonly path: string;
      readonly query: LazyText;
      readonly variables: LazyText;
      /** Message naming the files written. */
      readonly text: string;
    }
  /** A file of that name already exists, or has changed on disk. */
  | {
      readonly type: 'files/in-the-way';
      readonly path: string;
      readonly text: string;
      /** Another program's changes and ours, where they do not meet. */
      readonly merged?: MergedFiles;
    }
  /** Takes the merged texts, and writes them. */
  | { readonly type: 'files/merge'; readonly path: string; readonly merged: MergedFiles };

export interface MergedFiles {
  readonly query: string;
  readonly variables: string;
  /** The contents of the files. */
  readonly theirs: { readonly query: string; readonly variables: string };
  /** How many lines of the other program there are. */
  readonly lines: number;
}

/** The texts last sent to be saved, to tell whether they have changed since. */
export interface DraftsState {
  /** The endpoint whose draft is written; undefined: none is open yet. */
  readonly of: string | undefined;
  /** The texts last sent, and the other tabs. */
  readonly query: Doc;
  readonly variables: Doc;
  readonly tabs: readonly unknown[] | undefined;
  readonly profile: string | undefined;
  /** Kept for `{{name}}`; absent: none. */
  readonly values?: KeptValues;
  /** The draft cannot be written, and the user has been told. */
  readonly broken: boolean;
}

/** The active tab of an earlier session, and the others. */
export type RestoredDraft = TabTexts & Partial<OtherTabs>;

export type DraftsAction =
  /** The draft of an endpoint is open, with the texts of an earlier session. */
  | {
      readonly type: 'drafts/opened';
      readonly of: string;
      readonly restored?: RestoredDraft;
    }
  | { readonly type: 'drafts/saved' }
  /** `quitting`: the user wanted to quit; the program stays open because the text would be lost. */
  | { readonly type: 'drafts/failed'; readonly text: string; readonly quitting: boolean };

export type HistoryAction =
  /** `P` */
  | { readonly type: 'history/open' }
  | { readonly type: 'history/read'; readonly entries: readonly HistoryEntry[]; readonly now?: number }
  /** Enter loads the marked entry into the texts; `run` also runs it. */
  | { readonly type: 'history/take'; readonly run: boolean };

/** Kind of an operation and name of its root. */
type Root = 'query' | 'mutation' | 'subscription';

export type OperationsAction =
  | { readonly type: 'operations/open' }
  /** Enter: moves the cursor there. */
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
  /** Enter in the URL prompt: its server is of this kind, which is not the tab's. */
  | { readonly type: 'tabs/connect'; readonly kind: DocumentKind; readonly typed: string }
  /** Reopens the tab closed last. */
  | { readonly type: 'tabs/reopen' }
  | { readonly type: 'tabs/step'; readonly by: 1 | -1 }
  /** From 0. */
  | { readonly type: 'tabs/go'; readonly at: number }
  /** The tabs of an earlier session beside the active one, whose position is `at`. */
  | { readonly type: 'tabs/restore'; readonly at: number; readonly others: readonly TabTexts[] };

/** A file in the list of saved operations. Untrusted text. */
export interface SavedEntry extends SavedOperations {
  /** As a user here would type it. */
  readonly path: string;
  /** The beginning of its text. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly writtenAt?: number;
  /** The last run of this text. */
  readonly lastRun?: Pick<HistoryEntry, 'at' | 'url' | 'outcome'>;
}

export type SavedAction =
  /** `O` */
  | { readonly type: 'saved/open' }
  | { readonly type: 'saved/read'; readonly entries: readonly SavedEntry[]; readonly now?: number }
  /** Enter: opens the marked file, or the typed path. */
  | { readonly type: 'saved/take'; readonly inNewTab: boolean };

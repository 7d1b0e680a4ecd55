/** Texts as files and drafts, the history of runs, and the list of operations. */
import type { DocumentKind } from '../../core/document-kind.js';
import type { SavedOperations } from '../../core/graphql/saved-operations.js';
import type { HistoryEntry } from '../../core/history.js';
import type { CapturedValues } from '../../core/http-file/captured-values.js';
import type { Entry } from '../../core/http-file/document.js';
import type { OtherTabs, TabTexts } from '../../core/tab-texts.js';
import type { Doc, LazyText } from './text.js';

/** The file of the texts, and its last known content. */
export interface FilesState {
  /** Path as the user typed it, or undefined if the texts have no file. */
  readonly path: string | undefined;
  /** Text of the file when it was opened. Another program may have written it, so the rights it requests need approval. */
  readonly opened?: Doc | undefined;
  /** The texts as saved in the file. */
  readonly query: Doc;
  readonly variables: Doc;
}

/** A file name that could not be written. The user is prompted for it again, with the reason. */
export interface RefusedName {
  readonly path: string;
  readonly problem?: string;
}

/** Selects part of an opened file: the name of an operation or request, or the index of a request. */
export type OperationToSelect = string | number;

/** Another file of requests in the same folder. Untrusted text. */
export interface SiblingFile {
  /** Path as a user in the current directory would type it. */
  readonly path: string;
  readonly requests: readonly Pick<Entry, 'name' | 'method' | 'url' | 'skip'>[];
}

/** Opening, saving, importing and listing files. */
export type FilesAction =
  | TextFileAction
  | ImportAction
  /** `inNewTab`: opens the file in the tab that already has it, or in a new one. */
  | {
      readonly type: 'files/open';
      readonly path: string;
      readonly operation?: OperationToSelect;
      readonly inNewTab?: true;
    }
  /** The other files of requests in the folder of the tab's file. */
  | { readonly type: 'files/siblings'; readonly tab: number; readonly files: readonly SiblingFile[] };

/** The file of the tab's texts. */
export type TextFileAction =
  /** `w` */
  | { readonly type: 'files/save' }
  | { readonly type: 'files/ask-save'; readonly again?: RefusedName }
  | { readonly type: 'files/save-as'; readonly path: string; readonly overwrite?: boolean; readonly note?: string }
  /** File contents. `variables` is absent if there is no variables file. */
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
      /** Message that names the files written. */
      readonly text: string;
    }
  /** A file with that name already exists, or has changed on disk. */
  | {
      readonly type: 'files/in-the-way';
      readonly path: string;
      readonly text: string;
      /** Both versions combined, if another program's changes do not overlap the user's. */
      readonly merged?: MergedFiles;
    }
  /** Uses the merged texts and writes them. */
  | { readonly type: 'files/merge'; readonly path: string; readonly merged: MergedFiles };

/** Requests of other tools. */
export type ImportAction =
  /** A file of another tool, which can be imported to `folder`. */
  | {
      readonly type: 'files/importable';
      readonly path: string;
      readonly folder: string;
      readonly requests: number;
      readonly files: number;
      /** Number of existing files that it replaces. */
      readonly replacedFiles: number;
      readonly losses: number;
    }
  | { readonly type: 'files/import'; readonly path: string }
  /** A pasted curl line. */
  | { readonly type: 'files/curl'; readonly text: string }
  /** The entry of a pasted curl line. */
  | { readonly type: 'files/pasted'; readonly text: string };

export interface MergedFiles {
  readonly query: string;
  readonly variables: string;
  /** Current content of the files. */
  readonly theirs: { readonly query: string; readonly variables: string };
  /** Number of lines that the other program changed. */
  readonly lines: number;
}

/** The texts last sent to be saved, for detecting changes since then. */
export interface DraftsState {
  /** The endpoint whose draft is written, or undefined if none is open yet. */
  readonly of: string | undefined;
  /** The texts last sent, and the other tabs. */
  readonly query: Doc;
  readonly variables: Doc;
  readonly tabs: readonly unknown[] | undefined;
  readonly profile: string | undefined;
  /** Captured values for `{{name}}`, if any. */
  readonly values?: CapturedValues;
  /** True if the draft cannot be written and the user has been notified. */
  readonly broken: boolean;
}

/** The active tab of an earlier session, and the other tabs. */
export type RestoredDraft = TabTexts & Partial<OtherTabs>;

export type DraftsAction =
  /** The draft of an endpoint has been opened, with the texts of an earlier session. */
  | {
      readonly type: 'drafts/opened';
      readonly of: string;
      readonly restored?: RestoredDraft;
    }
  | { readonly type: 'drafts/saved' }
  /** `quitting`: the draft was written before quitting, so the screen stays open. */
  | { readonly type: 'drafts/failed'; readonly text: string; readonly quitting: boolean };

export type HistoryAction =
  /** `P` */
  | { readonly type: 'history/open' }
  | { readonly type: 'history/read'; readonly entries: readonly HistoryEntry[]; readonly now?: number }
  /** Loads the selected entry. `run`: also runs it. */
  | { readonly type: 'history/take'; readonly run: boolean };

/** Kind of an operation, and the name of its root. */
type Root = 'query' | 'mutation' | 'subscription';

export type OperationsAction =
  | { readonly type: 'operations/open' }
  /** Enter moves the cursor to the operation. `run` also runs it. */
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
  /** Enter in the URL prompt: the server is of this kind, which differs from the tab's. */
  | { readonly type: 'tabs/connect'; readonly kind: DocumentKind; readonly typed: string }
  /** Reopens the most recently closed tab. */
  | { readonly type: 'tabs/reopen' }
  | { readonly type: 'tabs/step'; readonly by: 1 | -1 }
  /** Selects a tab, counted from 0. */
  | { readonly type: 'tabs/go'; readonly at: number }
  /** Adds the tabs of an earlier session. `at`: the index of the active tab among all of them. */
  | { readonly type: 'tabs/restore'; readonly at: number; readonly others: readonly TabTexts[] };

/** A file in the list of saved operations. Untrusted text. */
export interface SavedEntry extends SavedOperations {
  /** Path as a user in the current directory would type it. */
  readonly path: string;
  /** The beginning of the file's text. */
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
  /** Opens the marked file. */
  | { readonly type: 'saved/take'; readonly inNewTab: boolean };

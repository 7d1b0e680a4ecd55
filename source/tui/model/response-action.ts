/** Actions of the response: a run begins, its response arrives, the user reads it. */

import type { Failure } from '../../core/failure.js';
import type { FilePlace } from '../../core/graphql/intelligence/variable-files.js';
import type { FilteredRows } from '../../core/response/viewer/table-rows.js';
import type { TableForm } from '../../core/response/viewer/table-text.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { RefusedName } from './documents.js';
import type { LogAction } from './events.js';
import type {
  ApprovedLines,
  ResponseHeadInfo,
  ResponseTab,
  TimingInfo,
  TransportOptions,
  Verdict,
} from './response.js';
import type { BodyAction, ResponseErrorInfo } from './viewer.js';

export type ResponseAction =
  /** `confirmed`: the confirmation that a profile requires was given. */
  /** `asIs`: without the leaves that were offered. */
  /** `all`: each request of an HTTP document in turn. */
  /** `profiles`: those that were confirmed for requests of an HTTP document. */
  | {
      readonly type: 'response/run';
      readonly confirmed?: true;
      readonly asIs?: true;
      readonly all?: true;
      readonly profiles?: readonly string[];
      readonly trusted?: ApprovedLines;
    }
  /** A file needs the user's trust: nothing was sent. Untrusted text. */
  | {
      readonly type: 'response/untrusted';
      readonly id: number;
      /** Its name. */
      readonly file: string;
      /** Its manifest, in columns. */
      readonly manifest: readonly string[];
      readonly lines: readonly string[];
      readonly confirmed: readonly string[];
      readonly all: boolean;
    }
  /** Requests that name profiles which ask first: nothing was sent. `confirmed`: others, before. */
  | {
      readonly type: 'response/unconfirmed';
      readonly id: number;
      readonly methods: readonly string[];
      readonly profiles: readonly string[];
      readonly confirmed: readonly string[];
      readonly all: boolean;
    }
  /** Sends a text that cannot be read: the server may know more of the language. */
  | { readonly type: 'response/run-unread'; readonly confirmed?: true }
  /** Adds the leaves that were offered, and runs. */
  | { readonly type: 'response/complete' }
  | { readonly type: 'response/stop' }
  | AnswerAction
  | TransportAction
  | BodyAction
  | FindAction
  | LogAction
  | ToolAction
  | { readonly type: 'response/tab'; readonly by: number }
  /** A login said or heard something. Untrusted text. */
  | { readonly type: 'response/protocol'; readonly lines: readonly string[]; readonly id?: number }
  | { readonly type: 'response/show-tab'; readonly tab: ResponseTab }
  /** The next or previous error of the body. */
  | { readonly type: 'response/error'; readonly by: 1 | -1 }
  /** The next or previous event, while one is open. */
  | { readonly type: 'response/event'; readonly by: 1 | -1 }
  /** Enter: folds, opens an event, shows a full value, jumps to an error. */
  | { readonly type: 'response/enter' };

export type TransportAction =
  | { readonly type: 'response/ask-ways' }
  | { readonly type: 'response/ways'; readonly ways: TransportOptions }
  | { readonly type: 'response/ask-protocol' }
  /** Prompts for the file of a variable. */
  | { readonly type: 'response/ask-file'; readonly place: FilePlace }
  | { readonly type: 'response/file'; readonly place: FilePlace; readonly path: string };

export type AnswerAction =
  | { readonly type: 'response/head'; readonly id: number; readonly head: ResponseHeadInfo }
  /** State of the connection, and its message. */
  | {
      readonly type: 'response/state';
      readonly id: number;
      readonly state: string;
      readonly text: string;
      /** In milliseconds since 1970; absent: of a request that is no stream. */
      readonly at?: number;
    }
  | { readonly type: 'response/note'; readonly id: number; readonly text: string }
  /** Duration of the run so far. */
  | { readonly type: 'response/elapsed'; readonly id: number; readonly ms: number }
  | ResultAction
  | FailedAction
  /** `at`: milliseconds since 1970. */
  | { readonly type: 'response/done'; readonly id: number; readonly tookMs: number; readonly at?: number }
  /** Reads more of a long text. */
  | { readonly type: 'response/read'; readonly id: number };

/** A result, complete or partial. All text in it is untrusted. */
export interface ResultAction {
  readonly type: 'response/result';
  readonly id: number;
  /** JSON text, as received. */
  readonly raw: string;
  /** `raw` is not JSON: the response of an HTTP document. */
  readonly isPlain?: boolean;
  readonly data: 'present' | 'null' | 'absent';
  readonly errors: readonly ResponseErrorInfo[];
  /** Number of errors in the response, including unlisted ones. */
  readonly errorCount: number;
  readonly bytes: number;
  readonly tookMs: number;
  readonly timing: TimingInfo;
  /** More will follow (`@defer`, `@stream`). */
  readonly partial: boolean;
  readonly note?: string;
  /** Of an HTTP document: how its checks came out. */
  readonly verdict?: Verdict;
}

/** `bytes` is the size of the body received with the failure; times are in milliseconds. */
export interface FailedAction {
  readonly type: 'response/failed';
  readonly id: number;
  readonly failure: Failure;
  /** When, in milliseconds since 1970. */
  readonly at?: number;
  /** That body as text. */
  readonly raw: string;
  readonly bytes: number;
  readonly tookMs: number;
  readonly timing: TimingInfo;
}

export type FindAction =
  | { readonly type: 'response/find' }
  /** Filters the body by a path; empty: no filter. */
  | { readonly type: 'response/path'; readonly path: string }
  /** Opens the line of a filter. */
  | { readonly type: 'response/filter' }
  | { readonly type: 'response/typed'; readonly command: TextCommand }
  /** Enter: the line closes, the search stays active. */
  | { readonly type: 'response/found' }
  /** Escape: restores the previous view. */
  | { readonly type: 'response/find-leave' }
  | { readonly type: 'response/next'; readonly by: 1 | -1 }
  /** Searches more of a long text. */
  | { readonly type: 'response/search-on' };

export type ToolAction =
  | { readonly type: 'response/ask-pipe' }
  | { readonly type: 'response/pipe'; readonly command: string }
  | {
      readonly type: 'response/piped';
      readonly id: number;
      /** Standard output. Untrusted text. */
      readonly text: string;
      readonly stderr: string;
      /** How it failed, if it did. */
      readonly problem: string | undefined;
    }
  | { readonly type: 'response/ask-save'; readonly again?: RefusedName }
  | { readonly type: 'response/save'; readonly path: string; readonly overwrite: boolean }
  | { readonly type: 'response/exists'; readonly path: string }
  /** Toggles between the list at the cursor and its table. */
  | { readonly type: 'response/table' }
  /** Reads more rows of a table. */
  | { readonly type: 'response/table-on' }
  /** Tests more rows of a filter. */
  | { readonly type: 'response/filter-on'; readonly rows: FilteredRows; readonly tab: number }
  /** Sorts the table by the cursor's column: ascending, descending, unsorted. `isAdded`: after the columns before. */
  | { readonly type: 'response/sort'; readonly isAdded: boolean }
  /** Makes the cursor's column as wide as its content, and back. */
  | { readonly type: 'response/widen' }
  | { readonly type: 'response/copy-table'; readonly form: TableForm }
  /** Lists the responses to compare with. */
  | { readonly type: 'response/ask-compare' }
  /** Shows an earlier (-1) or a later response of this tab. */
  | { readonly type: 'response/past'; readonly by: 1 | -1 }
  /** Marks the differences from that one. */
  | { readonly type: 'response/compare'; readonly other: number }
  | { readonly type: 'response/page' }
  | { readonly type: 'response/copy-all' }
  /** Copies the active operation as a shell command. */
  | { readonly type: 'response/copy-picks' }
  | { readonly type: 'response/copy-command'; readonly program: 'curl' | 'fetch' | 'http' | 'apiclient' }
  /** Leaves one level: the filtered text, the open event, the search, the filter of the list. */
  | { readonly type: 'response/leave' };

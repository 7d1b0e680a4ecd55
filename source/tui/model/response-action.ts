/** Actions of the response pane: a run starts, its response arrives, the user reads it. */
import type { Failure } from '../../core/failure.js';
import type { FilePlace } from '../../core/graphql/intelligence/variable-files.js';
import type { FilteredRows } from '../../core/response/viewer/table-rows.js';
import type { TableForm } from '../../core/response/viewer/table-text.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { RefusedName } from './documents.js';
import type { LogAction } from './events.js';
import type {
  ApprovedLines,
  BinaryBody,
  ResponseHeadInfo,
  ResponseTab,
  TimingInfo,
  TransportOptions,
  Verdict,
} from './response.js';
import type { BodyAction, ResponseErrorInfo } from './viewer.js';

export type ResponseAction =
  | {
      readonly type: 'response/run';
      /** The user gave the confirmation that a profile requires. */
      readonly confirmed?: true;
      /** Sends required variables without a value. */
      readonly incomplete?: true;
      /** Runs without the suggested leaves. */
      readonly asIs?: true;
      /** Sends each request of an HTTP document in turn. */
      readonly all?: boolean;
      /** Profiles that were confirmed for requests of an HTTP document. */
      readonly profiles?: readonly string[];
      readonly trusted?: ApprovedLines;
    }
  /** The file needs the user's approval, so nothing was sent. Untrusted text. */
  | {
      readonly type: 'response/untrusted';
      readonly id: number;
      /** Name of the entry. */
      readonly file: string;
      /** Its manifest, in columns. */
      readonly manifest: readonly string[];
      readonly lines: readonly string[];
      readonly confirmed: readonly string[];
      readonly all: boolean;
    }
  /** Requests name profiles that require confirmation, so nothing was sent. `confirmed`: profiles confirmed earlier. */
  | {
      readonly type: 'response/unconfirmed';
      readonly id: number;
      readonly methods: readonly string[];
      readonly profiles: readonly string[];
      readonly confirmed: readonly string[];
      readonly all: boolean;
    }
  /** Sends a text that cannot be parsed, since the server may support more syntax. */
  | { readonly type: 'response/run-unread'; readonly confirmed?: true }
  /** Adds the suggested leaves and runs. */
  | { readonly type: 'response/complete' }
  | { readonly type: 'response/stop' }
  | AnswerAction
  | TransportAction
  | BodyAction
  | FindAction
  | LogAction
  | ToolAction
  | TableAction
  | { readonly type: 'response/tab'; readonly by: number }
  /** A login sent or received a message. Untrusted text. */
  | { readonly type: 'response/protocol'; readonly lines: readonly string[]; readonly id?: number }
  | { readonly type: 'response/show-tab'; readonly tab: ResponseTab }
  /** Goes to the next or previous error of the body. */
  | { readonly type: 'response/error'; readonly by: 1 | -1 }
  /** Goes to the next or previous event while one is open. */
  | { readonly type: 'response/event'; readonly by: 1 | -1 }
  /** Enter folds a value, opens an event, shows a full value or jumps to an error. */
  | { readonly type: 'response/enter' };

export type TransportAction =
  | { readonly type: 'response/ask-transport' }
  | { readonly type: 'response/transport'; readonly transport: TransportOptions }
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
      /** Time in milliseconds since 1970, or absent if the request is not a stream. */
      readonly at?: number;
    }
  | { readonly type: 'response/note'; readonly id: number; readonly text: string }
  /** Duration of the run so far. */
  | { readonly type: 'response/elapsed'; readonly id: number; readonly ms: number }
  | ResultAction
  | FailedAction
  /** `at`: milliseconds since 1970. */
  | { readonly type: 'response/done'; readonly id: number; readonly tookMs: number; readonly at?: number }
  /** Loads more of a long text. */
  | { readonly type: 'response/read'; readonly id: number };

/** A complete or partial result. All text in it is untrusted. */
export interface ResultAction {
  readonly type: 'response/result';
  readonly id: number;
  /** JSON text, as received. */
  readonly raw: string;
  readonly binary?: BinaryBody | undefined;
  /** True if `raw` is not JSON, as for the response of an HTTP document. */
  readonly isPlain?: boolean;
  readonly data: 'present' | 'null' | 'absent';
  readonly errors: readonly ResponseErrorInfo[];
  /** Number of errors in the response, including those not in the list. */
  readonly errorCount: number;
  readonly bytes: number;
  readonly tookMs: number;
  readonly timing: TimingInfo;
  /** True if more parts will follow (`@defer`, `@stream`). */
  readonly partial: boolean;
  readonly note?: string;
  /** Result of the checks, for an HTTP document. */
  readonly verdict?: Verdict;
}

/** `bytes` is the size of the body received with the failure. Times are in milliseconds. */
export interface FailedAction {
  readonly type: 'response/failed';
  readonly id: number;
  readonly failure: Failure;
  /** Time of the failure, in milliseconds since 1970. */
  readonly at?: number;
  /** The received body as text. */
  readonly raw: string;
  readonly bytes: number;
  readonly tookMs: number;
  readonly timing: TimingInfo;
}

export type FindAction =
  | { readonly type: 'response/find' }
  /** Filters the body by a path; an empty path removes the filter. */
  | { readonly type: 'response/path'; readonly path: string }
  /** Opens the input line of a filter. */
  | { readonly type: 'response/filter' }
  | { readonly type: 'response/typed'; readonly command: TextCommand }
  /** Opens the input line of a WebSocket. */
  | { readonly type: 'response/message' }
  /** Enter closes the line. The search stays active. In the line of a WebSocket, it sends the message. */
  | { readonly type: 'response/found' }
  /** Escape restores the previous view. */
  | { readonly type: 'response/find-leave' }
  | { readonly type: 'response/next'; readonly by: 1 | -1 }
  /** Searches more of a long text. */
  | { readonly type: 'response/search-on' };

/** Commands on the table of a list. */
export type TableAction =
  /** Switches between the list at the cursor and its table. */
  | { readonly type: 'response/table' }
  /** Loads more rows of a table. */
  | { readonly type: 'response/table-on' }
  /** Tests more rows against a filter. */
  | { readonly type: 'response/filter-on'; readonly rows: FilteredRows; readonly tab: number }
  /** Sorts the table by the cursor's column: ascending, descending, unsorted. `isAdded`: adds it as a further sort key. */
  | { readonly type: 'response/sort'; readonly isAdded: boolean }
  /** Switches the cursor's column between full and limited width. */
  | { readonly type: 'response/widen' }
  | { readonly type: 'response/copy-table'; readonly form: TableForm };

export type ToolAction =
  | { readonly type: 'response/ask-pipe' }
  | { readonly type: 'response/pipe'; readonly command: string }
  | {
      readonly type: 'response/piped';
      readonly id: number;
      /** Standard output of the command. Untrusted text. */
      readonly text: string;
      readonly stderr: string;
      /** The failure of the command, if any. */
      readonly problem: string | undefined;
    }
  | { readonly type: 'response/ask-save'; readonly again?: RefusedName }
  | { readonly type: 'response/save'; readonly path: string; readonly overwrite: boolean }
  | { readonly type: 'response/exists'; readonly path: string }
  /** Lists the responses to compare with. */
  | { readonly type: 'response/ask-compare' }
  /** Shows an earlier (-1) or later response of this tab. */
  | { readonly type: 'response/past'; readonly by: 1 | -1 }
  /** Marks the differences from the chosen response. */
  | { readonly type: 'response/compare'; readonly other: number }
  | { readonly type: 'response/page' }
  | { readonly type: 'response/copy-all' }
  /** Copies the active operation as a shell command. */
  | { readonly type: 'response/copy-picks' }
  | { readonly type: 'response/copy-command'; readonly program: 'curl' | 'fetch' | 'http' | 'apiclient' }
  /** Leaves one level: the filtered text, the open event, the search, or the filter of the list. */
  | { readonly type: 'response/leave' };

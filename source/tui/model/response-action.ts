/** What can happen to the response: a run begins, its answer comes, the user reads it. */

import type { Failure } from '../../core/failure.js';
import type { FilePlace } from '../../core/graphql/intelligence/variable-files.js';
import type { TextCommand } from '../../core/text/commands.js';
import type { RefusedName } from './documents.js';
import type { LogAction } from './events.js';
import type { ResponseHeadInfo, ResponseTab, TimingInfo, TransportOptions } from './response.js';
import type { BodyAction, ResponseErrorInfo } from './viewer.js';

export type ResponseAction =
  /** `confirmed`: the question of a profile was answered. */
  | { readonly type: 'response/run'; readonly confirmed?: true }
  | { readonly type: 'response/stop' }
  | AnswerAction
  | TransportAction
  | BodyAction
  | FindAction
  | LogAction
  | ToolAction
  | { readonly type: 'response/tab'; readonly by: number }
  /** A login said or heard something. Foreign text. */
  | { readonly type: 'response/protocol'; readonly lines: readonly string[] }
  | { readonly type: 'response/show-tab'; readonly tab: ResponseTab }
  /** The next or previous error of the body. */
  | { readonly type: 'response/error'; readonly by: 1 | -1 }
  /** The next or previous event, while one is read. */
  | { readonly type: 'response/event'; readonly by: 1 | -1 }
  /** Enter: folds, opens an event, shows a value whole, goes to where an error is. */
  | { readonly type: 'response/enter' };

/** How operations are sent. */
export type TransportAction =
  | { readonly type: 'response/ask-ways' }
  | { readonly type: 'response/ways'; readonly ways: TransportOptions }
  | { readonly type: 'response/ask-protocol' }
  /** Asks for the file that a variable takes. */
  | { readonly type: 'response/ask-file'; readonly place: FilePlace }
  | { readonly type: 'response/file'; readonly place: FilePlace; readonly path: string };

export type AnswerAction =
  | { readonly type: 'response/head'; readonly id: number; readonly head: ResponseHeadInfo }
  /** What the connection is doing, in words. */
  | { readonly type: 'response/state'; readonly id: number; readonly state: string; readonly text: string }
  | { readonly type: 'response/note'; readonly id: number; readonly text: string }
  /** How long the run has taken until now. */
  | { readonly type: 'response/elapsed'; readonly id: number; readonly ms: number }
  | ResultAction
  | FailedAction
  | { readonly type: 'response/done'; readonly id: number; readonly tookMs: number }
  /** Reads more of a long text. */
  | { readonly type: 'response/read'; readonly id: number };

/** A result, or as much of one as has come. All text in it is foreign. */
export interface ResultAction {
  readonly type: 'response/result';
  readonly id: number;
  /** JSON text, as sent. */
  readonly raw: string;
  readonly data: 'present' | 'null' | 'absent';
  readonly errors: readonly ResponseErrorInfo[];
  /** Number of errors the server sent, including those that are not listed. */
  readonly errorCount: number;
  readonly bytes: number;
  readonly tookMs: number;
  readonly timing: TimingInfo;
  /** More of it will follow (`@defer`, `@stream`). */
  readonly partial: boolean;
  readonly note?: string;
}

/** `bytes` is the size of the body that came with the failure; times are in milliseconds. */
export interface FailedAction {
  readonly type: 'response/failed';
  readonly id: number;
  readonly failure: Failure;
  /** The body that came with it, as text. */
  readonly raw: string;
  readonly bytes: number;
  readonly tookMs: number;
  readonly timing: TimingInfo;
}

export type FindAction =
  | { readonly type: 'response/find' }
  | { readonly type: 'response/typed'; readonly command: TextCommand }
  /** Enter: the line closes, the search stays. */
  | { readonly type: 'response/found' }
  /** Escape: everything is as it was before. */
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
      /** Standard output. Foreign text. */
      readonly text: string;
      readonly stderr: string;
      /** How it ended, if not well. */
      readonly problem: string | undefined;
    }
  | { readonly type: 'response/ask-save'; readonly again?: RefusedName }
  | { readonly type: 'response/save'; readonly path: string; readonly overwrite: boolean }
  /** The file already exists. */
  | { readonly type: 'response/exists'; readonly path: string }
  /** The list the cursor is in as a table, and back. */
  | { readonly type: 'response/table' }
  /** Sorts the table by the cursor's column: up, down, as it came. */
  | { readonly type: 'response/sort' }
  | { readonly type: 'response/page' }
  | { readonly type: 'response/copy-all' }
  /** Puts the active operation on the clipboard as a command for a shell. */
  | { readonly type: 'response/copy-picks' }
  | { readonly type: 'response/copy-command'; readonly program: 'curl' | 'fetch' | 'http' | 'apiclient' }
  /** One step back: the filtered text, the opened event, the search, the filter of the list. */
  | { readonly type: 'response/leave' };

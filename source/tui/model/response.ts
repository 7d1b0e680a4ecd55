/** The response pane: the last run, and the view of its response. */

import type { JsonSelection, PathProblem } from '../../core/checks/json-filter.js';
import type { SubscriptionProtocol } from '../../core/command.js';
import type { Failure } from '../../core/failure.js';
import type { LineSource } from '../../core/response/viewer/line-source.js';
import type { EditorState } from '../../core/text/editor.js';
import type { LogEvent, LogState } from './events.js';
import type { Doc } from './text.js';
import type { BodyState, ResponseErrorInfo } from './viewer.js';

/** `body` also shows the events of a subscription. */
export type ResponseTab = 'body' | 'errors' | 'headers' | 'timing' | 'raw' | 'oauth';

/** In order and as received; names may repeat. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

export interface TransportOptions {
  /** Sends queries by GET. */
  readonly get: boolean;
  readonly protocol: SubscriptionProtocol;
}

/** The head of a response and of its request. */
export interface ResponseHeadInfo {
  readonly status: number;
  readonly reason: string;
  /** Untrusted text. */
  readonly headers: HeaderLines;
  readonly httpVersion: string;
  /** As sent; secrets masked. */
  readonly request: { readonly method: string; readonly url: string; readonly headers: HeaderLines };
  /** Status and target of each redirect followed. */
  readonly redirects: readonly string[];
}

/** Milliseconds since the request began; absent: the phase did not happen. */
export interface TimingInfo {
  readonly dnsMs?: number;
  readonly connectMs?: number;
  readonly tlsMs?: number;
  readonly firstByteMs?: number;
  readonly totalMs?: number;
}

/** An event being read. Unaffected by new events, even when the log drops it. */
export interface OpenedEvent {
  readonly event: LogEvent;
  readonly body: BodyState;
  readonly errors: readonly ResponseErrorInfo[];
}

/** The output of a shell command, finished or not. */
interface Filtered {
  readonly id: number;
  readonly command: string;
  readonly running: boolean;
  /** Its standard output, if any. */
  readonly body: BodyState | undefined;
  /** How it failed, if it did. Untrusted text. */
  readonly problem: string | undefined;
  /** Its standard error. Untrusted text. */
  readonly stderr: string;
}

/** The values of the body that a JSONPath selects. */
export interface Narrowed {
  readonly path: string;
  /** The text they are of. */
  readonly of: LineSource;
  readonly pieces: JsonSelection['pieces'];
  readonly count: number;
  /** Undefined: there is none. */
  readonly body: BodyState | undefined;
  /** Why the path cannot be used; what was selected before is shown. */
  readonly problem?: PathProblem;
}

/** A response that is kept, to step through and to compare. */
export interface PastResponse {
  /** Of its run. */
  readonly id: number;
  /** ID of the tab that sent the request. */
  readonly tab: number;
  /** When it was complete, in milliseconds since 1970. */
  readonly at: number;
  /** Of its operation. */
  readonly name: string;
  /** Place, status, duration and size. */
  readonly detail: string;
  /** As received. Untrusted text. */
  readonly text: string;
  readonly isJson: boolean;
  /** Without the views of its text, which are made again. */
  readonly response: ResponseState;
}

/** Use of the line below the pane: a search, or a filter of the events, of a table's rows, or of the body by a JSONPath. */
export type FindKind = 'search' | 'events' | 'rows' | 'path';

/** A search or filter being typed. */
interface Find {
  readonly kind: FindKind;
  readonly field: EditorState;
  /** Restored by Escape: the view of the body, the filter of the log, or the path. */
  readonly origin: { readonly body: BodyState } | { readonly filter: string } | { readonly path: string };
}

/** How a response was judged, for the bottom line: `checks 1 of 2, as described`. */
export interface Verdict {
  readonly text: string;
  readonly ok: boolean;
}

/** One run, and the view of its response. Times are in milliseconds. */
export interface ResponseState {
  /** The run that is shown or in progress. */
  readonly runId: number | undefined;
  readonly running: boolean;
  /** A run was requested after ticks that wait for the schema: it follows them. */
  readonly runWaits: boolean;
  /** `request`: of an HTTP document. */
  readonly kind: 'query' | 'mutation' | 'subscription' | 'request';
  /** State of the connection, and its message. */
  readonly connection: string;
  readonly progress: string;
  readonly head: ResponseHeadInfo | undefined;
  /** The body of the response, or of a failure. */
  readonly shown: BodyState | undefined;
  /** The request as sent, to tell whether it has changed since. */
  readonly sent:
    | {
        readonly url: string;
        readonly query: Doc;
        readonly variables: Doc;
        /** ID of the tab. */
        readonly tab: number;
        /** Of an HTTP document, the request in its text. */
        readonly entry?: string;
      }
    | undefined;
  /** When it was complete, in milliseconds since 1970. */
  readonly at: number | undefined;
  /** It is not the latest of this tab: its number among those that are kept, from the oldest, and when it was complete. */
  readonly earlier: { readonly number: number; readonly of: number; readonly at: number } | undefined;
  /** `shown` belongs to an earlier run. */
  readonly stale: boolean;
  /** The response as received. */
  readonly raw: string;
  /** The lines of Headers, Timing, Raw or OAuth while that tab is open. */
  readonly side: BodyState | undefined;
  readonly data: 'present' | 'null' | 'absent';
  readonly errors: readonly ResponseErrorInfo[];
  readonly errorCount: number;
  readonly selectedError: number;
  /** Of an HTTP document. */
  readonly verdict?: Verdict | undefined;
  readonly partial: boolean;
  /** Messages of this tab's login, in lines without secrets; kept across runs. Untrusted text. */
  readonly protocol: readonly string[];
  /** Notes for the user. Untrusted text. */
  readonly notes: readonly string[];
  readonly failure: Failure | undefined;
  readonly bytes: number;
  readonly tookMs: number;
  readonly timing: TimingInfo;
  readonly tab: ResponseTab;
  readonly log: LogState;
  /** The event being read. */
  readonly opened: OpenedEvent | undefined;
  readonly filtered: Filtered | undefined;
  readonly lastFilter: string;
  /** JSONPath that filters the body, of the runs to come too; empty: none. */
  readonly path: string;
  /** The values it selects; absent: there is no path, or no body in JSON. */
  readonly narrowed: Narrowed | undefined;
  /** The line being typed below the text: a search, or the filter of the log. */
  readonly find: Find | undefined;
}

/** Manifest lines that the user approved. */
export interface ApprovedLines {
  readonly lines: readonly string[];
  /** They are stored for later runs. */
  readonly isAlways: boolean;
}

/** The response pane: the last run and the view of its response. */

import type { JsonSelection, PathProblem } from '../../core/checks/json-filter.js';
import type { Failure } from '../../core/failure.js';
import type { SubscriptionProtocol } from '../../core/graphql/stream/protocols.js';
import type { LineSource } from '../../core/response/viewer/line-source.js';
import type { EditorState } from '../../core/text/editor.js';
import type { LogEvent, LogState } from './events.js';
import type { Doc } from './text.js';
import type { BodyState, ResponseErrorInfo } from './viewer.js';

/** The table of tabs by ID. `response/tabs.ts`, which has the table, adds its rows to this type. */
// biome-ignore lint/suspicious/noEmptyInterface: extended by the module above
export interface ResponseTabs {}

/** ID of a tab of the response pane. `body` also shows the events of a subscription. */
export type ResponseTab = keyof ResponseTabs;

/** Headers in the order received. Names may repeat. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

export interface TransportOptions {
  /** True to send queries with GET. */
  readonly get: boolean;
  readonly protocol: SubscriptionProtocol;
}

/** Heads of a response and of its request. */
export interface ResponseHeadInfo {
  readonly status: number;
  readonly reason: string;
  /** Untrusted text. */
  readonly headers: HeaderLines;
  readonly httpVersion: string;
  /** The request as sent, with secrets masked. */
  readonly request: { readonly method: string; readonly url: string; readonly headers: HeaderLines };
  /** Status and target of each redirect followed. */
  readonly redirects: readonly string[];
}

/** Milliseconds since the request began. A phase that did not happen is absent. */
export interface TimingInfo {
  readonly dnsMs?: number;
  readonly connectMs?: number;
  readonly tlsMs?: number;
  readonly firstByteMs?: number;
  readonly totalMs?: number;
}

/** An event opened for reading. New events do not affect it, even if the log drops it. */
export interface OpenedEvent {
  readonly event: LogEvent;
  readonly body: BodyState;
  readonly errors: readonly ResponseErrorInfo[];
}

/** The output of a shell command, finished or not. */
export interface Filtered {
  readonly id: number;
  readonly command: string;
  readonly running: boolean;
  /** Its standard output, if any. */
  readonly body: BodyState | undefined;
  /** Description of the failure, if any. Untrusted text. */
  readonly problem: string | undefined;
  /** Its standard error. Untrusted text. */
  readonly stderr: string;
}

/** Values of the body selected by a JSONPath. */
export interface Narrowed {
  readonly path: string;
  /** The text that the values were selected from. */
  readonly of: LineSource;
  readonly pieces: JsonSelection['pieces'];
  readonly count: number;
  /** The selected values, or undefined if there are none. */
  readonly body: BodyState | undefined;
  /** Error in the path. The previous selection remains visible. */
  readonly problem?: PathProblem;
}

/** The text or list that the pane shows. `body` is undefined if there is no text. */
export type Display =
  /** The text of another tab than Body. */
  | { readonly kind: 'tab'; readonly body: BodyState | undefined }
  /** The output of a shell command. */
  | { readonly kind: 'output'; readonly filtered: Filtered; readonly body: BodyState | undefined }
  | { readonly kind: 'events'; readonly body: undefined }
  /** Values of a response or an event, selected by a JSONPath. */
  | { readonly kind: 'selection'; readonly narrowed: Narrowed; readonly body: BodyState | undefined }
  | { readonly kind: 'event'; readonly opened: OpenedEvent; readonly body: BodyState }
  | { readonly kind: 'response'; readonly body: BodyState | undefined };

/** A past response, for stepping through and comparing. */
export interface PastResponse {
  /** ID of the run that produced the response. */
  readonly id: number;
  /** ID of the tab that sent the request. */
  readonly tab: number;
  /** Time of completion, in milliseconds since 1970. */
  readonly at: number;
  /** Name of the operation. */
  readonly name: string;
  /** Environment, status, duration and size. */
  readonly detail: string;
  /** Body as received. Untrusted text. */
  readonly text: string;
  readonly isJson: boolean;
  /** The state without views of the text, which are created again when needed. */
  readonly response: ResponseState;
}

/** Use of the line below the pane. `before` is the state that Escape restores. */
export type Find = { readonly field: EditorState } & (
  | { readonly kind: 'search' | 'rows'; readonly before: BodyState }
  /** A filter of the events, or a JSONPath applied to the body. */
  | { readonly kind: 'events' | 'path'; readonly before: string }
  | { readonly kind: 'message' }
);

/** Result of the checks on a response, for the bottom line: `checks 1 of 2` and `matches description`. */
export interface Verdict {
  readonly parts: readonly VerdictPart[];
  readonly ok: boolean;
}

export interface VerdictPart {
  readonly text: string;
  readonly role: 'ok' | 'error' | 'warning' | 'dim';
}

/** A body that is not text: it can only be saved. */
export interface BinaryBody {
  readonly bytes: Uint8Array;
  /** Media type, or empty. Untrusted text. */
  readonly type: string;
  /** Suggested file name. */
  readonly name: string;
}

/** One run, and the view of its response. Times are in milliseconds. */
export interface ResponseState {
  /** The run that is shown or in progress. */
  readonly runId: number | undefined;
  readonly running: boolean;
  /** A run was requested after ticks that are waiting for the schema. It starts after they are applied. */
  readonly runWaits: boolean;
  /** `request`: a request of an HTTP document. */
  readonly kind: 'query' | 'mutation' | 'subscription' | 'request';
  /** State of the connection, and its message. */
  readonly connection: string;
  readonly progress: string;
  readonly head: ResponseHeadInfo | undefined;
  /** The body of the response, or of a failure. */
  readonly shown: BodyState | undefined;
  /** The request as sent, for detecting changes since then. */
  readonly sent:
    | {
        readonly url: string;
        readonly query: Doc;
        readonly variables: Doc;
        /** ID of the tab. */
        readonly tab: number;
        /** The text of the request, for an HTTP document. */
        readonly entry?: string;
      }
    | undefined;
  /** Time of completion, in milliseconds since 1970. */
  readonly at: number | undefined;
  /**
   * Set if this is not the tab's latest response: its number among the past responses, counted from the oldest, and its time of
   * completion.
   */
  readonly earlier: { readonly number: number; readonly of: number; readonly at: number } | undefined;
  /** True if `shown` belongs to an earlier run. */
  readonly stale: boolean;
  /** The response as received. Empty for a binary body. */
  readonly raw: string;
  readonly binary?: BinaryBody | undefined;
  /** Lines of the Headers, Timing, Raw or OAuth tab while it is open. */
  readonly side: BodyState | undefined;
  readonly data: 'present' | 'null' | 'absent';
  readonly errors: readonly ResponseErrorInfo[];
  readonly errorCount: number;
  readonly selectedError: number;
  /** Result of the checks, for an HTTP document. */
  readonly verdict?: Verdict | undefined;
  readonly partial: boolean;
  /** Log of this tab's login, in lines without secrets. It survives later runs. Untrusted text. */
  readonly protocol: readonly string[];
  /** Notes for the user. Untrusted text. */
  readonly notes: readonly string[];
  readonly failure: Failure | undefined;
  readonly bytes: number;
  readonly tookMs: number;
  readonly timing: TimingInfo;
  readonly tab: ResponseTab;
  readonly log: LogState;
  /** The event opened for reading. */
  readonly opened: OpenedEvent | undefined;
  readonly filtered: Filtered | undefined;
  readonly lastFilter: string;
  /** JSONPath that filters the body, also in later runs; empty if there is none. */
  readonly path: string;
  /** The selected values, or undefined if there is no path or the body is not JSON. */
  readonly narrowed: Narrowed | undefined;
  /** The search or filter being typed below the text. */
  readonly find: Find | undefined;
}

/** Manifest lines that the user approved. */
export interface ApprovedLines {
  readonly lines: readonly string[];
  /** True to store the approval for later runs. */
  readonly isAlways: boolean;
}

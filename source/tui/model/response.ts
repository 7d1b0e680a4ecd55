/** The response pane: the last run, and how its answer is looked at. */
import type { SubscriptionProtocol } from '../../core/command.js';
import type { Failure } from '../../core/failure.js';
import type { EditorState } from '../../core/text/editor.js';
import type { LogEvent, LogState } from './events.js';
import type { Doc } from './text.js';
import type { BodyState, ResponseErrorInfo } from './viewer.js';

/** `body` shows the events of a subscription too. */
export type ResponseTab = 'body' | 'errors' | 'headers' | 'timing' | 'raw' | 'oauth';

/** In order and as received; a name may come more than once. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** How operations are sent. */
export interface TransportOptions {
  /** Queries by GET. */
  readonly get: boolean;
  readonly protocol: SubscriptionProtocol;
}

/** The head of an answer and of the request it answers. */
export interface ResponseHeadInfo {
  readonly status: number;
  readonly reason: string;
  /** Foreign text. */
  readonly headers: HeaderLines;
  readonly httpVersion: string;
  /** What was sent; secrets masked. */
  readonly request: { readonly method: string; readonly url: string; readonly headers: HeaderLines };
  /** Status and target of each redirect that was followed. */
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

/** An event that is being read. It stays as it is while others arrive, even when the log drops it. */
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
  /** What it printed, if anything. */
  readonly body: BodyState | undefined;
  /** How it ended, if not well. Foreign text. */
  readonly problem: string | undefined;
  /** What it wrote to standard error. Foreign text. */
  readonly stderr: string;
}

/** A search or filter that is being typed. */
export interface Find {
  readonly field: EditorState;
  /** What Escape goes back to: the text as it stood, or the filter of the log. */
  readonly origin: { readonly body: BodyState } | { readonly filter: string };
}

/** One run, and how its answer is looked at. Times are in milliseconds. */
export interface ResponseState {
  /** The run whose answers are shown or awaited. */
  readonly runId: number | undefined;
  readonly running: boolean;
  /** A run was asked for behind ticks that wait for the schema: it comes after them. */
  readonly runWaits: boolean;
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** What the connection is doing: its state, and in words. */
  readonly connection: string;
  readonly progress: string;
  readonly head: ResponseHeadInfo | undefined;
  /** The answer's body, or the body that came with a failure. */
  readonly shown: BodyState | undefined;
  /** What was sent, to tell whether it has changed since. */
  readonly sent: { readonly url: string; readonly query: Doc; readonly variables: Doc } | undefined;
  /** `shown` is the answer of an earlier run. */
  readonly stale: boolean;
  /** The answer as it came. */
  readonly raw: string;
  /** The lines of Headers, Timing, Raw or OAuth while that tab is open. */
  readonly side: BodyState | undefined;
  readonly data: 'present' | 'null' | 'absent';
  readonly errors: readonly ResponseErrorInfo[];
  readonly errorCount: number;
  readonly selectedError: number;
  readonly partial: boolean;
  /** What the login of this tab said and heard, in lines without secrets; it outlives a run. Foreign text. */
  readonly protocol: readonly string[];
  /** Notes for the user. Foreign text. */
  readonly notes: readonly string[];
  readonly failure: Failure | undefined;
  readonly bytes: number;
  readonly tookMs: number;
  readonly timing: TimingInfo;
  readonly tab: ResponseTab;
  /** The events of a subscription. */
  readonly log: LogState;
  /** The event that is being read. */
  readonly opened: OpenedEvent | undefined;
  /** The output of a filter command. */
  readonly filtered: Filtered | undefined;
  /** The last filter command. */
  readonly lastFilter: string;
  /** The line being typed below the text: a search, or the filter of the log. */
  readonly find: Find | undefined;
}

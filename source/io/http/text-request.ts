/** Types for one request of an `.http` file with its checks, captures and options, for the code that sends it. */
import type { Failure } from '../../core/failure.js';
import type { GraphNode } from '../../core/http-file/graph.js';
import type { FileCheck } from '../../core/http-file/report/result.js';
import type { Value } from '../../core/http-file/variables.js';
import type { NetworkOptions } from '../../core/options.js';
import type { RequestSpec } from '../../core/request/spec.js';
import type { Grants, Right } from '../../core/rights/right.js';
import type { Jar } from './cookies/jar.js';
import type { HttpResponse } from './exchange.js';
import type { SendOptions } from './send.js';

/** A request as `run` would send and check it. */
export interface TextRequest {
  readonly spec: RequestSpec;
  /** The network options that its `# @flags` change. */
  readonly network: Partial<NetworkOptions>;
  /** `--oauth2` flags in its `# @flags`, which replace or modify the tab's login. */
  readonly loginFlags: readonly string[];
  /** The profile in its URL, if that requires confirmation before such a request is sent. */
  readonly asks: string | undefined;
  /** The tab's login is withheld because the text changes the route of the request. */
  readonly withheld?: Right;
  /** Cookies shared by the requests to one server; absent if it uses none. */
  readonly jar?: Jar;
  /** Returns a text about the request without its secrets, with `{{names}}` as written. */
  shown(text: string): string;
  /** Sentences about the parts of the text that only `run` supports. */
  readonly left: readonly string[];
  /** Sends it with a login, retries it while its checks fail, and evaluates its captures. */
  send(spec: RequestSpec, options: SendOptions, observer: EntryObserver): Promise<SentEntry | Failure>;
}

/** Receives the progress of a request. */
export interface EntryObserver {
  /** Ends the request and its retries. */
  readonly signal?: AbortSignal;
  head?(response: StreamHead): void;
  /** Receives each piece of a body when it arrives. */
  received?(chunk: Buffer): void;
  /** Receives the current step. */
  progress?(text: string): void;
  /** Receives the messages of a WebSocket or an event stream. */
  readonly stream?: StreamObserver;
}

/** Receives the messages of a stream, and can send messages. */
export interface StreamObserver {
  /** Receives the head of the stream. @param send sends a message over a WebSocket */
  opened(head: StreamHead, send: (text: string) => void): void | Promise<void>;
  /** Receives each message of the request when it is sent. */
  sent?(text: string): void;
  /** Receives messages in order. While it is pending, no more are read from the network. */
  message(message: Message): void | Promise<void>;
  /** True if a stream without checks and limits stays open until the user or the server closes it. */
  readonly staysOpen?: true;
}

/** The head of the response that opened a stream. */
export type StreamHead = Omit<HttpResponse, 'body'>;

/** One message of a stream as received. */
export interface Message {
  readonly bytes: Buffer;
  readonly isBinary: boolean;
}

/** A complete response with the results of its checks and captures. */
export interface SentEntry {
  readonly response: Omit<HttpResponse, 'body'>;
  readonly body: Buffer;
  /** In the order of the text. */
  readonly checks: readonly FileCheck[];
  /** Captured values for later requests, by name. */
  readonly captured: ReadonlyMap<string, Value>;
  /** Set if a capture matched nothing. */
  readonly problem?: Failure;
  /** Number of attempts. */
  readonly tries: number;
  /** Size of all messages of a stream, in bytes. `body` is the latest one. */
  readonly streamBytes?: number | undefined;
}

/** Sources of the values for names in a text. */
export interface TextValues {
  /** Typed by the user. These have the highest precedence. */
  readonly given: ReadonlyMap<string, Value>;
  /** Captured from earlier responses. */
  readonly captured: ReadonlyMap<string, Value>;
  /** Only for display: names whose values come from a response are left unchanged. */
  readonly isShown?: boolean;
  /** From the open profile, for requests to its origin that name no other profile. These have the lowest precedence. */
  readonly configured: ReadonlyMap<string, Value>;
}

/** The context of a text. */
export interface TextOrigin {
  /** URL of the API. Texts with the same URL share responses and cookies. */
  readonly home: string;
  /** Identity of the sender, compared by reference. Responses obtained with another login are not available. */
  readonly login: object;
  /** The file in which it is saved; relative file names are resolved from its folder. */
  readonly file?: string;
  /** Rights granted to the text. */
  readonly grants: Grants;
  /** Whether the tab has credentials, which are for the origin of `home`. */
  readonly hasLogin: boolean;
}

/** Reads the rights of a text's requests. @param at their positions; absent for all, even those that `# @skip` leaves out */
type ReadTextRights = (
  text: string,
  at: readonly number[] | undefined,
  values: TextValues,
  place: TextOrigin,
) => Promise<readonly Right[] | Failure>;

/** The order of a text's requests when all of them are sent. */
export interface TextGraph {
  /** By index among the requests of the text. */
  readonly nodes: readonly GraphNode[];
  /** Whether a name has a value that does not come from a response in this run. */
  hasValue(name: string, at: number): boolean;
}

/** Reads the requests of a text, their order and their rights. */
export interface TextReader {
  readonly request: ReadTextRequest;
  readonly rights: ReadTextRights;
  readonly graph: (text: string, values: TextValues, place: TextOrigin) => Promise<TextGraph | Failure>;
}

/** Reads a request of a text. @param at its index among the requests of the text */
type ReadTextRequest = (
  text: string,
  at: number,
  values: TextValues,
  place: TextOrigin,
) => Promise<TextRequest | Failure>;

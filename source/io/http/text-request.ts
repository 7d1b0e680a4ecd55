/** One request of a `.http` text with what stands about it there, for whoever sends it. Types only. */
import type { Failure } from '../../core/failure.js';
import type { Retry } from '../../core/http-file/document.js';
import type { FileCheck } from '../../core/http-file/report/result.js';
import type { Value } from '../../core/http-file/variables.js';
import type { NetworkOptions } from '../../core/options.js';
import type { RequestSpec } from '../../core/request/spec.js';
import type { Grants, Right } from '../../core/rights/right.js';
import type { Jar } from './cookies/jar.js';
import type { HttpResponse } from './exchange.js';

/** A request as `run` would send and judge it. */
export interface TextRequest {
  readonly spec: RequestSpec;
  /** The options of the network that its `# @flags` change. */
  readonly network: Partial<NetworkOptions>;
  /** The profile its URL names, which asks before a request like this one is sent. */
  readonly asks: string | undefined;
  /** The login of the tab is withheld: the text reroutes the request. */
  readonly withheld?: Right;
  /** It is sent again while its checks fail. */
  readonly retry: Retry | undefined;
  /** Cookies that the requests of one server share; absent: it wants none. */
  readonly jar?: Jar;
  /** A text about it without its secrets, its `{{names}}` as they were written. */
  shown(text: string): string;
  /** Sentences about the parts of the text that only `run` carries out. */
  readonly left: readonly string[];
  /** Evaluates its checks, and takes its captures. */
  judge(response: Omit<HttpResponse, 'body'>, body: Buffer): Judged;
}

/** A response judged by the checks of the text. */
export interface Judged {
  /** In the order of the text. */
  readonly checks: readonly FileCheck[];
  /** Another try is wanted, if one is left. */
  readonly again: boolean;
  /** Values for later requests, by name. */
  readonly captured: ReadonlyMap<string, Value>;
  /** A capture found nothing. */
  readonly problem?: Failure;
}

/** Where the names of a text get their values. */
export interface TextValues {
  /** Typed by the user: these come first. */
  readonly given: ReadonlyMap<string, Value>;
  /** Taken from earlier responses. */
  readonly captured: ReadonlyMap<string, Value>;
  /** It is only shown: names that a response will give a value stand as they are. */
  readonly isShown?: true;
  /** Of the profile that is open, for requests to its origin that name no other: these come last. */
  readonly configured: ReadonlyMap<string, Value>;
}

/** Where a text stands. */
export interface TextPlace {
  /** URL of the API: responses and cookies are known to texts of the same one. */
  readonly home: string;
  /** Who sends: those of another login are not known. The same object while it is the same one. */
  readonly login: object;
  /** The file it is saved in: other files are beside it. */
  readonly file?: string;
  /** What the text may do. */
  readonly grants: Grants;
  /** The tab has credentials, which are for the origin of `home`. */
  readonly hasLogin: boolean;
}

/** The rights of requests of a text. @param at their positions; absent: all, even those that `# @skip` leaves out */
export type ReadTextRights = (
  text: string,
  at: readonly number[] | undefined,
  values: TextValues,
  place: TextPlace,
) => Promise<readonly Right[] | Failure>;

/** Reads the requests of texts, and their rights. */
export interface TextReader {
  readonly request: ReadTextRequest;
  readonly rights: ReadTextRights;
}

/** Reads a request of a text. @param at its place among the requests of the text */
export type ReadTextRequest = (
  text: string,
  at: number,
  values: TextValues,
  place: TextPlace,
) => Promise<TextRequest | Failure>;

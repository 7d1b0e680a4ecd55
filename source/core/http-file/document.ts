/** Types of a parsed `.http` file: requests from top to bottom, variables, and syntax errors. */

/** A text from the file and its one-based line number. */
export interface LineText {
  readonly text: string;
  readonly line: number;
}

/** `@name = value`, or a constant that a script sets. */
export interface FileVariable extends LineText {
  readonly name: string;
  /** True with `:=`: names in the value are filled in for each request, and otherwise as of the variable's line. */
  readonly lazy?: true;
  /** Number of requests before the variable. */
  readonly after: number;
  /** True if a script sets the value. */
  readonly isScripted?: true;
}

/** A header line as written. `text` is its value. */
export interface FileHeader extends LineText {
  readonly name: string;
}

/** Verbatim text of a body. */
export interface TextPiece extends LineText {
  readonly kind: 'text';
  /** Line numbers of comments in a JSON body, which are not sent. */
  readonly comments?: readonly number[];
}

/** `< ./file`. With `filled`, its placeholders are replaced (`<@`), and its text is in `encoding` (`<@latin1`). */
export interface FilePiece {
  readonly kind: 'file';
  readonly path: string;
  readonly filled: boolean;
  readonly encoding?: string;
  /** True for a GraphQL document (`gql NAME < FILE`). */
  readonly isQuery?: true;
  readonly line: number;
}

export type BodyPiece = TextPiece | FilePiece;

/** A GraphQL fragment above the requests, which is added to operations that use it (httpyac). */
export interface Fragment {
  readonly name: string;
  readonly piece: BodyPiece;
}

/** `# @capture name = target`; `text` is the target. */
export interface Capture extends LineText {
  readonly name: string;
  /** True if a missing value is not a failure, as in a script. */
  readonly isOptional?: true;
  /** Checks without which nothing is captured, from an `if` of a script. */
  readonly when?: readonly string[];
}

/** `# @retry 5 every 1s until status == 200`. */
export interface Retry {
  /** Maximum number of retries. */
  readonly times: number;
  readonly everyMs: number;
  /** Check that ends the retries. Defaults to all checks of the request. */
  readonly until?: string;
  readonly line: number;
}

/** `> ./out` and `>>! ./out` overwrite the file. `>> ./out` uses a file name that does not exist yet. */
export interface SavedResponse {
  readonly path: string;
  readonly overwrites: boolean;
  readonly line: number;
}

/** `# @ref NAME`, or `# @forceRef NAME`, which sends the request even if it was sent before. */
export interface Need extends LineText {
  readonly isForced?: boolean;
}

/** A feature that apiclient does not support, or a script, which is not run. */
export interface Unsupported extends LineText {
  readonly isScript?: true;
  /** Names of variables that the script appears to set. */
  readonly sets?: readonly string[];
}

/** Repetitions of a request: `# @loop for 3` or `# @loop for NAME of LIST`. */
export interface Loop extends LineText {
  /** Name of each item; absent if `text` is a number of repetitions. */
  readonly name?: string;
}

/** A response that is a series of messages: a WebSocket (RFC 6455), or server-sent events. */
export type MessageStream = 'websocket' | 'events';

/** A request of the file. */
export interface Entry {
  /** Name from `# @name login`, or the words after `###`. */
  readonly name?: string;
  /** Line number of the request line. */
  readonly line: number;
  /** Number of requests before this one. */
  readonly at: number;
  /** Start and end in the text (UTF-16 offsets), from its `###` or the beginning of the file to the next `###`. */
  readonly from: number;
  readonly to: number;
  /** Upper-case method. `WEBSOCKET` opens a WebSocket. */
  readonly method: string;
  readonly stream?: MessageStream;
  /** Why the request is never sent. `skip` is set as well. */
  readonly refusal?: string;
  /** The URL as written, with continuation lines joined. */
  readonly url: string;
  readonly httpVersion?: string;
  readonly headers: readonly FileHeader[];
  readonly body: readonly BodyPiece[];
  readonly graphql: boolean;
  /** Fragments that the operation may use. */
  readonly fragments: readonly Fragment[];
  readonly asserts: readonly LineText[];
  readonly captures: readonly Capture[];
  /** Values of `# @flags`, each a line of command-line words. */
  readonly flags: readonly LineText[];
  /** Values of `# @ref NAME`: requests that are sent before this one. */
  readonly needs: readonly Need[];
  /** True with `# @always`: sent even after failures, once all requests above it have ended. */
  readonly always?: true;
  /** Values of `# @after NAME`: requests that this one cleans up after. */
  readonly after: readonly LineText[];
  /** Words of `# @tag`. */
  readonly tags: readonly string[];
  /** `# @rows FILE`: the request is sent once per row of the file. */
  readonly rows?: LineText;
  /** Words after `# @skip`. */
  readonly skip?: string;
  readonly retry?: Retry;
  readonly saves: readonly SavedResponse[];
  /** False with `# @no-cookie-jar`. */
  readonly cookies: boolean;
  /** False with `# @no-log`. */
  readonly shown: boolean;
  /** Name or `!name` of a variable that decides whether the request is skipped (`# @disabled name`). */
  readonly skipIf?: LineText;
  /** Pause before the request, in milliseconds (`# @sleep`). */
  readonly sleepMs?: number;
  readonly loop?: Loop;
  /** Questions to confirm before the request is sent (`# @note`). */
  readonly questions: readonly LineText[];
  /** Values that the user types: `# @prompt NAME [label]`. `text` is the label. */
  readonly prompts: readonly Capture[];
  /** File that contains the request, if another file imports it. */
  readonly importedFrom?: string;
  /** Features of other tools that apiclient does not support, with their lines. */
  readonly unsupported: readonly Unsupported[];
}

/** A parsed `.http` file. */
export interface HttpFile {
  readonly entries: readonly Entry[];
  readonly variables: readonly FileVariable[];
  /** Names of sections that contain variables instead of a request. `# @ref` may refer to them (httpyac). */
  readonly sections: readonly string[];
  /** Syntax errors. If there are any, no request of the file is sent. */
  readonly problems: readonly LineText[];
  /** Unsupported features that belong to no particular request: unknown directives, each reported once, and global scripts. */
  readonly unsupported: readonly Unsupported[];
  /** Files whose requests and variables are available (`# @import FILE`). */
  readonly imports: readonly LineText[];
  /** Notes about lines that are ignored. */
  readonly notes: readonly LineText[];
}

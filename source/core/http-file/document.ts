/** Types of a parsed `.http` file: its requests from top to bottom, its variables, its syntax errors. */

/** A text of the file and the number of its line, which begins with 1. */
export interface LineText {
  readonly text: string;
  readonly line: number;
}

/** `@name = value`. */
export interface FileVariable extends LineText {
  readonly name: string;
  /** Number of requests above it. */
  readonly after: number;
}

/** A header line as written; `text` is its value. */
export interface FileHeader extends LineText {
  readonly name: string;
}

/** Text of a body, verbatim. */
export interface TextPiece extends LineText {
  readonly kind: 'text';
  /** Lines of comments in a JSON body, which are not sent. */
  readonly comments?: readonly number[];
}

/** A piece of a body: text, or a file (`< ./file`). */
export type BodyPiece =
  | TextPiece
  /** `filled`: its `{{names}}` are replaced (`<@`), and its text is in `encoding` (`<@latin1`). */
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly filled: boolean;
      readonly encoding?: string;
      readonly line: number;
    };

/** `# @capture name = target`; `text` is the target. */
export interface Capture extends LineText {
  readonly name: string;
}

/** `# @retry 5 every 1s until status == 200`. */
export interface Retry {
  /** Maximum number of further tries. */
  readonly times: number;
  readonly everyMs: number;
  /** The check that ends it; absent: all checks of the request. */
  readonly until?: string;
  readonly line: number;
}

/** `> ./out` and `>>! ./out` overwrite; `>> ./out` takes a free name. */
export interface SavedResponse {
  readonly path: string;
  readonly overwrites: boolean;
  readonly line: number;
}

/** One request of the file. */
export interface Entry {
  /** `# @name login`, or the words after `###`. */
  readonly name?: string;
  /** The line that its request begins on. */
  readonly line: number;
  /** How many requests stand above it. */
  readonly at: number;
  /** Where it begins and ends in the text (UTF-16 offsets): from its `###` or the beginning of the file to the next `###`. */
  readonly from: number;
  readonly to: number;
  /** Upper-case. */
  readonly method: string;
  /** The URL as written, continued lines joined. */
  readonly url: string;
  readonly httpVersion?: string;
  readonly headers: readonly FileHeader[];
  readonly body: readonly BodyPiece[];
  readonly graphql: boolean;
  readonly asserts: readonly LineText[];
  readonly captures: readonly Capture[];
  /** `# @flags`, each a line of command-line words. */
  readonly flags: readonly LineText[];
  /** `# @ref NAME`: requests that are sent before this one. */
  readonly needs: readonly LineText[];
  /** The words after `# @skip`. */
  readonly skip?: string;
  readonly retry?: Retry;
  readonly saves: readonly SavedResponse[];
  /** False: `# @no-cookie-jar`. */
  readonly cookies: boolean;
  /** False: `# @no-log`. */
  readonly shown: boolean;
  /** Features of other readers that this program lacks, each with its line. */
  readonly unsupported: readonly LineText[];
}

/** A parsed `.http` file. */
export interface HttpFile {
  readonly entries: readonly Entry[];
  readonly variables: readonly FileVariable[];
  /** Syntax errors; nothing of such a file is sent. */
  readonly problems: readonly LineText[];
  /** Features that apiclient lacks and that belong to no single request: each unknown directive once, global scripts. */
  readonly unsupported: readonly LineText[];
  /** Remarks about lines that are left out. */
  readonly notes: readonly LineText[];
}

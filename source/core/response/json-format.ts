/** JSON laid out anew from its own tokens, as coloured pieces: streaming, iterative, in memory that does not grow. */
import { type JsonEvents, type JsonProblem, JsonScanner } from '../json/scan.js';
import type { Emit } from './spans.js';

/** How a formatter lays JSON out. */
export interface JsonLayout {
  /** False: white space stays as it came, only roles are found. */
  readonly indent: boolean;
  /** One document per line (NDJSON): a bad line does not spoil the next. */
  readonly lines?: boolean;
  /** Levels that are indented; what is deeper stays on one line. */
  readonly maxDepth?: number;
}

/** The depth below which nothing is indented. */
export const maxIndentedDepth = 100;

/** Formats one JSON text. `write` the pieces, then `end`. */
export class JsonFormatter {
  /** True once something lay deeper than is indented. */
  tooDeep = false;
  readonly #scanner: JsonScanner;

  constructor(emit: Emit, layout: JsonLayout) {
    const events = layout.indent ? this.#indented(emit, layout.maxDepth ?? maxIndentedDepth) : asItCame(emit);
    this.#scanner = new JsonScanner(events, { lines: layout.lines ?? false });
  }

  write(text: string): void {
    this.#scanner.write(text);
  }

  end(): void {
    this.#scanner.end();
  }

  /** Where the text stopped being JSON, if it did. */
  get problem(): JsonProblem | undefined {
    return this.#scanner.problem;
  }

  /** True if at least one whole value was read and nothing is open. */
  get complete(): boolean {
    return this.#scanner.hasValue && this.#scanner.depth === 0 && this.problem === undefined;
  }

  #indented(emit: Emit, maxDepth: number): JsonEvents {
    const breaks = Array.from({ length: maxDepth + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);
    const separators = breaks.map(pad => `,${pad}`);
    let depth = 0;
    let empty = false;
    let written = false;
    /** What stands before an element: a line break after the opening bracket, or between two documents. */
    const element = () => {
      if (depth === 0) {
        if (written) emit('\n', 'plain');
        written = true;
      } else if (empty) {
        emit(breaks[depth] ?? '', 'plain');
      }
      empty = false;
    };
    return {
      open: bracket => {
        element();
        emit(bracket, 'punctuation');
        depth++;
        empty = true;
        if (depth > maxDepth) this.tooDeep = true;
      },
      close: bracket => {
        depth--;
        emit(empty ? bracket : `${depth < maxDepth ? breaks[depth] : ''}${bracket}`, 'punctuation');
        empty = false;
      },
      colon: () => emit(depth > maxDepth ? ':' : ': ', 'punctuation'),
      comma: () => emit(separators[depth] ?? ',', 'punctuation'),
      scalar: (piece, role, first) => {
        if (first) element();
        emit(piece, role);
      },
      space: piece => {
        if (piece.startsWith(')')) emit(piece, 'invalid');
      },
      junk: (piece, first, inside) => {
        // The rest begins on a line of its own, so that it is seen where the layout is ours and where it is the server's.
        if (first && !inside && written) emit('\n', 'plain');
        written = true;
        emit(piece, 'invalid');
      },
    };
  }
}

/** Roles only: every character stays where it was. */
const asItCame = (emit: Emit): JsonEvents => ({
  open: bracket => emit(bracket, 'punctuation'),
  close: bracket => emit(bracket, 'punctuation'),
  colon: () => emit(':', 'punctuation'),
  comma: () => emit(',', 'punctuation'),
  scalar: emit,
  space: piece => emit(piece, 'plain'),
  junk: piece => emit(piece, 'invalid'),
});

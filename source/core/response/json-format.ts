/** Formats and highlights JSON from its tokens: streaming, iterative, in constant memory. */
import { type JsonEvents, type JsonProblem, JsonScanner } from '../json/scan.js';
import type { Emit } from './spans.js';

export interface JsonLayout {
  /** False to preserve white space and only highlight. */
  readonly indent: boolean;
  /** Spaces for each level (default: 2). */
  readonly spaces?: number;
  /** True for one document per line (NDJSON). An error then ends with its line. */
  readonly lines?: boolean;
  /** Maximum depth. Deeper levels are written on one line. */
  readonly maxDepth?: number;
}

export const maxIndentedDepth = 100;

/** Formats a JSON text. Call `write` with chunks, then `end`. */
export class JsonFormatter {
  /** True once `maxDepth` has been exceeded. */
  tooDeep = false;
  readonly #scanner: JsonScanner;

  constructor(emit: Emit, layout: JsonLayout) {
    const events = layout.indent
      ? this.#indented(emit, layout.maxDepth ?? maxIndentedDepth, ' '.repeat(layout.spaces ?? 2))
      : asItCame(emit);
    this.#scanner = new JsonScanner(events, { lines: layout.lines ?? false });
  }

  write(text: string): void {
    this.#scanner.write(text);
  }

  end(): void {
    this.#scanner.end();
  }

  /** The first syntax error. */
  get problem(): JsonProblem | undefined {
    return this.#scanner.problem;
  }

  /** True if at least one value was read and nothing is open. */
  get complete(): boolean {
    return this.#scanner.hasValue && this.#scanner.depth === 0 && this.problem === undefined;
  }

  #indented(emit: Emit, maxDepth: number, level: string): JsonEvents {
    const breaks = Array.from({ length: maxDepth + 1 }, (_, depth) => `\n${level.repeat(depth)}`);
    const separators = breaks.map(pad => `,${pad}`);
    let depth = 0;
    let empty = false;
    let written = false;
    /** Starts an element with a line break, after the opening bracket or between documents. */
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
        // Put the rest on a separate line, to distinguish apiclient's layout from the server's.
        if (first && !inside && written) emit('\n', 'plain');
        written = true;
        emit(piece, 'invalid');
      },
    };
  }
}

/** Highlights without changing the layout. */
const asItCame = (emit: Emit): JsonEvents => ({
  open: bracket => emit(bracket, 'punctuation'),
  close: bracket => emit(bracket, 'punctuation'),
  colon: () => emit(':', 'punctuation'),
  comma: () => emit(',', 'punctuation'),
  scalar: emit,
  space: piece => emit(piece, 'plain'),
  junk: piece => emit(piece, 'invalid'),
});

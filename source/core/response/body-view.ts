/**
 * A body as pieces of text to be shown: decoded, laid out, given roles by what it is and made safe, chunk by chunk. JSON
 * escapes stay escapes, so they are harmless as they are.
 */
import type { BodyKind, ContentInfo } from './content-kind.js';
import { EventLines } from './event-lines.js';
import { contextLength } from './invisible.js';
import { JsonFormatter, maxIndentedDepth } from './json-format.js';
import { MarkupPieces } from './markup-pieces.js';
import { needsSafeText, safeText } from './safe-text.js';
import type { Emit } from './spans.js';
import { TextStream } from './text-stream.js';

interface BodyWriter {
  write(text: string): void;
  end(): void;
}

/** Shows a text as it stands. */
const plain = (emit: Emit): BodyWriter => ({ write: text => emit(text, 'plain'), end: () => {} });

/** How each kind of body is shown. JSON is written raw, because tokens are found before stray characters are marked. */
const showers: Readonly<Record<Exclude<BodyKind, 'json' | 'ndjson'>, (emit: Emit, indent: boolean) => BodyWriter>> = {
  sse: emit => new EventLines(emit),
  xml: (emit, indent) => new MarkupPieces(emit, indent),
  html: emit => new MarkupPieces(emit, false),
  text: plain,
  binary: plain,
};

const endOf = (before: string, text: string): string => (before + text.slice(-contextLength)).slice(-contextLength);

/** Shows one body. `write` the bytes as they come, then `end`. */
export class BodyView {
  readonly #content: ContentInfo;
  readonly #text: TextStream;
  readonly #shower: BodyWriter;
  readonly #json: JsonFormatter | undefined;
  /** True while a chunk is formatted that holds something `safeText` would mark. */
  #unsafe = false;
  /** The end of what was shown, as it came. */
  #before = '';

  /** @param indent false: the layout stays as it came */
  constructor(content: ContentInfo, emit: Emit, indent: boolean) {
    this.#content = content;
    this.#text = new TextStream(content.charset);
    const { kind } = content;
    if (kind === 'json' || kind === 'ndjson') {
      const lines = kind === 'ndjson';
      // Tokens are found in the raw text: a mark in place of a stray character would hide what it was from the scanner.
      const safely: Emit = (text, role) => emit(this.#unsafe ? this.#safe(text) : text, role);
      this.#json = new JsonFormatter(safely, { indent: indent && !lines, lines });
      this.#shower = this.#json;
    } else this.#shower = showers[kind](emit, indent);
  }

  write(bytes: Uint8Array): void {
    this.#show(this.#text.write(bytes));
  }

  end(): void {
    this.#show(this.#text.end());
    this.#shower.end();
  }

  #show(text: string): void {
    if (text === '') return;
    const before = this.#before;
    this.#unsafe = needsSafeText(text);
    this.#shower.write(this.#unsafe && !this.#json ? this.#safe(text) : text);
    this.#before = endOf(before, text);
  }

  /** How a piece begins may be told by what stands before it. */
  #safe(text: string): string {
    const shown = safeText(text, this.#before);
    this.#before = endOf(this.#before, text);
    return shown;
  }

  /** What a reader should know about what was shown; foreign text in it. */
  notes(): readonly string[] {
    const notes: string[] = [];
    const { unknownCharset, kind } = this.#content;
    if (unknownCharset) notes.push(`The charset "${unknownCharset}" is unknown: shown as UTF-8.`);
    const problem = this.#json?.problem;
    if (problem && kind === 'json') {
      notes.push(
        problem.early
          ? 'The JSON ends too early: shown as it came.'
          : `Not JSON from line ${problem.line}, column ${problem.column} on: the rest is shown as it came.`,
      );
    }
    if (problem && kind === 'ndjson') notes.push(`Line ${problem.line} is not JSON: shown as it came.`);
    if (this.#json?.tooDeep)
      notes.push(`Nested deeper than ${maxIndentedDepth} levels: what is deeper is not indented.`);
    return notes;
  }
}

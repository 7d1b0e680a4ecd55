/**
 * Displays a body chunk by chunk: decoded, formatted, highlighted according to its content kind, and sanitized. JSON escapes
 * are harmless and remain unchanged.
 */
import { jsonLineSpans } from '../json/line-spans.js';
import type { BodyKind, ContentInfo } from './content-kind.js';
import { contextLength } from './invisible.js';
import { JsonFormatter, maxIndentedDepth } from './json-format.js';
import { MarkupPieces } from './markup-pieces.js';
import { needsSafeText, safeText } from './safe-text.js';
import type { Emit, Span } from './spans.js';
import { TextStream } from './text-stream.js';

interface BodyWriter {
  write(text: string): void;
  end(): void;
}

const plain = (emit: Emit): BodyWriter => ({ write: text => emit(text, 'plain'), end: () => {} });

/** Writer for each content kind. JSON is passed on raw, because it must be tokenized before stray characters are marked. */
const showers: Readonly<
  Record<Exclude<BodyKind, 'json' | 'ndjson'>, (emit: Emit, indent: boolean, spaces: number) => BodyWriter>
> = {
  sse: emit => new EventLines(emit),
  xml: (emit, indent, spaces) => new MarkupPieces(emit, indent, spaces),
  html: emit => new MarkupPieces(emit, false),
  text: plain,
  binary: plain,
};

const endOf = (before: string, text: string): string => (before + text.slice(-contextLength)).slice(-contextLength);

/** Displays a body. Call `write` for each chunk, then `end`. */
export class BodyView {
  readonly #content: ContentInfo;
  readonly #text: TextStream;
  readonly #shower: BodyWriter;
  readonly #json: JsonFormatter | undefined;
  /** True while a chunk contains characters that `safeText` would mark. */
  #unsafe = false;
  /** Raw end of the text shown so far. */
  #before = '';

  /** @param indent false to preserve the layout @param spaces spaces for each level */
  constructor(content: ContentInfo, emit: Emit, indent: boolean, spaces = 2) {
    this.#content = content;
    this.#text = new TextStream(content.charset);
    const { kind } = content;
    if (kind === 'json' || kind === 'ndjson') {
      const lines = kind === 'ndjson';
      // Tokenize the raw text, because a mark instead of a stray character would change the scanner's input.
      const safely: Emit = (text, role) => emit(this.#unsafe ? this.#safe(text) : text, role);
      this.#json = new JsonFormatter(safely, { indent: indent && !lines, spaces, lines });
      this.#shower = this.#json;
    } else this.#shower = showers[kind](emit, indent, spaces);
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

  /** Sanitizes a piece. Marks may depend on the preceding characters. */
  #safe(text: string): string {
    const shown = safeText(text, this.#before);
    this.#before = endOf(this.#before, text);
    return shown;
  }

  /** Returns notes about the displayed body, which may contain untrusted text. */
  notes(): readonly string[] {
    const notes: string[] = [];
    const { unknownCharset, kind } = this.#content;
    if (unknownCharset) notes.push(`Unknown charset "${unknownCharset}", shown as UTF-8.`);
    const problem = this.#json?.problem;
    if (problem && kind === 'json') {
      notes.push(
        problem.early
          ? 'The JSON ends too early and is shown unformatted.'
          : `Not JSON from line ${problem.line}, column ${problem.column}. The rest is shown unformatted.`,
      );
    }
    if (problem && kind === 'ndjson') notes.push(`Line ${problem.line} is not JSON and is shown unformatted.`);
    if (this.#json?.tooDeep)
      notes.push(`Only ${maxIndentedDepth} levels are indented, because the JSON is nested more deeply.`);
    return notes;
  }
}

/** Maximum length of a line. Longer lines are shown in pieces without colours, to limit memory use. */
const maxLineLength = 64 * 1024;

/** Highlights server-sent events line by line (WHATWG HTML 9.2). Call `write` with chunks of any size, then `end`. */
class EventLines {
  readonly #emit: Emit;
  #line = '';
  /** True inside a line whose beginning has been shown. */
  #broken = false;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  write(text: string): void {
    let start = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
      this.#show(this.#line + text.slice(start, at));
      this.#emit('\n', 'plain');
      this.#line = '';
      this.#broken = false;
      start = at + 1;
    }
    this.#line += text.slice(start);
    if (this.#line.length > maxLineLength) {
      this.#emit(this.#line, 'plain');
      this.#line = '';
      this.#broken = true;
    }
  }

  end(): void {
    if (this.#line) this.#show(this.#line);
    this.#line = '';
  }

  #show(line: string): void {
    if (this.#broken || line.length > maxLineLength) this.#emit(line, 'plain');
    else for (const span of eventLineSpans(line)) this.#emit(span.text, span.role);
  }
}

function eventLineSpans(line: string): readonly Span[] {
  if (line.startsWith(':')) return [{ text: line, role: 'comment' }];
  const [head = '', name = '', gap = ''] = /^(event|data|id|retry)(: ?)/.exec(line) ?? [];
  if (!head) return [{ text: line, role: 'plain' }];
  const value = line.slice(head.length);
  const isJson = name === 'data' && /^\s*[{["]/.test(value);
  return [
    { text: name, role: name === 'event' ? 'keyword' : 'dim' },
    { text: gap, role: 'punctuation' },
    ...(isJson ? jsonLineSpans(value) : [{ text: value, role: name === 'event' ? 'name' : 'plain' } as const]),
  ];
}

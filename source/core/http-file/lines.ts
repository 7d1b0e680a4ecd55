/** Splits a text into lines with their positions. */

/** A line without its line end. */
export interface SourceLine {
  readonly text: string;
  /** One-based line number. */
  readonly line: number;
  /** Start of the line in UTF-16 units. */
  readonly offset: number;
  /** Line end as written: LF, CRLF, or nothing at the end of the text. */
  readonly end: string;
}

/** Splits a text at LF and CRLF. A byte order mark is not part of the first line. */
export function sourceLines(text: string): readonly SourceLine[] {
  const lines: SourceLine[] = [];
  let offset = text.startsWith('\ufeff') ? 1 : 0;
  for (const [whole, content = '', end = ''] of text.slice(offset).matchAll(/([^\n]*?)(\r?\n|$)/g)) {
    if (whole === '' && offset >= text.length && lines.length > 0) break;
    lines.push({ text: content, line: lines.length + 1, offset, end });
    offset += whole.length;
  }
  return lines;
}

/** Reads lines one after another. */
export class LineReader {
  #at = 0;
  readonly #lines: readonly SourceLine[];

  constructor(lines: readonly SourceLine[]) {
    this.#lines = lines;
  }

  next(): SourceLine | undefined {
    return this.#lines[this.#at++];
  }

  /** Returns the next line without reading it. */
  peek(): SourceLine | undefined {
    return this.#lines[this.#at];
  }

  /** Returns to the line that was read last. */
  back(): void {
    this.#at--;
  }

  /** Lines that have not been read. */
  rest(): SourceLine[] {
    return this.#lines.slice(this.#at);
  }

  /** Appends the lines before one that matches to a text, and reads that one. */
  until(end: RegExp, start: string): { readonly lines: string; readonly last: string } {
    const lines = [start];
    let next = this.next();
    for (; next && !end.test(next.text); next = this.next()) lines.push(next.text);
    return { lines: lines.join('\n'), last: next?.text ?? '' };
  }
}

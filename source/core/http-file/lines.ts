/** A text as lines that know where they stand. */

/** One line, without its end. */
export interface SourceLine {
  readonly text: string;
  /** The number of the line; the first is 1. */
  readonly line: number;
  /** Where it begins, in UTF-16 units. */
  readonly offset: number;
  /** Its end as it was written: LF, CRLF, or nothing at the end of the text. */
  readonly end: string;
}

/** Takes a text apart at LF and CRLF. A byte order mark is not part of the first line. */
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

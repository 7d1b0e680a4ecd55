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

/** Returns true for a line that separates requests. */
export const isSeparator = ({ text }: SourceLine): boolean => text.startsWith('###');

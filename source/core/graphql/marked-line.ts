/** Shows the source line of an error with a mark under the column. */

/** One-based position. Columns are in UTF-16 units, as in graphql-js. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** Returns the position of an offset. Lines end with LF, CRLF or CR. */
export function positionOf(source: string, offset: number): SourcePosition {
  const before = source.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

const width = 100;

/** Returns `3 | user(id: $id) {` with `^` below, truncated around the column, or undefined if there is no such line. */
export function markedLine(source: string, position: SourcePosition): string | undefined {
  const line = source.split(/\r\n|\n|\r/)[position.line - 1];
  if (line === undefined) return undefined;
  const from = position.column > width - 20 ? position.column - Math.floor(width / 2) : 0;
  const cut = line.slice(from, from + width);
  const prefix = `${position.line} | `;
  const lead = cut.slice(0, position.column - 1 - from).replace(/[^\t]/g, ' ');
  return `${prefix}${cut}\n${' '.repeat(prefix.length)}${lead}^`;
}

/** The line of a source where something is wrong, with a mark under the column. */

/** Line and column count from 1; columns in UTF-16 units, as graphql-js counts. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** Place of an offset. Line ends are LF, CRLF and CR, as in GraphQL and JSON editors. */
export function positionOf(source: string, offset: number): SourcePosition {
  const before = source.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

const width = 100;

/** `3 | user(id: $id) {` and below it `^`; a long line is cut around the column. Undefined if there is no such line. */
export function markedLine(source: string, place: SourcePosition): string | undefined {
  const line = source.split(/\r\n|\n|\r/)[place.line - 1];
  if (line === undefined) return undefined;
  const from = place.column > width - 20 ? place.column - Math.floor(width / 2) : 0;
  const cut = line.slice(from, from + width);
  const prefix = `${place.line} | `;
  const lead = cut.slice(0, place.column - 1 - from).replace(/[^\t]/g, ' ');
  return `${prefix}${cut}\n${' '.repeat(prefix.length)}${lead}^`;
}

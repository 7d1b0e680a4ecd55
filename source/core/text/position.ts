/** Positions in a text, for messages. */

/** A position in a text. Both numbers are one-based, and columns are in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Returns the position of an offset. Lines end with LF, CRLF or CR. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

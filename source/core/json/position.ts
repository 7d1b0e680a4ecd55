/** Positions in a JSON text, for messages. */
import { isProblem } from '../problem.js';
import { jsonTree } from './tree.js';

/** A position in a text. Both numbers are one-based, and columns are in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Returns the position and reason of a JSON syntax error (`line 1, column 2: …`), or `undefined` if the text is JSON. */
export function jsonSyntaxProblem(text: string): string | undefined {
  const tree = jsonTree(text.replace(/^\ufeff/, ''), {});
  if (!isProblem(tree)) return undefined;
  const { line, column } = positionAt(text, tree.offset);
  return `line ${line}, column ${column}: ${tree.problem}`;
}

/** Positions of errors in a query: the source line, and the field of a path if the server sent no location. */
import type { DocumentNode, FieldNode, OperationDefinitionNode } from 'graphql';
import { type Position, positionAt } from '../text/position.js';
import { eachField, fragmentsOf, responseKeyOf } from './each-field.js';

/**
 * Returns the position of the last field found on the path. List indexes are skipped, and fragments are searched.
 * @param source text of the document
 */
export function positionOfPath(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  path: readonly (string | number)[],
  source: string,
): Position | undefined {
  const fragments = fragmentsOf(document.definitions);
  let sets = [operation.selectionSet];
  let lastField: FieldNode | undefined;
  for (const key of path) {
    if (typeof key === 'number') continue;
    const fields: FieldNode[] = [];
    eachField(sets, fragments, undefined, node => {
      if (responseKeyOf(node) === key) fields.push(node);
    });
    const [first] = fields;
    if (first === undefined) break;
    lastField = first;
    sets = fields.flatMap(({ selectionSet }) => selectionSet ?? []);
  }
  const start = lastField?.loc?.start;
  return start === undefined ? undefined : positionAt(source, start);
}

const width = 100;

/** Returns `3 | user(id: $id) {` with `^` below, truncated around the column, or undefined if there is no such line. */
export function markedLine(source: string, position: Position): string | undefined {
  const line = source.split(/\r\n|\n|\r/)[position.line - 1];
  if (line === undefined) return undefined;
  const from = position.column > width - 20 ? position.column - Math.floor(width / 2) : 0;
  const cut = line.slice(from, from + width);
  const prefix = `${position.line} | `;
  const lead = cut.slice(0, position.column - 1 - from).replace(/[^\t]/g, ' ');
  return `${prefix}${cut}\n${' '.repeat(prefix.length)}${lead}^`;
}

/** Locates the path of an error in the query if the server sent no location. */

import { type DocumentNode, type FieldNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import { type Position, positionAt } from '../text/position.js';

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
  let sets: SelectionSetNode[] = [operation.selectionSet];
  let lastField: FieldNode | undefined;
  for (const key of path) {
    if (typeof key === 'number') continue;
    const fields = sets.flatMap(set => fieldsNamed(document, set, key));
    const [first] = fields;
    if (first === undefined) break;
    lastField = first;
    sets = fields.flatMap(field => (field.selectionSet ? [field.selectionSet] : []));
  }
  const start = lastField?.loc?.start;
  return start === undefined ? undefined : positionAt(source, start);
}

/** Finds the fields with this response key, including those in fragments. Each fragment is entered once. */
function fieldsNamed(document: DocumentNode, root: SelectionSetNode, key: string): FieldNode[] {
  const fields: FieldNode[] = [];
  const entered = new Set<string>();
  const work = [root];
  for (let set = work.pop(); set !== undefined; set = work.pop()) {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        if ((node.alias ?? node.name).value === key) fields.push(node);
      } else if (node.kind === Kind.INLINE_FRAGMENT) work.push(node.selectionSet);
      else if (!entered.has(node.name.value)) {
        entered.add(node.name.value);
        for (const definition of document.definitions) {
          if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === node.name.value) {
            work.push(definition.selectionSet);
          }
        }
      }
    }
  }
  return fields;
}

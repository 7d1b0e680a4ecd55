/**
 * Determines from the text of an operation how it pages: the field whose argument takes the cursor, and the position of that
 * field's own `pageInfo` in a response (Relay's GraphQL Cursor Connections Specification). The cursors of other lists are never
 * followed.
 */

import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { addTo } from '../../add-to.js';
import { type Failure, isFailure, usageError } from '../../failure.js';
import { type Fragments, fragmentsOf, responseKeyOf } from '../each-field.js';

/** Names for one paging direction. The variable has the same name as the cursor. */
export interface PageDirection {
  readonly cursor: 'endCursor' | 'startCursor';
  readonly more: 'hasNextPage' | 'hasPreviousPage';
  readonly argument: 'after' | 'before';
  readonly size: 'first' | 'last';
}

export const forward: PageDirection = { cursor: 'endCursor', more: 'hasNextPage', argument: 'after', size: 'first' };
export const backward: PageDirection = {
  cursor: 'startCursor',
  more: 'hasPreviousPage',
  argument: 'before',
  size: 'last',
};

/** Position of the paging information in a response. */
export interface Paging {
  readonly direction: PageDirection;
  /** Response keys from `data` to the object that contains the flag and the cursor. */
  readonly path: readonly string[];
  readonly moreKey: string;
  readonly cursorKey: string;
}

/** A field and the fragments it was reached through, which detect cycles. */
interface FoundField {
  readonly node: FieldNode;
  readonly through: readonly string[];
}

interface Selections {
  readonly set: SelectionSetNode;
  readonly through: readonly string[];
}

interface PagedField {
  readonly path: readonly string[];
  readonly fields: readonly FoundField[];
}

/** Returns how the operation pages, or why it cannot. The latter is a usage error, reported before anything is sent. */
export function pagingOf(document: DocumentNode, operation: OperationDefinitionNode): Paging | Failure {
  const direction = directionOf(operation);
  if (isFailure(direction)) return direction;
  const { cursor, more, argument } = direction;
  const fragments = fragmentsOf(document.definitions);
  const [field, other] = fieldsTaking(cursor, operation, fragments);
  if (field === undefined) {
    return usageError(`No field uses $${cursor}.`, `Pass it to the paginated list: books(${argument}: $${cursor})`);
  }
  if (other !== undefined) {
    return usageError(
      `Two fields use $${cursor}: ${field.path.join('.')} and ${other.path.join('.')}.`,
      'A cursor belongs to one list. Send one operation for each.',
    );
  }
  const pageInfo = pageInfoOf(field, direction, fragments);
  if (pageInfo !== undefined) return pageInfo;
  return usageError(
    `${field.path.join('.')} uses $${cursor}, but its pageInfo is not selected.`,
    `Add to its selections: pageInfo { ${more} ${cursor} }`,
  );
}

/** Returns true if the first page can be requested: the variable is optional or has a value. */
export function firstPageFits(operation: OperationDefinitionNode, { direction }: Paging, given: boolean): boolean {
  const definition = operation.variableDefinitions?.find(each => each.variable.name.value === direction.cursor);
  return given || definition?.type.kind !== Kind.NON_NULL_TYPE || definition.defaultValue !== undefined;
}

function directionOf({ variableDefinitions = [] }: OperationDefinitionNode): PageDirection | Failure {
  const declared = [forward, backward].filter(({ cursor }) =>
    variableDefinitions.some(each => each.variable.name.value === cursor),
  );
  const [direction, second] = declared;
  if (direction === undefined) {
    const form =
      'Usage: query($endCursor: String) { books(first: 100, after: $endCursor) { … pageInfo { hasNextPage endCursor } } }';
    return usageError('--paginate needs an operation that declares $endCursor, or $startCursor to go backwards.', form);
  }
  if (second === undefined) return direction;
  return usageError('The operation declares both $endCursor and $startCursor.', 'Remove one of them.');
}

/** Returns up to two fields that use the variable in an argument. Selections with the same response key count as one field. */
function fieldsTaking(
  variable: string,
  operation: OperationDefinitionNode,
  fragments: Fragments,
): readonly PagedField[] {
  const pagedFields: PagedField[] = [];
  const walk = (sets: readonly Selections[], path: readonly string[]): void => {
    for (const [key, fields] of merged(sets, fragments)) {
      if (pagedFields.length > 1) return;
      const here = [...path, key];
      if (fields.some(({ node }) => takes(node, variable))) pagedFields.push({ path: here, fields });
      walk(setsOf(fields), here);
    }
  };
  walk([{ set: operation.selectionSet, through: [] }], []);
  return pagedFields;
}

function takes(field: FieldNode, variable: string): boolean {
  let isPaged = false;
  for (const each of field.arguments ?? []) {
    visit(each, {
      Variable({ name }) {
        isPaged ||= name.value === variable;
      },
    });
  }
  return isPaged;
}

/** Finds the flag and cursor in the field itself or in a field directly below it, but not in lists inside its items. */
function pageInfoOf({ path, fields }: PagedField, direction: PageDirection, fragments: Fragments): Paging | undefined {
  const ownFields = merged(setsOf(fields), fragments);
  const places = [
    [path, ownFields] as const,
    ...[...ownFields].map(([key, each]) => [[...path, key], merged(setsOf(each), fragments)] as const),
  ];
  for (const [at, selected] of places) {
    const moreKey = keyOf(selected, direction.more);
    const cursorKey = keyOf(selected, direction.cursor);
    if (moreKey !== undefined && cursorKey !== undefined) return { direction, path: at, moreKey, cursorKey };
  }
  return undefined;
}

type Merged = ReadonlyMap<string, readonly FoundField[]>;

const keyOf = (selected: Merged, name: string): string | undefined =>
  [...selected].find(([, fields]) => fields.some(({ node }) => node.name.value === name))?.[0];

const setsOf = (fields: readonly FoundField[]): readonly Selections[] =>
  fields.flatMap(({ node, through }) => (node.selectionSet ? [{ set: node.selectionSet, through }] : []));

/** Groups the fields of selection sets by response key, with fragments expanded (GraphQL specification, CollectFields). */
function merged(sets: readonly Selections[], fragments: Fragments): Merged {
  const fieldsByKey = new Map<string, FoundField[]>();
  const collect = ({ set, through }: Selections): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        addTo(fieldsByKey, responseKeyOf(node), { node, through });
      } else if (node.kind === Kind.INLINE_FRAGMENT) collect({ set: node.selectionSet, through });
      else {
        const fragment = fragments.get(node.name.value);
        if (fragment === undefined || through.includes(node.name.value)) continue;
        collect({ set: fragment.selectionSet, through: [...through, node.name.value] });
      }
    }
  };
  for (const each of sets) collect(each);
  return fieldsByKey;
}

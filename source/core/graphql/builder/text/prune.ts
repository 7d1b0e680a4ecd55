/** The part of an operation that an edit can have spoiled, so that a tick in a long text need not check all of it. */
import {
  type ASTNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { endOf, type Range, startOf } from './tokens.js';

/**
 * The operation with the selections that the ranges touch, those on the way to them, and every field that answers under the same
 * name as one of these, because such fields have to merge. All fragments stay. Its variables are all defined, but not all used.
 */
export function pruned(operation: OperationDefinitionNode, ranges: readonly Range[]): OperationDefinitionNode {
  const names = new Set<string>();
  collect(operation.selectionSet, ranges, names);
  return { ...operation, selectionSet: prunedSet(operation.selectionSet, ranges, names) };
}

const touches = (node: ASTNode, ranges: readonly Range[]): boolean => {
  const [from, to] = [startOf(node), endOf(node)];
  return ranges.some(range => from <= range.to && to >= range.from);
};

const responseKey = (node: SelectionNode): string | undefined =>
  node.kind === Kind.FIELD ? (node.alias ?? node.name).value : undefined;

/** The names under which the touched fields answer, and all fields below one whose name, arguments or directives are touched. */
function collect(set: SelectionSetNode, ranges: readonly Range[], names: Set<string>): void {
  for (const node of set.selections) {
    if (!touches(node, ranges)) continue;
    const name = responseKey(node);
    if (name !== undefined) names.add(name);
    const inner = 'selectionSet' in node ? node.selectionSet : undefined;
    if (inner === undefined) continue;
    const [from, to] = [startOf(node), startOf(inner)];
    if (ranges.some(range => from <= range.to && to >= range.from)) {
      visit(inner, { Field: field => void names.add((field.alias ?? field.name).value) });
    } else collect(inner, ranges, names);
  }
}

function prunedSet(set: SelectionSetNode, ranges: readonly Range[], names: ReadonlySet<string>): SelectionSetNode {
  const kept = set.selections.filter(node => {
    const name = responseKey(node);
    return name === undefined || names.has(name) || touches(node, ranges);
  });
  // Braces are never empty; which of the others stands there makes no difference.
  const [first] = set.selections;
  const selections = kept.length > 0 || first === undefined ? kept : [first];
  return { ...set, selections: selections.map(node => prunedNode(node, ranges, names)) };
}

function prunedNode(node: SelectionNode, ranges: readonly Range[], names: ReadonlySet<string>): SelectionNode {
  if (node.kind === Kind.FRAGMENT_SPREAD || node.selectionSet === undefined) return node;
  return { ...node, selectionSet: prunedSet(node.selectionSet, ranges, names) };
}

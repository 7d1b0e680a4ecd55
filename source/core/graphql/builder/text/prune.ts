/** Reduces an operation to what an edit may have broken, for fast validation of long texts. */
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
 * Keeps the selections in the ranges, their ancestors, and all fields with the same response keys, since these must merge.
 * Fragments and variable definitions stay, so not all variables are used.
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

/**
 * Collects response keys of touched fields, and of everything below a field whose name, arguments or directives are touched.
 */
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
  // A selection set must not be empty; any selection will do.
  const [first] = set.selections;
  const selections = kept.length > 0 || first === undefined ? kept : [first];
  return { ...set, selections: selections.map(node => prunedNode(node, ranges, names)) };
}

function prunedNode(node: SelectionNode, ranges: readonly Range[], names: ReadonlySet<string>): SelectionNode {
  if (node.kind === Kind.FRAGMENT_SPREAD || node.selectionSet === undefined) return node;
  return { ...node, selectionSet: prunedSet(node.selectionSet, ranges, names) };
}

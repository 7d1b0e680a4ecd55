/** Resolves a path to selections of the text. */

import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { SchemaField } from '../../schema-types.js';
import type { Context } from '../edit-result.js';
import { fieldOf, rootType } from '../schema/lookups.js';
import { isSelectionStep, type Path, type PathStep, type SelectionStep } from '../schema/path.js';
import { type SchemaView, viewOf } from '../schema/schema-view.js';
import { isFragment, isOperation, operationIndexAt, type ParsedText, type QueryDocument } from './query-document.js';

export type SelectionParent = OperationDefinitionNode | FragmentDefinitionNode | FieldNode | InlineFragmentNode;

/** Location of the selection set of a definition, field or inline fragment. */
export interface SelectionSetPosition {
  readonly definition: OperationDefinitionNode | FragmentDefinitionNode;
  readonly holder: SelectionParent;
  /** Absent if there are no braces. */
  readonly set: SelectionSetNode | undefined;
}

/** One selection step of a path. */
export interface Level {
  readonly step: SelectionStep;
  /** Type that contains the step, and the named type of the step; undefined if unknown. */
  readonly parentType: string | undefined;
  readonly type: string | undefined;
  readonly field: SchemaField | undefined;
  /** Actual or potential location; undefined below a missing selection. */
  readonly position: SelectionSetPosition | undefined;
  /** Undefined if the selection is not in the text. */
  readonly node: SelectionNode | undefined;
  /** Selection set of the step, which for a spread is the fragment's. Undefined if missing or if the step is a leaf. */
  readonly inside: SelectionSetPosition | undefined;
}

/** A resolved path, with one level per selection step whether or not it is in the text. */
export interface Resolution {
  /** Selection set of the path's definition. Undefined if the active definition does not match the root. */
  readonly start: SelectionSetPosition | undefined;
  readonly startType: string | undefined;
  readonly levels: readonly Level[];
  /** Selection set and type that the selections lead into. Without selections, they are `start` and `startType`. */
  readonly inside: SelectionSetPosition | undefined;
  readonly type: string | undefined;
  /** Steps after the selections: directive, argument, input field or item. */
  readonly rest: readonly PathStep[];
}

/** Returns the index of the definition that a path leads into: the fragment at the cursor, or the operation that would run. */
export const definitionIndexFor = (
  document: QueryDocument,
  active: number | undefined,
  root: Path['root'],
): number | undefined => (root === 'fragment' ? active : (operationIndexAt(document, active) ?? active));

/** Resolves a path. Never fails: missing parts are undefined. */
export function resolve(view: SchemaView, parsed: ParsedText, active: number | undefined, path: Path): Resolution {
  const definition = parsed.definitions[active ?? -1];
  let start: SelectionSetPosition | undefined;
  let startType: string | undefined;
  if (path.root === 'fragment') {
    if (isFragment(definition)) {
      start = insideOf(definition, definition);
      startType = definition.typeCondition.name.value;
    }
  } else {
    startType = rootType(view, path.root);
    if (isOperation(definition) && definition.operation === path.root) start = insideOf(definition, definition);
  }
  const levels: Level[] = [];
  let position = start;
  let type = startType;
  for (const step of path.steps) {
    if (!isSelectionStep(step)) break;
    const level = levelOf(view, parsed, step, position, type);
    levels.push(level);
    position = level.inside;
    type = level.type;
  }
  return { start, startType, levels, inside: position, type, rest: path.steps.slice(levels.length) };
}

/** Resolves a path in the text and schema of an action. */
export const resolveRow = ({ schema, document, active }: Context, path: Path): Resolution =>
  resolve(viewOf(schema), document.lastValid, active, path);

/** Returns the last selection step of a path. */
export const levelAt = (context: Context, path: Path): Level | undefined => resolveRow(context, path).levels.at(-1);

function levelOf(
  view: SchemaView,
  parsed: ParsedText,
  step: SelectionStep,
  position: SelectionSetPosition | undefined,
  parentType: string | undefined,
): Level {
  const node = position?.set ? findStep(position.set, step) : undefined;
  const base = { step, parentType, position, node };
  if (step.kind === 'field') {
    const field = fieldOf(view, parentType, step.name);
    const inside = node && position ? insideOf(node as FieldNode, position.definition) : undefined;
    return { ...base, field, type: field?.type.name, inside };
  }
  if (step.kind === 'on') {
    const inside = node && position ? insideOf(node as InlineFragmentNode, position.definition) : undefined;
    return { ...base, field: undefined, type: step.type ?? parentType, inside };
  }
  const fragment = parsed.fragments.get(step.name);
  const inside = node && fragment ? insideOf(fragment, fragment) : undefined;
  return { ...base, field: undefined, type: fragment?.typeCondition.name.value, inside };
}

/** Returns the selection set that a definition, field or inline fragment contains. */
export const insideOf = (
  holder: SelectionParent,
  definition: SelectionSetPosition['definition'],
): SelectionSetPosition => ({
  definition,
  holder,
  set: holder.selectionSet,
});

/** Finds the n-th selection that matches the kind and name of a step. */
export function findStep(set: SelectionSetNode, step: SelectionStep): SelectionNode | undefined {
  let left = step.nth;
  for (const node of set.selections) if (isOf(node, step) && left-- === 0) return node;
  return undefined;
}

/** Counts the selections that match the kind and name of a step. */
export const countStep = (set: SelectionSetNode | undefined, step: SelectionStep): number =>
  set === undefined ? 0 : set.selections.filter(node => isOf(node, step)).length;

/** Returns true if the kind and name match. */
export function isOf(node: SelectionNode, step: SelectionStep): boolean {
  if (node.kind === Kind.FIELD) return step.kind === 'field' && node.name.value === step.name;
  if (node.kind === Kind.FRAGMENT_SPREAD) return step.kind === 'spread' && node.name.value === step.name;
  return (
    step.kind === 'on' &&
    (node.typeCondition?.name.value ?? null) === step.type &&
    hasDirectives(node) === step.directives
  );
}

const hasDirectives = (node: SelectionNode): boolean => (node.directives?.length ?? 0) > 0;

export const findDirective = (node: SelectionNode, name: string, nth: number): DirectiveNode | undefined =>
  node.directives?.filter(directive => directive.name.value === name)[nth];

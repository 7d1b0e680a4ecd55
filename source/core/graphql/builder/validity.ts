/** Validates with graphql-js and finds merge conflicts. */

import {
  type ASTNode,
  type DefinitionNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  NoUnusedVariablesRule,
  type OperationDefinitionNode,
  OverlappingFieldsCanBeMergedRule,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { memoizeWeak } from '../../memoize-weak.js';
import { responseKeyOf } from '../each-field.js';
import { documentRules, runRules } from '../run-rules.js';
import { fieldOf } from './schema/lookups.js';
import { viewOf } from './schema/schema-view.js';
import { isOperation, type ParsedText } from './text/query-document.js';
import { endOf, type Range, startOf } from './text/tokens.js';
import { isInside, reachedFrom, variablesUsedBy } from './text/usage.js';

/** Keyed by schema first, so that a long-lived text does not retain a schema. */
const verdicts = memoizeWeak((_: GraphQLSchema) => new WeakMap<ParsedText, readonly GraphQLError[]>());

function remember(schema: GraphQLSchema, parsed: ParsedText, errors: readonly GraphQLError[]): readonly GraphQLError[] {
  verdicts(schema).set(parsed, errors);
  return errors;
}

/** Returns all errors except NoUnusedFragments. Cached per text. */
export function problemsOf(schema: GraphQLSchema, parsed: ParsedText): readonly GraphQLError[] {
  const errors = verdicts(schema).get(parsed);
  if (errors) return errors;
  return remember(schema, parsed, parsed.definitions.length === 0 ? [] : runRules(schema, parsed.ast, documentRules));
}

/**
 * Returns the errors of a text edited from a valid one. Validates only what the edit can affect: changed definitions,
 * operations that reach them, and everything those reach. If a definition was added or removed, everything is validated.
 * @param ranges positions of the edit in the new text
 */
export function problemsAfter(
  schema: GraphQLSchema,
  before: ParsedText,
  after: ParsedText,
  ranges: readonly Range[],
): readonly GraphQLError[] {
  const errors = verdicts(schema).get(after);
  if (errors) return errors;
  if (before.definitions.length !== after.definitions.length) return problemsOf(schema, after);
  const same = new Set(before.definitions.map(node => textOf(before, node)));
  const changed = after.definitions.filter(node => !same.has(textOf(after, node)));
  const [only, ...others] = changed;
  if (isOperation(only) && others.length === 0 && isSound(schema, after, only, ranges))
    return remember(schema, after, []);
  const affected = new Set<DefinitionNode>();
  for (const node of after.definitions) {
    const reached = reachedFrom(after, node);
    if (changed.some(one => reached.has(one))) for (const one of reached) affected.add(one);
  }
  return remember(schema, after, runRules(schema, { ...after.ast, definitions: [...affected] }, documentRules));
}

const partRules = documentRules.filter(rule => rule !== NoUnusedVariablesRule);

/**
 * Returns true if the part of a long operation around the edit is valid and the operation uses exactly the variables it
 * defines.
 */
function isSound(
  schema: GraphQLSchema,
  parsed: ParsedText,
  operation: OperationDefinitionNode,
  ranges: readonly Range[],
): boolean {
  // A subscription must have a single root field.
  if (operation.operation === 'subscription') return false;
  const used = variablesUsedBy(parsed, operation);
  const defined = new Set((operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value));
  if (used.size !== defined.size || [...used].some(name => !defined.has(name))) return false;
  const fragments = [...reachedFrom(parsed, operation)].filter(node => node !== operation);
  const definitions = [pruned(operation, ranges), ...fragments];
  return runRules(schema, { ...parsed.ast, definitions }, partRules).length === 0;
}

const textOf = (parsed: ParsedText, node: DefinitionNode): string => parsed.text.slice(node.loc?.start, node.loc?.end);

/** Returns merge conflicts that involve the fields inserted in `inserted`. */
export function conflictsOf(
  schema: GraphQLSchema,
  parsed: ParsedText,
  inserted: readonly Range[],
): readonly GraphQLError[] {
  const errors = runRules(schema, parsed.ast, [OverlappingFieldsCanBeMergedRule]);
  return errors.filter(error =>
    error.nodes?.some(node => node.kind === Kind.FIELD && isInside(inserted, startOf(node))),
  );
}

/**
 * Runs the slow first validation of a schema (37 ms for GitHub's) and the first tick in a very large selection (130 ms for
 * 100,000 fields) while idle.
 */
export function warmUp(schema: GraphQLSchema): void {
  runRules(schema, parse('{ __typename }'), documentRules);
  const view = viewOf(schema);
  for (const name of view.typeNames) if ((view.type(name)?.fields.length ?? 0) > 500) fieldOf(view, name, '');
}

/* Reduces an operation to the parts an edit may have broken, so that long texts are validated quickly. */

/**
 * Returns the selections in the ranges, their ancestors, and all fields with the same response keys, since these must merge.
 * Fragments and variable definitions remain, so some variables are unused.
 */
function pruned(operation: OperationDefinitionNode, ranges: readonly Range[]): OperationDefinitionNode {
  const names = new Set<string>();
  collect(operation.selectionSet, ranges, names);
  return { ...operation, selectionSet: prunedSet(operation.selectionSet, ranges, names) };
}

const touches = (node: ASTNode, ranges: readonly Range[]): boolean => {
  const [from, to] = [startOf(node), endOf(node)];
  return ranges.some(range => from <= range.to && to >= range.from);
};

const responseKey = (node: SelectionNode): string | undefined =>
  node.kind === Kind.FIELD ? responseKeyOf(node) : undefined;

/**
 * Collects the response keys of touched fields, and of everything below a field whose name, arguments or directives are
 * touched.
 */
function collect(set: SelectionSetNode, ranges: readonly Range[], names: Set<string>): void {
  for (const node of set.selections) {
    if (!touches(node, ranges)) continue;
    const name = responseKey(node);
    if (name !== undefined) names.add(name);
    const inner = node.kind === Kind.FRAGMENT_SPREAD ? undefined : node.selectionSet;
    if (inner === undefined) continue;
    const [from, to] = [startOf(node), startOf(inner)];
    if (ranges.some(range => from <= range.to && to >= range.from)) {
      visit(inner, { Field: field => void names.add(responseKeyOf(field)) });
    } else collect(inner, ranges, names);
  }
}

function prunedSet(set: SelectionSetNode, ranges: readonly Range[], names: ReadonlySet<string>): SelectionSetNode {
  const remaining = set.selections.filter(node => {
    const name = responseKey(node);
    return name === undefined || names.has(name) || touches(node, ranges);
  });
  // A selection set must not be empty; any selection will do.
  const [first] = set.selections;
  const selections = remaining.length > 0 || first === undefined ? remaining : [first];
  return { ...set, selections: selections.map(node => prunedNode(node, ranges, names)) };
}

function prunedNode(node: SelectionNode, ranges: readonly Range[], names: ReadonlySet<string>): SelectionNode {
  if (node.kind === Kind.FRAGMENT_SPREAD || node.selectionSet === undefined) return node;
  return { ...node, selectionSet: prunedSet(node.selectionSet, ranges, names) };
}

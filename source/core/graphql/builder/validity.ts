/** What graphql-js's rules say about a text and about fields that would not merge. */
import {
  type DefinitionNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  type OperationDefinitionNode,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
} from 'graphql';
import { runRules } from '../run-rules.js';
import { fieldOf } from './schema/lookups.js';
import { viewOf } from './schema/schema-view.js';
import { pruned } from './text/prune.js';
import { isOperation, type ParsedText } from './text/query-document.js';
import { type Range, startOf } from './text/tokens.js';
import { isInside, reachedFrom, variablesUsedBy } from './text/usage.js';

const rules = specifiedRules.filter(rule => rule !== NoUnusedFragmentsRule);

/** By schema first: a text that stays while its schema goes must not keep that. */
const verdicts = new WeakMap<GraphQLSchema, WeakMap<ParsedText, readonly GraphQLError[]>>();

function remember(schema: GraphQLSchema, parsed: ParsedText, errors: readonly GraphQLError[]): readonly GraphQLError[] {
  const known = verdicts.get(schema) ?? new WeakMap<ParsedText, readonly GraphQLError[]>();
  verdicts.set(schema, known.set(parsed, errors));
  return errors;
}

/** The errors of a text by all rules but NoUnusedFragments; worked out once per text. */
export function problemsOf(schema: GraphQLSchema, parsed: ParsedText): readonly GraphQLError[] {
  const known = verdicts.get(schema)?.get(parsed);
  if (known) return known;
  return remember(schema, parsed, parsed.definitions.length === 0 ? [] : runRules(schema, parsed.ast, rules));
}

/**
 * The errors of a text that came from a valid one by an edit. Only what the edit can have spoiled is looked at: the definitions
 * that changed, the operations that reach them, and what those reach. A definition more or less means all.
 * @param ranges the places of the edit in the text after it
 */
export function problemsAfter(
  schema: GraphQLSchema,
  before: ParsedText,
  after: ParsedText,
  ranges: readonly Range[],
): readonly GraphQLError[] {
  const known = verdicts.get(schema)?.get(after);
  if (known) return known;
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
  return remember(schema, after, runRules(schema, { ...after.ast, definitions: [...affected] }, rules));
}

const partRules = rules.filter(rule => rule !== NoUnusedVariablesRule);

/** True if the part of a long operation that an edit touched is valid, and its variables are those it uses. */
function isSound(
  schema: GraphQLSchema,
  parsed: ParsedText,
  operation: OperationDefinitionNode,
  ranges: readonly Range[],
): boolean {
  // Of a subscription the number of its fields is judged.
  if (operation.operation === 'subscription') return false;
  const used = variablesUsedBy(parsed, operation);
  const defined = new Set((operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value));
  if (used.size !== defined.size || [...used].some(name => !defined.has(name))) return false;
  const fragments = [...reachedFrom(parsed, operation)].filter(node => node !== operation);
  const definitions = [pruned(operation, ranges), ...fragments];
  return runRules(schema, { ...parsed.ast, definitions }, partRules).length === 0;
}

const textOf = (parsed: ParsedText, node: DefinitionNode): string => parsed.text.slice(node.loc?.start, node.loc?.end);

/** The problems of merging that one of the fields inserted at `inserted` has a part in. */
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
 * Pays what the first validation against a schema costs (37 ms on the GitHub schema), and what the first tick among very many
 * fields does (130 ms among 100,000): for an idle moment.
 */
export function warmUp(schema: GraphQLSchema): void {
  runRules(schema, parse('{ __typename }'), rules);
  const view = viewOf(schema);
  for (const name of view.typeNames) if ((view.type(name)?.fields.length ?? 0) > 500) fieldOf(view, name, '');
}

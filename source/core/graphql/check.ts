/** An operation held against a schema before it is sent: graphql-js's rules, and the variables against their types. */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
  specifiedRules,
  validate,
} from 'graphql';
import { type Problem, problemOf } from './document.js';

/** The result of one check. No problems and no `unchecked`: the server should take it. */
export interface CheckResult {
  /** What a server with this schema would refuse. */
  readonly problems: readonly Problem[];
  /** Why the check could not be made, in words; then there are no problems. */
  readonly unchecked?: string;
}

/** Fragments that the chosen operation leaves unused are the business of the file, not of this request. */
const rules = specifiedRules.filter(rule => rule.name !== 'NoUnusedFragmentsRule');

/** Validates the document. A document or schema that graphql-js cannot cope with is left to the server. */
export function checkDocument(schema: GraphQLSchema, document: DocumentNode): CheckResult {
  return guarded(() => validate(schema, document, rules).map(problemOf));
}

/**
 * Coerces the variables of the chosen operation.
 * @param variables parsed JSON; files of an upload stand in it as any value
 */
export function checkVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): CheckResult {
  return guarded(() => {
    const found = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 20 });
    // The place of an error is the variable's definition in the query.
    return (found.errors ?? []).map(problemOf);
  });
}

function guarded(check: () => readonly Problem[]): CheckResult {
  try {
    return { problems: check() };
  } catch (error) {
    if (error instanceof RangeError) return { problems: [], unchecked: 'it is nested too deeply' };
    if (error instanceof GraphQLError || error instanceof Error) return { problems: [], unchecked: error.message };
    throw error;
  }
}

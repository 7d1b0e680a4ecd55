/** Validates an operation and its variables before sending. */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
  validate,
} from 'graphql';
import { type Problem, problemOf } from './document.js';
import { documentRules } from './run-rules.js';

/** Result of a check. If `problems` is empty and `unchecked` is absent, the server should accept the operation. */
export interface CheckResult {
  readonly problems: readonly Problem[];
  /** Reason why validation was impossible. There are no problems then. */
  readonly unchecked?: string;
}

/** Validates a document. Documents or schemas that graphql-js cannot handle are left to the server. */
export function checkDocument(schema: GraphQLSchema, document: DocumentNode): CheckResult {
  return guarded(() => validate(schema, document, documentRules).map(problemOf));
}

/**
 * Coerces the variables of the chosen operation.
 * @param variables parsed JSON, with an arbitrary value instead of each upload
 */
export function checkVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): CheckResult {
  return guarded(() => {
    const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 20 });
    // The error location is the variable's definition.
    return (coerced.errors ?? []).map(error => {
      const problem = problemOf(error);
      return { ...problem, text: withoutInfinity(problem.text) };
    });
  });
}

const numberBits: Readonly<Record<string, number>> = { Int: 32, Float: 64 };

/** graphql-js reads `1e400` as infinity, a word that does not appear in the user's input. */
function withoutInfinity(text: string): string {
  const [, variable, path, type = ''] =
    /^Variable "(\$\w+)" got invalid value -?Infinity(?: at "([^"]+)")?; (\w+) cannot represent/.exec(text) ?? [];
  if (variable === undefined) return text;
  const name = path === undefined ? variable : `$${path}`;
  const bits = numberBits[type];
  return bits === undefined
    ? `${name} must be ${type}, and is a number.`
    : `${name} is too big for ${type}, which has ${bits} bits.`;
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

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

/** Without problems and `unchecked`, the server should accept it. */
export interface CheckResult {
  readonly problems: readonly Problem[];
  /** Why validation was impossible; then there are no problems. */
  readonly unchecked?: string;
}

/** Documents or schemas graphql-js cannot handle are left to the server. */
export function checkDocument(schema: GraphQLSchema, document: DocumentNode): CheckResult {
  return guarded(() => validate(schema, document, documentRules).map(problemOf));
}

/**
 * Coerces the variables of the chosen operation.
 * @param variables parsed JSON, with any value in the place of uploads
 */
export function checkVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): CheckResult {
  return guarded(() => {
    const found = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 20 });
    // The error is located at the variable's definition.
    return (found.errors ?? []).map(error => {
      const problem = problemOf(error);
      return { ...problem, text: withoutInfinity(problem.text) };
    });
  });
}

/** `1e400` is infinity by the time graphql-js reads it: a word that stands nowhere in what the user typed. */
function withoutInfinity(text: string): string {
  const [, variable, path, type = ''] =
    /^Variable "(\$\w+)" got invalid value -?Infinity(?: at "([^"]+)")?; (\w+) cannot represent/.exec(text) ?? [];
  if (variable === undefined) return text;
  const name = path === undefined ? variable : `$${path}`;
  const bits = type === 'Float' ? 64 : type === 'Int' ? 32 : undefined;
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

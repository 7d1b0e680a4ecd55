/** The "Fill missing" action: adds the variables an operation requires to the variables text. */

import { type DefinitionNode, type GraphQLSchema, type OperationDefinitionNode, valueFromASTUntyped } from 'graphql';
import { withMissingMembers } from '../../values/fill.js';
import { isFragment } from '../builder/text/query-document.js';
import { defaultLiteral } from '../default-literals.js';
import { eachVariable } from '../variable-uses.js';
import { laidOutValue } from './skeleton.js';
import { variablesType } from './value-type.js';

/**
 * Adds required variables, and required fields of existing objects. If none are missing, adds optional variables with their
 * defaults, and after that optional fields of the outermost incomplete objects, one level at a time. Returns undefined if the
 * text is not a JSON object.
 * @param document definitions of the text, for the fragments of the operation
 */
export const fillVariables = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  text: string,
  document: readonly DefinitionNode[] = [],
): ReturnType<typeof withMissingMembers> =>
  withMissingMembers(text, variablesType(schema, operation, defaultsOf(schema, operation, document)));

/**
 * Returns the JSON default of the argument or input field that a variable is used for. The first default of each variable is
 * used.
 */
function defaultsOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  document: readonly DefinitionNode[],
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  eachVariable(schema, [operation, ...document.filter(isFragment)], (name, types) => {
    const [type, value] = [types.getInputType(), types.getDefaultValue()];
    if (type == null || values.has(name)) return;
    const literal = defaultLiteral(value, type);
    if (literal) values.set(name, laidOutValue(valueFromASTUntyped(literal)));
  });
  return values;
}

/** The "Fill missing" action: adds the variables an operation requires to the variables text. */
import {
  astFromValue,
  type DefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  type VariableNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { withMissingMembers } from '../../values/fill.js';
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
  const types = new TypeInfo(schema);
  const note = ({ name: { value: name } }: VariableNode): void => {
    const [type, value] = [types.getInputType(), types.getDefaultValue()];
    if (type == null || value === undefined || values.has(name)) return;
    const literal = astFromValue(value, type);
    if (literal) values.set(name, laidOutValue(valueFromASTUntyped(literal)));
  };
  const fragments = document.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  for (const node of [operation, ...fragments])
    visit(node, visitWithTypeInfo(types, { VariableDefinition: () => false, Variable: note }));
  return values;
}

/** Completion in variables: variable names, field names and enum values. */
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { completeValue } from '../../values/complete.js';
import type { ValueType } from '../../values/type.js';
import { definitionsOf } from './check-variables.js';
import type { Suggestion, Suggestions } from './suggestion.js';
import { inputValueType } from './value-type.js';

/**
 * Returns suggestions at an offset of possibly invalid JSON, or undefined if there are none.
 * @param seen returns the objects that the value of a variable or of a field in it may refer to
 */
export function completeVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | undefined,
  text: string,
  offset: number,
  seen: (path: readonly string[]) => readonly Suggestion[] = () => [],
): Suggestions | undefined {
  const definitions = definitionsOf(schema, operation);
  const variables: ValueType = {
    source: operation,
    items: undefined,
    members: definitions.map(({ name, written }) => ({ name, detail: written })),
    values: [],
    member(name) {
      const type = definitions.find(each => each.name === name)?.type;
      return type && inputValueType(type);
    },
    acceptsMore: () => true,
  };
  return completeValue(variables, text, offset, seen);
}

/** Completion in variables: variable names, field names and enum values. */
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { completeValue } from '../../values/complete.js';
import type { Suggestion, Suggestions } from './suggestion.js';
import { variablesType } from './value-type.js';

/**
 * Returns suggestions at an offset of possibly invalid JSON, or undefined if there are none.
 * @param seen returns the objects that the value of a variable or of a field in it may refer to
 */
export const completeVariables = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | undefined,
  text: string,
  offset: number,
  seen: (path: readonly string[]) => readonly Suggestion[] = () => [],
): Suggestions | undefined => completeValue(variablesType(schema, operation), text, offset, seen);

/** Parses the user's document for analysis. The parsed document is never printed. */

import { type DocumentNode, GraphQLError, Kind, type OperationDefinitionNode, parse, print, visit } from 'graphql';
import { type Failure, usageError } from '../failure.js';
import type { Position } from '../text/position.js';

/** Kind of an operation. Without a keyword, it is a query (GraphQL specification 2.3). */
export type OperationKind = 'query' | 'mutation' | 'subscription';

/** A problem in a document. `text` may quote untrusted text. */
export interface Problem {
  readonly text: string;
  readonly position?: Position;
}

/** The operation to run and its document. */
export interface ChosenOperation {
  readonly document: DocumentNode;
  readonly node: OperationDefinitionNode;
  readonly kind: OperationKind;
  /** `operationName` to send. Set if there are several operations or the user named one. */
  readonly operationName?: string;
}

/** Parses a document. graphql-js throws a RangeError for very deep nesting; this is reported as an ordinary problem. */
export function parseDocument(source: string): { readonly document: DocumentNode } | Problem {
  try {
    return { document: parse(source) };
  } catch (error) {
    if (error instanceof GraphQLError) return problemOf(error);
    if (error instanceof RangeError) return { text: 'The query is nested too deeply to be parsed.' };
    throw error;
  }
}

/** Converts a graphql-js error, using its first location. The text may quote the document or schema. */
export function problemOf(error: GraphQLError): Problem {
  const location = error.locations?.[0];
  return location ? { text: error.message, position: location } : { text: error.message };
}

/** Returns the only operation, or the named one. */
export function chooseOperation(document: DocumentNode, name: string | undefined): ChosenOperation | Failure {
  const operations = document.definitions.filter(node => node.kind === Kind.OPERATION_DEFINITION);
  const names = operations.map(node => node.name?.value ?? '(without a name)').join(', ');
  if (name !== undefined) {
    const node = operations.find(candidate => candidate.name?.value === name);
    if (node) return { document, node, kind: node.operation as OperationKind, operationName: name };
    return usageError(
      `The query has no operation named ${name}.`,
      names === '' ? 'It contains only fragments or definitions.' : `It has: ${names}`,
    );
  }
  const [node] = operations;
  if (node === undefined)
    return usageError(
      'The query contains no operation, only fragments or definitions.',
      "Example: '{ user { name } }'",
    );
  if (operations.length > 1) {
    return usageError('The query contains several operations.', `Choose one with --operation: ${names}`);
  }
  return {
    document,
    node,
    kind: node.operation as OperationKind,
    operationName: node.name?.value,
  };
}

/** Returns true if the document uses `@defer` or `@stream`. */
export function isIncremental(document: DocumentNode): boolean {
  let isFound = false;
  visit(document, {
    Directive(node) {
      isFound ||= node.name.value === 'defer' || node.name.value === 'stream';
    },
  });
  return isFound;
}

/** Scalars whose values are not strings, with their text format. */
const notTexts: Readonly<Record<string, RegExp>> = {
  Int: /^-?\d+$/,
  Float: /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/,
  Boolean: /^(?:true|false)$/,
};

/** Finds variables given as strings where the type is a number or boolean that the string could represent. */
export function textsForScalars(
  operation: OperationDefinitionNode,
  values: ReadonlyMap<string, unknown>,
): readonly { readonly name: string; readonly type: string; readonly text: string }[] {
  return (operation.variableDefinitions ?? []).flatMap(({ variable, type }) => {
    const text = values.get(variable.name.value);
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
    const form = named.kind === Kind.NAMED_TYPE ? notTexts[named.name.value] : undefined;
    if (typeof text !== 'string' || form?.test(text) !== true) return [];
    return [{ name: variable.name.value, type: print(type), text }];
  });
}

/** Returns the given variables that the operation does not declare. */
export function unknownDirectives(operation: OperationDefinitionNode, names: Iterable<string>): readonly string[] {
  const declared = new Set(operation.variableDefinitions?.map(definition => definition.variable.name.value));
  return [...names].filter(name => !declared.has(name));
}

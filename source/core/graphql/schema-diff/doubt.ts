/** Detects that a cached schema no longer matches the server's. */
import {
  FieldsOnCorrectTypeRule,
  FragmentsOnCompositeTypesRule,
  type GraphQLSchema,
  KnownArgumentNamesRule,
  KnownDirectivesRule,
  KnownTypeNamesRule,
  PossibleFragmentSpreadsRule,
  ProvidedRequiredArgumentsRule,
  ScalarLeafsRule,
  ValuesOfCorrectTypeRule,
  VariablesAreInputTypesRule,
  VariablesInAllowedPositionRule,
} from 'graphql';
import type { ParsedText } from '../builder/text/query-document.js';
import { RootTypeRule, runRules } from '../run-rules.js';

/** Rules whose result depends on the schema. The others concern only the document, and servers may be lenient about them. */
const schemaRules = [
  RootTypeRule,
  FieldsOnCorrectTypeRule,
  FragmentsOnCompositeTypesRule,
  KnownArgumentNamesRule,
  KnownDirectivesRule,
  KnownTypeNamesRule,
  PossibleFragmentSpreadsRule,
  ProvidedRequiredArgumentsRule,
  ScalarLeafsRule,
  ValuesOfCorrectTypeRule,
  VariablesAreInputTypesRule,
  VariablesInAllowedPositionRule,
];

/** Returns true if the document does not match the schema, regardless of other errors. */
export const isUnfit = (schema: GraphQLSchema, { ast, definitions }: ParsedText): boolean =>
  definitions.length > 0 && runRules(schema, ast, schemaRules).length > 0;

/** Error codes for documents that do not match the server's schema. */
const codes =
  /^(?:graphql_validation_(?:failed|error)|validation[-_]?(?:failed|error)|undefined(?:field|type|directive)|argumentnotaccepted|argumentliteralsincompatible|missingrequiredarguments|selectionmismatch)$/i;

/** Error messages of graphql-js and its ports, graphql-ruby, graphql-java, Hasura, async-graphql and Hot Chocolate. */
const words =
  /^(?:Cannot query field |Unknown (?:field|argument|type|directive) |Field ["'`].*(?:doesn't exist on type|doesn't accept argument|argument .* is required|must (?:not )?have a (?:sub)?selection)|Validation error |field '.*' not found in type|The field `.*` does not exist on the type)/i;

/** Returns true if an error reports that the document does not match the server's schema. */
export const saysUnfit = ({
  message,
  code,
}: {
  readonly message: string;
  readonly code?: string | undefined;
}): boolean => (code !== undefined && codes.test(code)) || words.test(message.slice(0, 1000));

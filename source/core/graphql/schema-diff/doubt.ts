/** Signs that a schema read earlier is not the server's any more. */
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

/** Rules whose verdict depends on the schema; the others are about the document alone, and servers may be lenient there. */
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

/** True if the document does not fit the schema, whatever else is wrong with it. */
export const isUnfit = (schema: GraphQLSchema, { ast, definitions }: ParsedText): boolean =>
  definitions.length > 0 && runRules(schema, ast, schemaRules).length > 0;

/** Codes that servers give to documents which do not fit their schema. */
const codes =
  /^(?:graphql_validation_(?:failed|error)|validation[-_]?(?:failed|error)|undefined(?:field|type|directive)|argumentnotaccepted|argumentliteralsincompatible|missingrequiredarguments|selectionmismatch)$/i;

/** Words of graphql-js and its ports, graphql-ruby, graphql-java, Hasura, async-graphql and Hot Chocolate. */
const words =
  /^(?:Cannot query field |Unknown (?:field|argument|type|directive) |Field ["'`].*(?:doesn't exist on type|doesn't accept argument|argument .* is required|must (?:not )?have a (?:sub)?selection)|Validation error |field '.*' not found in type|The field `.*` does not exist on the type)/i;

/** True if an error says that the document does not fit the server's schema. */
export const saysUnfit = ({
  message,
  code,
}: {
  readonly message: string;
  readonly code?: string | undefined;
}): boolean => (code !== undefined && codes.test(code)) || words.test(message.slice(0, 1000));

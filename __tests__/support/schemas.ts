/** The real schemas and operations of fixtures/, read once per test file. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const fixtures = path.resolve('__tests__/support/fixtures');

export const schemaNames = ['swapi', 'railway', 'lens', 'hasura-intuition', 'saleor', 'github'] as const;
export type SchemaName = (typeof schemaNames)[number];

/** Schemas for rules that hold for every schema: a small and a medium one in `npm test`, all of them in `npm run test:long`. */
export const triedSchemas: readonly SchemaName[] =
  process.env.PROPERTY_CASES === 'all' ? schemaNames : ['swapi', 'railway'];

export const schemaFile = (name: SchemaName): string => path.join(fixtures, 'schemas', `${name}.graphql`);
export const schemaText = (name: SchemaName): string => readFileSync(schemaFile(name), 'utf8');

export interface OperationEntry {
  readonly file: string;
  /** For example `swapi.graphql`, or null if there is none to compare with. */
  readonly schema: string | null;
  readonly expect: 'valid' | 'invalid' | 'syntax-error' | 'parse-only';
  readonly operations: number;
  readonly errors?: readonly unknown[];
}

/** The manifest of fixtures/operations. */
export const operations: readonly OperationEntry[] = JSON.parse(
  readFileSync(path.join(fixtures, 'operations/manifest.json'), 'utf8'),
);

/** The operations for `triedSchemas`, and those without a schema. */
export const triedOperations: readonly OperationEntry[] = operations.filter(
  ({ schema }) => schema === null || triedSchemas.some(name => schema === `${name}.graphql`),
);

export const operationText = (entry: OperationEntry): string =>
  readFileSync(path.join(fixtures, 'operations', entry.file), 'utf8');

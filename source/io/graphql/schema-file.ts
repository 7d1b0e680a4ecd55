/** `--schema FILE`: SDL or introspection JSON. */
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { type Problem, parseDocument } from '../../core/graphql/document.js';
import { schemaIn } from '../../core/graphql/introspection/response.js';
import { indexSchema } from '../../core/graphql/schema-index.js';
import { definingExtensions, isSchemaDocument, schemaFromSdl } from '../../core/graphql/sdl.js';
import { parsedJson } from '../../core/json/loose.js';
import type { Environment } from '../../environment.js';
import { readText } from '../sources.js';
import type { LoadedSchema } from './introspect.js';

/** A schema, or a problem with its position in `source`, for the marked line. */
type SchemaFile =
  | { readonly kind: 'schema'; readonly loaded: LoadedSchema }
  | { readonly kind: 'invalid'; readonly problem: Problem; readonly source: string };

/** Reads a schema file. JSON is detected by its first character. */
export async function schemaFromFile(file: string, environment: Environment): Promise<SchemaFile | Failure> {
  const read = await readText({ from: 'file', path: file }, environment);
  if (isFailure(read)) return read;
  const source = read.replace(/^\ufeff/, '');
  const loaded = { from: 'file', fetchedAt: environment.now(), notes: [] } as const;
  if (/^\s*[{[]/.test(source)) {
    const value = parsedJson(source);
    if (value === undefined) return usageError(`${file} looks like JSON but cannot be parsed.`, schemaForms);
    const schema = schemaIn(value);
    if (schema === undefined) return usageError(`${file} is JSON without an introspection result.`, schemaForms);
    return { kind: 'schema', loaded: { ...loaded, index: indexSchema(schema) } };
  }
  const parsed = parseDocument(source);
  if (!('document' in parsed)) return { kind: 'invalid', problem: parsed, source };
  if (!isSchemaDocument(parsed.document)) return usageError(`${file} defines no types.`, schemaForms);
  const sdl = definingExtensions(parsed.document);
  return { kind: 'schema', loaded: { ...loaded, index: indexSchema(schemaFromSdl(sdl)), sdl } };
}

const schemaForms = 'A schema file is SDL (type Query { … }) or introspection JSON, bare or in "data".';

/** Files among the variables: a variable of an upload type whose value is `"@path"` (GraphQL multipart requests). */
import { Kind, type OperationDefinitionNode, type TypeNode } from 'graphql';
import { isRawObject, parseRaw, printRaw, type RawValue } from '../../json/raw.js';

/** Names under which servers know the scalar of files. */
const uploadType = /^(?:Upload|File|FileUpload)$/i;

/** The variables of an operation that take a file, or a list of them. */
export function fileVariables(node: OperationDefinitionNode | undefined): readonly string[] {
  return (node?.variableDefinitions ?? [])
    .filter(({ type }) => uploadType.test(namedType(type)))
    .map(({ variable }) => variable.name.value);
}

function namedType(type: TypeNode): string {
  let inner = type;
  while (inner.kind !== Kind.NAMED_TYPE) inner = inner.type;
  return inner.name.value;
}

/** The files, each with its place in the request, and the variables with null in their places. */
export interface SeparatedFiles {
  readonly text: string;
  readonly uploads: readonly { readonly path: string; readonly file: string }[];
}

/** @param text the variables' JSON, which is left as it is where it names no file */
export function separateFiles(node: OperationDefinitionNode, text: string): SeparatedFiles {
  const names = fileVariables(node);
  const read = names.length === 0 ? undefined : parseRaw(text);
  if (read === undefined || 'problem' in read || !isRawObject(read.value)) return { text, uploads: [] };
  const uploads: { path: string; file: string }[] = [];
  const separated = (value: RawValue, path: string): RawValue => {
    if (Array.isArray(value)) return value.map((each, at) => separated(each, `${path}.${at}`));
    if (typeof value !== 'string' || !value.startsWith('@') || value.length === 1) return value;
    uploads.push({ path, file: value.slice(1) });
    return null;
  };
  const next = new Map(read.value);
  for (const name of names) {
    const value = next.get(name);
    if (value !== undefined) next.set(name, separated(value, `variables.${name}`));
  }
  return uploads.length === 0 ? { text, uploads } : { text: printRaw(next), uploads };
}

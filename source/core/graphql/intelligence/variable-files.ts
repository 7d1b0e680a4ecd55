/** Files in variables: where an upload scalar is expected, the value is `"@path"` (GraphQL multipart requests). */

import { Kind, type OperationDefinitionNode, print, type TypeNode } from 'graphql';
import { isRawObject, printRaw, type RawObject, type RawValue, rawObjectIn } from '../../json/raw.js';
import type { SchemaType } from '../schema-types.js';
import type { ValueAddress } from './variable-value.js';

/** Finds types of a schema by name. Without a schema, it finds none. */
type InputTypes = (
  name: string,
) => (Pick<SchemaType, 'kind' | 'inputFields'> & { readonly specifiedByUrl?: string }) | undefined;

/** Common names of the scalar: `Upload`, `File`, `FileUpload`, `UploadScalar`, `ImageFile`, but not `FileName`. */
const isUploadName = (name: string): boolean =>
  /^(?:upload\w*|\w*upload|file)$/i.test(name) || /[a-z0-9_]File$/.test(name);
/** Pattern for the `specifiedBy` URL of an upload scalar. */
const uploadSpecification = /graphql-multipart-request-spec/;
/** Maximum depth, because input objects may be recursive. */
const maxDepth = 5;
const maxPlaces = 30;

export function takesFile(name: string, types: InputTypes): boolean {
  const type = types(name);
  if (type !== undefined && type.kind !== 'SCALAR' && type.kind !== 'UNKNOWN') return false;
  return isUploadName(name) || uploadSpecification.test(type?.specifiedByUrl ?? '');
}

/** A position in the variables that takes a file. */
export interface FilePlace extends ValueAddress {
  /** True for a list of files, to which another can be appended. */
  readonly isList: boolean;
}

/** Returns the positions in an operation's variables that take a file, outer ones first. */
export function filePlaces(node: OperationDefinitionNode | undefined, types: InputTypes): readonly FilePlace[] {
  const positions: FilePlace[] = [];
  const below = (name: string, place: FilePlace, above: readonly string[]): void => {
    if (takesFile(name, types)) positions.push(place);
    else if (above.length < maxDepth && !above.includes(name)) {
      for (const field of types(name)?.inputFields ?? []) {
        const steps = [...place.steps, ...(place.isList ? [0] : []), field.name];
        const isList = field.type.marks.includes('L');
        below(field.type.name, { ...place, steps, isList }, [...above, name]);
      }
    }
  };
  for (const { variable, type } of node?.variableDefinitions ?? []) {
    const { name, isList } = named(type);
    below(name, { variable: variable.name.value, type: print(type), steps: [], isList }, []);
  }
  return positions.sort((a, b) => a.steps.length - b.steps.length).slice(0, maxPlaces);
}

function named(type: TypeNode): { readonly name: string; readonly isList: boolean } {
  let [inner, isList] = [type, false];
  for (; inner.kind !== Kind.NAMED_TYPE; inner = inner.type) isList ||= inner.kind === Kind.LIST_TYPE;
  return { name: inner.name.value, isList };
}

/** Files with their paths in the request, and the variables with null instead of files. */
interface SeparatedFiles {
  readonly text: string;
  readonly uploads: readonly { readonly path: string; readonly file: string }[];
}

/** @param text JSON of the variables; returned unchanged if it contains no file */
export function separateFiles(node: OperationDefinitionNode, text: string, types: InputTypes): SeparatedFiles {
  const definitions = node.variableDefinitions ?? [];
  const values = definitions.length === 0 || !text.includes('"@') ? undefined : rawObjectIn(text);
  if (values === undefined) return { text, uploads: [] };
  const uploads: { path: string; file: string }[] = [];
  const separated = (value: RawValue, name: string, path: string): RawValue => {
    if (name === '') return value;
    if (Array.isArray(value)) return value.map((each, at) => separated(each, name, `${path}.${at}`));
    if (isRawObject(value)) return inside(value, name, path);
    if (typeof value !== 'string' || !value.startsWith('@') || value.length === 1) return value;
    if (!takesFile(name, types)) return value;
    uploads.push({ path, file: value.slice(1) });
    return null;
  };
  const inside = (value: RawObject, name: string, path: string): RawObject => {
    const fields = new Map(types(name)?.inputFields.map(field => [field.name, field.type.name]));
    return new Map([...value].map(([key, each]) => [key, separated(each, fields.get(key) ?? '', `${path}.${key}`)]));
  };
  const next = new Map(values);
  for (const { variable, type } of definitions) {
    const value = next.get(variable.name.value);
    if (value !== undefined) {
      next.set(variable.name.value, separated(value, named(type).name, `variables.${variable.name.value}`));
    }
  }
  return uploads.length === 0 ? { text, uploads } : { text: printRaw(next), uploads };
}

/** Arguments and items of a call -> values of its parameters and its body. */

import { isFailure } from '../../failure.js';
import { isRawObject, parseRaw, printRaw, type RawValue } from '../../json/raw.js';
import { nearest } from '../../near-miss.js';
import { withItem } from '../../request/items/assemble.js';
import type { ItemPath } from '../../request/items/path.js';
import type { Content, Operation, Parameter } from '../document/types.js';
import { isJsonType } from '../media-type.js';
import { identityOf, type Property, shapeOf } from '../schema.js';

/** One thing that was given, by its name or a path into it. */
export interface Given {
  /** As typed. */
  readonly name: string;
  readonly path: ItemPath;
  readonly value: RawValue;
  /** The value is the content of a file or of standard input; empty if that is not text. */
  readonly isContent?: true;
  /** Path of the file: it is sent unchanged as a part of a multipart form, or as the body. */
  readonly file?: string;
}

/** Values by parameter, and the body. */
export interface CallValues {
  readonly parameters: ReadonlyMap<Parameter, RawValue>;
  readonly body?: RawValue;
  /** The whole body, sent unchanged: of a file if it has a path. Absent if the body is `body`. */
  readonly content?: { readonly text: string; readonly path?: string };
  /** Files of a multipart form, by property. */
  readonly files: readonly (readonly [name: string, path: string])[];
  /** Arguments without a place, in words. */
  readonly problems: readonly string[];
}

/** The media type a body is sent as: the wanted one, else JSON, else a form, else the first. */
export function chooseContent(operation: Operation, wanted?: string): Content | undefined {
  const all = operation.body?.content ?? [];
  const bare = wanted?.split(';', 1)[0]?.trim().toLowerCase();
  return (
    (bare === undefined ? undefined : all.find(({ mediaType }) => mediaType.toLowerCase().startsWith(bare))) ??
    all.find(({ mediaType }) => isJsonType(mediaType)) ??
    all.find(({ mediaType }) => /form/.test(mediaType)) ??
    all[0]
  );
}

/** @param content the media type of the body, which says what its properties are */
export function assignArguments(
  root: unknown,
  operation: Operation,
  content: Content | undefined,
  given: readonly Given[],
): CallValues {
  const parameters = new Map<Parameter, RawValue>();
  const files: (readonly [string, string])[] = [];
  const problems: string[] = [];
  let body: RawValue | undefined;
  let whole: CallValues['content'];
  const added: string[] = [];
  const isMultipart = /^multipart\//i.test(content?.mediaType ?? '');
  const properties = content === undefined ? [] : shapeOf(root, content.schema).properties;
  for (const each of given) {
    const [first, ...rest] = each.path;
    const key = first !== undefined && 'key' in first ? first.key : undefined;
    const exact = parameterNamed(operation, each.name);
    const parameter = exact ?? (key === undefined ? undefined : parameterNamed(operation, key));
    if (parameter) {
      const path = exact ? [] : rest;
      const set = setAt(parameters.get(parameter), { ...each, path }, schemaAt(root, parameter.schema, path), root);
      if (typeof set === 'object' && set !== null && 'problem' in set) problems.push(set.problem as string);
      else parameters.set(parameter, set);
      continue;
    }
    const isBody = key === 'body' && content !== undefined && isWholeBody(root, properties, each);
    if (content === undefined || (!isBody && !mayHold(root, content.schema, key))) {
      problems.push(
        unknownName(
          operation,
          properties.map(({ name }) => name),
          key ?? each.name,
          content !== undefined,
        ),
      );
      continue;
    }
    if (isBody && rest.length === 0 && each.isContent) {
      if (whole !== undefined) problems.push(`${each.name} is given twice.`);
      whole = { text: typeof each.value === 'string' ? each.value : '', ...(each.file ? { path: each.file } : {}) };
      continue;
    }
    added.push(each.name);
    if (each.file !== undefined && isMultipart && !isBody) {
      files.push([key ?? each.name, each.file]);
      continue;
    }
    const path = isBody ? rest : each.path;
    const set = setAt(body, { ...each, path }, schemaAt(root, content.schema, path), root);
    if (typeof set === 'object' && set !== null && 'problem' in set) problems.push(set.problem as string);
    else body = set;
  }
  if (whole !== undefined && added[0] !== undefined)
    problems.push(`The body is a file already, so ${added[0]} cannot be added.`);
  return { parameters, files, problems, ...(whole ? { content: whole } : { body }) };
}

/** A body may have a member `body`: then only an object that the member cannot be stands for the whole. */
function isWholeBody(root: unknown, properties: readonly Property[], { path, value }: Given): boolean {
  const member = properties.find(({ name }) => name === 'body');
  if (member === undefined) return true;
  const { types, choices } = shapeOf(root, member.schema);
  return (
    path.length === 1 && isRawObject(value) && choices.length === 0 && types.length > 0 && !types.includes('object')
  );
}

/** By name, in upper or lower case if it is a header. */
const parameterNamed = ({ parameters }: Operation, name: string): Parameter | undefined =>
  parameters.find(each => each.name === name) ??
  parameters.find(each => each.place === 'header' && each.name.toLowerCase() === name.toLowerCase());

/** Whether the body can have a property of that name. A schema without properties allows any name. */
function mayHold(root: unknown, schema: unknown, key: string | undefined, seen = new Set<unknown>()): boolean {
  if (seen.has(identityOf(root, schema))) return false;
  seen.add(identityOf(root, schema));
  const { properties, choices, additional, types } = shapeOf(root, schema);
  if (key === undefined) return types.length === 0 || types.includes('array');
  if (properties.some(({ name }) => name === key)) return true;
  if (choices.some(choice => mayHold(root, choice, key, seen))) return true;
  return properties.length === 0 && choices.length === 0
    ? additional !== false
    : additional !== undefined && additional !== false;
}

/** The schema at a path into a value; undefined where it is not known. */
function schemaAt(root: unknown, schema: unknown, path: ItemPath): unknown {
  let at: unknown = schema;
  for (const step of path) {
    const shape = shapeOf(root, at);
    if (!('key' in step)) at = shape.items;
    else {
      const inChoices = shape.choices.flatMap(each => shapeOf(root, each).properties);
      at = [...shape.properties, ...inChoices].find(({ name }) => name === step.key)?.schema ?? shape.additional;
    }
  }
  return at;
}

type NotSet = { readonly problem: string };

function setAt(before: RawValue | undefined, each: Given, schema: unknown, root: unknown): RawValue | NotSet {
  const value = fitted(root, schema, each.value);
  if (each.path.length === 0) {
    // The same name again is one more value of a list.
    if (Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
    return before === undefined ? value : ({ problem: `${each.name} is given twice.` } as NotSet);
  }
  // A text of a list is one item more of it.
  const isItem = Array.isArray(value) && !Array.isArray(each.value);
  const path = isItem ? [...each.path, { append: true } as const] : each.path;
  const set = withItem(before, { name: each.name, path }, isItem ? (value[0] ?? null) : value);
  return isFailure(set) ? { problem: set.text } : set;
}

/** A text where the schema wants a number, a truth or a list becomes one: on a command line everything is text. */
export function fitted(root: unknown, schema: unknown, value: RawValue): RawValue {
  const { types, items } = shapeOf(root, schema ?? {});
  if (types.length === 0 || types.includes('string')) return value;
  if (types.includes('array') && !Array.isArray(value) && value !== null && !isRawObject(value))
    return [fitted(root, items, value)];
  if (typeof value !== 'string') return value;
  const read = parseRaw(value);
  if ('problem' in read) return value;
  return types.includes(kindOf(read.value)) || (types.includes('integer') && kindOf(read.value) === 'number')
    ? read.value
    : value;
}

const kindOf = (value: RawValue): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isRawObject(value)) return 'object';
  return typeof value === 'boolean' || typeof value === 'string' ? typeof value : 'number';
};

function unknownName(operation: Operation, properties: readonly string[], name: string, hasBody: boolean): string {
  const known = [...operation.parameters.map(each => each.name), ...properties, ...(hasBody ? ['body'] : [])];
  const near = nearest(name, known);
  const hint =
    near === undefined
      ? known.length === 0
        ? 'it takes none'
        : `it takes ${known.slice(0, 8).join(', ')}${known.length > 8 ? ' …' : ''}`
      : `did you mean ${near}?`;
  return `The operation has no parameter ${name}: ${hint}`;
}

/** A value as JavaScript has it, for schemas. */
export const parsedValue = (value: RawValue): unknown => JSON.parse(printRaw(value)) as unknown;

/** Assigns the arguments and items of a call to parameters and the body. */

import { type Failure, failure, isFailure } from '../../failure.js';
import { isObject, type Loose, textsIn } from '../../json/loose.js';
import { isRawObject, parseRaw, type RawValue } from '../../json/raw.js';
import { nearest } from '../../near-miss.js';
import { isProblem } from '../../problem.js';
import { withItem } from '../../request/items/assemble.js';
import type { ItemPath } from '../../request/items/path.js';
import { examplesOf, reservedHeaders } from '../document/operation.js';
import type { Content, Operation, Parameter } from '../document/types.js';
import { bareType, isJsonType, isMultipart } from '../media-type.js';
import { identityOf, type Property, shapeOf } from '../schema.js';
import { isBinary } from './binary.js';
import { plainText } from './serialise.js';

/** An argument, identified by its name or a path into it. */
export interface Given {
  /** Name as typed. */
  readonly name: string;
  readonly path: ItemPath;
  readonly value: RawValue;
  /** True for `name==text`, which is a query parameter. */
  readonly isQuery?: true;
  /** True if the value is the content of a file or of standard input. The value is empty if the content is not text. */
  readonly isContent?: boolean;
  /** Path of a file that is sent unchanged, as a part of a multipart form or as the body. */
  readonly file?: string;
  /** True if the file is not text, so that it can only be sent unchanged. */
  readonly isBytes?: boolean;
}

/** Values by parameter, and the body. */
export interface CallValues {
  readonly parameters: ReadonlyMap<Parameter, RawValue>;
  readonly body?: RawValue;
  /** The entire body, sent unchanged. It is a file's content if there is a path. Absent if the body is in `body`. */
  readonly content?: { readonly text: string; readonly path?: string };
  /** Files of a multipart form, by property. */
  readonly files: readonly (readonly [name: string, path: string])[];
  /** Messages about arguments that match no parameter or property. */
  readonly problems: readonly string[];
}

/**
 * Chooses the media type of the body: the wanted one, otherwise JSON, otherwise a form, otherwise the first. If others have the
 * given properties, or if only a multipart form can send the files among them and the required ones, one of these is preferred.
 * @param names properties that are given
 */
export function chooseContent(
  root: unknown,
  operation: Operation,
  wanted?: string,
  names: readonly string[] = [],
): Content | undefined {
  const all = operation.body?.content ?? [];
  const bare = wanted && bareType(wanted);
  const asked = bare === undefined ? undefined : all.find(({ mediaType }) => mediaType.toLowerCase().startsWith(bare));
  if (asked !== undefined || all.length < 2) return asked ?? all[0];
  const isJson = ({ mediaType }: Content): boolean => isJsonType(mediaType);
  const byType = [...all.filter(isJson), ...all.filter(({ mediaType }) => /form/.test(mediaType)), ...all];
  const matching = byType.filter(each => names.every(name => accepts(root, each, name)));
  const [first] = matching.length > 0 ? matching : byType;
  const form = matching.find(each => isMultipart(each.mediaType) && sendsFileIn(root, each, names));
  return form !== undefined && matching.filter(isJson).every(each => sendsFileIn(root, each, names)) ? form : first;
}

/** Returns true for a body with a file among its required and given properties. */
const sendsFileIn = (root: unknown, { schema }: Content, names: readonly string[]): boolean =>
  shapeOf(root, schema).properties.some(
    each => (each.required || names.includes(each.name)) && isBinary(root, each.schema),
  );

/**
 * @param content media type of the body, which defines its properties
 * @param start body that the arguments change
 */
export function assignArguments(
  root: unknown,
  operation: Operation,
  content: Content | undefined,
  given: readonly Given[],
  start?: RawValue,
): CallValues {
  const assignment = new Assignment(root, operation, content, start);
  for (const each of given) assignment.add(each);
  return assignment.values;
}

/** Arguments assigned so far. */
class Assignment {
  readonly #root: unknown;
  readonly #operation: Operation;
  readonly #content: Content | undefined;
  readonly #properties: readonly Property[];
  readonly #parameters = new Map<Parameter, RawValue>();
  readonly #files: (readonly [name: string, path: string])[] = [];
  readonly #problems: string[] = [];
  #body: RawValue | undefined;
  /** The entire body, if it is sent unchanged. */
  #whole: CallValues['content'];
  /** Name of the first argument that is a part of the body. */
  #firstPart: string | undefined;

  constructor(root: unknown, operation: Operation, content: Content | undefined, start: RawValue | undefined) {
    this.#root = root;
    this.#operation = operation;
    this.#content = content;
    this.#properties = content === undefined ? [] : shapeOf(root, content.schema).properties;
    this.#body = start;
  }

  get values(): CallValues {
    const whole = this.#whole;
    const problems = [...this.#problems];
    if (whole !== undefined && this.#firstPart !== undefined)
      problems.push(`The body is a file, so ${this.#firstPart} cannot be added.`);
    const body = whole === undefined ? this.#body : undefined;
    return { parameters: this.#parameters, files: this.#files, problems, content: whole, body };
  }

  add(given: Given): void {
    const [first, ...rest] = given.path;
    const key = first?.kind === 'key' ? first.key : undefined;
    const exact = parameterNamed(this.#operation, given.name, given.isQuery);
    const parameter = exact ?? (key === undefined ? undefined : parameterNamed(this.#operation, key));
    if (parameter) {
      this.#setParameter(parameter, { ...given, path: exact ? [] : rest });
      return;
    }
    const isBody = key === 'body' || (this.#content !== undefined && accepts(this.#root, this.#content, key));
    const whole = isBody ? undefined : explodedInto(this.#root, this.#operation, key);
    if (whole) this.#setParameter(whole, given);
    else this.#addToBody(given, key, rest);
  }

  #setParameter(parameter: Parameter, given: Given): void {
    const { schema, mediaType } = parameter;
    const before = this.#parameters.get(parameter);
    const value = given.path.length === 0 ? splitList(this.#root, parameter, given.value) : given.value;
    const set = setAt(before, { ...given, value }, schemaAt(this.#root, schema, given.path), this.#root);
    if (isFailure(set)) this.#problems.push(set.text);
    else this.#parameters.set(parameter, mediaType ? set : asText(this.#root, schema, set));
  }

  /** @param rest path after the key */
  #addToBody(given: Given, key: string | undefined, rest: ItemPath): void {
    const content = this.#content;
    const isBody = key === 'body' && content !== undefined && isWholeBody(this.#root, this.#properties, given);
    if (content === undefined || (!isBody && !accepts(this.#root, content, key))) {
      const names = this.#properties.map(({ name }) => name);
      this.#problems.push(unknownName(this.#operation, names, key ?? given.name, content !== undefined));
      return;
    }
    if (isBody && rest.length === 0 && given.isContent) {
      this.#setWhole(given);
      return;
    }
    this.#firstPart ??= given.name;
    if (given.file !== undefined && !isBody && isMultipart(content.mediaType))
      this.#files.push([key ?? given.name, given.file]);
    else this.#setPart(content, { ...given, path: isBody ? rest : given.path });
  }

  #setWhole({ name, value, file }: Given): void {
    if (this.#whole !== undefined) this.#problems.push(`${name} is given twice.`);
    this.#whole = { text: typeof value === 'string' ? value : '', path: file || undefined };
  }

  #setPart(content: Content, given: Given): void {
    const set = setAt(this.#body, given, schemaAt(this.#root, content.schema, given.path), this.#root);
    if (isFailure(set)) this.#problems.push(set.text);
    else this.#body = set;
  }
}

/**
 * Returns true if an argument named `body` is the entire body. If the body has a `body` member, only an object that does not
 * match that member is.
 */
function isWholeBody(root: unknown, properties: readonly Property[], { path, value }: Given): boolean {
  const member = properties.find(({ name }) => name === 'body');
  if (member === undefined) return true;
  const { types, choices } = shapeOf(root, member.schema);
  return (
    path.length === 1 && isRawObject(value) && choices.length === 0 && types.length > 0 && !types.includes('object')
  );
}

/**
 * Finds a parameter by name, in the path first, because only the others can be left out. Header names are case-insensitive.
 * @param isQuery true to find only parameters of the query
 */
export function parameterNamed({ parameters }: Operation, name: string, isQuery = false): Parameter | undefined {
  const named = parameters.filter(each => each.name === name);
  if (isQuery) return named.find(({ place }) => place === 'query');
  return (
    named.find(({ place }) => place === 'path') ??
    named[0] ??
    parameters.find(each => each.place === 'header' && each.name.toLowerCase() === name.toLowerCase())
  );
}

/** Finds the query object whose properties are separate parameters, such as `page` of a `pageable` in Spring. */
const explodedInto = (root: unknown, { parameters }: Operation, name: string | undefined): Parameter | undefined =>
  parameters.find(
    ({ place, style, explode, mediaType, schema }) =>
      place === 'query' &&
      style === 'form' &&
      explode &&
      mediaType === undefined &&
      shapeOf(root, schema).properties.some(each => each.name === name),
  );

/** Splits a text at its commas if it is a list that is sent with commas. */
function splitList(root: unknown, { schema, style, explode, mediaType }: Parameter, value: RawValue): RawValue {
  const hasCommas = !explode && mediaType === undefined && (style === 'form' || style === 'simple');
  if (typeof value !== 'string' || !hasCommas) return value;
  const { types, items } = shapeOf(root, schema);
  const isList = types.includes('array') && !types.includes('string');
  return isList ? value.split(',').map(each => fitted(root, items, each)) : value;
}

/** Returns true if a body takes a property, which may only be in the list of required ones or in an example. */
function accepts(root: unknown, { schema, examples }: Content, key: string | undefined): boolean {
  if (mayHold(root, schema, key)) return true;
  const { parts } = shapeOf(root, schema);
  const all = [...examples, ...parts.flatMap(part => examplesOf(part, root as Loose))].map(({ value }) => value);
  return (
    key !== undefined &&
    (parts.some(part => textsIn(part, 'required').includes(key)) ||
      all.some(value => isObject(value) && Object.hasOwn(value, key)))
  );
}

/** Returns true if a schema describes a property of that name. A schema without properties allows any name. */
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

/** Returns the schema at a path into a value, or undefined if it is not known. */
function schemaAt(root: unknown, schema: unknown, path: ItemPath): unknown {
  let at: unknown = schema;
  for (const step of path) {
    const shape = shapeOf(root, at);
    if (step.kind !== 'key') at = shape.items;
    else {
      const inChoices = shape.choices.flatMap(each => shapeOf(root, each).properties);
      at = [...shape.properties, ...inChoices].find(({ name }) => name === step.key)?.schema ?? shape.additional;
    }
  }
  return at;
}

function setAt(before: RawValue | undefined, each: Given, schema: unknown, root: unknown): RawValue | Failure {
  if (each.isBytes === true)
    return failure('usage', `${each.file} is not text, so it cannot be the value of ${each.name}.`);
  const value = fitted(root, schema, each.value);
  if (each.path.length === 0) {
    // Repeating a name adds another value to a list.
    if (Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
    return before === undefined ? value : failure('usage', `${each.name} is given twice.`);
  }
  // A text value of a list is one more item.
  const isItem = Array.isArray(value) && !Array.isArray(each.value);
  const path = isItem ? [...each.path, { kind: 'append' } as const] : each.path;
  return withItem(before, { name: each.name, path }, isItem ? (value[0] ?? null) : value);
}

/** Converts a text to a number, boolean or list if the schema requires one, because command-line values are always text. */
export function fitted(root: unknown, schema: unknown, value: RawValue, depth = 0): RawValue {
  const { types, items, choices } = shapeOf(root, schema ?? {});
  if (types.length === 0 && choices.length > 0)
    return depth < maxDepth ? fittedChoice(root, choices, value, depth + 1) : value;
  if (types.length === 0 || types.includes('string')) return value;
  if (types.includes('array') && !Array.isArray(value) && value !== null && !isRawObject(value))
    return [fitted(root, items, value)];
  if (typeof value !== 'string') return value;
  const read = parseRaw(value);
  if (isProblem(read)) return value;
  return types.includes(kindOf(read.value)) || (types.includes('integer') && kindOf(read.value) === 'number')
    ? read.value
    : value;
}

/** Maximum nesting of alternatives. */
const maxDepth = 3;

/** Converts a text to the first alternative that it can be, unless it may remain a text. */
function fittedChoice(root: unknown, choices: readonly unknown[], value: RawValue, depth: number): RawValue {
  const values = choices.map(choice => fitted(root, choice, value, depth));
  const mayBeText = choices.some(choice => {
    const { types, choices: inner, values: allowed } = shapeOf(root, choice);
    const isText = types.includes('string') || types.length + inner.length === 0;
    return isText && (allowed.length === 0 || allowed.includes(value));
  });
  return mayBeText ? value : (values.find(each => each !== value) ?? value);
}

/** Converts the numbers and booleans of a parameter to texts if the schema requires texts: `id:=5` is sent like `id=5`. */
function asText(root: unknown, schema: unknown, value: RawValue): RawValue {
  const { types, items, properties, additional } = shapeOf(root, schema);
  if (Array.isArray(value)) return value.map(each => asText(root, items ?? {}, each));
  if (isRawObject(value)) {
    const schemas = new Map(properties.map(each => [each.name, each.schema]));
    return new Map([...value].map(([name, each]) => [name, asText(root, schemas.get(name) ?? additional ?? {}, each)]));
  }
  if (value === null || !types.includes('string')) return value;
  const kind = kindOf(value);
  return types.includes(kind) || (kind === 'number' && types.includes('integer')) ? value : plainText(value);
}

const kindOf = (value: RawValue): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isRawObject(value)) return 'object';
  return typeof value === 'boolean' || typeof value === 'string' ? typeof value : 'number';
};

function unknownName(operation: Operation, properties: readonly string[], name: string, hasBody: boolean): string {
  const names = [...operation.parameters.map(each => each.name), ...properties, ...(hasBody ? ['body'] : [])];
  const start = `The operation has no parameter ${name}:`;
  if (reservedHeaders.includes(name.toLowerCase())) return `${start} pass the header with -H`;
  const near = nearest(name, names);
  if (near !== undefined) return `${start} did you mean ${near}?`;
  if (names.length === 0) return `${start} it takes none`;
  return `${start} it takes ${names.slice(0, 8).join(', ')}${names.length > 8 ? ' …' : ''}`;
}

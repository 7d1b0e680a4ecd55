/** Builds the request for an operation and its values, and reports values that do not match the description. */

import { member, textIn } from '../../json/loose.js';
import { isRawObject, parsedValue, parseRaw, printRaw, type RawValue } from '../../json/raw.js';
import type { FormPart } from '../../options.js';
import { isProblem } from '../../problem.js';
import { typeOfFile } from '../../request/media-types.js';
import { encodeQuery, withQuery } from '../../request/url.js';
import { bodyMisfits } from '../check/body-misfits.js';
import { isIncomplete, type Misfit, misfits, pathText as placeText } from '../check/json-schema.js';
import { readEncoding } from '../document/operation.js';
import type { Content, Description, Operation, Parameter } from '../document/types.js';
import { isJsonType, isMultipart, isUrlEncoded } from '../media-type.js';
import { shapeOf } from '../schema.js';
import type { CallValues } from './arguments.js';
import { isBinary, partType } from './binary.js';
import { isStandIn } from './placeholders.js';
import { type EncodedPair, headerText, pathText, plainText, queryPairs } from './serialise.js';

/** The body to send. */
type CallBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'form'; readonly parts: readonly FormPart[] };

/** The request for an operation. */
export interface BuiltRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Cookies as `name=value`. */
  readonly cookies: readonly string[];
  readonly mediaType?: string;
  readonly body?: CallBody;
  /** Media types of the responses, for the Accept header. */
  readonly accepts: readonly string[];
  /** Messages about missing and invalid values. */
  readonly problems: readonly string[];
  /** The problems of values that are invalid rather than missing or incomplete. */
  readonly wrong: readonly string[];
  /** True if the request cannot be sent, because an argument matches nothing or a part of the path is missing. */
  readonly isOpen: boolean;
}

/** @param server URL without a trailing slash */
export function buildRequest(
  description: Description,
  operation: Operation,
  server: string,
  content: Content | undefined,
  values: CallValues,
): BuiltRequest {
  const problems = [...values.problems];
  const wrong: string[] = [];
  const add: ReportMisfit = (text, misfit) => {
    problems.push(text);
    if (misfit === undefined || !isIncomplete(misfit)) wrong.push(text);
  };
  const parts = new ParameterParts(operation.path, problems);
  for (const parameter of operation.parameters) {
    const value = values.parameters.get(parameter);
    if (value === undefined) {
      parts.miss(parameter);
      continue;
    }
    if (!isStandIn(value))
      for (const misfit of misfits(description, parameter.schema, parsedValue(value), 'request'))
        add(`${[parameter.name, ...misfit.path].join('.')} ${misfit.text}.`, misfit);
    parts.add(parameter, value);
  }
  const { path, headers, cookies } = parts;
  const query = parts.pairs.map(([name, text]) => `${name}=${text}`).join('&');
  const body = content && bodyOf(description, content, values, problems, add);
  if (operation.body?.required && body === undefined) problems.push('The body is missing.');
  return {
    method: operation.method,
    // A path without a leading slash could extend the host name.
    url: `${server}${path.startsWith('/') ? '' : '/'}${withQuery(path, query)}`,
    headers,
    cookies,
    body,
    mediaType: body && content && sentType(content.mediaType),
    accepts: preferred(acceptsOf(operation)),
    problems,
    wrong,
    isOpen: parts.isOpen || values.problems.length > 0,
  };
}

/** The parts of a request that its parameters determine. */
class ParameterParts {
  path: string;
  readonly pairs: EncodedPair[] = [];
  readonly headers: (readonly [name: string, value: string])[] = [];
  readonly cookies: string[] = [];
  /** True if a part of the path is missing. */
  isOpen = false;
  readonly #problems: string[];

  /** @param problems list to which missing values are added */
  constructor(path: string, problems: string[]) {
    this.path = path.replace(/\p{Cc}/gu, encodeURIComponent);
    this.#problems = problems;
  }

  miss(parameter: Parameter): void {
    if (parameter.required) this.#problems.push(`${parameter.name} is missing: ${aPlace(parameter)}.`);
    if (parameter.place === 'path') this.isOpen = true;
  }

  add(parameter: Parameter, value: RawValue): void {
    switch (parameter.place) {
      case 'path':
        this.#addToPath(parameter.name, pathText(parameter, value));
        break;
      case 'query':
        this.pairs.push(...queryPairs(parameter, value));
        break;
      case 'querystring':
        this.pairs.push(...wholeQuery(parameter, value));
        break;
      case 'header':
        this.headers.push([parameter.name, headerText(parameter, value)]);
        break;
      case 'cookie':
        this.cookies.push(...queryPairs(parameter, value).map(([name, text]) => `${name}=${text}`));
    }
  }

  #addToPath(name: string, text: string): void {
    // URL parsing drops such a segment, even percent-encoded, so the request would go to a different path.
    const isDots = /^\.{1,2}$/.test(text) && this.path.split('/').includes(`{${name}}`);
    if (text === '') this.#problems.push(`${name} is empty, but it is part of the path.`);
    if (isDots) this.#problems.push(`${name} is ${text}, which is removed from the path of a URL.`);
    if (text === '' || isDots) this.isOpen = true;
    this.path = this.path.replaceAll(`{${name}}`, () => text);
  }
}

const aPlace = ({ place, name }: Parameter): string =>
  ({
    path: 'it is part of the path',
    query: 'the query needs it',
    querystring: 'it is the query',
    header: 'a header is needed',
    cookie: 'a cookie is needed',
  })[place] + (name === '' ? ' (without a name)' : '');

/** Replaces a media range, which cannot be sent as a content type. */
const sentType = (type: string): string => (type.includes('*') ? 'application/octet-stream' : type);

/** Returns a query that is a single value (OpenAPI 3.2). */
const wholeQuery = ({ mediaType = '' }: Parameter, value: RawValue): readonly EncodedPair[] => {
  if (isRawObject(value) && isUrlEncoded(mediaType))
    return [...value].map(([name, each]) => [encodeQuery(name), encodeQuery(plainText(each))] as const);
  return [[encodeQuery(plainText(value)), '']];
};

/** Prefers JSON if available, because the rest of the program can parse it. */
const preferred = (types: readonly string[]): readonly string[] => {
  const json = types.filter(isJsonType);
  return json.length > 0 ? json : types;
};

const acceptsOf = ({ responses }: Operation): readonly string[] => [
  ...new Set(
    responses
      .filter(({ status }) => /^[2d]/.test(status))
      .flatMap(({ content }) => content.map(({ mediaType }) => mediaType))
      .filter(type => /^[\w.+*/-]+(?:;[\w\s.=+-]*)?$/.test(type)),
  ),
];

function bodyOf(
  description: Description,
  { mediaType, schema, encoding }: Content,
  { body, content, files }: CallValues,
  problems: string[],
  add: ReportMisfit,
): CallBody | undefined {
  if (content !== undefined) {
    if (isJsonType(mediaType)) contentProblems(description, schema, content.text, add);
    const { text, path } = content;
    return path === undefined ? { kind: 'text', text } : { kind: 'file', path };
  }
  if (body === undefined && files.length === 0) return undefined;
  const given = body ?? new Map();
  if (files.length === 0) valueProblems(description, schema, given, add);
  else problems.push(...missingParts(description, schema, given, files));
  if (isJsonType(mediaType)) return { kind: 'text', text: printRaw(given) };
  if (isMultipart(mediaType) && isRawObject(given))
    return {
      kind: 'form',
      parts: [
        ...partsOf(description, schema, given, encoding),
        ...files.map(each => filePart(description, schema, encoding, each)),
      ],
    };
  if (isUrlEncoded(mediaType) && isRawObject(given)) {
    const pairs = [...given].flatMap(([name, value]) => formPairs(name, value, member(encoding, name)));
    return { kind: 'text', text: pairs.map(([name, text]) => `${name}=${text}`).join('&') };
  }
  return { kind: 'text', text: plainText(given) };
}

/** Receives a problem of a value. */
type ReportMisfit = (text: string, misfit?: Misfit) => void;

/** Reports how a body violates its schema. */
function valueProblems(description: Description, schema: unknown, value: RawValue, add: ReportMisfit): void {
  const whole = parsedValue(value);
  for (const misfit of bodyMisfits(description, schema, whole)) {
    const { path, text } = misfit;
    if (isStandIn(path.reduce((at, step) => (at as never)?.[step], whole))) continue;
    add(`${path.length === 0 ? 'The body' : placeText(['body', ...path]).slice(2)} ${text}.`, misfit);
  }
}

function contentProblems(description: Description, schema: unknown, text: string, add: ReportMisfit): void {
  const read = parseRaw(text);
  if (isProblem(read)) add(`The body is not valid JSON: ${read.problem}.`);
  else valueProblems(description, schema, read.value, add);
}

/**
 * Returns the required fields that are missing from a form with files. Fields that are given may be binary and are not checked.
 */
const missingParts = (
  { root }: Description,
  schema: unknown,
  given: RawValue,
  files: CallValues['files'],
): readonly string[] =>
  shapeOf(root, schema)
    .properties.filter(({ name, required }) => required && !(isRawObject(given) && given.has(name)))
    .filter(({ name }) => !files.some(([file]) => file === name))
    .map(({ name }) => `The body lacks ${name}.`);

/** Returns a part whose content type comes from the description if that names one, otherwise from the name of the file. */
function filePart(
  { root }: Description,
  schema: unknown,
  encoding: unknown,
  [name, path]: readonly [string, string],
): FormPart {
  const property = shapeOf(root, schema).properties.find(each => each.name === name);
  const type = partType(root, name, property?.schema ?? {}, encoding, typeOfFile(path));
  return { name, source: { from: 'file', path }, type };
}

/** Encodes a form field. By default, objects are JSON and lists are repeated (OpenAPI 3.2, 4.15.1). */
export function formPairs(name: string, value: RawValue, encoding: unknown): readonly EncodedPair[] {
  const said = readEncoding(encoding, 'query');
  const styled = textIn(encoding, 'style') !== undefined || member(encoding, 'explode') !== undefined;
  const asJson = isRawObject(value) && !styled;
  return queryPairs({ name, ...said, mediaType: asJson ? 'application/json' : undefined }, value);
}

const partsOf = (
  description: Description,
  schema: unknown,
  body: ReadonlyMap<string, RawValue>,
  encoding: unknown,
): readonly FormPart[] =>
  [...body].flatMap(([name, value]) => {
    const property = shapeOf(description.root, schema).properties.find(each => each.name === name);
    const isFile = property !== undefined && isBinary(description.root, property.schema);
    const type = partType(description.root, name, property?.schema ?? {}, encoding);
    const one = (each: RawValue): FormPart => {
      const isPlain = !Array.isArray(each) && !isRawObject(each);
      return {
        name,
        source: { from: 'text', text: plainText(each) },
        type: type ?? (isPlain ? undefined : 'application/json'),
        filename: isFile ? name : undefined,
      };
    };
    return Array.isArray(value) ? value.map(one) : [one(value)];
  });

/** Documentation of an operation or schema, as text for a terminal and as facts for `--format json`. All of it is untrusted. */

import { counted } from '../counted.js';
import { isEmptyObject, isObject, member } from '../json/loose.js';
import { pushAll } from '../push-all.js';
import { shellWord } from '../request/shell.js';
import { withMarkedEnds } from '../text/runs.js';
import { alternativesOf, visibleAlternatives } from './alternatives.js';
import { chooseContent, parameterNamed } from './call/arguments.js';
import { bodyExample, validatorOf } from './call/body-example.js';
import { exampleOfParameter } from './call/example.js';
import { ExampleBudget, incompleteExample } from './call/mend.js';
import { componentNamed, placeBelow } from './document/node.js';
import { serverUrls } from './document/servers.js';
import type {
  Content,
  DescribedResponse,
  Description,
  NamedExample,
  Operation,
  Parameter,
  RequestBody,
} from './document/types.js';
import { titleOf } from './look-up.js';
import { isJsonType } from './media-type.js';
import { itemSchema, keywordOf, nameOfRef, type Property, type Shape, shapeOf, typeText } from './schema.js';
import { isLoginOptional, loginsOf } from './security.js';

/** Maximum levels of properties to write out. */
const maxLevels = 3;

/** Maximum number of properties to write out on one page. */
const maxProperties = 5000;

/** Number of properties that can still be written out. */
interface Room {
  left: number;
}

/** Properties of a body. */
interface Page {
  readonly root: unknown;
  /** Properties that are left out. */
  readonly hidden: 'readOnly' | 'writeOnly';
  readonly room: Room;
}

const cutLines = ({ left }: Room): readonly string[] =>
  left > 0 ? [] : ['', `Only the first ${maxProperties} properties are listed.`];

/** Returns the documentation of an operation. */
export function describeOperation(description: Description, operation: Operation): string {
  const { root } = description;
  const { id, summary, deprecated, parameters, body, responses } = operation;
  const room: Room = { left: maxProperties };
  const { call, isIncomplete, changes } = exampleCall(description, operation);
  return onTheirLines([
    `${titleOf(operation)}${id === undefined ? '' : `  ${id}`}${deprecated ? '  (deprecated)' : ''}`,
    ...(summary === '' ? [] : textLines(summary)),
    ...(operation.description === '' || operation.description === summary
      ? []
      : ['', ...textLines(operation.description)]),
    ...section(
      'Parameters',
      parameters.flatMap(each => parameterLines(root, each)),
    ),
    ...(body === undefined ? [] : bodyLines({ root, hidden: 'readOnly', room }, body)),
    '',
    'Responses',
    ...responses.flatMap(each => responseLines({ root, hidden: 'writeOnly', room }, each)),
    ...cutLines(room),
    ...loginLines(description, operation),
    '',
    `Server  ${serverUrls(description, operation).join(', ')}`,
    '',
    `Example  ${call}`,
    ...(isIncomplete ? [incompleteExample] : []),
    ...section(
      'Changed in the example',
      changes.map(each => `  ${each}`),
    ),
  ]);
}

/** Returns lines with a title, after an empty line. */
const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines];

function bodyLines(page: Page, { content, required }: RequestBody): readonly string[] {
  const seen = new Set<string>();
  return content.flatMap(({ mediaType, schema, examples }) => {
    const type = typeText(page.root, schema);
    const isNew = !seen.has(type);
    seen.add(type);
    return [
      '',
      `Body  ${mediaType}${required ? ', required' : ''}: ${type}`,
      ...(isNew ? propertyLines(page, schema, 1, new Set()) : []),
      ...(examples.length > 1 ? ['  Examples (--example NAME)', ...examples.map(exampleLine)] : []),
    ];
  });
}

function responseLines(page: Page, { status, description, content }: DescribedResponse): readonly string[] {
  const { root } = page;
  const types = content.map(({ mediaType, schema }) => `${mediaType}: ${typeText(root, schema)}`);
  const head = `  ${status.padEnd(7)}  ${[firstLine(description), ...types].filter(each => each !== '').join('  ')}`;
  const [first] = content;
  if (first === undefined || !/^2/.test(status)) return [head];
  return [head, ...propertyLines(page, shapeOf(root, first.schema).items ?? first.schema, 2, new Set())];
}

function loginLines(description: Description, operation: Operation): readonly string[] {
  const logins = loginsOf(description, operation);
  const optional = isLoginOptional(operation) ? ' (optional)' : '';
  return section(
    `Login${optional}${logins.length > 1 ? ', one of' : ''}`,
    logins.flatMap(way =>
      way.map(({ name, kind, flag }, at) => `  ${at === 0 ? '' : 'and '}${name}  ${kind}: ${flag}`),
    ),
  );
}

/** Splits a description into lines. */
const textLines = (text: string): readonly string[] => text.trimEnd().split(/\r?\n/);

/** Puts each entry on one line, regardless of the names it contains. */
const onTheirLines = (lines: readonly string[]): string => lines.map(withMarkedEnds).join('\n');

const firstLine = (text: string): string => text.trim().split(/\r?\n/, 1)[0] ?? '';

function parameterLines(root: unknown, parameter: Parameter): readonly string[] {
  const { name, place, required, deprecated, description, schema } = parameter;
  const shape = shapeOf(root, schema);
  const head = `  ${place.padEnd(7)}  ${name}: ${typeText(root, schema)}${marksOf(required, deprecated, shape)}`;
  const said = firstLine(description || shape.description);
  return said === '' ? [head] : [head, `             ${said}`];
}

function marksOf(required: boolean, deprecated: boolean, shape: Shape): string {
  const marks = [required ? 'required' : '', deprecated ? 'deprecated' : '', ...boundsOf(shape)].filter(Boolean);
  return marks.length === 0 ? '' : `  (${marks.join(', ')})`;
}

/** Describes the bounds and the default. */
function boundsOf(shape: Shape): readonly string[] {
  const said = (key: string, words: (value: number) => string): readonly string[] => {
    const value = keywordOf(shape, key);
    return typeof value === 'number' ? [words(value)] : [];
  };
  // In OpenAPI 3.0, an exclusive bound is `true` next to the bound.
  const isOpen = (key: string): boolean => keywordOf(shape, key) === true;
  const [standard, pattern] = [keywordOf(shape, 'default'), keywordOf(shape, 'pattern')];
  return [
    ...(standard === undefined ? [] : [`default ${JSON.stringify(standard)}`]),
    ...said('minimum', value => `${isOpen('exclusiveMinimum') ? 'more than' : 'at least'} ${value}`),
    ...said('exclusiveMinimum', value => `more than ${value}`),
    ...said('maximum', value => `${isOpen('exclusiveMaximum') ? 'less than' : 'at most'} ${value}`),
    ...said('exclusiveMaximum', value => `less than ${value}`),
    ...said('minLength', value => `at least ${counted(value, 'character')}`),
    ...said('maxLength', value => `at most ${counted(value, 'character')}`),
    ...said('minItems', value => `at least ${counted(value, 'item')}`),
    ...said('maxItems', value => `at most ${counted(value, 'item')}`),
    ...(typeof pattern === 'string' ? [`pattern ${pattern}`] : []),
  ];
}

/** @param above names of the schemas around it */
function propertyLines(page: Page, schema: unknown, level: number, above: ReadonlySet<string>): readonly string[] {
  const shape = shapeOf(page.root, itemSchema(page.root, schema));
  const names = new Set([...above, ...(shape.name === undefined ? [] : [shape.name])]);
  return [
    ...shape.properties.flatMap(property => lineOf(page, property, level, names)),
    ...alternativeLines(page, shape, level, names),
  ];
}

/** Returns the name of an example for `--example`, with its summary. */
const exampleLine = ({ key, name }: NamedExample): string =>
  `    ${firstLine(key)}${name === key ? '' : `  ${firstLine(name)}`}`;

/** Returns the alternatives, each with its members. */
function alternativeLines(page: Page, shape: Shape, level: number, above: ReadonlySet<string>): readonly string[] {
  const { root, room } = page;
  return visibleAlternatives(root, shape).flatMap(({ name, kind, schema, discriminator }) => {
    if (room.left === 0) return [];
    room.left--;
    const { name: ref } = shapeOf(root, schema);
    const isAgain = ref !== undefined && above.has(ref);
    const value = discriminator ? `  ${discriminator.property}: ${JSON.stringify(discriminator.value)}` : '';
    const head = `${'  '.repeat(level + 1)}${kind}  ${name}${isAgain ? ' ↻' : ''}${value}`;
    return isAgain || level >= maxLevels ? [head] : [head, ...propertyLines(page, schema, level + 1, above)];
  });
}

function lineOf(page: Page, property: Property, level: number, above: ReadonlySet<string>): readonly string[] {
  const { root, hidden, room } = page;
  const { name, schema, required } = property;
  if (room.left === 0) return [];
  const shape = shapeOf(root, schema);
  if (shape[hidden]) return [];
  room.left--;
  const inner = shape.types.includes('array') ? shapeOf(root, shape.items) : shape;
  const isAgain = inner.name !== undefined && above.has(inner.name);
  const said = firstLine(shape.description);
  const head = `${'  '.repeat(level + 1)}${name}: ${typeText(root, schema)}${isAgain ? ' ↻' : ''}`;
  const line = `${head}${marksOf(required, shape.deprecated, shape)}${said === '' ? '' : `  ${said}`}`;
  const below = isAgain || level >= maxLevels ? [] : propertyLines(page, schema, level + 1, above);
  return [line, ...below];
}

/** Returns the documentation of a schema. */
export function describeSchema({ root }: Description, name: string): string {
  const schema = schemaNamed(root, name);
  const shape = shapeOf(root, schema);
  const [first] = alternativesOf(root, shape);
  const kind = first !== undefined && shape.types.length === 0 ? first.kind : shape.types.join(' | ') || 'any';
  const lines = [`${name}: ${kind}${shape.nullable ? ' | null' : ''}`];
  pushAll(lines, [shape.title, shape.description].filter(each => each !== '').flatMap(textLines));
  if (shape.values.length > 0) lines.push('', ...shape.values.map(value => `  ${JSON.stringify(value)}`));
  const page: Page = { root, hidden: 'writeOnly', room: { left: maxProperties } };
  const properties = shape.properties.flatMap(each => lineOf(page, each, 0, new Set([name])));
  const alternatives = alternativeLines(page, shape, 0, new Set([name]));
  if (properties.length + alternatives.length > 0)
    lines.push('', ...properties, ...alternatives, ...cutLines(page.room));
  if (isObject(shape.additional)) lines.push('', `  any other name: ${typeText(root, shape.additional)}`);
  return onTheirLines(lines);
}

/** Returns the node of a component. */
export const schemaNamed = (root: unknown, name: string): unknown =>
  componentNamed(root, 'schemas', name) === undefined ? undefined : { $ref: placeBelow('#/components/schemas', name) };

/** Returns the operations that accept or return a schema, directly or in a list. */
export const usesOf = ({ operations, root }: Description, name: string): readonly Operation[] =>
  operations.filter(({ parameters, body, responses }) =>
    [
      ...parameters.map(({ schema }) => schema),
      ...[...(body?.content ?? []), ...responses.flatMap(({ content }) => content)].map(({ schema }) => schema),
    ].some(schema => {
      const shape = shapeOf(root, schema);
      return (
        shape.name === name || (isObject(shape.items) && nameOfRef(String(member(shape.items, '$ref') ?? '')) === name)
      );
    }),
  );

interface ExampleCall {
  readonly call: string;
  readonly isIncomplete: boolean;
  /** Sentences on how the body differs from the author's example. */
  readonly changes: readonly string[];
}

/** Returns a `--call` example with a value for everything that is required, and a body. */
export function exampleCall(description: Description, operation: Operation): ExampleCall {
  const { root } = description;
  const budget = new ExampleBudget();
  const isShared = (name: string): boolean => parameterNamed(operation, name) !== undefined;
  const items = operation.parameters
    .filter(({ required }) => required)
    .map(each => {
      const value = exampleOfParameter(root, each, validatorOf(description), budget);
      const isQuery = parameterNamed(operation, each.name) !== each && each.place === 'query';
      return isQuery && typeof value !== 'object' ? shellWord(`${each.name}==${value}`) : itemText(each.name, value);
    });
  const content = operation.body && chooseContent(root, operation);
  const body = content && bodyExample(description, content, budget);
  if (content && body && (operation.body?.required || !isEmptyObject(body.value)))
    items.push(...bodyItems(body.value, isJsonType(content.mediaType), isShared));
  const call = [`--call ${shellWord(titleOf(operation))}`, ...items].join(' ');
  return { call, isIncomplete: budget.isIncomplete, changes: body?.changes ?? [] };
}

/** Returns the items of a body. @param isShared returns true for the name of a parameter */
function bodyItems(value: unknown, isJson: boolean, isShared: (name: string) => boolean): readonly string[] {
  const members = isJson && isObject(value) ? Object.entries(value) : [];
  const names = members.map(([name]) => name);
  // A parameter or member called body would receive `body[name]`.
  const isUnclear = names.some(isShared) && (isShared('body') || names.includes('body'));
  if (isUnclear || names.length === 0 || names.some(name => !/^[\w-]+$/.test(name))) return [itemText('body', value)];
  return members.map(([name, each]) => itemText(isShared(name) ? `body[${name}]` : name, each));
}

function itemText(name: string, value: unknown): string {
  // As JSON, a text of several lines fits on one line, and one that starts with @ or = is not a file or a query parameter.
  const isPlain = typeof value === 'string' && !/^[@=]|[\r\n]/.test(value);
  return shellWord(isPlain ? `${name}=${value}` : `${name}:=${JSON.stringify(value)}`);
}

/** Returns an operation in the form that `--format json` prints. */
export function operationFacts(description: Description, operation: Operation): object {
  const { root } = description;
  const { method, path, id, tags, summary, deprecated, parameters, body, responses } = operation;
  const { call, isIncomplete, changes } = exampleCall(description, operation);
  const types = (content: readonly Content[]) =>
    Object.fromEntries(content.map(({ mediaType, schema }) => [mediaType, typeText(root, schema)]));
  return {
    kind: 'OPERATION',
    name: id ?? titleOf(operation),
    method,
    path,
    operationId: id,
    tags: tags.length === 0 ? undefined : tags,
    summary: summary || undefined,
    description: operation.description || undefined,
    deprecated: deprecated || undefined,
    parameters: parameters.map(each => ({
      name: each.name,
      in: each.place,
      type: typeText(root, each.schema),
      required: each.required,
    })),
    body: body && { required: body.required, types: types(body.content) },
    responses: Object.fromEntries(responses.map(({ status, content }) => [status, types(content)])),
    logins: loginsOf(description, operation).map(way => way.map(({ name, flag }) => ({ scheme: name, flag }))),
    servers: serverUrls(description, operation),
    example: call,
    exampleIncomplete: isIncomplete || undefined,
    exampleChanges: changes.length === 0 ? undefined : changes,
  };
}

/** Returns a schema in the form that `--format json` prints. */
export function schemaFacts(description: Description, name: string): object {
  const { root } = description;
  const shape = shapeOf(root, schemaNamed(root, name));
  return {
    kind: 'SCHEMA',
    name,
    type: shape.types.join(' | ') || undefined,
    description: shape.description || undefined,
    values: shape.values.length === 0 ? undefined : shape.values,
    properties: shape.properties.map(each => ({
      name: each.name,
      type: typeText(root, each.schema),
      required: each.required,
    })),
    usedBy: usesOf(description, name).map(titleOf),
  };
}

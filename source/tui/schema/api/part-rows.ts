/** The rows below an operation: its parameters, its body and its responses. */
import { memoizeWeak } from '../../../core/memoize-weak.js';
import { type Alternative, visibleAlternatives } from '../../../core/openapi/alternatives.js';
import { sendsFile } from '../../../core/openapi/call/binary.js';
import type { Content, Description, Operation, Parameter } from '../../../core/openapi/document/types.js';
import { valueIn } from '../../../core/openapi/edit/tick.js';
import type { Ticking, TickTarget } from '../../../core/openapi/edit/tick-target.js';
import { isJsonType } from '../../../core/openapi/media-type.js';
import { isSaid, itemSchema, type Property, type Shape, shapeOf, typeText } from '../../../core/openapi/schema.js';
import type { SchemaUse } from '../../../core/openapi/uses.js';
import type { ValuePath } from '../../../core/values/path.js';
import type { Grouping, Row, TreePlace } from '../../model/tree.js';
import { keysOf, operationPlaces } from './groups.js';

/** Maximum depth of rows, since a schema may nest infinitely. */
const maxDepth = 40;

/** Steps from the row of an operation to a row below it. Each has a suffix for the key of the row above, and a name. */
type Way = readonly { readonly added: string; readonly name: string }[];

const waysOf = memoizeWeak((_: Operation) => new Map<string, Way | undefined>());

/**
 * The rows that a parameter or property may have, in either grouping.
 * @param name in lower case
 */
export function partPlaces(description: Description, operation: Operation, name: string): readonly TreePlace[] {
  const cache = waysOf(operation);
  const way = cache.has(name) ? cache.get(name) : wayTo(description, operation, name);
  cache.set(name, way);
  if (way === undefined) return [];
  return operationPlaces(description, operation).map(({ key, above, words }) => {
    const keys = [key];
    for (const { added } of way) keys.push(`${keys.at(-1)}${added}`);
    return {
      key: keys.at(-1) ?? key,
      above: [...above, ...keys.slice(0, -1)],
      words: [...words, ...way.map(each => each.name)],
    };
  });
}

/** Maximum number of rows inspected for a name. */
const maxSought = 400;

/** The nearest row with that name below an operation, or undefined if there is none. */
function wayTo(description: Description, operation: Operation, name: string): Way | undefined {
  const rows = partsOf(description, '', { ...operation, responses: [] }, undefined);
  const work = rows.map(row => ({ row, way: [{ added: row.key, name: row.name }] as Way }));
  for (let at = 0; at < work.length; at++) {
    const next = work[at];
    if (next === undefined) break;
    const { row, way } = next;
    if (row.part !== undefined && row.name.toLowerCase() === name) return way;
    if (work.length > maxSought) continue;
    for (const child of row.children?.() ?? [])
      work.push({ row: child, way: [...way, { added: child.key.slice(row.key.length), name: child.name }] });
  }
  return undefined;
}

/** Read-only rows. */
const entry = (key: string, depth: number, name: string, detail: string, description = ''): Row => ({
  key,
  kind: 'entry',
  depth,
  name,
  mark: 'none',
  detail,
  description: description || undefined,
});

/** Context of rows below an operation, which are part of the request or only documentation. */
interface RowContext {
  readonly root: unknown;
  readonly operation: Operation;
  readonly ticking: Ticking | undefined;
  /** Content of the request. Absent for a response, which is read-only. */
  readonly content?: Content;
  /** Parameter whose JSON has the properties. */
  readonly parameter?: Parameter;
}

export function partsOf(
  { root }: Description,
  key: string,
  operation: Operation,
  ticking: Ticking | undefined,
): readonly Row[] {
  const place: RowContext = { root, operation, ticking };
  const { parameters, body, responses } = operation;
  return [
    ...parameters.map(each => parameterRow(place, key, each)),
    ...(body?.content ?? []).map(each => ({
      ...contentRow({ ...place, content: each }, bodyKey(key, each.mediaType), 2, 'body', each),
      description: body?.description || undefined,
    })),
    ...responses.map(({ status, description, content }) => {
      const below = responseKey(key, status);
      const row = entry(below, 2, `response ${status}`, firstLine(description), description);
      const [first] = content;
      if (first === undefined) return row;
      return {
        ...row,
        ...named(itemShape(root, first.schema, []).shape),
        children: () => content.map(each => contentRow(place, `${below} ${each.mediaType}`, 3, each.mediaType, each)),
      };
    }),
  ];
}

const firstLine = (text: string): string => text.trim().split(/\r?\n/, 1)[0] ?? '';

/** A row that Space adds to the request or removes from it. */
function tickable(row: Row, { operation, ticking }: RowContext, target: TickTarget, required: boolean): Row {
  const value = ticking && valueIn(ticking, target);
  return {
    ...row,
    kind: target.kind === 'parameter' ? 'argument' : 'input',
    mark: value === undefined ? 'absent' : 'ticked',
    required,
    part: { operation, target },
    value: row.children === undefined ? value : undefined,
  };
}

/** Keys of rows below an operation. */
const parameterKey = (key: string, { place, name }: Parameter): string => `${key} ${place} ${name}`;

const bodyKey = (key: string, mediaType: string): string => `${key} body ${mediaType}`;

const responseKey = (key: string, status: string): string => `${key} response ${status}`;

/** The row where a schema is used, with its ancestors. */
export function keysOfUse(description: Description, use: SchemaUse, by: Grouping): readonly string[] {
  const { key, above } = keysOf(description, use.operation, by);
  switch (use.kind) {
    case 'parameter':
      return [parameterKey(key, use.parameter), key, above];
    case 'body':
      return [bodyKey(key, use.mediaType), key, above];
    case 'response':
      return [responseKey(key, use.status), key, above];
  }
}

/** The schema of a row, if it has a name. */
const named = ({ name }: Shape): Pick<Row, 'typeName'> => ({ typeName: name });

function parameterRow(place: RowContext, key: string, parameter: Parameter): Row {
  const { name, place: where, required, schema, description, deprecated } = parameter;
  const row = {
    ...entry(
      parameterKey(key, parameter),
      2,
      name,
      detailOf(typeText(place.root, schema), where, required),
      description,
    ),
    ...named(itemShape(place.root, schema, []).shape),
  };
  const whole = { ...row, deprecated: deprecated ? '' : undefined, ...parameterMembers(place, row.key, parameter) };
  return tickable(whole, place, { kind: 'parameter', parameter }, required);
}

/** The members of a parameter that is an object: in its JSON, or as separate query parameters (OpenAPI 3.1.1, 4.8.12.6). */
function parameterMembers(place: RowContext, key: string, parameter: Parameter): Pick<Row, 'children'> {
  const { root } = place;
  const { name, style, explode, mediaType, schema } = parameter;
  if (mediaType !== undefined && isJsonType(mediaType))
    return below({ ...place, parameter }, key, 2, schema, [], new Set());
  const { properties } = shapeOf(root, schema);
  const isSpread = mediaType === undefined && (style === 'deepObject' || (style === 'form' && explode));
  if (!isSpread || properties.length === 0 || parameter.place !== 'query') return {};
  return {
    children: () =>
      properties.map(each => {
        const { description, deprecated } = shapeOf(root, each.schema);
        const own = style === 'deepObject' ? `${name}[${each.name}]` : each.name;
        const part = {
          ...parameter,
          ...each,
          name: own,
          description,
          deprecated,
          style: 'form',
          explode: true,
        } as const;
        const row = entry(
          `${key}.${each.name}`,
          3,
          own,
          detailOf(typeText(root, each.schema), each.required),
          description,
        );
        return tickable(row, place, { kind: 'parameter', parameter: part }, each.required);
      }),
  };
}

const detailOf = (...words: readonly (string | boolean)[]): string =>
  words
    .map(each => (each === true ? 'required' : each))
    .filter(Boolean)
    .join('  ');

function contentRow(place: RowContext, key: string, depth: number, name: string, content: Content): Row {
  const { mediaType, schema } = content;
  const row = entry(key, depth, name, detailOf(typeText(place.root, schema), name === mediaType ? '' : mediaType));
  if (place.content !== undefined && sendsFile(place.root, content))
    return tickable(row, place, { kind: 'property', content, path: [], schema }, false);
  const inside = below(place, key, depth, schema, [], new Set());
  const examples = place.content !== undefined && isJsonType(mediaType) ? content.examples : [];
  if (examples.length < 2) return { ...row, ...inside };
  return {
    ...row,
    ...inside,
    children: () => [
      ...examples.map((example, at) =>
        tickable(
          entry(`${key} example ${at}`, depth + 1, example.name, 'example'),
          place,
          { kind: 'property', content, path: [], schema, example },
          false,
        ),
      ),
      ...(inside.children?.() ?? []),
    ],
  };
}

/** The properties of a schema (or of a list's items), including those of its alternatives. */
function below(
  place: RowContext,
  key: string,
  depth: number,
  schema: unknown,
  path: ValuePath,
  above: ReadonlySet<string>,
): Pick<Row, 'children' | 'cyclic' | 'typeName'> {
  const { root } = place;
  const { shape, path: inside } = itemShape(root, schema, path);
  if (shape.name !== undefined && above.has(shape.name)) return { cyclic: true, ...named(shape) };
  const hidden = place.content === undefined && place.parameter === undefined ? 'writeOnly' : 'readOnly';
  const properties = shape.properties.filter(each => !isSaid(root, each.schema, hidden));
  const alternatives = visibleAlternatives(root, shape);
  if ((properties.length === 0 && alternatives.length === 0) || depth >= maxDepth) return named(shape);
  const names = new Set([...above, ...(shape.name === undefined ? [] : [shape.name])]);
  return {
    ...named(shape),
    children: () => [
      ...properties.map(each => propertyRow(place, key, depth + 1, each, inside, names)),
      ...alternatives.map((each, at) =>
        alternativeRow(place, `${key} choice ${at}`, depth + 1, each, itemSchema(root, schema), inside, names),
      ),
    ],
  };
}

/** A row whose tick switches the value to an alternative. Its properties are below it. */
function alternativeRow(
  place: RowContext,
  key: string,
  depth: number,
  alternative: Alternative,
  schema: unknown,
  path: ValuePath,
  names: ReadonlySet<string>,
): Row {
  const { content, parameter } = place;
  const { description } = shapeOf(place.root, alternative.schema);
  const row: Row = {
    ...entry(key, depth, alternative.name, alternative.kind, description),
    ...below(place, key, depth, alternative.schema, path, names),
  };
  if (parameter !== undefined)
    return tickable(row, place, { kind: 'parameter', parameter, member: { path, schema, alternative } }, false);
  if (content === undefined || !isJsonType(content.mediaType)) return row;
  return tickable(row, place, { kind: 'property', content, path, schema, alternative }, false);
}

function itemShape(root: unknown, schema: unknown, path: ValuePath) {
  let shape = shapeOf(root, schema);
  let inside = path;
  for (let level = 0; level < 5 && shape.types.includes('array') && shape.items !== undefined; level++) {
    shape = shapeOf(root, shape.items);
    inside = [...inside, 0];
  }
  return { shape, path: inside };
}

function propertyRow(
  place: RowContext,
  above: string,
  depth: number,
  { name, schema, required }: Property,
  path: ValuePath,
  names: ReadonlySet<string>,
): Row {
  const { root, content, parameter } = place;
  const key = `${above}.${name}`;
  const shape = shapeOf(root, schema);
  const own = [...path, name];
  const row: Row = {
    ...entry(key, depth, name, detailOf(typeText(root, schema), required), shape.description),
    deprecated: shape.deprecated ? '' : undefined,
    ...below(place, key, depth, schema, own, names),
  };
  if (parameter !== undefined)
    return tickable(row, place, { kind: 'parameter', parameter, member: { path: own, schema } }, required);
  return content === undefined ? row : tickable(row, place, { kind: 'property', content, path: own, schema }, required);
}

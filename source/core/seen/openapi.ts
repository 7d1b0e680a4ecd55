/** Objects of HTTP responses, and the parameters and body properties that refer to them. */
import { type Loose, ownMember } from '../json/loose.js';
import { responseSchema } from '../openapi/check/check-response.js';
import type { Description, Operation } from '../openapi/document/types.js';
import { schemaOf, type TickTarget } from '../openapi/edit/tick-target.js';
import { type Shape, shapeOf } from '../openapi/schema.js';
import { objectsIn, type SeenObjects, typeNameOf } from './objects.js';
import type { SeenTarget } from './values.js';

/** Members that contain the objects of a response and do not name them. */
const wrappers: ReadonlySet<string> = new Set(
  'data items item results result content value values list records entries rows response objects object nodes node edges hits included _embedded elements payload'.split(
    ' ',
  ),
);

/** Segments of a path that are not parameters, the last one first. A segment with digits is a value, except a version. */
const segmentsOf = (path: string): readonly string[] =>
  path
    .split('/')
    .filter(each => each !== '' && !/[{}%]|\d{2}|^\d|^(?:v\d+|api|rest)$|\.\w+$/.test(each))
    .reverse();

interface Named {
  /** Untrusted names as written. */
  readonly names: readonly string[];
  readonly schema: unknown;
}

/**
 * Returns the objects in the response to a request.
 * @param path path of the described operation, or of the URL
 */
export function seenInHttp(
  raw: string,
  path: string,
  described?: { readonly description: Description; readonly operation: Operation; readonly status: number },
): SeenObjects {
  const root = described?.description.root;
  const shapes = new Map<unknown, Shape>();
  const shape = (schema: unknown): Shape => {
    const known = shapes.get(schema) ?? shapeOf(root, schema);
    shapes.set(schema, known);
    return known;
  };
  const itemOf = (schema: unknown): unknown => (schema === undefined ? undefined : (shape(schema).items ?? schema));
  const names = segmentsOf(path).slice(0, 1);
  const schema = itemOf(described && responseSchema(described.operation, described.status));
  return objectsIn<Named>(
    raw,
    { names, schema },
    {
      below({ names: above, schema: of }, key) {
        const memberSchema =
          of === undefined ? undefined : shape(of).properties.find(({ name }) => name === key)?.schema;
        return { names: wrappers.has(key) ? above : [key], schema: itemOf(memberSchema) };
      },
      namesOf({ names: own, schema: of }, object) {
        const component = of === undefined ? undefined : shape(of).name;
        return [
          ...kindsIn(object),
          ...(component === undefined ? [] : [typeNameOf(component)]),
          ...own.map(typeNameOf),
        ];
      },
    },
  );
}

/** Types that objects name themselves: Asana's `resource_type`, Stripe's `object`, and the `type` of JSON:API. */
function kindsIn(object: Loose): readonly string[] {
  const isResource = Object.hasOwn(object, 'id') && Object.hasOwn(object, 'attributes');
  const kinds = ['resource_type', 'object', '__typename', ...(isResource ? ['type'] : [])].map(key =>
    ownMember(object, key),
  );
  return kinds.flatMap(kind => (typeof kind === 'string' && /^[\w.-]{1,60}$/.test(kind) ? [typeNameOf(kind)] : []));
}

/** Returns the target of a parameter or body property, or undefined if it cannot refer to an object. */
export function httpTarget(root: unknown, { path }: Operation, target: TickTarget): SeenTarget | undefined {
  if (target.kind === 'property') return memberTarget(root, path, target.path, target.schema);
  const { parameter, member } = target;
  if (parameter.place === 'path' && member === undefined) return pathTarget(root, path, parameter);
  return memberTarget(root, path, [parameter.name, ...(member?.path ?? [])], schemaOf(target));
}

/** Returns the target of a parameter of a path, which refers to an object of the segment before it. */
export function pathTarget(
  root: unknown,
  path: string,
  { name, schema }: { readonly name: string; readonly schema: unknown },
): SeenTarget | undefined {
  const isInteger = takesInteger(root, schema);
  if (isInteger === undefined) return undefined;
  const [above = ''] = path.split(`{${name}}`);
  return {
    name,
    within: segmentsOf(above).slice(0, 1),
    isIdentifier: true,
    isSegment: true,
    isInteger,
    takesHandle: !isInteger,
  };
}

/** Returns the target of a member of a body or query. @param steps path to the member; an item of a list has a number */
export function memberTarget(
  root: unknown,
  path: string,
  steps: readonly (string | number)[],
  schema: unknown,
): SeenTarget | undefined {
  const isInteger = takesInteger(root, schema);
  const [name, holder] = steps.filter(step => typeof step === 'string').reverse();
  if (isInteger === undefined || name === undefined) return undefined;
  return {
    name,
    within: holder === undefined ? segmentsOf(path).slice(0, 1) : [holder],
    isIdentifier: false,
    isInteger,
  };
}

/** Returns whether a value or its items must be numbers, or undefined if no identifier is valid. */
function takesInteger(root: unknown, schema: unknown): boolean | undefined {
  const { types, values, items } = shapeOf(root, schema);
  const all = items === undefined ? types : shapeOf(root, items).types;
  if (values.length > 0 || all.some(type => !['string', 'integer', 'number'].includes(type))) return undefined;
  return all.length > 0 && !all.includes('string');
}

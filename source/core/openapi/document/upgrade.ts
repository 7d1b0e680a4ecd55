/** Converts Swagger 2 to OpenAPI 3.0, and schemas of OpenAPI 3.0 to JSON Schema 2020-12, using Scalar's upgrader. */

import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1';
import { entriesIn, isObject, type Loose, listIn, member, textIn, textsIn } from '../../json/loose.js';
import { type Problem, placeBelow, resolved } from './node.js';

/** Converts a document to OpenAPI 3. If the upgrader cannot read it, it remains unchanged and a problem is reported. */
export function asThree(root: Loose, version: string): { readonly root: Loose; readonly problems: readonly Problem[] } {
  if (!version.startsWith('2.')) return { root, problems: [] };
  const own = withoutReferences(root);
  const document = upgraded(own);
  if (document !== undefined) return { root: withForms(document, own), problems: [] };
  // Leave out the paths that the upgrader cannot read.
  const bad = entriesIn(own, 'paths').filter(
    ([path, item]) => upgraded({ ...own, definitions: {}, paths: { [path]: item } }) === undefined,
  );
  const names = new Set(bad.map(([path]) => path));
  const paths = Object.fromEntries(entriesIn(own, 'paths').filter(([path]) => !names.has(path)));
  const rest = upgraded({ ...own, paths });
  if (rest !== undefined)
    return {
      root: withForms(rest, own),
      problems: bad.map(([path]) => ({
        place: placeBelow('#/paths', path),
        text: 'This is not a valid path item of Swagger 2.',
      })),
    };
  return {
    root,
    problems: [{ place: '#', text: 'This is not a valid Swagger 2 document, so most of it cannot be read.' }],
  };
}

/** Returns a Swagger 2 document as OpenAPI 3, or undefined if it violates the specification. */
function upgraded(root: Loose): Loose | undefined {
  try {
    const three: unknown = upgradeFromTwoToThree({ ...root, swagger: '2.0' });
    return isObject(three) ? three : undefined;
  } catch {
    return undefined;
  }
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/** Returns a document with each operation of its paths changed. */
const mapOperations = (
  root: Loose,
  itemOf: (typed: unknown) => unknown,
  change: (typed: unknown, path: string, method: string) => unknown,
): Loose => ({
  ...root,
  paths: Object.fromEntries(
    entriesIn(root, 'paths').map(([path, typed]) => {
      const item = itemOf(typed);
      if (!isObject(item)) return [path, typed];
      const operations = methods
        .filter(each => item[each] !== undefined)
        .map(each => [each, change(item[each], path, each)]);
      return [path, { ...item, ...Object.fromEntries(operations) }];
    }),
  ),
});

/**
 * Resolves references of path items, operations, parameters and responses in a Swagger 2 document. The upgrader does not follow
 * them, and it drops a body that a reference leads to.
 */
function withoutReferences(root: Loose): Loose {
  const follow = (typed: unknown): unknown => resolved(root, typed) ?? typed;
  const parametersOf = (node: Loose): Loose =>
    Array.isArray(node.parameters) ? { parameters: listIn(node, 'parameters').map(follow) } : {};
  const itemOf = (typed: unknown): unknown => {
    const item = follow(typed);
    return isObject(item) ? { ...item, ...parametersOf(item) } : item;
  };
  const operationOf = (typed: unknown): unknown => {
    const node = follow(typed);
    if (!isObject(node)) return node;
    const responses = entriesIn(node, 'responses').map(([status, response]) => [status, follow(response)] as const);
    return { ...node, ...parametersOf(node), responses: Object.fromEntries(responses) };
  };
  return mapOperations(root, itemOf, operationOf);
}

/** Writes the forms of a Swagger 2 document, from which the upgrader drops items, defaults and collection formats. */
const withForms = (upgraded: Loose, own: Loose): Loose =>
  mapOperations(
    upgraded,
    item => item,
    (operation, path, method) => {
      const item = member(member(own, 'paths'), path);
      const node = member(item, method);
      const given = new Map(
        [...listIn(item, 'parameters'), ...listIn(node, 'parameters')].map(each => [
          `${textIn(each, 'in')} ${textIn(each, 'name')}`,
          each,
        ]),
      );
      const fields = [...given.values()].filter(each => textIn(each, 'in') === 'formData');
      if (fields.length === 0 || !isObject(operation)) return operation;
      const consumed = member(node, 'consumes') === undefined ? textsIn(own, 'consumes') : textsIn(node, 'consumes');
      return { ...operation, requestBody: formBody(fields, consumed) };
    },
  );

/**
 * Returns the request body of form fields. It is required if one of them is. Without a file, it is urlencoded unless the operation
 * only consumes multipart.
 */
function formBody(fields: readonly unknown[], consumed: readonly string[]): Loose {
  const hasFile = fields.some(each => textIn(each, 'type') === 'file');
  const types = consumed.filter(type => (hasFile ? /multipart/i : /multipart|urlencoded/i).test(type));
  const usual = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const form = formOf(fields);
  const content = Object.fromEntries((types.length > 0 ? types : [usual]).map(type => [type, form]));
  return { required: fields.some(each => member(each, 'required') === true), content };
}

/** Returns the request body that an operation of OpenAPI 3 describes as parameters of Swagger 2, if it does. */
export function bodyOfParameters(parameters: readonly unknown[]): Loose | undefined {
  const body = parameters.find(each => textIn(each, 'in') === 'body');
  const fields = parameters.filter(each => textIn(each, 'in') === 'formData');
  if (body === undefined) return fields.length === 0 ? undefined : formBody(fields, []);
  return { ...(body as Loose), content: { 'application/json': { schema: member(body, 'schema') ?? {} } } };
}

/** Members of a Swagger 2 parameter that do not belong to its schema. */
const aboutParameter: ReadonlySet<string> = new Set(['name', 'in', 'required', 'collectionFormat', 'allowEmptyValue']);

/** Returns the media type of a form: its schema, and the encoding of its lists. */
function formOf(fields: readonly unknown[]): Loose {
  const properties = fields.map(field => {
    const own = member(field, 'schema');
    const schema = isObject(own)
      ? own
      : Object.fromEntries(entriesIn(field).filter(([key]) => !aboutParameter.has(key)));
    const isFile = schema.type === 'file';
    return [textIn(field, 'name') ?? '', isFile ? { ...schema, type: 'string', format: 'binary' } : schema] as const;
  });
  const lists = fields.filter(field => textIn(field, 'type') === 'array');
  const encoding = lists.map(
    field => [textIn(field, 'name') ?? '', styleOf(textIn(field, 'collectionFormat'))] as const,
  );
  const required = fields.flatMap(field => (member(field, 'required') === true ? (textIn(field, 'name') ?? []) : []));
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 ? { required } : {}),
    },
    ...(encoding.length > 0 ? { encoding: Object.fromEntries(encoding) } : {}),
  };
}

/** Returns the style of a collection format. Lists are separated by commas by default. */
const styleOf = (format: string | undefined): Loose => ({
  style: delimiters.get(format) ?? 'form',
  explode: format === 'multi',
});

const delimiters: ReadonlyMap<string | undefined, string> = new Map([
  ['ssv', 'spaceDelimited'],
  ['pipes', 'pipeDelimited'],
]);

/** Converts the named schemas of any OpenAPI 3 version to JSON Schema 2020-12. */
export function asJsonSchemas(schemas: Loose, version: string): Loose {
  if (!version.startsWith('3.0') && !version.startsWith('2.')) return schemas;
  const upgraded = upgradeFromThreeToThreeOne({
    openapi: '3.0.3',
    info: { title: '', version: '' },
    paths: {},
    components: { schemas },
  } as Parameters<typeof upgradeFromThreeToThreeOne>[0]) as unknown as { components?: { schemas?: Loose } };
  return upgraded.components?.schemas ?? schemas;
}

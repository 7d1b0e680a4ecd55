/** Converts Swagger 2 to OpenAPI 3.0, and schemas of OpenAPI 3.0 to JSON Schema 2020-12, using Scalar's upgrader. */
import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1';
import { entriesIn, isObject, type Loose, listIn, member, type Problem, resolved } from './node.js';

/** Converts a document to OpenAPI 3. If the upgrader cannot read it, it remains unchanged and a problem is reported. */
export function asThree(root: Loose, version: string): { readonly root: Loose; readonly problems: readonly Problem[] } {
  if (!version.startsWith('2.')) return { root, problems: [] };
  try {
    const upgraded: unknown = upgradeFromTwoToThree({ ...withoutReferences(root), swagger: '2.0' });
    if (isObject(upgraded)) return { root: withRequiredForms(upgraded), problems: [] };
  } catch {
    // The upgrader throws only for documents that violate the Swagger 2 specification.
  }
  return {
    root,
    problems: [{ place: '#', text: 'This is not a valid Swagger 2 document, so most of it cannot be read.' }],
  };
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/** Returns a document with each operation of its paths changed. */
const mapOperations = (
  root: Loose,
  itemOf: (typed: unknown) => unknown,
  change: (typed: unknown) => unknown,
): Loose => ({
  ...root,
  paths: Object.fromEntries(
    entriesIn(root, 'paths').map(([path, typed]) => {
      const item = itemOf(typed);
      if (!isObject(item)) return [path, typed];
      const operations = methods.filter(each => item[each] !== undefined).map(each => [each, change(item[each])]);
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

/** Marks a form with a required field as required, which the upgrader omits. */
const withRequiredForms = (root: Loose): Loose =>
  mapOperations(
    root,
    item => item,
    operation => {
      const body = member(operation, 'requestBody');
      const hasRequired = entriesIn(body, 'content').some(
        ([type, content]) => /form/i.test(type) && listIn(member(content, 'schema'), 'required').length > 0,
      );
      return isObject(operation) && isObject(body) && hasRequired
        ? { ...operation, requestBody: { ...body, required: true } }
        : operation;
    },
  );

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

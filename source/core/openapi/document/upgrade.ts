/** Swagger 2 -> OpenAPI 3.0, and schemas of OpenAPI 3.0 -> JSON Schema 2020-12, by Scalar's upgrader. */
import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1';
import { isObject, type Loose, type Problem } from './node.js';

/** The document as OpenAPI 3; one that the upgrader cannot read stays as it is, with a problem. */
export function asThree(root: Loose, version: string): { readonly root: Loose; readonly problems: readonly Problem[] } {
  if (!version.startsWith('2.')) return { root, problems: [] };
  try {
    const upgraded: unknown = upgradeFromTwoToThree({ ...root, swagger: '2.0' });
    if (isObject(upgraded)) return { root: upgraded, problems: [] };
  } catch {
    // The upgrader throws only on documents that break the rules of Swagger 2.
  }
  return {
    root,
    problems: [{ place: '#', text: 'This is not a valid Swagger 2 document: little of it can be read.' }],
  };
}

/** Schemas by name, of any OpenAPI 3, as JSON Schema 2020-12. */
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

import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildSchema, introspectionFromSchema, parse } from 'graphql';
import { buildGraphqlSchema } from '../../../../../source/core/graphql/build-schema.js';
import { viewAsBuilt, viewOf } from '../../../../../source/core/graphql/builder/schema/schema-view.js';
import { indexSchema } from '../../../../../source/core/graphql/schema-index.js';
import type { RawSchema } from '../../../../../source/core/graphql/schema-types.js';
import { schemaFromSdl } from '../../../../../source/core/graphql/sdl.js';
import { triedSchemas } from '../../../../support/schemas.js';

const sdlOf = (name: string): string => readFileSync(`__tests__/support/fixtures/schemas/${name}.graphql`, 'utf8');

/** As a server returns it. */
function asked(sdl: string) {
  const all = { inputValueDeprecation: true, oneOf: true, specifiedByUrl: true, directiveIsRepeatable: true };
  return indexSchema(introspectionFromSchema(buildSchema(sdl), all).__schema as unknown as RawSchema);
}

function built(index: ReturnType<typeof asked>, sdl?: string) {
  const made = buildGraphqlSchema(index, sdl === undefined ? undefined : parse(sdl));
  if ('problem' in made) throw new Error(made.problem);
  return made.schema;
}

test.each(triedSchemas.filter(name => name !== 'github'))(
  '%s has the types of its index, which equal the types built by graphql-js',
  name => {
    const index = asked(sdlOf(name));
    const schema = built(index);
    const [view, whole] = [viewOf(schema), viewAsBuilt(schema)];
    expect([view.roots, view.typeNames, view.directives]).toEqual([whole.roots, whole.typeNames, whole.directives]);
    for (const type of view.typeNames) {
      expect(view.type(type)).toEqual(whole.type(type));
      expect(view.type(type)).toBe(index.type(type));
    }
  },
);

test('scalars and directives of the language exist even if the schema’s text omits them', () => {
  const sdl = 'type Query { id: ID }';
  const view = viewOf(built(indexSchema(schemaFromSdl(parse(sdl))), sdl));
  expect(view.type('ID')?.kind).toBe('SCALAR');
  expect(view.directives.map(each => each.name)).toEqual(expect.arrayContaining(['include', 'skip']));
});

test('a type that graphql-js has changed is read from graphql-js', () => {
  const sdl = 'type Query { a: Int } type Query { a: Int b: Int }';
  const index = indexSchema(schemaFromSdl(parse(sdl)));
  const schema = built(index, sdl);
  expect(viewOf(schema).type('Query')).toEqual(viewAsBuilt(schema).type('Query'));
});

test('a type that both lack does not exist', () => {
  expect(viewOf(built(asked('type Query { a: Int }'))).type('Nothing')).toBeUndefined();
});

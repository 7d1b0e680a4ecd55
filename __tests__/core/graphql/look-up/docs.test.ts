/** Docs of names that are invalid in a GraphQL schema, but possible in an introspection response. */
import { docsText } from '../../../../source/core/graphql/look-up/docs.js';
import { describeNamed } from '../../../../source/core/graphql/look-up/facts.js';
import { indexSchema } from '../../../../source/core/graphql/schema-index.js';

const end = '\r\nEvil';
const scalar = { kind: 'SCALAR', name: `T${end}` };
const index = indexSchema({
  queryType: { name: 'Query' },
  types: [
    {
      kind: 'OBJECT',
      name: 'Query',
      interfaces: [{ name: `I${end}` }],
      fields: [{ name: `f${end}`, args: [{ name: `a${end}`, type: scalar, defaultValue: `1${end}` }], type: scalar }],
    },
    { kind: 'ENUM', name: 'E', enumValues: [{ name: `V${end}` }] },
    { kind: 'UNION', name: 'U', possibleTypes: [{ name: `O${end}` }] },
    { kind: 'INPUT_OBJECT', name: 'In', inputFields: [{ name: `i${end}`, type: scalar, defaultValue: `1${end}` }] },
    scalar,
  ],
  directives: [],
});

test.each(['Query', 'E', 'U', 'In'])('no name in the docs of %s starts a new line', name => {
  const described = describeNamed(index, { kind: 'type', name, owner: '', field: '' });
  expect(described?.docs).toContain('\u240aEvil');
  expect(described?.docs).not.toMatch(/^Evil/m);
});

test('a default value stays on its line', () => {
  expect(docsText({ isType: false, description: 'One.', defaultValue: `1${end}` })).toBe(
    'One.\n\nDefault: 1\u240aEvil',
  );
});

/** Entries written by ticks: parsed again, they are the operation, and a description can only add text. */
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { referencesIn } from '../../../source/core/http-file/variables.js';
import { entryText } from '../../../source/core/openapi/call/entry-text.js';
import { checkHttpFile } from '../../../source/core/openapi/check/check-file.js';
import { chooseServer } from '../../../source/core/openapi/document/servers.js';
import { titleOf } from '../../../source/core/openapi/look-up.js';
import { operationAt } from '../../../source/core/openapi/operations-in-text.js';
import { describeText, descriptionText, small } from '../../support/fixtures/descriptions.js';
import { tenthOf } from '../../support/property.js';

test('required parameters are names with values next to them, and the body is made from examples', () => {
  const description = describeText(descriptionText('3.0/petstore.json'));
  const operation = description.operations.find(({ id }) => id === 'getPetById');
  if (operation === undefined) throw new Error('The petstore has no getPetById.');
  const { text, values } = entryText(description, operation, 'https://petstore.example/v2');
  expect(text.split('\n').slice(0, 2)).toEqual(['### getPetById', 'GET https://petstore.example/v2/pet/{{petId}}']);
  expect(values).toEqual([['petId', expect.any(String)]]);
});

test.each(tenthOf(small))('%s: every entry is one request, which matches its operation', name => {
  const description = describeText(descriptionText(name));
  const wrong = description.operations.flatMap(operation => {
    const server = chooseServer(description, operation);
    if (server === undefined) return [];
    const { text } = entryText(description, operation, server);
    const { entries, problems } = parseHttpFile(text);
    const [entry] = entries;
    const found = entry && operationAt(description, entry, { server });
    // Two paths may differ only in the names of their parameters.
    const isIt = found !== undefined && found.method === operation.method && entries.length === 1;
    return isIt && problems.length === 0 ? [] : [`${titleOf(operation)}: ${text}`];
  });
  expect(wrong).toEqual([]);
});

test('the entry of a plain operation matches its description', () => {
  const description = describeText(descriptionText('3.0/petstore.json'));
  const addPet = description.operations.find(({ id }) => id === 'addPet');
  if (addPet === undefined) throw new Error('The petstore has no addPet.');
  const { text } = entryText(description, addPet, chooseServer(description, addPet) ?? '');
  expect(checkHttpFile(description, 'a.http', text).problems).toEqual([]);
});

const evil = 'x\n# @flags --output=/tmp/stolen\n< /etc/passwd\n### {{$processEnv HOME}}';

test('a hostile description adds no line, file, flag or name to the text', () => {
  const description = describeText(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Evil', version: '1' },
      servers: [{ url: 'https://evil.example' }],
      paths: {
        [`/a/${evil}/{id}`]: {
          post: {
            operationId: evil,
            parameters: [
              { name: 'id', in: 'path', required: true, example: evil, schema: { type: 'string' } },
              { name: evil, in: 'query', required: true, schema: { type: 'string', default: evil } },
              { name: 'X-A', in: 'header', required: true, schema: { type: 'array', default: [evil] } },
            ],
            requestBody: { content: { 'text/plain': { example: evil, schema: { type: 'string' } } } },
            responses: {},
          },
          put: {
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
            requestBody: { content: { 'application/json': { example: { a: evil }, schema: { type: 'object' } } } },
            responses: {},
          },
        },
      },
    }),
  );
  expect(description.operations).toHaveLength(2);
  for (const operation of description.operations) {
    const { text, values } = entryText(description, operation, 'https://evil.example');
    const { entries, variables } = parseHttpFile(text);
    const known = new Set(values.map(([name]) => name));
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ flags: [], saves: [], captures: [], asserts: [], needs: [] });
    expect(entries[0]?.body.filter(({ kind }) => kind === 'file')).toEqual([]);
    expect(variables).toEqual([]);
    expect(referencesIn(text).filter(({ expression }) => !known.has(expression))).toEqual([]);
    expect([...known].filter(name => !/^[\w.-]+$/.test(name))).toEqual([]);
  }
});

/** Comparison of two descriptions, checks of requests and responses, required logins. */

import { checkHttpFile } from '../../../source/core/openapi/check/check-file.js';
import { responseMisfits } from '../../../source/core/openapi/check/check-response.js';
import { diffDescriptions } from '../../../source/core/openapi/check/diff.js';
import { describeOperation, describeSchema } from '../../../source/core/openapi/describe.js';
import { chooseServer } from '../../../source/core/openapi/document/servers.js';
import { findOperation } from '../../../source/core/openapi/look-up.js';
import { search } from '../../../source/core/openapi/search.js';
import { loginsOf, missingLogins } from '../../../source/core/openapi/security.js';
import { secret } from '../../../source/core/secret.js';
import { describeText, descriptionText } from '../../support/fixtures/descriptions.js';

const base = `
openapi: 3.1.0
info: {title: Shop, version: '1'}
servers: [{url: 'https://api.example.com/v1'}]
security: [{token: []}]
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - {name: status, in: query, schema: {type: string, enum: [available, sold]}}
        - {name: limit, in: query, schema: {type: integer, maximum: 100}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}}
    post:
      operationId: addPet
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/NewPet'}}}}
      responses: {'201': {description: made}}
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}, 4XX: {description: no}}
components:
  securitySchemes:
    token: {type: http, scheme: bearer}
  schemas:
    NewPet: {type: object, required: [name], properties: {name: {type: string}, age: {type: integer}}}
    Pet: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}, kind: {type: string, enum: [cat, dog]}, friend: {$ref: '#/components/schemas/Pet'}}}
`;
const shop = describeText(base);

/** Each edit of the text, and the resulting change. */
test.each<[string | RegExp, string, string, string]>([
  ['operationId: addPet', 'operationId: addPet\n      deprecated: true', 'safe', 'POST /pets is deprecated now.'],
  [/ {4}post:[\s\S]*?201.*\n/, '', 'breaking', 'POST /pets was removed.'],
  [/\{id\}:([\s\S]*?)name: id, in: path/, '{petId}:$1name: petId, in: path', 'safe', ''],
  ['enum: [available, sold]', 'enum: [available]', 'breaking', 'GET /pets lost "sold" of status.'],
  ['enum: [available, sold]', 'enum: [available, sold, gone]', 'safe', 'GET /pets has "gone" in status now.'],
  ['enum: [cat, dog]', 'enum: [cat, dog, cow]', 'dangerous', 'GET /pets has "cow" in 200[].kind now.'],
  ['maximum: 100', 'maximum: 50', 'breaking', 'GET /pets bounds limit by maximum 50 now.'],
  ['maximum: 100', 'maximum: 200', 'safe', ''],
  [
    '{name: limit, in: query,',
    '{name: limit, in: query, required: true,',
    'breaking',
    'GET /pets needs its parameter limit (query) now.',
  ],
  [/ {8}- \{name: limit.*\n/, '', 'dangerous', 'GET /pets lost its parameter limit (query).'],
  [
    'required: [name], properties: {name',
    'required: [name, age], properties: {name',
    'breaking',
    'POST /pets needs body.age now.',
  ],
  ['NewPet: {type: object, required: [name]', 'NewPet: {type: object, required: []', 'safe', ''],
  ['age: {type: integer}', 'age: {type: number}', 'safe', ''],
  ['age: {type: integer}', 'age: {type: string}', 'breaking', 'POST /pets changed body.age from integer to string.'],
  [
    'properties: {id: {type: integer}, name: {type: string}, kind',
    'properties: {name: {type: string}, kind',
    'breaking',
    'GET /pets lost 200[].id.',
  ],
  ['requestBody: {content', 'requestBody: {required: true, content', 'breaking', 'POST /pets now requires its body.'],
  [
    "'201': {description: made}",
    "'202': {description: made}",
    'breaking',
    'POST /pets no longer has the response 201.',
  ],
  ['schemas:\n', 'schemas:\n    More: {type: string}\n', 'safe', ''],
])('%s -> %s', (from, to, severity, text) => {
  const changes = diffDescriptions(shop, describeText(base.replace(from, to)));
  if (text === '') expect(changes).toEqual([]);
  else expect(changes).toContainEqual(expect.objectContaining({ severity, text }));
});

test('a description compared with itself has no changes', () => {
  for (const name of ['twilio-conversations.json.gz', 'petstore.yaml']) {
    const one = descriptionText(name);
    expect(diffDescriptions(describeText(one), describeText(one))).toEqual([]);
  }
});

test('requests of a file are checked against the description', () => {
  const text = `@base = https://api.example.com/v1
### fine
GET {{base}}/pets?status=sold&limit={{n}}

### names and values
GET https://api.example.com/v1/pets?state=sold&limit=many

### a path that is not there
GET {{host}}/pet

### a method that is not there
DELETE {{base}}/pets

### a body
POST {{base}}/pets
Content-Type: application/json

{"age": "old", "name": "{{name}}", "nick": {{nick}}}

### elsewhere
GET https://other.example.com/pets?whatever=1
`;
  const { problems, definitions } = checkHttpFile(shop, 'a.http', text);
  expect(definitions).toBe(5);
  expect(problems.map(each => `${each.line}: ${each.text}`)).toEqual([
    '6: GET /pets has no query parameter state.',
    '6: limit is a string, not an integer.',
    '9: The description has no path /pet: did you mean /pets?',
    '12: /pets has no DELETE: it has GET, POST.',
    '18: age is a string, not an integer.',
  ]);
});

test.each([
  [200, 'application/json', '{"id": 1, "name": "Rex"}', []],
  [
    200,
    'application/json; charset=utf-8',
    '{"id": "1", "friend": {"id": 2}}',
    ['the body lacks name', '$.id is a string, not an integer', '$.friend lacks name'],
  ],
  [200, 'text/html', '<p>', ['the type text/html is not described for 200 (there is application/json)']],
  [200, 'application/json', '{', ['the body is not JSON']],
  [404, 'application/json', '{}', []],
  [500, 'application/json', '{}', ['the status 500 is not described (there is 200, 4XX)']],
])('a response %s %s %s', (status, contentType, body, misfits) => {
  const operation = findOperation(shop, 'getPet');
  if (!operation) throw new Error('There is no getPet.');
  const found = responseMisfits(shop, operation, { status, contentType, body });
  expect(found.map(({ text }) => text).sort()).toEqual([...misfits].sort());
});

test('a response that is a file may be JSON of any shape', () => {
  const swagger = describeText(`
swagger: '2.0'
info: {title: Files, version: '1'}
paths:
  /report:
    get: {operationId: report, produces: [application/json], responses: {'200': {description: ok, schema: {type: file}}}}
`);
  const operation = findOperation(swagger, 'report');
  if (!operation) throw new Error('There is no report.');
  const response = { status: 200, contentType: 'application/json', body: '{"a": 1}' };
  expect(responseMisfits(swagger, operation, response)).toEqual([]);
});

test('the missing login is reported as a flag', () => {
  const petstore = describeText(descriptionText('petstore.yaml'));
  const operation = findOperation(petstore, 'getPetById');
  if (!operation) throw new Error('There is no getPetById.');
  const none = { auth: { apiKeys: [] }, headers: [], network: { cookies: [], netrc: false } };
  expect(
    loginsOf(petstore, operation)
      .flat()
      .map(({ flag }) => flag),
  ).toEqual(["-H 'api_key: VALUE'", '-B TOKEN']);
  expect(missingLogins(petstore, operation, none)).toHaveLength(2);
  const bearer = { from: 'text', value: secret('x') } as const;
  expect(missingLogins(petstore, operation, { ...none, auth: { apiKeys: [], bearer } })).toEqual([]);
});

test.each([
  [undefined, 'https://api.example.com/v1'],
  ['https://api.example.com', 'https://api.example.com/v1'],
  ['https://staging.example.com/v2/', 'https://staging.example.com/v2'],
])('with %s requests go to %s', (named, server) => {
  const operation = findOperation(shop, 'getPet');
  if (!operation) throw new Error('There is no getPet.');
  expect(chooseServer(shop, operation, named)).toBe(server);
});

test.each([
  ['pets by status', 'GET /pet/findByStatus'],
  ['upload image', 'POST /pet/{petId}/uploadImage'],
  ['delete order', 'DELETE /store/order/{orderId}'],
  ['create user', 'POST /user'],
  ['getPetById', 'GET /pet/{petId}'],
  ['GET /user/login', 'GET /user/login'],
  ['inventroy', 'GET /store/inventory'],
])('%s finds %s first', (words, title) => {
  const [first] = search(describeText(descriptionText('petstore.yaml')), words).matches;
  expect(first && 'operation' in first && `${first.operation.method} ${first.operation.path}`).toBe(title);
});

test.each([
  ['{type: integer, minimum: 0, maximum: 9}', 'at least 0, at most 9'],
  [
    '{type: integer, minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true}',
    'more than 0, less than 9',
  ],
  ['{type: number, exclusiveMinimum: 0, exclusiveMaximum: 1}', 'more than 0, less than 1'],
  ['{type: string, minLength: 1, maxLength: 5, pattern: a+}', 'at least 1 character, at most 5 characters, pattern a+'],
  [
    '{type: array, items: {type: string}, default: [], minItems: 2, maxItems: 3}',
    'default [], at least 2 items, at most 3 items',
  ],
])('the docs of %s name its bounds', (schema, bounds) => {
  const description = describeText(
    `{openapi: 3.0.0, paths: {}, components: {schemas: {A: {properties: {p: ${schema}}}}}}`,
  );
  expect(describeSchema(description, 'A').endsWith(`  (${bounds})`)).toBe(true);
});

test('alternative logins are listed, with all schemes that each requires', () => {
  const description = describeText(descriptionText('3.0/security-multiple.json'));
  const operation = description.operations.find(({ path }) => path === '/anything/and-or');
  if (operation === undefined) throw new Error('The description has no /anything/and-or.');
  const none = { auth: { apiKeys: [] }, headers: [], network: { cookies: [], netrc: false } };
  expect(missingLogins(description, operation, none).map(way => way.map(({ name }) => name))).toEqual([
    ['oauth2_alternate'],
    ['oauth2', 'apiKey_header'],
  ]);
  const optional = { ...operation, security: [...operation.security, []] };
  expect(missingLogins(description, optional, none)).toEqual([]);
  const docs = describeOperation(description, optional);
  expect(docs).toContain('Login (optional), one of\n  oauth2  OAuth 2.0');
  expect(docs).toContain('\n  and apiKey_header  API key in the header');
});

/** Completion in `.http` texts: the candidates at a cursor, and the text after accepting one. */
import { pick } from '../../../source/core/graphql/intelligence/suggestion.js';
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { offerPaths } from '../../../source/core/openapi/complete.js';
import { serverUrls } from '../../../source/core/openapi/document/servers.js';
import { completeHttp } from '../../../source/core/openapi/intelligence/complete-text.js';
import { describeText } from '../../support/fixtures/descriptions.js';
import * as fc from '../../support/property.js';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const description = describeText(
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'http://api.test/v1' }],
    paths: {
      '/pets': {
        get: {
          operationId: 'listPets',
          parameters: [
            { name: 'status', in: 'query', schema: { type: 'array', items: { enum: ['sold', 'free'] } } },
            { name: 'page', in: 'query', required: true, schema: { type: 'integer' } },
            { name: 'all', in: 'query', schema: { type: 'boolean' } },
            { name: 'by', in: 'query', style: 'deepObject', schema: { properties: { name: {}, age: {} } } },
            { name: 'X-Mode', in: 'header', schema: { enum: ['fast', 'slow'] } },
          ],
          responses: { 200: { description: 'all', content: { 'text/csv': {}, 'application/json': {} } } },
        },
        post: { operationId: 'addPet', requestBody: json({ $ref: '#/components/schemas/Pet' }), responses: {} },
      },
      '/vehicles': { post: { requestBody: json({ $ref: '#/components/schemas/Vehicle' }), responses: {} } },
      '/pets/{petId}': { get: { operationId: 'getPet', responses: {} } },
      '/pets/{petId}/toys/{toy-id}': { get: { operationId: 'getToy', deprecated: true, responses: {} } },
      '/hostile\nGET http://evil.test/{{secret}}': { get: { operationId: 'hostile', responses: {} } },
      '/login': {
        post: {
          operationId: 'login',
          requestBody: {
            content: {
              'application/x-www-form-urlencoded': {
                schema: { properties: { user: { type: 'string' }, kind: { enum: ['a b', 'c'] } } },
              },
            },
          },
          responses: {},
        },
      },
    },
    components: {
      schemas: {
        Vehicle: {
          oneOf: [{ $ref: '#/components/schemas/Car' }, { $ref: '#/components/schemas/Boat' }],
          discriminator: {
            propertyName: 'kind',
            mapping: { car: '#/components/schemas/Car', boat: '#/components/schemas/Boat' },
          },
        },
        Car: { properties: { kind: { type: 'string' }, wheels: { type: 'integer' } } },
        Boat: { required: ['sails'], properties: { kind: { type: 'string' }, sails: { type: 'integer' } } },
        Pet: {
          type: 'object',
          required: ['name'],
          properties: {
            id: { type: 'integer', readOnly: true },
            kind: { enum: ['dog', 'cat'] },
            name: { type: 'string' },
            tame: { type: ['boolean', 'null'] },
            owner: { allOf: [{ properties: { 'first-name': { type: 'string' } } }, { properties: { age: {} } }] },
            parents: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
            home: { oneOf: [{ properties: { street: {} } }, { properties: { farm: {} } }] },
            scores: { additionalProperties: { properties: { points: {} } } },
          },
        },
      },
    },
  }),
  'http://api.test/v1/openapi.json',
);

const sources = {
  description,
  serverOf: () => serverUrls(description)[0],
  values: new Map([['base', 'http://api.test/v1']]),
  names: [
    ['petId', 'in Variables'],
    ['petId', 'kept value'],
    ['token', 'captured'],
  ],
} as const;

/** A text with `|` at the cursor -> the labels that match the word, and the text after accepting the first. */
function at(marked: string) {
  const offset = marked.indexOf('|');
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const found = completeHttp(sources, text, offset);
  if (found === undefined) return { labels: [], accepted: undefined, found };
  const shown = pick(found.items, text.slice(found.from, offset));
  const behind = found.bounds?.after.exec(text.slice(offset))?.[0].length ?? 0;
  const accept = (insert: string): string => text.slice(0, found.from) + insert + text.slice(offset + behind);
  return { labels: shown.map(({ label }) => label), accepted: shown[0] && accept(shown[0].insert), found, accept };
}

const server = 'http://api.test/v1';
const post = `POST ${server}/pets\nContent-Type: application/json\n\n`;
const vehicle = `POST ${server}/vehicles\nContent-Type: application/json\n\n`;

test.each([
  ['a method in an empty text', 'po|', ['POST'], 'POST '],
  ['a method below another request', '### a\nGET /x\n\n### b\nde|', ['DELETE'], '### a\nGET /x\n\n### b\nDELETE '],
  ['a method that has a URL', 'p| http://a.test', ['POST', 'PUT', 'PATCH', 'OPTIONS'], 'POST http://a.test'],
  [
    'paths with the server',
    'GET toy|',
    ['/pets/{petId}/toys/{toy-id}'],
    `GET ${server}/pets/{{petId}}/toys/{{toy-id}}`,
  ],
  ['paths of the method only', 'POST pe|', ['/pets'], `POST ${server}/pets`],
  ['the server itself', 'GET http|', [server], `GET ${server}/`],
  [
    'paths after the server',
    `GET ${server}/pe|`,
    ['pets', 'pets/{petId}', 'pets/{petId}/toys/{toy-id}'],
    `GET ${server}/pets`,
  ],
  ['segments after a value', `GET ${server}/pets/42/t|`, ['toys/{toy-id}'], `GET ${server}/pets/42/toys/{{toy-id}}`],
  [
    'segments after a name',
    'GET {{base}}/pets/{{petId}}/|',
    ['toys/{toy-id}'],
    'GET {{base}}/pets/{{petId}}/toys/{{toy-id}}',
  ],
  [
    'the rest of a step',
    `GET ${server}/pe|ople?x=1`,
    ['pets', 'pets/{petId}', 'pets/{petId}/toys/{toy-id}'],
    `GET ${server}/pets?x=1`,
  ],
  ['nothing on another server', 'GET http://other.test/pe|', [], undefined],
  [
    'query names, required ones first',
    `GET ${server}/pets?|`,
    ['page', 'status', 'all', 'by[name]', 'by[age]'],
    `GET ${server}/pets?page=`,
  ],
  [
    'query names that are not given',
    `GET ${server}/pets?page=1&a|`,
    ['all', 'status', 'by[name]', 'by[age]'],
    `GET ${server}/pets?page=1&all=`,
  ],
  ['a name that has its value', `GET ${server}/pets?p|=1`, ['page'], `GET ${server}/pets?page=1`],
  ['values of an enum', `GET ${server}/pets?status=s|`, ['sold'], `GET ${server}/pets?status=sold`],
  [
    'values between commas',
    `GET ${server}/pets?status=sold,|`,
    ['sold', 'free'],
    `GET ${server}/pets?status=sold,sold`,
  ],
  ['booleans', `GET ${server}/pets?all=t|`, ['true'], `GET ${server}/pets?all=true`],
  [
    'a query on its own line',
    `GET ${server}/pets\n  ?page=1\n  &st|`,
    ['status'],
    `GET ${server}/pets\n  ?page=1\n  &status=`,
  ],
  ['headers of the operation', `GET ${server}/pets\nX-M|`, ['X-Mode'], `GET ${server}/pets\nX-Mode: `],
  [
    'headers of RFC 9110',
    `GET ${server}/pets\nif-m|`,
    ['If-Match', 'If-Modified-Since'],
    `GET ${server}/pets\nIf-Match: `,
  ],
  [
    'headers that are not given',
    `GET ${server}/pets\nAccept: */*\nacc|`,
    ['Accept-Encoding', 'Accept-Language'],
    undefined,
  ],
  ['values of a header', `GET ${server}/pets\nX-Mode: sl|`, ['slow'], `GET ${server}/pets\nX-Mode: slow`],
  [
    'media types of the body',
    `POST ${server}/login\nContent-Type: |`,
    ['application/x-www-form-urlencoded'],
    undefined,
  ],
  ['media types of the response', `GET ${server}/pets\nAccept: |`, ['text/csv', 'application/json'], undefined],
  [
    'usual media types',
    'POST http://other.test\nContent-Type: app|',
    ['application/json', 'application/x-www-form-urlencoded'],
    'POST http://other.test\nContent-Type: application/json',
  ],
  [
    'properties, required ones first',
    `${post}{"|`,
    ['name', 'kind', 'tame', 'owner', 'parents', 'home', 'scores'],
    `${post}{"name": `,
  ],
  ['properties that are not given', `${post}{"name": "x", "k|`, ['kind'], `${post}{"name": "x", "kind": `],
  ['a property that has its value', `${post}{"na|me": 1}`, ['name'], `${post}{"name": 1}`],
  ['properties of allOf', `${post}{"owner": {"|`, ['first-name', 'age'], `${post}{"owner": {"first-name": `],
  ['properties of an item', `${post}{"parents": [{"na|"}]}`, ['name'], `${post}{"parents": [{"name": }]}`],
  ['properties of alternatives', `${post}{"home": {"|"}}`, ['street', 'farm'], undefined],
  ['properties of any name', `${post}{"scores": {"x": {"|`, ['points'], undefined],
  ['values of an enum in JSON', `${post}{"kind": "c|"}`, ['cat'], `${post}{"kind": "cat"}`],
  ['values without quotes', `${post}{"kind": |}`, ['dog', 'cat'], `${post}{"kind": "dog"}`],
  ['booleans and null', `${post}{"tame": |}`, ['true', 'false', 'null'], `${post}{"tame": true}`],
  ['a body with names in it', `${post}{"name": {{n}}, "ki|"}`, ['kind'], `${post}{"name": {{n}}, "kind": }`],
  [
    'names of a form',
    `POST ${server}/login\nContent-Type: application/x-www-form-urlencoded\n\nuser=a&k|`,
    ['kind'],
    undefined,
  ],
  [
    'values of a form',
    `POST ${server}/login\nContent-Type: application/x-www-form-urlencoded\n\nkind=a|`,
    ['a b'],
    undefined,
  ],
  ['names in a URL', 'GET http://x/{{p|', ['petId'], 'GET http://x/{{petId}}'],
  ['names whose braces are closed', 'GET http://x/{{p|}}/y', ['petId'], 'GET http://x/{{petId}}/y'],
  ['names in a body', `${post}{"name": "{{to|"}`, ['token'], `${post}{"name": "{{token}}"}`],
  ['names in a comment', '# @assert status == {{to|', ['token'], '# @assert status == {{token}}'],
  ['nothing in a comment', '# po|', [], undefined],
  ['nothing in a body of another type', `POST ${server}/pets\nContent-Type: text/plain\n\n{"|`, [], undefined],
  ['nothing for hostile paths', 'GET hostile|', [], undefined],
])('%s', (_, marked, labels, accepted) => {
  const found = at(marked);
  expect(found.labels).toEqual(labels);
  if (accepted !== undefined) expect(found.accepted).toBe(accepted);
});

test('members of one alternative name it, and a discriminator offers the values of all of them', () => {
  const item = (marked: string, label: string) => at(marked).found?.items.find(each => each.label === label);
  expect(item(`${vehicle}{"|`, 'wheels')).toMatchObject({ detail: 'integer (car)' });
  expect(item(`${vehicle}{"|`, 'sails')).toMatchObject({ detail: 'integer, required (boat)' });
  expect(at(`${vehicle}{"kind": "|`).labels).toEqual(['car', 'boat']);
});

test('items show their type, meaning and deprecation', () => {
  const item = (marked: string, label: string) => at(marked).found?.items.find(each => each.label === label);
  expect(item(`GET ${server}/pets?|`, 'page')).toMatchObject({ detail: 'integer, required' });
  expect(item(`GET ${server}/pets?|`, 'status')).toMatchObject({ detail: '["sold" | "free"]' });
  expect(item('GET |', '/pets/{petId}/toys/{toy-id}')).toMatchObject({ detail: 'getToy', deprecated: '' });
  expect(item(`${post}{"|`, 'parents')).toMatchObject({ detail: '[Pet]' });
  expect(item('GET http://x/{{|', 'petId')).toMatchObject({ detail: 'in Variables' });
});

const pieces = [
  ...[
    'GET ',
    'POST ',
    'po',
    server,
    '/pets',
    '/pets/{{petId}}',
    '?',
    'page=1',
    '&',
    'status=',
    '\n',
    '\n\n',
    '### a\n',
  ],
  ...['Accept: ', 'X-Mode: ', 'Content-Type: application/json', '{', '"', 'name', '": ', '"x"', ', ', '}', '{{', '}}'],
  ...['# @name a\n', '@base = 1\n', ' ', '< ./file'],
];

test('an accepted completion changes no other text, and the text remains valid', () => {
  const texts = fc.tuple(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), fc.nat(), fc.nat());
  let accepted = 0;
  fc.assert(
    fc.property(texts, ([parts, cursor, chosen]) => {
      const text = parts.join('');
      const offset = cursor % (text.length + 1);
      const { found, accept } = at(`${text.slice(0, offset)}|${text.slice(offset)}`);
      const item = found?.items[chosen % found.items.length];
      if (found === undefined || accept === undefined || item === undefined) return;
      accepted++;
      const done = accept(item.insert);
      const behind = found.bounds?.after.exec(text.slice(offset))?.[0] ?? '';
      expect(found.from).toBeLessThanOrEqual(offset);
      expect(done).toBe(text.slice(0, found.from) + item.insert + text.slice(offset + behind.length));
      expect(item.insert + behind).not.toMatch(/[\n\r]/);
      const line = text.slice(0, offset).split('\n').length;
      // A method alone is not yet a request line, and a directive alone, or with another's text, is incomplete.
      const isBegun = /^[A-Z]+ ?$/.test(item.insert) || /^(?:#|\/\/)[ \t]*@/.test(text.split('\n')[line - 1] ?? '');
      const told = (of: string) => parseHttpFile(of).problems.filter(each => !isBegun || each.line !== line).length;
      expect(told(done)).toBeLessThanOrEqual(told(text));
      const entries = (of: string) => parseHttpFile(of).entries.length;
      expect(entries(done)).toBeGreaterThanOrEqual(entries(text));
    }),
  );
  expect(accepted).toBeGreaterThan(0);
});

test('no offset of any text causes an exception', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), (text, cursor) => {
      completeHttp(sources, text, cursor % (text.length + 1));
    }),
  );
});

test('the shell completes a path that ends with a slash, such as the root', () => {
  const get = { get: { responses: {} } };
  const described = describeText(
    JSON.stringify({ openapi: '3.1.0', info: {}, paths: { '/': get, '/pets/': get, '/pets/all': get, '/users': get } }),
  );
  const offered = (path: string) => offerPaths(described, 'GET', `https://api.example.com${path}`, path);
  expect(offered('/')).toEqual(['/', '/pets/', '/users']);
  expect(offered('/pets/')).toEqual(['/pets/', '/pets/all']);
});

/** `--call`: its text, where arguments are put, and how values are written in URL, headers, cookies and bodies. */
import { parseRaw, printRaw, type RawValue } from '../../../source/core/json/raw.js';
import { assignArguments, chooseContent } from '../../../source/core/openapi/call/arguments.js';
import { buildRequest } from '../../../source/core/openapi/call/build-request.js';
import { parseCall } from '../../../source/core/openapi/call/call-text.js';
import { headerText, pathText, queryPairs } from '../../../source/core/openapi/call/serialise.js';
import { exampleCall } from '../../../source/core/openapi/describe.js';
import type { Style } from '../../../source/core/openapi/document/types.js';
import { findOperation } from '../../../source/core/openapi/look-up.js';
import { describeText } from '../../support/fixtures/descriptions.js';

const raw = (text: string): RawValue => {
  const read = parseRaw(text);
  if ('problem' in read) throw new Error(read.problem);
  return read.value;
};

test.each([
  ['getPet', 'getPet', {}],
  ['GET  /pets/{petId}', 'GET /pets/{petId}', {}],
  ["GET /users('{id}')", "GET /users('{id}')", {}],
  ['getPet(petId: 1)', 'getPet', { petId: '1' }],
  ['repos/get( owner:octo repo:"hello world" )', 'repos/get', { owner: '"octo"', repo: '"hello world"' }],
  ['a(x: 12345678901234567890, y: 1.0, z: -1e5)', 'a', { x: '12345678901234567890', y: '1.0', z: '-1e5' }],
  [
    'a(body: {name: "Rex", tags: [a, 2, true, null,], "odd key": {}})',
    'a',
    { body: '{"name":"Rex","tags":["a",2,true,null],"odd key":{}}' },
  ],
  ["a(X-Key: 'it\\'s', filter[name]: 2024-01-31)", 'a', { 'X-Key': '"it\'s"', 'filter[name]': '"2024-01-31"' }],
  ['a(__proto__: {__proto__: 1})', 'a', { ['__proto__']: '{"__proto__":1}' }],
])('%s', (text, name, args) => {
  const call = parseCall(text);
  if ('problem' in call) throw new Error(call.problem);
  expect(call.name).toBe(name);
  expect(call.args.map(([key, value]) => [key, printRaw(value)])).toEqual(Object.entries(args));
});

test.each([
  ['a(', 'a name or ) is expected at its end'],
  ['a(b)', 'a colon after b is expected before ")"'],
  ['a(b: )', 'a value is expected before ")"'],
  ['a(b: 1, b: 2)', 'b is given twice'],
  ['a(b: 1) c', 'unexpected text after the call'],
  ['a(b: {c: [1)', 'a value is expected before ")"'],
  [`a(b: ${'['.repeat(200)}`, 'the values are nested too deeply'],
])('%s cannot be parsed', (text, problem) => {
  expect(parseCall(text)).toEqual({ problem });
});

// The tables of OpenAPI 3.0.4 and 3.1.1, 4.8.12.6.
const empty = '""';
const array = '["blue","black","brown"]';
const object = '{"R":100,"G":200,"B":150}';
test.each<[Style, boolean, string, string]>([
  ['matrix', false, empty, ';color'],
  ['matrix', false, '"blue"', ';color=blue'],
  ['matrix', false, array, ';color=blue,black,brown'],
  ['matrix', false, object, ';color=R,100,G,200,B,150'],
  ['matrix', true, array, ';color=blue;color=black;color=brown'],
  ['matrix', true, object, ';R=100;G=200;B=150'],
  ['label', false, empty, '.'],
  ['label', false, '"blue"', '.blue'],
  ['label', false, array, '.blue,black,brown'],
  ['label', true, array, '.blue.black.brown'],
  ['label', true, object, '.R=100.G=200.B=150'],
  ['simple', false, array, 'blue,black,brown'],
  ['simple', false, object, 'R,100,G,200,B,150'],
  ['simple', true, object, 'R=100,G=200,B=150'],
  ['simple', false, '"a/b c?"', 'a%2Fb%20c%3F'],
])('a path in style %s, explode %s: %s', (style, explode, value, text) => {
  expect(pathText({ name: 'color', style, explode, allowReserved: false }, raw(value))).toBe(text);
});

test.each<[Style, boolean, string, string]>([
  ['form', false, '""', 'color='],
  ['form', true, array, 'color=blue&color=black&color=brown'],
  ['form', false, array, 'color=blue,black,brown'],
  ['form', false, object, 'color=R,100,G,200,B,150'],
  ['form', true, object, 'R=100&G=200&B=150'],
  ['spaceDelimited', false, array, 'color=blue%20black%20brown'],
  ['pipeDelimited', false, array, 'color=blue%7Cblack%7Cbrown'],
  ['spaceDelimited', false, object, 'color=R%20100%20G%20200%20B%20150'],
  ['pipeDelimited', false, object, 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['pipeDelimited', false, '"a|b"', 'color=a%7Cb'],
  ['deepObject', true, object, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['deepObject', true, '{"a":{"b":[1,2]}}', 'color%5Ba%5D%5Bb%5D%5B0%5D=1&color%5Ba%5D%5Bb%5D%5B1%5D=2'],
  ['form', true, '12345678901234567890', 'color=12345678901234567890'],
  ['form', true, '"a&b=c"', 'color=a%26b%3Dc'],
])('a query in style %s, explode %s: %s', (style, explode, value, text) => {
  const pairs = queryPairs({ name: 'color', style, explode, allowReserved: false }, raw(value));
  expect(pairs.map(pair => pair.join('=')).join('&')).toBe(text);
});

test('allowReserved, content and headers', () => {
  const all = { name: 'x', style: 'form', explode: true } as const;
  expect(queryPairs({ ...all, allowReserved: true }, 'a/b?c=d&e')).toEqual([['x', 'a/b?c%3Dd%26e']]);
  expect(queryPairs({ ...all, allowReserved: false, mediaType: 'application/json' }, raw('{"a":1}'))).toEqual([
    ['x', '%7B%22a%22%3A1%7D'],
  ]);
  expect(headerText({ explode: true }, raw(object))).toBe('R=100,G=200,B=150');
});

const shop = describeText(`
openapi: 3.0.3
info: {title: Shop, version: '1'}
servers: [{url: 'https://{region}.example.com/v1', variables: {region: {default: eu, enum: [eu, us]}}}]
paths:
  /pets/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    put:
      operationId: putPet
      parameters:
        - {name: dry, in: query, schema: {type: boolean}}
        - {name: tags, in: query, schema: {type: array, items: {type: string}}}
        - {name: X-Trace, in: header, schema: {type: string}}
        - {name: session, in: cookie, schema: {type: string}}
        - {name: Accept, in: header, schema: {type: string}}
      requestBody:
        required: true
        content:
          application/xml: {schema: {type: string}}
          application/json:
            schema:
              type: object
              required: [name, secret]
              additionalProperties: false
              properties:
                name: {type: string}
                age: {type: integer}
                owner: {type: object, properties: {city: {type: string}}}
                secret: {type: string, readOnly: true}
      responses:
        '200': {description: ok, content: {application/xml: {}, application/json: {}}}
  /posts/{id}.json:
    get:
      operationId: search
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: words, in: query, schema: {type: array, items: {type: string}}}
        - name: filter
          in: query
          content:
            application/json:
              schema: {type: object, properties: {limit: {type: integer}, where: {type: object}}}
  /upload:
    post:
      requestBody:
        content:
          multipart/form-data:
            schema: {type: object, properties: {note: {type: string}, photo: {type: string, format: binary}, meta: {type: object}, scan: {type: string, contentMediaType: application/pdf}}}
            encoding: {photo: {contentType: 'image/png, image/jpeg'}}
  /orders:
    post:
      requestBody:
        content:
          multipart/form-data:
            schema: {type: object, required: [note, photo], properties: {note: {type: string}, photo: {type: string, format: binary}}}
  /lists:
    post:
      requestBody: {content: {application/json: {schema: {type: array, items: {type: integer}}}}}
  /choices:
    post:
      requestBody: {content: {application/json: {schema: {oneOf: [{type: array, items: {type: integer}}, {type: boolean}]}}}}
  /form:
    post:
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: {type: object, properties: {a: {type: object}, b: {type: array, items: {type: string}}, c: {type: object}}}
            encoding: {c: {style: deepObject, explode: true}}
`);

/** @param items `name=text`, or `name=@FILE|CONTENT` */
function built(call: string, ...items: readonly string[]) {
  const read = parseCall(call);
  if ('problem' in read) throw new Error(read.problem);
  const operation = findOperation(shop, read.name);
  if (!operation) throw new Error(`There is no ${read.name}`);
  const content = chooseContent(shop.root, operation);
  const given = [
    ...read.args.map(([name, value]) => ({ name, path: [{ kind: 'key' as const, key: name }], value })),
    ...items.map(item => {
      const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(item) ?? [];
      const path = name.split('.').map(key => ({ kind: 'key' as const, key }));
      const [, file, content = ''] = /^@([^|]*)\|?(.*)$/s.exec(value) ?? [];
      return file === undefined ? { name, path, value } : { name, path, value: content, isContent: true, file };
    }),
  ];
  return buildRequest(
    shop,
    operation,
    'https://eu.example.com/v1',
    content,
    assignArguments(shop.root, operation, content, given),
  );
}

test('arguments are put where the description requires them', () => {
  const request = built(
    'putPet(id: 7, dry: true, tags: [a, "b c"], X-Trace: t, session: s, body: {name: "Rex", age: 3})',
  );
  expect(request).toMatchObject({
    method: 'PUT',
    url: 'https://eu.example.com/v1/pets/7?dry=true&tags=a&tags=b%20c',
    headers: [['X-Trace', 't']],
    cookies: ['session=s'],
    mediaType: 'application/json',
    body: { kind: 'text', text: '{"name":"Rex","age":3}' },
    accepts: ['application/json'],
    problems: [],
  });
});

test('a number for a parameter that is a text is sent as a text', () => {
  const request = built('search(id: 5, words: [1, true], filter: {limit: 2, where: {year: 1815}})');
  expect(request.url).toBe(
    'https://eu.example.com/v1/posts/5.json?words=1&words=true&filter=%7B%22limit%22%3A2%2C%22where%22%3A%7B%22year%22%3A1815%7D%7D',
  );
  expect(request.problems).toEqual([]);
});

test('items are texts that the description converts to their types', () => {
  const request = built(
    'PUT /pets/{other}',
    'id=7',
    'dry=true',
    'tags=a',
    'tags=b',
    'x-trace=t',
    'name=5',
    'age=3',
    'owner.city=Bath',
  );
  expect(request.url).toBe('https://eu.example.com/v1/pets/7?dry=true&tags=a&tags=b');
  expect(request.body).toEqual({ kind: 'text', text: '{"name":"5","age":3,"owner":{"city":"Bath"}}' });
  expect(request.headers).toEqual([['X-Trace', 't']]);
  expect(request.problems).toEqual([]);
});

test('lists are typed with the commas that they are sent with, and members of an object as the parameters that they become', () => {
  const description = describeText(`
openapi: 3.0.0
paths:
  /pets:
    get:
      parameters:
        - {name: ids, in: query, explode: false, schema: {type: array, items: {type: integer}}}
        - {name: names, in: query, schema: {type: array, items: {type: string}}}
        - {name: X-Tags, in: header, schema: {type: array, items: {type: string}}}
        - {name: pageable, in: query, required: true, schema: {type: object, properties: {page: {type: integer}, sort: {type: array, items: {type: string}}}}}
`);
  const [operation] = description.operations;
  if (operation === undefined) throw new Error('There is no operation.');
  const items = ['ids=1,2', 'ids=3', 'names=a,b', 'X-Tags=c,d', 'page=2', 'sort=x', 'sort=y'];
  const given = items.map(item => {
    const [name = '', value = ''] = item.split('=');
    return { name, path: [{ kind: 'key', key: name } as const], value };
  });
  const values = assignArguments(description.root, operation, undefined, given);
  expect(buildRequest(description, operation, 'https://api.example.com', undefined, values)).toMatchObject({
    url: 'https://api.example.com/pets?ids=1,2,3&names=a%2Cb&page=2&sort=x&sort=y',
    headers: [['X-Tags', 'c,d']],
    problems: [],
  });
});

test.each([
  [['name=Rex'], 'id is missing: it is part of the path.', true],
  [['id=x', 'name=Rex'], 'id is a string, not an integer.', false],
  [['id=1'], 'The body is missing.', false],
  [['id=1', 'age=3'], 'The body lacks name.', false],
  [['id=1', 'name=Rex', 'agee=3'], 'The operation has no parameter agee: did you mean age?', true],
  [['id=1', 'id=2', 'name=Rex'], 'id is given twice.', true],
  [['id=1', 'authorization=x'], 'The operation has no parameter authorization: pass the header with -H', true],
])('%s: %s', (items, problem, isOpen) => {
  const request = built('putPet', ...items);
  expect(request.problems).toContain(problem);
  expect(request.isOpen).toBe(isOpen);
});

test('parameters whose names differ in case are different, except for headers', () => {
  const { operations } = describeText(`
openapi: 3.0.0
paths:
  /{id}/{ID}:
    parameters: [{name: X-Trace, in: header}]
    get:
      parameters:
        - {name: id, in: path}
        - {name: ID, in: path}
        - {name: marker, in: query}
        - {name: Marker, in: query}
        - {name: x-trace, in: header}
`);
  expect(operations[0]?.parameters.map(({ name }) => name)).toEqual(['x-trace', 'id', 'ID', 'marker', 'Marker']);
});

test.each([
  ['/users/{userId}', '{name: userid, in: path, schema: {type: integer}}', 'userid in the path', []],
  [
    '/search?q={q}',
    '{name: q, in: query, schema: {type: integer}}, {name: page, in: query}',
    'q in the query',
    ['page'],
  ],
])('a name in the path %s is described by %s', (path, parameters, described, others) => {
  const { operations, problems } = describeText(
    `{openapi: 3.0.0, paths: {'${path}': {get: {parameters: [${parameters}]}}}}`,
  );
  const name = /\{(.*)\}/.exec(path)?.[1];
  const all = operations[0]?.parameters ?? [];
  expect(all.find(each => each.name === name)).toMatchObject({
    place: 'path',
    required: true,
    style: 'simple',
    schema: { type: 'integer' },
  });
  expect(all.filter(each => each.name !== name).map(each => each.name)).toEqual(others);
  expect(problems.map(({ text }) => text)).toEqual([`The path parameter ${name} is described as ${described}.`]);
});

test('a body takes a property that is only required or only in an example, as the example of the docs shows', () => {
  const description = describeText(`
openapi: 3.0.0
paths:
  /mute:
    post:
      requestBody:
        content:
          application/json:
            schema: {type: object, required: [id, at, sign], properties: {ids: {type: array}, at: {example: '@ada'}, sign: {example: '=='}}}
  /note: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: string}}}, example: {b: 1}}}}}}
`);
  const [mute, note] = description.operations;
  if (mute === undefined || note === undefined) throw new Error('There are no operations.');
  expect(exampleCall(description, mute).call).toBe(`--call 'POST /mute' 'at:="@ada"' 'sign:="=="' id=text`);
  const problems = (operation: typeof mute, name: string) => {
    const given = [{ name, path: [{ kind: 'key', key: name } as const], value: 'x' }];
    return assignArguments(description.root, operation, operation.body?.content[0], given).problems;
  };
  expect([problems(mute, 'id'), problems(note, 'b')]).toEqual([[], []]);
  expect(problems(note, 'other')).toEqual(['The operation has no parameter other: it takes a, body']);
});

test('the example of a body that has the name of a header in another case names the body', () => {
  const description = describeText(`
openapi: 3.0.0
paths:
  /users:
    put:
      parameters: [{name: UserName, in: header}]
      requestBody: {content: {application/json: {schema: {type: object, required: [userName], properties: {userName: {type: string}}}}}}
`);
  const [operation] = description.operations;
  expect(operation && exampleCall(description, operation).call).toBe(`--call 'PUT /users' 'body[userName]=text'`);
});

test('the example of an operation that has quotes in its path is one word of a shell', () => {
  const description = describeText(
    `{openapi: 3.0.0, paths: {"/users('{id}')": {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}]}}}}`,
  );
  const [operation] = description.operations;
  expect(operation && exampleCall(description, operation).call).toBe(`--call 'GET /users('\\''{id}'\\'')' id=text`);
});

const upload = (...items: readonly string[]) => built('POST /orders', ...items).problems;

test('a missing required form field is reported, even if another one is a file', () => {
  expect(upload('photo=@cat.png')).toEqual(['The body lacks note.']);
  expect(upload('note=x')).toEqual(['The body lacks photo.']);
  expect(upload('note=x', 'photo=@cat.png')).toEqual([]);
});

test.each([
  ['{"name": "Rex",\n "age": 3.0}', []],
  ['{"name": 5}', ['body.name is a number, not a string.']],
  ['{"name": ', [expect.stringMatching(/^The body is not valid JSON: /)]],
])('the file of a JSON body is sent unchanged and checked: %s', (content, problems) => {
  const request = built('putPet', 'id=1', `body=@pet.json|${content}`);
  expect(request.body).toEqual({ kind: 'file', path: 'pet.json' });
  expect(request.problems).toEqual(problems);
  expect(request.isOpen).toBe(false);
});

test('a file can be a body that is a list, or one of several schemas', () => {
  for (const call of ['POST /lists', 'POST /choices']) {
    const request = built(call, 'body=@all.json|[1, 2]');
    expect([request.body, request.problems]).toEqual([{ kind: 'file', path: 'all.json' }, []]);
    expect(built(call, 'body=@all.json|["x"]').problems).toHaveLength(1);
  }
});

test('a file that is the body allows no further properties', () => {
  expect(built('putPet', 'id=1', 'body=@pet.json|{"name": "Rex"}', 'age=3').problems).toEqual([
    'The body is a file, so age cannot be added.',
  ]);
});

test.each(['../../admin', 'a/b', '?x', '#', '%2e%2e'])('the path value %s stays in its segment', value => {
  const { url } = built('putPet', `id=${value}`, 'name=Rex');
  expect(new URL(url).pathname.split('/').slice(0, 3)).toEqual(['', 'v1', 'pets']);
  expect(new URL(url).pathname.split('/')).toHaveLength(4);
});

test.each(['.', '..'])('the path value %s is rejected: no URL can contain it', value => {
  const { problems, isOpen } = built('putPet', `id=${value}`, 'name=Rex');
  expect(problems).toContain(`id is ${value}, which is removed from the path of a URL.`);
  expect(isOpen).toBe(true);
});

test.each([
  ['photo=@cat.jpg|x', 'image/jpeg'],
  ['photo=@cat|x', 'image/png'],
  ['scan=@a.txt|x', 'application/pdf'],
  ['note=@a.txt|x', undefined],
])('the content type of %s comes from the encoding, then the schema, then the name: %s', (item, type) => {
  const { body } = built('POST /upload', item);
  expect(body).toMatchObject({ kind: 'form', parts: [{ source: { from: 'file' } }] });
  expect(body?.kind === 'form' ? body.parts[0]?.type : '').toBe(type);
});

test('files and forms', () => {
  expect(built('POST /upload', 'note=hi', 'photo=@cat.png', 'meta={"a":1}').body).toEqual({
    kind: 'form',
    parts: [
      { name: 'note', source: { from: 'text', text: 'hi' } },
      { name: 'meta', source: { from: 'text', text: '{"a":1}' }, type: 'application/json' },
      { name: 'photo', source: { from: 'file', path: 'cat.png' }, type: 'image/png' },
    ],
  });
  expect(built('POST /form', 'a={"x":1}', 'b=1', 'b=2', 'c={"y":{"z":2}}').body).toEqual({
    kind: 'text',
    text: 'a=%7B%22x%22%3A1%7D&b=1&b=2&c%5By%5D%5Bz%5D=2',
  });
});

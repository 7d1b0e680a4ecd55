/** `apiclient import` of Insomnia, Bruno, HAR, OpenAPI and curl: from the export to the requests that are sent. */
import { closeServers } from '../../support/servers/http-server.js';
import { brief, type Files, importer } from './import.js';

afterAll(closeServers);

/** Imports a file or a folder and runs the result. */
async function sent(files: Files, name: string, ...values: readonly string[]) {
  const user = await importer(files);
  const imported = await user.run('import', name, '-o', 'out');
  const ran = await user.run('run', 'out', '--keep-going', ...values);
  return { ...user, imported, ran, requests: user.seen.map(brief) };
}

const insomnia4 = JSON.stringify({
  _type: 'export',
  __export_format: 4,
  resources: [
    { _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'Shop' },
    {
      _id: 'env_1',
      _type: 'environment',
      parentId: 'wrk_1',
      name: 'Base Environment',
      data: { base: 'BASE', user: { name: 'ada' } },
    },
    { _id: 'env_2', _type: 'environment', parentId: 'env_1', name: 'dev', data: { apiKey: 's3cret-key' } },
    { _id: 'fld_1', _type: 'request_group', parentId: 'wrk_1', name: 'Folder', metaSortKey: 2 },
    {
      _id: 'req_1',
      _type: 'request',
      parentId: 'wrk_1',
      name: 'log in',
      method: 'POST',
      url: '{{ _.base }}/login',
      body: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'user', value: '{{ _.user.name }}' }] },
      headers: [],
      authentication: {},
    },
    {
      _id: 'req_2',
      _type: 'request',
      parentId: 'fld_1',
      name: 'books',
      method: 'GET',
      url: '{{ base }}/books',
      parameters: [
        { name: 'q', value: 'a b' },
        { name: 'off', value: '1', disabled: true },
      ],
      headers: [{ name: 'X-Key', value: '{{ _.apiKey }}' }],
      authentication: {
        type: 'bearer',
        token: "{% response 'body', 'req_1', 'b64::JC50b2tlbg==::46b', 'never', 60 %}",
      },
    },
  ],
});

const insomnia5 = `type: collection.insomnia.rest/5.0
name: Shop
collection:
  - name: Folder
    meta: { id: fld_1, sortKey: 1 }
    children:
      - name: books
        url: "{{ _.base }}/books/:id"
        meta: { id: req_1, sortKey: 1 }
        method: PUT
        pathParameters: [{ name: id, value: "7" }]
        headers: [{ name: Content-Type, value: application/json }]
        body: { mimeType: application/json, text: '{"a": 1}' }
        authentication: { type: basic, username: ada, password: "s3cret pw" }
        scripts:
          afterResponse: |
            insomnia.test("ok", () => { insomnia.expect(insomnia.response.code).to.eql(200); });
environments:
  name: Base
  data: { base: BASE }
`;

test.each([
  [
    'version 4',
    'a.json',
    insomnia4,
    ['POST /login | application/x-www-form-urlencoded | user=ada', 'GET /books?q=a%20b | Bearer from the server'],
    ['--env', 'dev'],
  ],
  ['version 5', 'a.yaml', insomnia5, ['PUT /books/7 | Basic YWRhOnMzY3JldCBwdw== | application/json | {"a": 1}'], []],
])('an Insomnia export of %s', async (_, name, text, expected, words) => {
  const { imported, ran, requests, written, read } = await sent({ [name]: text }, name, ...words);
  expect([imported.code, imported.stderr, ran.stderr]).toEqual([0, '', '']);
  expect(requests).toEqual(expected);
  for (const file of written()) expect([file, read(file).includes('s3cret')]).toEqual([file, file.includes('private')]);
});

test('the value of a variable in a query parameter is percent-encoded, as Insomnia sends it', async () => {
  const text = insomnia5.replace('method: PUT', 'method: PUT\n        parameters: [{ name: q, value: "{{ _.q }}" }]');
  const { requests } = await sent({ 'a.yaml': text }, 'a.yaml', 'q=a&b=c d');
  expect(requests).toEqual([expect.stringContaining('PUT /books/7?q=a%26b%3Dc%20d | ')]);
});

test('a filter of an Insomnia variable is reported as not imported', async () => {
  const { imported, read } = await sent(
    { 'a.yaml': insomnia5.replace('_.base }}/books', '_.base | trim }}/books') },
    'a.yaml',
  );
  expect(imported.stdout).toContain('template filter trim of base');
  expect(read('out/Folder/Folder.http')).toContain('PUT {{base}}/books/7');
});

test('a script of Insomnia becomes a check', async () => {
  expect((await sent({ 'a.yaml': insomnia5 }, 'a.yaml')).read('out/Folder/Folder.http')).toContain(
    '# @assert status == 200',
  );
});

const bru = {
  'shop/bruno.json': '{"version": "1", "name": "Shop", "type": "collection"}',
  'shop/collection.bru':
    'headers {\n  X-All: 1\n}\n\nauth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{token}}\n}\n',
  'shop/environments/dev.bru': 'vars {\n  base: BASE\n  apiKey: s3cret-key\n}\nvars:secret [\n  token\n]\n',
  'shop/login.bru':
    'meta {\n  name: log in\n  type: http\n  seq: 1\n}\n\npost {\n  url: {{base}}/login?a=1\n  body: json\n  auth: none\n}\n\nparams:query {\n  a: 1\n  ~b: 2\n}\n\nbody:json {\n  {\n    "user": "ada"\n  }\n}\n\nvars:post-response {\n  token: res.body.token\n}\n\nassert {\n  res.status: eq 200\n  res.body.token: isString\n}\n\ntests {\n  test("ok", function() {\n    expect(res.getStatus()).to.equal(200);\n    odd();\n  });\n}\n',
  'shop/Books/folder.bru': 'meta {\n  name: All books\n}\n',
  'shop/Books/book.bru':
    'meta {\n  name: book\n  type: http\n  seq: 1\n}\n\nget {\n  url: {{base}}/books/:id\n  body: none\n  auth: inherit\n}\n\nparams:path {\n  id: 7\n}\n',
};

test.each(['in 200, 201', 'in [200, 201]'])('a check of Bruno with `%s` passes for one of the values', async check => {
  const request = `get {\n  url: BASE/\n  body: none\n  auth: none\n}\n\nassert {\n  res.status: ${check}\n}\n`;
  const { ran } = await sent({ 'a.bru': `meta {\n  name: a\n  type: http\n  seq: 1\n}\n\n${request}` }, 'a.bru');
  expect([ran.code, ran.stdout + ran.stderr]).toEqual([0, expect.stringContaining('1 of 1 checks')]);
});

test('an unknown generated value in a query parameter is reported as not imported', async () => {
  const request = 'get {\n  url: BASE/\n  body: none\n  auth: none\n}\n\nparams:query {\n  city: {{$randomCity}}\n}\n';
  const { imported } = await sent({ 'a.bru': `meta {\n  name: a\n  type: http\n  seq: 1\n}\n\n${request}` }, 'a.bru');
  expect(imported.stdout).toContain('generated value {{$randomCity}}');
});

test('an environment variable of Bruno needs trust, and is read when the request is sent', async () => {
  const request = 'get {\n  url: BASE/{{process.env.HOME}}?id={{process.env.HOME}}\n  body: none\n  auth: none\n}\n';
  const files = { 'a.bru': `meta {\n  name: a\n  type: http\n  seq: 1\n}\n\n${request}` };
  const { ran, read, written, requests } = await sent(files, 'a.bru');
  expect([ran.code, ran.stderr, requests]).toEqual([2, expect.stringContaining('environment variable HOME'), []]);
  expect(read(written().find(name => name.endsWith('.http')) ?? '')).toContain(
    '/{{$processEnv HOME}}?id={{$processEnv HOME}}\n',
  );
});

test('a Bruno folder', async () => {
  const { imported, ran, requests, written, read, seen } = await sent(bru, 'shop', '--env', 'dev');
  expect([imported.code, imported.stderr, ran.stderr]).toEqual([0, '', '']);
  expect(requests).toEqual([
    'POST /login?a=1 | application/json | {\n  "user": "ada"\n}',
    'GET /books/7 | Bearer from the server',
  ]);
  expect(seen.map(({ headers }) => headers['x-all'])).toEqual(['1', '1']);
  expect(written()).toEqual([
    'out/All-books/All-books.http',
    'out/Shop.http',
    'out/http-client.env.json',
    'out/http-client.private.env.json',
  ]);
  expect(read('out/Shop.http').match(/^# @(?:capture|assert).*$/gm)).toEqual([
    '# @capture token = $.token',
    '# @assert status == 200',
    '# @assert $.token is string',
  ]);
  expect(imported.stdout).toContain('out/Shop.http: log in: script after the response');
});

test('file paths of requests in a subfolder are resolved from the folder of the collection', async () => {
  const { imported, requests } = await sent(
    {
      ...bru,
      'shop/Books/cover.bru':
        'meta {\n  name: cover\n  type: http\n  seq: 2\n}\n\npost {\n  url: {{base}}/cover\n  body: file\n  auth: none\n}\n\nbody:file {\n  file: @file(cover.txt) @contentType(text/plain)\n}\n',
      'out/cover.txt': 'a cover',
    },
    'shop',
    '--env',
    'dev',
    '--trust',
  );
  expect(imported.code).toBe(0);
  expect(requests.at(-1)).toBe('POST /cover | text/plain | a cover');
});

test('credentials in a URL replace inherited ones in Bruno', async () => {
  const { requests } = await sent(
    {
      ...bru,
      'shop/Books/book.bru':
        'meta {\n  name: book\n  type: http\n}\n\nget {\n  url: http://ada:pw@ADDRESS/books\n  auth: inherit\n}\n',
    },
    'shop',
    '--env',
    'dev',
  );
  expect(requests).toContain(`GET /books | Basic ${Buffer.from('ada:pw').toString('base64')}`);
});

const opencollection = {
  'shop/opencollection.yml': 'opencollection: 1.0.0\ninfo:\n  name: Shop\n',
  'shop/environments/dev.yml':
    'name: dev\nvariables:\n  - name: base\n    value: BASE\n  - name: token\n    value: s3cret-token\n    secret: true\n',
  'shop/Books/book.yml': `info: { name: book, type: http, seq: 1 }
http:
  method: POST
  url: "{{base}}/books?a=1"
  params: [{ name: a, value: "1", type: query }]
  body: { type: form-urlencoded, data: [{ name: x, value: "1 2" }] }
  auth: { type: bearer, token: "{{token}}" }
runtime:
  assertions: [{ expression: res.status, operator: eq, value: "200" }]
`,
};

test('a folder of OpenCollection YAML', async () => {
  const { imported, ran, requests } = await sent(opencollection, 'shop', '--env', 'dev');
  expect([imported.code, imported.stderr, ran.stderr]).toEqual([0, '', '']);
  expect(requests).toEqual(['POST /books?a=1 | Bearer s3cret-token | application/x-www-form-urlencoded | x=1%202']);
  expect(ran.stdout).toContain('1 of 1 check');
});

const graphqlItem = (more = ''): string => `info: { name: books, type: graphql, seq: 1 }
graphql:
  method: POST
  url: "{{base}}/graphql"
  body:
    query: "query ($id: ID!) { book(id: $id) { title } }"
    variables: '{"id": "7"}'
${more}`;

test.each([
  [
    'a folder',
    { 'shop/opencollection.yml': 'opencollection: 1.0.0\ninfo: { name: Shop }\n', 'shop/books.yml': graphqlItem() },
    'shop',
  ],
  ['a single request', { 'books.yml': graphqlItem() }, 'books.yml'],
  [
    'a single file',
    { 'shop.yml': `opencollection: 1.0.0\nitems:\n  - ${graphqlItem().replaceAll('\n', '\n    ')}\n` },
    'shop.yml',
  ],
])('a GraphQL request in %s of OpenCollection is sent', async (_, files, name) => {
  const user = await importer(files);
  await user.run('import', name, '-o', 'out');
  expect(await user.run('run', 'out', `base=${user.url}`)).toMatchObject({ code: 0, stderr: '' });
  expect(user.seen.map(({ method, path, body }) => [method, path, JSON.parse(body.toString())])).toEqual([
    ['POST', '/graphql', { query: 'query ($id: ID!) { book(id: $id) { title } }', variables: { id: '7' } }],
  ]);
});

test('OpenCollection: the selected variant of a body, typed variables and the login of version 3.0.0-rc1', async () => {
  const { requests } = await sent(
    {
      'shop/opencollection.yml': 'opencollection: 1.0.0\ninfo: { name: Shop }\n',
      'shop/environments/dev.yml':
        'name: dev\nvariables:\n  - { name: base, value: BASE }\n  - { name: count, value: { type: number, data: "42" } }\n',
      'shop/one.yml': `info: { name: one, type: http }
http:
  method: POST
  url: "{{base}}/{{count}}"
  body:
    - { title: a, body: { type: json, data: '{"a": 1}' } }
    - { title: b, selected: true, body: { type: json, data: '{"b": 1}' } }
runtime:
  auth: { type: bearer, token: t1 }
`,
    },
    'shop',
    '--env',
    'dev',
  );
  expect(requests).toEqual(['POST /42 | Bearer t1 | application/json | {"b": 1}']);
});

test('requests of Bruno are sent in the order in which Bruno runs them: folders first, by name or at their position', async () => {
  const one = (name: string, seq: number): string =>
    `meta {\n  name: ${name}\n  type: http\n  seq: ${seq}\n}\n\nget {\n  url: BASE/${name}\n}\n`;
  const { requests, ran } = await sent(
    {
      'shop/bruno.json': '{"name": "Shop"}',
      'shop/second.bru': one('second', 2),
      'shop/first.bru': one('first', 1),
      'shop/Todo/folder.bru': 'meta {\n  name: Todo\n  seq: 1\n}\n',
      'shop/Todo/todo.bru': one('todo', 1),
      'shop/Auth/auth.bru': one('auth', 1),
      'shop/Rest/rest.bru': one('rest', 1),
    },
    'shop',
  );
  expect([ran.stderr, requests]).toEqual(['', ['todo', 'auth', 'rest', 'first', 'second'].map(each => `GET /${each}`)]);
});

test('comments in a JSON body of Bruno are not sent', async () => {
  const body = '{\n    // one\n    "a": "http://x", // two\n    "b": {{b}} /* three */\n  }';
  const { seen } = await sent(
    {
      'shop/bruno.json': '{"name": "Shop"}',
      'shop/a.bru': `meta {\n  name: a\n  type: http\n}\n\npost {\n  url: BASE/a\n  body: json\n}\n\nbody:json {\n  ${body}\n}\n`,
    },
    'shop',
    'b=1',
  );
  expect(seen.map(each => JSON.parse(each.body.toString()))).toEqual([{ a: 'http://x', b: 1 }]);
});

test('an empty text body of Bruno has a content type', async () => {
  const yaml = 'info: { name: a, type: http }\nhttp: { method: GET, url: "BASE/a", body: { type: text, data: "" } }\n';
  const { seen } = await sent({ 'a.yml': yaml }, 'a.yml');
  expect(seen.map(({ headers }) => headers['content-type'])).toEqual(['text/plain']);
});

test('cookies and parameters that an HTTP archive lists separately are sent', async () => {
  const request = (more: object) => ({ request: { method: 'GET', url: 'BASE/a', headers: [], ...more } });
  const entries = [
    request({
      cookies: [
        { name: 'sid', value: 's3cret-1' },
        { name: 'b', value: '2' },
      ],
    }),
    request({ cookies: [{ name: 'sid', value: 'x' }], headers: [{ name: 'cookie', value: 'own=1' }] }),
    request({ queryString: [{ name: 'q', value: 'a b{{x}}' }] }),
    request({ url: 'BASE/a?q=1', queryString: [{ name: 'q', value: '1' }] }),
    request({ method: 'POST', postData: { text: btoa('{"a": 1}'), encoding: 'base64', mimeType: 'application/json' } }),
    request({ method: 'POST', postData: { text: '/w==', encoding: 'base64', mimeType: 'image/png' } }),
  ];
  const { seen, read, imported } = await sent({ 'a.har': JSON.stringify({ log: { entries } }) }, 'a.har');
  expect(seen.map(({ path, headers, body }) => [path, headers.cookie, body.toString()])).toEqual([
    ['/a', 'sid=s3cret-1; b=2', ''],
    ['/a', 'own=1', ''],
    ['/a?q=a%20b%7B%7Bx%7D%7D', undefined, ''],
    ['/a?q=1', undefined, ''],
    ['/a', undefined, '{"a": 1}'],
    ['/a', undefined, ''],
  ]);
  expect(read('out/a.http')).not.toContain('s3cret-1');
  expect(imported.stdout).toContain('binary body');
});

test('requests of Bruno that are not HTTP are reported', async () => {
  const { imported } = await sent(
    {
      'shop/bruno.json': '{"name": "Shop"}',
      'shop/one.bru': 'meta {\n  name: one\n  type: http\n}\n\nget {\n  url: BASE/one\n}\n',
      'shop/live.bru': 'meta {\n  name: live\n  type: ws\n}\n\nws {\n  url: ws://localhost\n}\n',
      'shop/call.yml': 'info: { name: call, type: grpc }\ngrpc: { url: localhost }\n',
    },
    'shop',
  );
  expect(imported.stdout).toContain('ws live.bru');
  expect(imported.stdout).toContain('grpc call.yml');
});

test('an HTTP archive, in which braces are literal', async () => {
  const har = JSON.stringify({
    log: {
      version: '1.2',
      entries: [
        {
          request: {
            method: 'GET',
            url: 'BASE/a?x={{y}}',
            headers: [
              { name: ':method', value: 'GET' },
              { name: 'Cookie', value: 'sid=s3cret' },
            ],
          },
        },
        {
          request: {
            method: 'POST',
            url: 'BASE/b',
            headers: [],
            postData: { mimeType: 'application/json', text: '{"t": "{{name}}"}' },
          },
        },
        {
          request: {
            method: 'POST',
            url: 'BASE/c',
            headers: [],
            postData: { mimeType: 'text/plain', text: '{{name}}' },
          },
        },
        { request: { method: 'GET', url: 'data:text/plain,x', headers: [] } },
        { request: { method: 'POST', headers: [] } },
        {},
      ],
    },
  });
  const { imported, requests, seen, read, mode } = await sent({ 'a.har': har }, 'a.har');
  expect(requests).toEqual([
    'GET /a?x=%7B%7By%7D%7D',
    'POST /b | application/json | {"t": "{\\u007bname}}"}',
    'POST /c | text/plain | {{name}}',
  ]);
  expect(seen[0]?.headers.cookie).toBe('sid=s3cret');
  expect(read('out/a.http')).not.toContain('s3cret');
  expect(mode('out/POST-c.body.txt')).toBe(0o600);
  expect(imported.stdout).toContain('request to data:text/plain\n');
  expect(imported.stdout).toContain('entry 5, which has no URL');
  expect(imported.stdout).toContain('entry 6, which has no URL');
});

test('an OpenAPI description becomes one request for each operation', async () => {
  const description = `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: BASE/v1 }]
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
security: [{ key: [] }]
paths:
  /books/{id}:
    get:
      operationId: getBook
      tags: [Books]
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, example: 7 } }]
      responses: { "200": { description: ok } }
  /health:
    get: { responses: { "200": { description: ok } } }
`;
  const { requests, seen, ran } = await sent({ 'api.yaml': description }, 'api.yaml', 'X-Key=k');
  expect([ran.stderr, requests]).toEqual(['', ['GET /v1/health', 'GET /v1/books/7']]);
  expect(seen.map(({ headers }) => headers['x-key'])).toEqual(['k', 'k']);
});

test('a file of curl lines', async () => {
  const lines = `# from the documentation
$ curl BASE/a -H "Authorization: Bearer $TOKEN" | jq .
curl -X POST 'BASE/b' \\
  -d 'x=1' --data-urlencode 'y=a b' -L

curl BASE/c -u ada:s3cret -F 'f=@photo.txt;type=image/png' -F 'n=1' -o saved && curl --json '{"a": 1}' BASE/d
`;
  const { imported, requests, read } = await sent(
    { 'lines.sh': lines, 'out/photo.txt': 'pixels' },
    'lines.sh',
    'TOKEN=t0k',
  );
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  expect(requests.map(each => each.replace(/ \| multipart.*/s, ' | multipart'))).toEqual([
    'GET /a | Bearer t0k',
    'POST /b | application/x-www-form-urlencoded | x=1&y=a%20b',
    'POST /c | Basic YWRhOnMzY3JldA== | multipart',
    'POST /d | application/json | {"a": 1}',
  ]);
  expect(read('out/lines.http')).not.toContain('s3cret');
  expect(imported.stdout).toContain('shell command after curl on line');
});

test.each([
  ['JSON without its content type', `-d '{"query": {"all": {}}}'`, '{"query": {"all": {}}}'],
  ['text', `-d 'a "b" | c'`, 'a "b" | c'],
  ['a form', `-d 'a=b%20c&d="e"'`, 'a=b%20c&d="e"'],
])('a curl line sends %s unchanged', async (_, words, expected) => {
  const { seen, imported } = await sent({ 'a.sh': `curl BASE/a ${words}\n` }, 'a.sh');
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  expect(seen.map(({ headers, body }) => [headers['content-type'], body.toString()])).toEqual([
    ['application/x-www-form-urlencoded', expected],
  ]);
});

test('the options of -F are read as in a request', async () => {
  const words = `-F 'a=@"photo.txt";type=image/png;filename="b;c.png"' -F 'd=<photo.txt' -F 'e="x; y";type=text/csv'`;
  const { seen, imported, ran } = await sent({ 'a.sh': `curl BASE/a ${words}\n`, 'out/photo.txt': 'pixels' }, 'a.sh');
  expect([imported.stderr, ran.stderr]).toEqual(['', '']);
  expect(
    String(seen[0]?.body)
      .trimEnd()
      .split(/\r\n(?:--.*)?/),
  ).toEqual([
    expect.stringMatching(/^--/),
    'Content-Disposition: form-data; name="a"; filename="b;c.png"',
    'Content-Type: image/png',
    '',
    'pixels',
    '',
    'Content-Disposition: form-data; name="d"',
    '',
    'pixels',
    '',
    'Content-Disposition: form-data; name="e"',
    'Content-Type: text/csv',
    '',
    'x; y',
    '',
  ]);
});

test('a shell variable in a curl line may contain the scheme, or text to percent-encode', async () => {
  const lines = `curl "$ROOT/a" --data-urlencode "q=$TEXT"
curl -G "$ROOT/b" --data-urlencode "q=$TEXT" --data-urlencode "r=\${TEXT}s" 2>/dev/null | jq .
`;
  const user = await importer({ 'a.sh': lines });
  await user.run('import', 'a.sh', '-o', 'out');
  expect(await user.run('run', 'out', `ROOT=${user.url}`, 'TEXT=x & y')).toMatchObject({ code: 0 });
  expect(user.seen.map(brief)).toEqual([
    'POST /a | application/x-www-form-urlencoded | q=x%20%26%20y',
    'GET /b?q=x%20%26%20y&r=x%20%26%20ys',
  ]);
});

test('variables of a script with curl lines are imported with their values', async () => {
  const lines = `#!/bin/bash
set -euo pipefail
DEFAULT=\${DEFAULT:-1}
# The server
ROOT="BASE/v1"
export TOKEN='s3cret-token' NAME=ada
curl "$ROOT/a" -H "Authorization: Bearer $TOKEN"
PAGE=$(cat page)
curl "\${ROOT}/b?name=$NAME&page=$PAGE"
`;
  const { imported, requests, read } = await sent({ 'a.sh': lines }, 'a.sh', 'PAGE=2');
  expect(requests).toEqual(['GET /v1/a | Bearer s3cret-token', 'GET /v1/b?name=ada&page=2']);
  expect(read('out/a.http')).toContain('### GET /b\n');
  expect(imported.stdout).toContain('line 2, which is not a curl command');
  expect(read('out/http-client.env.json')).not.toContain('s3cret');
});

test('curl lines after one that only a shell can run are imported', async () => {
  const lines = `curl BASE/a
curl BASE/b \\
  -H "Date: $(date)"
curl BASE/c
`;
  const { imported, requests } = await sent({ 'a.sh': lines }, 'a.sh');
  expect(requests).toEqual(['GET /a', 'GET /c']);
  expect(imported.stdout).toContain('curl command on line 2: The copied line contains $(…)');
});

test.each([
  ['standard input', '--data-binary @-', 'body from standard input'],
  ['text, with cookies from a file', '-d a=1 -b jar.txt', 'cookies from jar.txt'],
  ['a file and text', '-d @a.txt -d b=1', 'body of several parts, one of them a file'],
  ['an encoded file', '--data-urlencode a@b.txt', 'percent-encoded file b.txt'],
])('a curl body from %s is reported', async (_, words, feature) => {
  const { imported } = await sent({ 'a.sh': `curl BASE/a ${words}\n` }, 'a.sh');
  expect(imported.stdout).toContain(`POST /a: ${feature}`);
});

test('a curl line that cannot be imported is reported with its line number', async () => {
  const lines = `# two commands
curl BASE/a \\
  -H 'A: b'

# the second
curl BASE/b --nope
wget BASE/c
`;
  const { run } = await importer({ 'lines.sh': lines });
  const { stdout } = await run('import', 'lines.sh');
  expect(stdout).toContain('line 6: Unknown curl flag --nope.');
  expect(stdout).toContain('line 7, which is not a curl command');
});

test.each([
  ['a.json', '{"a": 1}'],
  ['a.txt', 'hello'],
  ['a.json', '{"a": '],
])('%s with %j is not imported, and the formats are listed', async (name, text) => {
  const { run, written } = await importer({ [name]: text });
  const { code, stderr } = await run('import', name);
  expect([code, written()]).toEqual([2, []]);
  expect(stderr).toContain('Formats: Postman, Insomnia, HAR, OpenAPI, Bruno, curl lines.');
});

test.each([
  ['a.json', '{"name": "Shop", "order": ["1"], "requests": [{"id": "1", "url": "https://a.test"}]}'],
  ['dump.json', '{"version": 1, "collections": [{"name": "Shop", "order": [], "requests": []}]}'],
])('a Postman collection of format 1 in %s is named', async (name, text) => {
  const { run } = await importer({ [name]: text });
  const { code, stderr } = await run('import', name);
  expect([code, stderr]).toEqual([
    2,
    `apiclient: ${name} is a Postman collection of format 1.\n  Import it into Postman, and export it as Collection v2.1.\n`,
  ]);
});

test('curl flags that only print are left out, --fail becomes a check, and cookies are private', async () => {
  const { run, read } = await importer({ 'a.sh': "curl -sSvi -f -b 'sid=s3cret; b=c' -o out.txt BASE/a\n" });
  const { stdout } = await run('import', 'a.sh');
  expect(read('a/a.http')).toMatch(
    /^### GET \/a\n# Not imported: flag --output=out.txt\n# @flags --cookie=\{\{cookie\}\}\n# @assert status < 400\nGET /,
  );
  expect(stdout).toContain('Not imported (1):\n  a/a.http: GET /a: flag --output=out.txt\n');
  expect(read('a/http-client.private.env.json')).toContain('"sid=s3cret; b=c"');
});

test('a title has no placeholders, and a request without a URL is written as a comment', async () => {
  const info = { name: 'Shop', schema: 'v2.1.0' };
  const item = [
    { name: '{{ base }}/users', request: { method: 'GET', url: '{{base}}/users' } },
    { name: 'draft', request: { method: 'POST', url: '', description: 'Later' } },
  ];
  const { run, read } = await importer({ 'a.json': JSON.stringify({ info, item }) });
  const { stdout } = await run('import', 'a.json');
  expect(read('Shop/Shop.http')).toBe(
    '### {base}/users\n# @flags --follow\nGET {{base}}/users\n\n### draft\n# Later\n# Not imported: request without a URL\n#| # @flags --follow\n#| POST\n',
  );
  expect(stdout).toContain('\n  Shop/Shop.http: draft: request without a URL\n');
});

test('a feature that several requests of a file use is reported once, with their names', async () => {
  const auth = { type: 'oauth1', oauth1: [] };
  const item = ['one', 'two', ''].map(name => ({ name, request: { method: 'GET', url: 'BASE/', auth } }));
  const { run } = await importer({ 'a.json': JSON.stringify({ info: { name: 'Shop', schema: 'v2.1.0' }, item }) });
  expect((await run('import', 'a.json')).stdout).toMatch(
    /Not imported \(3\):\n {2}Shop\/Shop.http: one, two, unnamed request: authentication: oauth1\n$/,
  );
});

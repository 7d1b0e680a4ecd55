/** `--call OPERATION --print-request` without the required values: a request to fill in. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';

const text = { type: 'string' };
const json = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } });
const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example/v1' }],
  paths: {
    '/users/{user}/orders': {
      post: {
        operationId: 'order',
        parameters: [
          { name: 'user', in: 'path', required: true, schema: text },
          { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } },
          { name: 'X-Shop', in: 'header', required: true, schema: text },
        ],
        requestBody: {
          required: true,
          ...json({
            type: 'object',
            required: ['sku', 'count', 'size', 'to'],
            properties: {
              sku: text,
              count: { type: 'integer' },
              size: { enum: ['S', 'M'] },
              to: { type: 'object', required: ['name'], properties: { name: text } },
              note: text,
            },
          }),
        },
        responses: {},
      },
    },
    '/tasks': {
      post: {
        operationId: 'task',
        requestBody: json({ type: 'object', properties: { name: text } }, { example: { name: 'Buy catnip' } }),
        responses: {},
      },
    },
  },
};

const printed = (...words: readonly string[]) => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'shop.json'), JSON.stringify(shop));
  return runProgram(['openapi', 'shop.json', '--call', ...words, '--print-request'], { home });
};

test('missing required values are placeholders, with quotes only around strings', async () => {
  const { code, stdout, stderr } = await printed('order');
  expect(code).toBe(0);
  expect(stdout).toBe(`###
POST https://shop.example/v1/users/{{user}}/orders?limit={{limit}}
Accept: application/json
Content-Type: application/json
X-Shop: {{X-Shop}}

{
  "sku": "{{sku}}",
  "count": {{count}},
  "size": "S",
  "to": {
    "name": "text"
  }
}
`);
  expect(stderr).toContain('Fill in {{user}}, {{limit}}, {{X-Shop}}, {{sku}}, {{count}}.');
});

test('given values are not replaced', async () => {
  const { stdout } = await printed('order', 'user=ada', 'count=2', 'X-Shop=k', 'limit=5');
  expect(stdout).toContain('/users/ada/orders?limit=5\n');
  expect(stdout).toContain('{"count":2,"sku":"{{sku}}","size":"S","to":{"name":"text"}}');
});

test("an optional body is the author's example", async () => {
  expect((await printed('task')).stdout).toContain('\n\n{"name":"Buy catnip"}\n');
});

test.each([
  [['limit=many'], 'limit is a string, not an integer.'],
  [['size=XXL'], 'size is not one of'],
  [['count:={"a":1}'], 'count is an object, not an integer.'],
  [['to:="home"'], 'to is a string, not an object.'],
  [['body:={"sku":5}'], 'sku is a number, not a string.'],
  [['colour=red'], 'The operation has no parameter colour'],
])('a wrong value is refused: %s', async (words, message) => {
  const { code, stdout, stderr } = await printed('order', ...words);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
});

test('a body from standard input that is not JSON is refused', async () => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'shop.json'), JSON.stringify(shop));
  const words = ['openapi', 'shop.json', '--call', 'task', 'body=@-', '--print-request'];
  const { code, stderr } = await runProgram(words, { home, input: '{oops' });
  expect([code, stderr]).toEqual([2, expect.stringContaining('The body is not valid JSON')]);
});

test('--no-validate prints a wrong value with a note', async () => {
  const { code, stdout, stderr } = await printed('order', 'limit=many', '--no-validate');
  expect([code, stderr]).toEqual([0, expect.stringContaining('limit is a string, not an integer.')]);
  expect(stdout).toContain('?limit=many');
  expect((await printed('order', 'limit=many')).stderr).toContain('Pass --no-validate to print it anyway');
});

test('an incomplete object is printed, with a note on the missing members', async () => {
  const { code, stdout, stderr } = await printed('order', 'to:={}');
  expect([code, stderr]).toEqual([0, expect.stringContaining('to lacks name.')]);
  expect(stdout).toContain('"to": {}');
});

test('without --print-request, missing values are refused as before', async () => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'shop.json'), JSON.stringify(shop));
  const { code, stderr } = await runProgram(['openapi', 'shop.json', '--call', 'order', '--dry-run'], { home });
  expect([code, stderr]).toEqual([2, expect.stringContaining('user is missing')]);
});

test('without a server in the description, a request is printed with a placeholder host, but not sent', async () => {
  const home = temporaryFolder();
  const { servers: _, ...rest } = shop;
  writeFileSync(path.join(home, 'shop.json'), JSON.stringify(rest));
  const call = (...words: readonly string[]) =>
    runProgram(['openapi', 'shop.json', '--call', 'task', 'name=x', ...words], { home });
  for (const flag of ['--dry-run', '--curl', '--print-request']) {
    const { code, stdout, stderr } = await call(flag);
    expect([flag, code, stdout]).toEqual([flag, 0, expect.stringContaining('api.example.com')]);
    expect(stderr).toContain('The description lists no server, so https://api.example.com is a placeholder.');
  }
  expect(await call()).toMatchObject({ code: 2, stderr: expect.stringContaining('contains no server') });
});

test.each([
  ['OpenAPI 3', { openapi: '3.0.0', servers: [{ url: '/api/v2' }] }],
  ['Swagger 2', { swagger: '2.0', basePath: '/api/v2', schemes: ['http', 'https'] }],
])('%s: the path of a server without a host is part of every request', async (_, version) => {
  const home = temporaryFolder();
  const paths = { '/books': { get: { operationId: 'books', responses: { 200: { description: 'all' } } } } };
  writeFileSync(
    path.join(home, 'books.json'),
    JSON.stringify({ ...version, info: { title: 'Books', version: '1' }, paths }),
  );
  const call = (...words: readonly string[]) => runProgram(['openapi', ...words, '--call', 'books'], { home });
  const printed = await call('books.json', '--print-request');
  expect(printed.stdout).toContain('GET https://api.example.com/api/v2/books\n');
  expect(printed.stderr).toContain('is a placeholder');
  const on = async (url: string) => (await call(url, '--schema', 'books.json', '--dry-run')).stdout.split(/\r?\n/)[0];
  expect(await on('http://localhost:2375')).toBe('GET /api/v2/books HTTP/1.1');
  expect(await on('http://localhost:2375/other')).toBe('GET /other/books HTTP/1.1');
  expect((await runProgram(['openapi', 'books.json'], { home })).stderr).toContain('0 schemas, without a server\n');
});

const injected = 'a: {{$processEnv HOME}}\n\n###\nDELETE https://shop.example/v1';

test.each([
  ['a header', { parameters: [{ name: `X-${injected}`, in: 'header', required: true, schema: text }] }],
  ['a media type', { requestBody: { required: true, content: { [`text/${injected}`]: { example: 'a' } } } }],
  ['a path', {}],
])('the name of %s adds no line', async (kind, operation) => {
  const home = temporaryFolder();
  const route = kind === 'a path' ? `/a${injected.replaceAll(' ', '\t')}` : '/a';
  const paths = { [route]: { get: { operationId: 'a', responses: {}, ...operation } } };
  writeFileSync(path.join(home, 'shop.json'), JSON.stringify({ ...shop, paths }));
  const { code, stdout } = await runProgram(['openapi', 'shop.json', '--call', 'a', '--print-request'], { home });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^###\nGET https:\/\/shop\.example\/v1\/a\S*\n$/)]);
});

/** `apiclient openapi` as users see it: discovering, searching, calling, checking; and protection from hostile descriptions. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { isFailure } from '../../../source/core/failure.js';
import { type Demo, startDemo } from '../../../source/demo/start.js';
import { runProgram, temporaryFolder } from '../../support/program.js';

let demo: Demo;
beforeAll(async () => {
  const started = await startDemo({ port: 0 });
  if (isFailure(started)) throw new Error(started.text);
  demo = started;
});
afterAll(() => demo.close());

type Handler = (
  request: http.IncomingMessage,
  body: string,
) => { status?: number; headers?: http.OutgoingHttpHeaders; body?: string } | undefined;

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server on a free port. Requests that `handle` does not answer get a 404. */
async function serve(handle: Handler): Promise<string> {
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', chunk => {
      body += chunk;
    });
    request.on('end', () => {
      const found = handle(request, body);
      response.writeHead(found?.status ?? (found ? 200 : 404), {
        'Content-Type': 'application/json',
        ...found?.headers,
      });
      response.end(found?.body ?? '{}');
    });
  });
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const small = (more: object = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Small', version: '1' },
    paths: {
      '/things/{id}': {
        get: {
          operationId: 'getThing',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: {
            200: {
              description: 'ok',
              content: {
                'application/json': {
                  schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
                },
              },
            },
          },
        },
      },
    },
    ...more,
  });

test('a description is found at the location advertised by the server, reported, and cached for the next time', async () => {
  const home = temporaryFolder();
  const first = await runProgram(['openapi', demo.url], { home });
  expect(first.stderr).toContain('Found OpenAPI 3.1 at /openapi.json');
  expect(first.stderr).toContain('Bookshop 1.0.0 (OpenAPI 3.1.0): 10 operations, 5 schemas');
  expect(first.stdout).toContain('GET /books/{id}\tgetBook\tOne book\n');
  const again = await runProgram(['openapi', demo.url, '--find', 'change book'], { home });
  expect(again.stderr).toContain('Using the cached description');
  expect(again.stdout.split('\n')[0]).toBe('PATCH /books/{id}\tchangeBook\tChange some fields of a book');
});

test('`--from A --to B` prints calls that hand on IDs', async () => {
  const home = temporaryFolder();
  const ask = (...argv: string[]) => runProgram(['openapi', demo.url, ...argv], { home });
  const { stdout } = await ask('--from', 'GET /books', '--to', 'DELETE /books/{id}');
  expect(stdout).toBe('GET /books → DELETE /books/{id} (id = books.id)\n');
  const facts = JSON.parse((await ask('--to', 'getBook', '--format', 'json')).stdout);
  expect(facts[0]).toEqual([
    { operation: 'GET /books', operationId: 'listBooks', needs: [] },
    {
      operation: 'GET /books/{id}',
      operationId: 'getBook',
      takes: { parameter: 'id', from: 'books.id' },
      needs: [],
    },
  ]);
  const unknown = await ask('--from', 'Invoice', '--to', 'Book');
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('No operation takes or returns Invoice.');
});

test('`--find` finds parameters and properties by name, and `op:` and `type:` limit it to one kind', async () => {
  const home = temporaryFolder();
  const find = async (words: string) => (await runProgram(['openapi', demo.url, '--find', words], { home })).stdout;
  expect(await find('authorId')).toMatch(/^PUT \/books\/\{id\}\treplaceBook\t\(has authorid\) Replace a book\n/);
  expect((await find('op:book')).split('\n').filter(line => line.includes('\tschema\t'))).toEqual([]);
  expect(await find('type:book')).toMatch(/^Book\tschema\t/);
  const rows = (await find('book zzqq')).trimEnd().split('\n');
  expect(rows.every(row => row.includes('(without: zzqq)'))).toBe(true);
});

test('`"searchSynonyms"` of the configuration add words with the same meaning', async () => {
  const home = temporaryFolder();
  const find = () => runProgram(['openapi', demo.url, '--find', 'tome'], { home });
  expect((await find()).code).toBe(1);
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  writeFileSync(path.join(home, '.config/apiclient/config.json'), '{"searchSynonyms": ["tome book"]}');
  expect((await find()).stdout).toMatch(/^GET \/books/);
});

test('common locations and a catalogue are tried, and nothing else', async () => {
  const asked: string[] = [];
  const url = await serve(({ url: target = '' }) => {
    asked.push(target);
    return target === '/v3/api-docs' ? { body: small() } : undefined;
  });
  const { stdout, stderr } = await runProgram(['openapi', `${url}/app`]);
  expect(asked).toHaveLength(20);
  expect(asked.slice(0, 3)).toEqual(['/app', '/.well-known/api-catalog', '/app/openapi.json']);
  expect(stdout).toContain('getThing');
  expect(stderr).toContain(`Looking for a description in 19 common locations on ${url}`);
  expect(stderr).toContain('Found OpenAPI 3.1 at /v3/api-docs');
  const none = await runProgram(['openapi', await serve(() => undefined)]);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No OpenAPI description found')]);
});

test('a URL that names an unsupported version is reported only if no other description is found', async () => {
  const old = { body: '{"swagger": "1.2"}' };
  const url = await serve(({ url: target }) => {
    if (target === '/') return old;
    return target === '/openapi.json' ? { body: small() } : undefined;
  });
  expect((await runProgram(['openapi', url])).stdout).toContain('getThing');
  const onlyOld = await serve(({ url: target }) => (target === '/' ? old : undefined));
  const { stderr, code } = await runProgram(['openapi', onlyOld]);
  expect(stderr).toContain('uses Swagger 1.2, which is not supported.');
  expect(code).toBe(1);
});

test('a link to another server is reported, not followed', async () => {
  const other = await serve(() => ({ body: small() }));
  const url = await serve(({ url: target }) =>
    target === '/' ? { headers: { Link: `<${other}/x.json>; rel="service-desc"` } } : undefined,
  );
  const { code, stderr } = await runProgram(['openapi', url]);
  expect(code).toBe(1);
  expect(stderr).toContain(`refers to a description on another server: ${other}/x.json`);
  expect(stderr).toContain(`apiclient openapi ${url} --schema ${other}/x.json`);
});

test('an operation is called by name, and checked before it is sent', async () => {
  const call = (...words: readonly string[]) => runProgram(['openapi', `${demo.url}/openapi.json`, '--call', ...words]);
  expect(JSON.parse((await call('getBook(id: 2)')).stdout)).toMatchObject({ title: 'Emma' });
  expect(JSON.parse((await call('GET /books', 'genre=POETRY', 'limit=5')).stdout)).toMatchObject({ total: 1 });
  const added = await call('addBook', 'title=New', 'price=3.5', 'tags=a', 'tags=b');
  expect(JSON.parse(added.stdout)).toMatchObject({ title: 'New', price: 3.5, tags: ['a', 'b'] });
  expect(added.stderr).toBe('');
  const wrong = await call('listBooks', 'genre=OPERA');
  expect([wrong.code, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toContain('genre is not one of "NOVEL", "SCIENCE", "POETRY", "TRAVEL"');
  expect((await call('getBok', 'id=1')).stderr).toContain('Closest names: getBook');
  expect((await call('privateKey')).stderr).toContain('GET /private/key requires authentication: -K api_key=VALUE');
  expect((await call('privateKey', '-K', 'api_key=demo-key')).code).toBe(0);
});

test('a call is printed as an .http entry, as curl, or as it would be sent', async () => {
  const call = (...words: readonly string[]) =>
    runProgram(['openapi', `${demo.url}/openapi.json`, '--call', 'changeBook', 'id=2', 'price=7.5', ...words]);
  const entry = (await call('--print-request')).stdout;
  expect(entry).toBe(
    `###\nPATCH ${demo.url}/books/2\nAccept: application/json\nContent-Type: application/json\n\n{"price":7.5}\n`,
  );
  expect((await call('--curl')).stdout).toContain('{"price":7.5}');
  expect((await call('--dry-run')).stdout).toContain('PATCH ');
});

test('an ID that several operations share selects none of them', async () => {
  const home = temporaryFolder();
  const operation = { operationId: 'remove', responses: {} };
  const paths = { '/entries': { delete: operation }, '/treatments': { delete: operation } };
  const servers = [{ url: 'https://api.example.com' }];
  writeFileSync(path.join(home, 'api.json'), JSON.stringify({ openapi: '3.0.3', servers, paths }));
  const shared = await runProgram(['openapi', `${demo.url}/openapi.json`, '--call', '/books'], { home });
  expect(shared.stderr).toContain('2 operations have the path /books: GET /books, POST /books.');
  for (const task of ['--call', '--describe']) {
    const { code, stdout, stderr } = await runProgram(['openapi', 'api.json', task, 'remove'], { home });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('2 operations have the ID remove: DELETE /entries, DELETE /treatments.');
    expect(stderr).toContain("Name one by its method and path: 'DELETE /entries'");
  }
});

test('names that the path, the query and the body share are given one by one, as in the example of the docs', async () => {
  const paths = {
    '/lists/{id}': {
      put: {
        parameters: [
          { name: 'id', in: 'query', required: true, schema: { type: 'integer' } },
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['id', 'n'],
                properties: { id: { type: 'string' }, n: { type: 'integer' } },
              },
            },
          },
        },
      },
    },
  };
  const home = temporaryFolder();
  const servers = [{ url: 'https://api.example.com' }];
  writeFileSync(path.join(home, 'api.json'), JSON.stringify({ openapi: '3.0.3', servers, paths }));
  const run = (...words: readonly string[]) => runProgram(['openapi', 'api.json', ...words], { home });
  const { stdout } = await run('--describe', 'PUT /lists/{id}');
  expect(stdout).toContain("Example  --call 'PUT /lists/{id}' id==1 id=text 'body[id]=text' n:=1");
  const call = ['--call', 'PUT /lists/{id}', 'id=a', 'body[id]=b', 'n=1'];
  const printed = await run(...call, 'id==5', 'other==6', '--dry-run');
  expect([printed.stderr, printed.code]).toEqual(['', 0]);
  expect(printed.stdout).toMatch(/^PUT \/lists\/a\?id=5&other=6 .*\{"id":"b","n":1\}/s);
  expect((await run(...call, 'id==x')).stderr).toContain('id is a string, not an integer.');
});

test('a response that does not match its description gets a note, and the exit code is unchanged', async () => {
  let answer = '{"name": 5}';
  const url: string = await serve(({ url: target }) =>
    target === '/openapi.json' ? { body: small() } : { body: answer, status: target === '/things/9' ? 418 : 200 },
  );
  const call = (...words: readonly string[]) => runProgram(['openapi', url, '--call', 'getThing', ...words]);
  const first = await call('id=1');
  expect([first.code, first.stdout]).toEqual([0, '{"name": 5}']);
  expect(first.stderr).toContain('The response does not fit the description: $.name is a number, not a string');
  expect((await call('id=9')).stderr).toContain('the status 418 is not described (there is 200)');
  answer = '{"name": "x"}';
  expect((await call('id=1')).stderr).not.toContain('fit');
});

test('credentials are not sent to another server named in a description', async () => {
  const got: (string | undefined)[] = [];
  const api = await serve(({ headers }) => {
    got.push(headers.authorization);
    return { body: '{"name": "x"}' };
  });
  const docs: string = await serve(({ headers }) => {
    got.push(headers.authorization);
    return { body: small({ servers: [{ url: api }] }) };
  });
  const words = ['--call', 'getThing', 'id=1', '-B', 'sesame'];
  const refused = await runProgram(['openapi', `${docs}/openapi.json`, ...words]);
  expect([refused.code, got]).toEqual([2, ['Bearer sesame']]);
  expect(refused.stderr).toContain(`apiclient openapi ${api} --schema ${docs}/openapi.json`);
  const sent = await runProgram(['openapi', api, '--schema', `${docs}/openapi.json`, ...words]);
  expect([sent.code, got.slice(1)]).toEqual([0, [undefined, 'Bearer sesame']]);
});

test('files next to a description are read, but none outside its folder', async () => {
  const home = temporaryFolder();
  mkdirSync(path.join(home, 'api/parts'), { recursive: true });
  writeFileSync(path.join(home, 'secret.yaml'), 'type: string\ndescription: SECRET\n');
  symlinkSync(path.join(home, 'secret.yaml'), path.join(home, 'api/link.yaml'));
  const main = `openapi: 3.0.0
info: {title: T, version: '1'}
paths:
  /a: {$ref: 'parts/paths.yaml#/a'}
components: {schemas: {Out: {$ref: '../secret.yaml'}, Link: {$ref: link.yaml}}}
`;
  writeFileSync(path.join(home, 'api/main.yaml'), main);
  writeFileSync(
    path.join(home, 'api/parts/paths.yaml'),
    "a:\n  get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: 'types.yaml#/A'}}}}}}\n",
  );
  writeFileSync(
    path.join(home, 'api/parts/types.yaml'),
    'A: {type: object, properties: {b: {$ref: "#/B"}}}\nB: {type: integer}\n',
  );
  const { stdout, stderr } = await runProgram(['openapi', 'api/main.yaml', '--describe', 'getA'], { home });
  expect(stdout).toContain('b: integer');
  const printed = await runProgram(['openapi', 'api/main.yaml', '--print-schema'], { home });
  expect(printed.stdout).not.toContain('SECRET');
  expect(stderr).toMatch(/secret\.yaml: It is outside the folder of the description, so it was not read\./);
  expect(stderr).toMatch(/link\.yaml: It is outside the folder of the description/);
  writeFileSync(path.join(home, 'bundled.json'), printed.stdout);
  expect((await runProgram(['openapi', 'bundled.json', '--describe', 'getA'], { home })).stdout).toBe(stdout);
});

test('no text of a description reaches the terminal unescaped', async () => {
  const evil = '\u001b]0;title\u0007\u001b[2J\u202e';
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: evil, version: evil },
    paths: {
      [`/${evil}`]: {
        get: {
          operationId: evil,
          summary: evil,
          description: evil,
          tags: [evil],
          parameters: [{ name: evil, in: 'query', description: evil, schema: { type: evil, enum: [evil] } }],
          responses: { [evil]: { description: evil } },
          security: [{ [evil]: [evil] }],
        },
        put: 5,
      },
    },
    components: {
      schemas: { [evil]: { description: evil, properties: { [evil]: {} } } },
      securitySchemes: { [evil]: { type: 'apiKey', in: 'header', name: evil } },
    },
    servers: [{ url: `https://x.example/${evil}` }],
  });
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'evil.json'), text);
  const title = `GET /${evil}`;
  for (const words of [
    [],
    ['--find', 'get'],
    ['--describe', title],
    ['--describe', evil],
    ['--call', title, '--dry-run'],
    ['--call', 'getThing'],
    ['--print-schema'],
    ['--format', 'json'],
  ]) {
    const { stdout, stderr } = await runProgram(['openapi', 'evil.json', ...words], { home });
    expect([words[0], /[\u0000-\u0008\u000b-\u001f\u007f\u202e]/.test(stdout + stderr)]).toEqual([words[0], false]);
  }
});

test('descriptions are compared, and requests of files checked', async () => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'old.json'), small());
  writeFileSync(path.join(home, 'new.json'), small({ paths: {} }));
  writeFileSync(path.join(home, 'a.http'), 'GET {{base}}/things/x\n');
  const diff = await runProgram(['openapi', 'new.json', '--diff-schema', 'old.json'], { home });
  expect([diff.code, diff.stdout]).toEqual([10, 'breaking   GET /things/{id} was removed.\n']);
  const same = await runProgram(['openapi', 'old.json', '--diff-schema', 'old.json'], { home });
  expect([same.code, same.stdout]).toEqual([0, '']);
  const checked = await runProgram(['openapi', 'old.json', '--validate', 'a.http'], { home });
  expect([checked.code, checked.stdout]).toEqual([2, 'a.http:1:21: id is a string, not an integer.\n']);
});

test.each([
  ['--diff-schema', 'old.json'],
  ['--validate', 'a.http'],
])('%s prints nothing if its report cannot be written', async (flag, file) => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'old.json'), small());
  writeFileSync(path.join(home, 'new.json'), small({ paths: {} }));
  writeFileSync(path.join(home, 'a.http'), 'GET {{base}}/things/x\n');
  const words = ['openapi', 'new.json', flag, file, '--report', 'tap=no/such/folder/r.tap'];
  const { code, stdout, stderr } = await runProgram(words, { home });
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('no/such/folder')]);
});

test('paths, parameters and values of a cached description are completed for a profile', async () => {
  const home = temporaryFolder();
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  writeFileSync(
    path.join(home, '.config/apiclient/config.json'),
    JSON.stringify({ profiles: { shop: { url: demo.url } } }),
    { mode: 0o600 },
  );
  const complete = async (...words: readonly string[]) =>
    (await runProgram(['__complete', 'fish', ...words], { home })).stdout.split('\n').slice(1, -1);
  expect(await complete('GET', '@shop/')).toEqual([]);
  await runProgram(['openapi', '@shop'], { home });
  expect(await complete('GET', '@shop/')).toEqual(['@shop/authors', '@shop/books', '@shop/books/', '@shop/private/']);
  expect(await complete('GET', '@shop/private/b')).toEqual(['@shop/private/basic', '@shop/private/bearer']);
  expect(await complete('GET', '@shop/books', '')).toEqual(['genre==', 'q==', 'limit==', 'page==']);
  expect(await complete('GET', '@shop/books', 'genre==P')).toEqual(['genre==POETRY']);
  expect(await complete('openapi', '@shop', '--call', 'list')).toEqual(['listBooks', 'listAuthors']);
  expect(await complete('openapi', '@shop', '--call', 'listBooks', 'g')).toEqual(['genre=']);
});

test('a profile names its description: a file, or a URL, which gets no credentials of another origin', async () => {
  const home = temporaryFolder();
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  writeFileSync(path.join(home, 'small.json'), small());
  const asked: unknown[] = [];
  const docs = await serve(({ url, headers }) => {
    asked.push([url, headers.authorization]);
    return { body: small() };
  });
  const profiles = {
    file: { url: 'http://127.0.0.1:9', openapi: '~/small.json', environments: { live: { url: 'http://127.0.0.1:8' } } },
    far: { url: 'http://127.0.0.1:9', openapi: `${docs}/x.json`, flags: { bearer: 's3cret' } },
  };
  writeFileSync(path.join(home, '.config/apiclient/config.json'), JSON.stringify({ profiles }), { mode: 0o600 });
  const printed = async (...words: readonly string[]) =>
    (await runProgram(['openapi', ...words, '--call', 'getThing', 'id=1', '--print-request'], { home })).stdout;
  expect(await printed('@file')).toContain('http://127.0.0.1:9/things/1');
  expect(await printed('@file:live')).toContain('http://127.0.0.1:8/things/1');
  expect(await printed('@far')).toContain('http://127.0.0.1:9/things/1');
  expect(asked).toEqual([['/x.json', undefined]]);
  const { stdout } = await runProgram(['__complete', 'fish', 'GET', '@file/'], { home });
  expect(stdout.split('\n')).toContain('@file/things/');
});

test.each([
  ['none.yaml', 'References to it are left unresolved.', /none\.yaml: .*(?:no such file|not found|does not exist)/i],
  ['broken.yaml', 'It cannot be parsed: ', /broken\.yaml: It cannot be parsed/],
  ['http://127.0.0.1:1/x.yaml', 'so it was not fetched', /x\.yaml: It is on a server/],
])('a description that refers to %s reports why it was not read', async (ref, part, whole) => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'broken.yaml'), 'a: [');
  const schemas = { A: { $ref: ref } };
  writeFileSync(path.join(home, 'main.json'), small({ components: { schemas } }));
  const { stderr } = await runProgram(['openapi', 'main.json'], { home });
  expect(stderr).toContain(part);
  expect(stderr).toMatch(whole);
  expect(stderr).not.toContain('outside the folder');
});

test('a description of more than 200 documents on a server reports those that were not read', async () => {
  const names = Array.from({ length: 203 }, (_, at) => `part${at}.json`);
  const schemas = Object.fromEntries(names.map((name, at) => [`S${at}`, { $ref: name }]));
  const url = await serve(({ url: target = '' }) => ({
    body: target === '/main.json' ? small({ components: { schemas } }) : '{"type": "string"}',
  }));
  const { stderr } = await runProgram(['openapi', `${url}/main.json`, '-v']);
  expect(stderr).toContain('The description refers to more than 200 documents, so it was not read.');
  expect(stderr).not.toContain('outside the folder');
});

test('a description of hundreds of files is read completely, and files that only extensions name are not', async () => {
  const home = temporaryFolder();
  const names = Array.from({ length: 300 }, (_, at) => `part${at}.yml`);
  for (const name of names) writeFileSync(path.join(home, name), 'type: string\n');
  const schemas = Object.fromEntries(names.map((name, at) => [`S${at}`, { $ref: name }]));
  writeFileSync(path.join(home, 'main.json'), small({ components: { schemas }, 'x-samples': [{ $ref: 'none.yml' }] }));
  const { stderr } = await runProgram(['openapi', 'main.json'], { home });
  expect(stderr).toMatch(/1 operation, 300 schemas/);
  expect(stderr).not.toContain('none.yml');
  expect(stderr).not.toContain('problem');
});

test('documents on another server and documents rejected by the server are reported separately', async () => {
  const other = await serve(() => ({ body: '{"type": "string"}' }));
  const schemas = { Other: { $ref: `${other}/x.json` }, None: { $ref: 'none.json' } };
  const url = await serve(({ url: target }) =>
    target === '/openapi.json' ? { body: small({ components: { schemas } }) } : undefined,
  );
  const { stderr } = await runProgram(['openapi', `${url}/openapi.json`]);
  expect(stderr).toContain('x.json: It is not on the server of the description, so it was not fetched.');
  expect(stderr).toContain('none.json: The server returned 404.');
});

const bodies = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Bodies', version: '1' },
  paths: {
    '/any': {
      post: {
        operationId: 'any',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                oneOf: [
                  { type: 'array', items: { type: 'number' } },
                  { type: 'object', required: ['a'] },
                ],
              },
            },
          },
        },
        responses: { 200: { description: 'ok' } },
      },
    },
  },
});

test.each(['body=@data.json', 'body=@-'])('--call with %s sends the content byte for byte', async word => {
  const content = '{ "a":  1.00,\n\t"é": [ ]\r\n}\n\n';
  const received: string[] = [];
  const url = await serve(({ url: target }, body) => {
    if (target === '/openapi.json') return { body: bodies };
    received.push(body);
    return {};
  });
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'data.json'), content);
  const words = ['openapi', `${url}/openapi.json`, '--call', 'any', word];
  const { code, stderr } = await runProgram(words, { home, input: content });
  expect([code, stderr, received]).toEqual([0, '', [content]]);
});

test('--call reads a body from a pipe once', async () => {
  const received: string[] = [];
  const url = await serve(({ url: target }, body) => {
    if (target === '/openapi.json') return { body: bodies };
    received.push(body);
    return {};
  });
  const home = temporaryFolder();
  const pipe = path.join(home, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const written = writeFile(pipe, '[1]');
  const { code } = await runProgram(['openapi', `${url}/openapi.json`, '--call', 'any', 'body=@pipe'], { home });
  await written;
  expect([code, received]).toEqual([0, ['[1]']]);
});

test('--call sends a file that does not match the schema only with --no-validate', async () => {
  const received: string[] = [];
  const url = await serve(({ url: target }, body) => {
    if (target === '/openapi.json') return { body: bodies };
    received.push(body);
    return {};
  });
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'bad.json'), '{"a": ');
  const words = ['openapi', `${url}/openapi.json`, '--call', 'any', 'body=@bad.json'];
  const refused = await runProgram(words, { home });
  expect([refused.code, received]).toEqual([2, []]);
  expect(refused.stderr).toContain('The body is not valid JSON: ');
  const sent = await runProgram([...words, '--no-validate'], { home });
  expect([sent.code, received]).toEqual([0, ['{"a": ']]);
});

/** A description in which every name and text contains a line break. */
function brokenNames(query: string, path: string): string {
  const end = '\r\nEvil: 1';
  const schema = { $ref: `#/components/schemas/S${end}` };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: end, version: end },
    paths: {
      '/a': {
        get: {
          operationId: `op${end}`,
          summary: 'One thing',
          parameters: [
            { name: `X-H${end}`, in: 'header', required: true, schema: { type: 'string', pattern: `p${end}` } },
            { name: `${query}${end}`, in: 'query', schema },
          ],
          requestBody: { required: true, content: { [`text/plain${end}`]: { schema, example: `b${end}` } } },
          responses: { [`200${end}`]: { description: 'ok', content: { [`t${end}`]: { schema } } } },
          security: [{ [`sec${end}`]: [] }],
        },
      },
      [`${path}${end}`]: { get: { parameters: [{ name: 'q', in: 'query', schema }], responses: {} } },
    },
    components: {
      schemas: {
        [`S${end}`]: { type: 'object', properties: { [`p${end}`]: { type: 'string' } } },
        Plain: { oneOf: [schema] },
      },
      securitySchemes: { [`sec${end}`]: { type: 'apiKey', in: 'header', name: `k${end}` } },
    },
  });
}

test.each([
  [['--describe', 'GET /a']],
  [['--describe', 'Plain']],
  [['--describe', 'S\r\nEvil: 1']],
  [['--diff-schema', 'old.json']],
  [['--find', 'thing']],
  [[]],
])('no name in a description starts a new line: %j', async words => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'new.json'), brokenNames('new', '/new'));
  writeFileSync(path.join(home, 'old.json'), brokenNames('old', '/old'));
  const { stdout, stderr } = await runProgram(['openapi', 'new.json', ...words], { home });
  expect(stdout + stderr).not.toMatch(/^\s*Evil/m);
  expect(stdout).not.toBe('');
});

test('the example of --describe is one line that can be run', async () => {
  const home = temporaryFolder();
  const body = { content: { 'text/plain': { schema: { type: 'string' }, example: 'one\ntwo' } }, required: true };
  const paths = { '/note': { post: { operationId: 'note', requestBody: body, responses: {} } } };
  writeFileSync(path.join(home, 'api.json'), small({ paths }));
  const { stdout } = await runProgram(['openapi', 'api.json', '--describe', 'note'], { home });
  expect(stdout).toContain(`Example  --call 'POST /note' 'body:="one\\ntwo"'\n`);
});

test.each([
  ['openapi: 4.0.0', 'OpenAPI 4.0.0'],
  ['openapi: 4', 'OpenAPI 4.0'],
  ['swagger: "1.2"', 'Swagger 1.2'],
])('the error for `%s` names the supported versions', async (line, version) => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'api.yaml'), `${line}\npaths: {}\n`);
  const { stderr, code } = await runProgram(['openapi', 'api.yaml'], { home });
  expect(stderr).toContain(`api.yaml uses ${version}, which is not supported.`);
  expect(stderr).toContain('Supported versions are OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0.');
  expect(code).not.toBe(0);
});

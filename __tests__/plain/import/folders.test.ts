/** Order and variables of folders in imported collections. */
import { closeServers } from '../../support/servers/http-server.js';
import { brief, type Files, importer } from './import.js';

afterAll(closeServers);

/** Imports a file or a folder, runs the result, and returns the requests in the order in which they arrived. */
async function sent(files: Files, name: string, ...words: readonly string[]) {
  const user = await importer(files);
  const imported = await user.run('import', name, '-o', 'out');
  const ran = await user.run('run', 'out', '--keep-going', ...words);
  return { ...user, imported, ran, requests: user.seen.map(brief) };
}

const request = (url: string) => ({ name: url, request: { method: 'GET', url: `BASE${url}` } });

test.each([
  ['after its folders', [{ name: 'Users', item: [request('/users')] }, request('/last')], ['/users', '/last']],
  [
    'before, between and after its folders',
    [
      request('/first'),
      { name: 'B', item: [{ name: 'Deep', item: [request('/deep')] }, request('/b')] },
      request('/middle'),
      request('/middle/2'),
      { name: 'A', item: [request('/a')] },
      request('/last'),
    ],
    ['/first', '/deep', '/b', '/middle', '/middle/2', '/a', '/last'],
  ],
])('requests of a collection %s are sent in the order of the collection', async (_, item, expected) => {
  const text = JSON.stringify({ info: { name: 'Shop', schema: 'v2.1.0' }, item });
  const { imported, ran, requests } = await sent({ 'a.json': text }, 'a.json');
  expect([imported.code, imported.stderr, ran.stderr]).toEqual([0, '', '']);
  expect(requests).toEqual(expected.map(each => `GET ${each}`));
});

const insomnia = `type: collection.insomnia.rest/5.0
name: Shop
collection:
  - name: Users
    meta: { sortKey: 1 }
    environment: { resource: users, apiKey: s3cret-users }
    children:
      - { name: list, url: "{{ _.base }}/{{ _.resource }}/{{ _.kind }}", method: GET }
      - name: Inner
        environment: { kind: inner }
        children:
          - { name: inner, url: "{{ _.base }}/{{ _.resource }}/{{ _.kind }}", method: GET }
  - name: Orders
    meta: { sortKey: 2 }
    environment: { resource: orders }
    children:
      - { name: list, url: "{{ _.base }}/{{ _.resource }}/{{ _.kind }}", method: GET }
environments:
  name: Base
  data: { base: BASE, kind: all }
  subEnvironments:
    - { name: dev, data: { resource: of dev } }
`;

test.each([
  ['without an environment', []],
  ['with an environment that has a variable of the same name', ['--env', 'dev']],
])('variables of a folder apply only to its requests, %s', async (_, words) => {
  const { requests, ran } = await sent({ 'a.yaml': insomnia }, 'a.yaml', ...words);
  expect(ran.stderr).toBe('');
  expect(requests).toEqual(['GET /users/all', 'GET /users/inner', 'GET /orders/all']);
});

test('secrets of a folder are in its private file', async () => {
  const { written, read, mode } = await sent({ 'a.yaml': insomnia }, 'a.yaml');
  const secretFiles = written().filter(name => read(name).includes('s3cret-users'));
  expect(secretFiles).toEqual(['out/1-Users/http-client.private.env.json']);
  expect(mode(secretFiles[0] ?? '')).toBe(0o600);
});

const bru = (name: string, seq: number, url: string, more = ''): string =>
  `meta {\n  name: ${name}\n  type: http\n  seq: ${seq}\n}\n\nget {\n  url: ${url}\n  body: none\n  auth: none\n}\n${more}`;
const variable = (name: string, value: string): string => `\nvars:pre-request {\n  ${name}: ${value}\n}\n`;

test('variables of a Bruno folder or request apply only to that folder or request', async () => {
  const files = {
    'shop/bruno.json': '{"version": "1", "name": "Shop", "type": "collection"}',
    'shop/collection.bru': `${variable('kind', 'all')}`,
    'shop/environments/dev.bru': 'vars {\n  base: BASE\n}\n',
    'shop/Users/folder.bru': `meta {\n  name: Users\n  seq: 1\n}\n${variable('kind', 'users')}`,
    'shop/Users/list.bru': bru('list', 1, '{{base}}/{{kind}}'),
    'shop/Orders/folder.bru': 'meta {\n  name: Orders\n  seq: 2\n}\n',
    'shop/Orders/one.bru': bru('one', 1, '{{base}}/{{kind}}/{{id}}', variable('id', '1')),
    'shop/Orders/two.bru': bru('two', 2, '{{base}}/{{kind}}/{{id}}', variable('id', '{{kind}}-2')),
  };
  const { requests, imported, ran } = await sent(files, 'shop', '--env', 'dev');
  expect([imported.stderr, ran.stderr]).toEqual(['', '']);
  expect(requests).toEqual(['GET /users', 'GET /all/1', 'GET /all/all-2']);
});

const insomniaWith = (items: string, data = 'base: BASE'): string =>
  `type: collection.insomnia.rest/5.0\nname: Shop\ncollection:\n${items}\nenvironments:\n  name: Base\n  data: { ${data} }\n`;
const responseTag = (id: string, path: string): string =>
  `{% response 'body', '${id}', 'b64::${btoa(path)}::46b', 'never', 60 %}`;

test.each([
  [
    'of a later folder',
    `  - { name: Orders, children: [{ name: list, url: "{{ _.base }}/orders/${responseTag('req_1', '$.token')}", method: GET }] }
  - { name: Login, children: [{ name: log in, meta: { id: req_1 }, url: "{{ _.base }}/login", method: POST }] }`,
    ['POST /login', 'GET /orders/T0K'],
  ],
  [
    'of a later request in the same folder',
    `  - { name: list, url: "{{ _.base }}/orders/${responseTag('req_1', '$.token')}", method: GET }
  - { name: log in, meta: { id: req_1 }, url: "{{ _.base }}/login", method: POST }`,
    ['POST /login', 'GET /orders/T0K'],
  ],
])('a request of Insomnia is sent after the request whose response it uses, %s', async (_, items, expected) => {
  const user = await importer({ 'a.yaml': insomniaWith(items) }, { token: 'T0K' });
  await user.run('import', 'a.yaml', '-o', 'out');
  expect(await user.run('run', 'out')).toMatchObject({ code: 0, stderr: '' });
  expect(user.seen.map(brief)).toEqual(expected);
});

test('requests of Insomnia that use the responses of each other are imported', async () => {
  const { imported, read } = await sent(
    {
      'a.yaml': insomniaWith(
        `  - { name: a, meta: { id: req_1 }, url: "{{ _.base }}/${responseTag('req_2', '$.b')}", method: GET }
  - { name: b, meta: { id: req_2 }, url: "{{ _.base }}/${responseTag('req_1', '$.a')}", method: GET }`,
      ),
    },
    'a.yaml',
  );
  expect(imported.code).toBe(0);
  expect(read('out/Shop.http').match(/^GET /gm)).toHaveLength(2);
});

test('a captured value of Insomnia does not replace the variable that refers to it', async () => {
  const user = await importer(
    {
      'a.yaml': insomniaWith(
        `  - { name: list, url: "{{ _.base }}/orders/{{ _.token }}", method: GET }
  - { name: log in, meta: { id: req_1 }, url: "{{ _.base }}/login", method: POST }`,
        `base: BASE, token: "${responseTag('req_1', '$.token')}"`,
      ),
    },
    { token: 'T0K' },
  );
  await user.run('import', 'a.yaml', '-o', 'out');
  expect(await user.run('run', 'out')).toMatchObject({ code: 0, stderr: '' });
  expect(user.seen.map(brief)).toEqual(['POST /login', 'GET /orders/T0K']);
});

test('prompts of Insomnia become variables with their titles and default values, and are reported', async () => {
  const { imported, requests } = await sent(
    {
      'a.yaml': insomniaWith(
        `  - name: one
    url: "{{ _.base }}/{% prompt 'Author\\\\'s ID', 'ID', 'OL7', '', false, true %}/{% prompt 'Code', '', '', '', false, true %}"
    method: GET`,
      ),
    },
    'a.yaml',
    'Code=c1',
  );
  expect(imported.stdout).toContain('pass Author_s_ID=VALUE');
  expect(imported.stdout).toContain('pass Code=VALUE');
  expect(requests).toEqual(['GET /OL7/c1']);
});

test('a URL of Insomnia that begins with a blank is sent', async () => {
  const { requests } = await sent(
    { 'a.yaml': insomniaWith('  - { name: one, url: " BASE/one", method: GET }') },
    'a.yaml',
  );
  expect(requests).toEqual(['GET /one']);
});

test('requests of Insomnia that are not HTTP, and cookies, are reported', async () => {
  const resources = [
    { _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'Shop' },
    { _id: 'r1', _type: 'request', parentId: 'wrk_1', name: 'one', method: 'GET', url: 'BASE/one' },
    { _id: 'r2', _type: 'websocket_request', parentId: 'wrk_1', name: 'live', url: 'ws://localhost' },
    { _id: 'r3', _type: 'grpc_request', parentId: 'wrk_1', name: 'call', url: 'localhost' },
    { _id: 'jar', _type: 'cookie_jar', parentId: 'wrk_1', name: 'Default Jar', cookies: [{ key: 'a', value: 'b' }] },
  ];
  const four = await sent({ 'a.json': JSON.stringify({ _type: 'export', resources }) }, 'a.json');
  for (const each of ['websocket request live', 'grpc request call', 'cookies of Default Jar'])
    expect(four.imported.stdout).toContain(each);
  const items = '  - { name: one, url: "{{ _.base }}", method: GET }\n  - { name: live, url: "ws://localhost" }';
  expect((await sent({ 'a.yaml': insomniaWith(items) }, 'a.yaml')).imported.stdout).toContain('not HTTP: live');
});

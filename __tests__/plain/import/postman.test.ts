/** `apiclient import` of Postman collections and environments, from the export to the requests that are sent. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { closeServers } from '../../support/servers/http-server.js';
import { brief, importer } from './import.js';

afterAll(closeServers);

const script = (listen: string, ...exec: readonly string[]) => ({ listen, script: { exec } });

const pairs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value }));

/** A collection of format 2.1 with one folder. */
const collection = (items: readonly unknown[], more: object = {}): string =>
  JSON.stringify({
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: items,
    variable: pairs({ base: 'BASE' }),
    ...more,
  });

const request = (name: string, of: object, more: object = {}) => ({
  name,
  request: { method: 'GET', header: [], url: '{{base}}/', ...of },
  ...more,
});

const raw = (text: string, language = 'json') => ({ mode: 'raw', raw: text, options: { raw: { language } } });

/** Imports requests and sends them. */
async function sent(items: readonly unknown[], more: object = {}, ...values: readonly string[]) {
  const user = await importer({ 'shop.json': collection(items, more) });
  const imported = await user.run('import', 'shop.json');
  const ran = await user.run('run', 'Shop', '--keep-going', ...values);
  return { ...user, imported, ran, requests: user.seen.map(brief) };
}

const shop = [
  {
    name: 'Login',
    item: [
      request(
        'log in',
        {
          method: 'POST',
          auth: { type: 'noauth' },
          url: '{{base}}/login',
          body: raw('{"user": "ada", "password": "hunter22"}'),
        },
        { event: [script('test', 'var data = pm.response.json();', 'pm.environment.set("token", data.token);')] },
      ),
    ],
  },
  { name: 'Books', item: [request('books', { url: '{{base}}/books' })] },
];
const auth = { type: 'bearer', bearer: pairs({ token: '{{token}}' }) };

test('a collection is imported and run with two commands', async () => {
  const { imported, ran, requests, written } = await sent(shop, { auth });
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  expect(written()).toEqual([
    'Shop/1-Login/Login.http',
    'Shop/2-Books/Books.http',
    'Shop/http-client.env.json',
    'Shop/http-client.private.env.json',
  ]);
  expect(ran).toMatchObject({ code: 0 });
  expect(requests).toEqual([
    'POST /login | application/json | {"user": "ada", "password": "hunter22"}',
    'GET /books | Bearer from the server',
  ]);
});

test('literal secrets are only in the private file, which only the user can read', async () => {
  const { written, read, mode } = await sent([
    ...shop,
    request('keys', {
      url: '{{base}}/keys?api_key=s3cret-query&page=1',
      header: pairs({ 'X-Api-Key': 's3cret-header', Authorization: 'Bearer s3cret-token' }),
    }),
    request('basic', { auth: { type: 'basic', basic: pairs({ username: 'ada', password: 's3cret-basic' }) } }),
    request('off', { header: [{ key: 'X-Token', value: 's3cret-off', disabled: true }] }),
    request('script', {}, { event: [script('prerequest', 'pm.environment.set("apiKey", "s3cret-script")', 'f()')] }),
  ]);
  for (const name of written())
    expect([name, /s3cret|hunter22/.test(read(name))]).toEqual([name, name.endsWith('private.env.json')]);
  expect(mode('Shop/http-client.private.env.json')).toBe(0o600);
  expect(read('Shop/http-client.private.env.json')).toMatch(/s3cret-query.*s3cret-header.*s3cret-token/s);
});

test('a literal secret does not provide a value for a name that other requests use', async () => {
  const header = pairs({ Authorization: 'Bearer s3cret-token' });
  const { requests, read } = await sent([request('one', { header }), request('two', {})], { auth }, 'token=typed');
  expect(requests).toEqual(['GET / | Bearer typed', 'GET / | Bearer typed']);
  expect(Object.keys(JSON.parse(read('Shop/http-client.private.env.json')).$shared)).toEqual(['token_2']);
});

test('an environment is selected with --env, and its secret variables are private', async () => {
  const values = [
    { key: 'base', value: 'BASE/dev', enabled: true },
    { key: 'token', value: 'of-dev', type: 'secret', enabled: true },
    { key: 'old', value: '1', enabled: false },
  ];
  const user = await importer({
    'shop.json': collection([request('a', { url: '{{base}}/a' })], { auth }),
    'dev.json': JSON.stringify({ name: 'dev', values, _postman_variable_scope: 'environment' }),
  });
  const { stdout } = await user.run('import', 'shop.json', 'dev.json', '-o', 'out');
  expect(stdout).toContain('disabled variable old');
  expect(await user.run('run', 'out', '--env', 'dev')).toMatchObject({ code: 0 });
  expect(user.seen.map(brief)).toEqual(['GET /dev/a | Bearer of-dev']);
  expect(user.read('out/http-client.env.json')).not.toContain('of-dev');
});

test('an environment that is imported later is added, and other environments are preserved', async () => {
  const user = await importer({
    'shop.json': collection(shop),
    'dev.json': JSON.stringify({
      name: 'dev',
      values: [{ key: 'a', value: '1' }],
      _postman_variable_scope: 'environment',
    }),
  });
  await user.run('import', 'shop.json');
  expect(await user.run('import', 'dev.json', '-o', 'Shop')).toMatchObject({ code: 0 });
  expect(JSON.parse(user.read('Shop/http-client.env.json'))).toEqual({ $shared: { base: user.url }, dev: { a: '1' } });
});

test.each([
  [
    'a query',
    {
      url: {
        raw: 'x',
        host: ['{{base}}'],
        path: ['a b'],
        query: [...pairs({ q: 'a b&c=d', 'e=f': '' }), { key: 'n', value: null }],
      },
    },
    'GET /a%20b?q=a%20b%26c=d&e%3Df=&n',
  ],
  [
    'path parameters',
    { url: { raw: 'x', host: ['{{base}}'], path: ['u', ':id'], variable: pairs({ id: '7' }) } },
    'GET /u/7',
  ],
  [
    'a form',
    { method: 'POST', body: { mode: 'urlencoded', urlencoded: pairs({ 'a b': '1 & 2', c: '{{value}}' }) } },
    'POST / | application/x-www-form-urlencoded | a%20b=1%20%26%202&c=x%20%26%20y',
  ],
  [
    'a GraphQL query',
    { method: 'POST', body: { mode: 'graphql', graphql: { query: '{ a }', variables: '{"x":1}' } } },
    'POST / | application/json | {"query":"{ a }","variables":{"x":1}}',
  ],
  [
    'JSON without its comments',
    { method: 'POST', body: raw('{\n  // the ID\n  "a": "http://b" /* c */\n}', 'json') },
    'POST / | application/json | {\n  "a": "http://b" \n}',
  ],
  [
    'lines with a special meaning',
    { method: 'POST', body: raw('### a\n< ./b\n# c\n\n', 'text') },
    'POST / | text/plain | ### a\n< ./b\n# c\n\n',
  ],
  [
    'Basic credentials',
    { auth: { type: 'basic', basic: pairs({ username: 'ada', password: 'a b' }) } },
    'GET / | Basic YWRhOmEgYg==',
  ],
  [
    'an empty password',
    { auth: { type: 'basic', basic: pairs({ username: 'ada', password: '' }) } },
    'GET / | Basic YWRhOg==',
  ],
  [
    'an API key in the query',
    { auth: { type: 'apikey', apikey: pairs({ key: 'k', value: 'v', in: 'query' }) } },
    'GET /?k=v',
  ],
  [
    'credentials in an object, as in format 2.0',
    { auth: { type: 'bearer', bearer: { token: 'abc' } } },
    'GET / | Bearer abc',
  ],
  ['headers as text, as in format 2.0', { header: 'Authorization: Token x\n' }, 'GET / | Token x'],
  ['a body that Postman does not send with GET', { body: raw('{}') }, 'GET /'],
])('%s', async (_, of, expected) => {
  const { requests, ran } = await sent([request('one', of)], {}, 'value=x & y');
  expect([ran.stderr, requests]).toEqual(['', [expected]]);
});

test('a host without a scheme in a variable is contacted with http, as in Postman', async () => {
  const { requests, ran } = await sent([request('one', { url: '{{host}}/a' })], {
    variable: [
      { key: 'host', value: '{{address}}' },
      ...pairs({ address: 'BASE' }).map(each => ({ ...each, value: 'ADDRESS' })),
    ],
  });
  expect([ran.stderr, requests]).toEqual(['', ['GET /a']]);
});

test('the login of a request replaces its Authorization header, as in Postman', async () => {
  const header = pairs({ Authorization: 'Bearer old' });
  expect(
    (await sent([request('one', { header, auth: { type: 'bearer', bearer: pairs({ token: 'new' }) } })])).requests,
  ).toEqual(['GET / | Bearer new']);
});

test('a multipart form is sent with its texts and files', async () => {
  const formdata = [
    { key: 'text', value: 'a\nb', type: 'text' },
    { key: 'file', src: 'photo.txt', type: 'file' },
    { key: 'meta', src: 'photo.txt', type: 'file', contentType: 'application/json', fileName: 'meta.json' },
    { key: 'off', value: 'x', type: 'text', disabled: true },
  ];
  const user = await importer({
    'shop.json': collection([request('up', { method: 'POST', body: { mode: 'formdata', formdata } })]),
    'Shop/photo.txt': 'pixels',
  });
  await user.run('import', 'shop.json');
  expect(await user.run('run', 'Shop')).toMatchObject({ code: 0 });
  expect(user.seen[0]?.body.toString().replace(/^--.*\r\n/gm, '')).toBe(
    'Content-Disposition: form-data; name="text"\r\n\r\na\nb\r\n' +
      'Content-Disposition: form-data; name="file"; filename="photo.txt"\r\nContent-Type: text/plain\r\n\r\npixels\r\n' +
      'Content-Disposition: form-data; name="meta"; filename="meta.json"\r\nContent-Type: application/json\r\n\r\npixels\r\n',
  );
});

test('a file outside the folder is sent only with trust', async () => {
  const formdata = [{ key: 'f', src: '/etc/passwd', type: 'file' }];
  const { ran, seen } = await sent([request('up', { method: 'POST', body: { mode: 'formdata', formdata } })]);
  expect(ran).toMatchObject({ code: 2 });
  expect(ran.stderr).toContain('read  /etc/passwd');
  expect(seen).toEqual([]);
});

test('an OAuth 2.0 login becomes flags, and needs trust', async () => {
  const oauth2 = pairs({
    grant_type: 'client_credentials',
    accessTokenUrl: '{{base}}/token',
    clientId: 'me',
    clientSecret: 's3cret',
    scope: 'a b',
  });
  const { ran, seen, read } = await sent([request('o', { auth: { type: 'oauth2', oauth2 } })]);
  expect(read('Shop/Shop.http')).toContain(
    "# @flags --follow --oauth2=client_credentials:{{base}}/token:me:{{client_secret}} '--oauth2-scope=a b'",
  );
  expect(ran).toMatchObject({ code: 2 });
  expect(seen).toEqual([]);
});

test('simple tests become checks, and everything else is listed and preserved as a comment', async () => {
  const event = [
    script('prerequest', '// comment', 'const x = CryptoJS.MD5("a");'),
    script(
      'test',
      'const body = pm.response.json();',
      'pm.test("ok", () => {',
      '  pm.response.to.have.status(200);',
      '  pm.expect(body.token).to.eql("from the server");',
      '  pm.expect(body).to.have.property("token");',
      '  pm.expect(pm.response.headers.get("Content-Type")).to.include("json");',
      '});',
      'tests["code"] = responseCode.code === 200;',
      'if (pm.response.code === 200) { pm.globals.set("t", body.token); }',
      'pm.test("odd", function () { pm.expect(compute(body)).to.eql(1); });',
    ),
  ];
  const { ran, read, imported } = await sent([request('checked', {}, { event })]);
  const text = read('Shop/Shop.http');
  expect(text.split('\n').filter(line => line.startsWith('# @'))).toEqual([
    '# @flags --follow',
    '# @capture t = $.token',
    '# @assert status == 200',
    '# @assert $.token == "from the server"',
    '# @assert $["token"] exists',
    '# @assert header Content-Type contains "json"',
  ]);
  expect(text).toContain('#| const x = CryptoJS.MD5("a")');
  expect(text).toContain('#| pm.test("odd", function () { pm.expect(compute(body)).to.eql(1); })');
  expect(imported.stdout).toMatch(
    /Not imported \(2\):\n {2}Shop\/Shop.http: checked: pre-request script\n {2}Shop\/Shop.http: checked: script after the response\n$/,
  );
  expect([ran.code, ran.stdout.includes('4 of 4 checks')]).toEqual([0, true]);
});

test('settings that would accept any certificate or send a token in the query are listed', async () => {
  const oauth2 = pairs({
    grant_type: 'client_credentials',
    accessTokenUrl: 'https://login.test/token',
    clientId: 'app',
    addTokenTo: 'queryParams',
  });
  const { imported } = await sent([
    request('unverified', {}, { protocolProfileBehavior: { strictSSL: false } }),
    request('in the query', { auth: { type: 'oauth2', oauth2 } }),
  ]);
  expect(imported.stdout).toContain('unverified: strictSSL: false (pass -k to accept any certificate)\n');
  expect(imported.stdout).toContain(
    'in the query: authentication: OAuth 2.0 token in the query (sent in the Authorization header)\n',
  );
});

test.each([
  ['env:HOME', '{{value}}', 'env:HOME'],
  ['file:/etc/passwd', '{{value}}', 'file:/etc/passwd'],
  ['text:x', '{{value}}', 'text:x'],
])('a variable with the value %s is sent verbatim', async (value, text, expected) => {
  const { requests } = await sent([request('v', { method: 'POST', body: raw(text, 'text') })], {
    variable: pairs({ base: 'BASE', value }),
  });
  expect(requests).toEqual([`POST / | text/plain | ${expected}`]);
});

test('a credential that looks like a reference is stored as text, so it reads no variable and no file', async () => {
  const bearer = (token: string) => ({ auth: { type: 'bearer', bearer: [{ key: 'token', value: token }] } });
  const { read } = await sent([request('a', bearer('env:HOME')), request('b', bearer('file:/etc/passwd'))]);
  expect(JSON.parse(read('Shop/http-client.private.env.json'))).toEqual({
    $shared: { token: 'text:env:HOME', token_2: 'text:file:/etc/passwd' },
  });
});

test('a collection cannot read environment variables of the user', async () => {
  const { ran, seen, read } = await sent([
    request('p', { url: '{{base}}/{{$processEnv HOME}}/{{$env.HOME}}/{{$dotenv A}}' }),
  ]);
  expect(read('Shop/Shop.http')).toContain('GET {{base}}/{{processEnv HOME}}/{{env.HOME}}/{{dotenv A}}');
  expect(ran).toMatchObject({ code: 2 });
  expect(seen).toEqual([]);
});

test('a single file uses the environments of the folders around it, which needs trust', async () => {
  const { run, seen } = await importer({ 'shop.json': collection(shop) });
  await run('import', 'shop.json');
  const untrusted = await run('run', 'Shop/2-Books/Books.http', 'token=t');
  expect([untrusted.code, untrusted.stderr]).toEqual([2, expect.stringContaining('read  ../http-client.env.json')]);
  expect(seen).toEqual([]);
  expect(await run('run', 'Shop/2-Books/Books.http', '--trust')).toMatchObject({ code: 0 });
  expect(seen.map(brief)).toEqual(['GET /books']);
});

test('the files of a collection share captured values in order, also with --jobs', async () => {
  const { run, seen } = await importer({ 'shop.json': collection(shop, { auth }) });
  await run('import', 'shop.json');
  expect(await run('run', 'Shop', '--jobs', '4')).toMatchObject({ code: 0, stderr: '' });
  expect(seen.map(brief)[1]).toBe('GET /books | Bearer from the server');
});

test('existing files are replaced only with --yes', async () => {
  const { run, folder, read } = await importer({ 'shop.json': collection(shop) });
  await run('import', 'shop.json');
  const file = 'Shop/2-Books/Books.http';
  writeFileSync(path.join(folder, file), 'mine');
  const again = await run('import', 'shop.json');
  expect(again).toMatchObject({ code: 2, stdout: '' });
  expect(again.stderr).toContain('Import would replace Shop/1-Login/Login.http and 1 more.');
  expect(read(file)).toBe('mine');
  expect(await run('import', 'shop.json', '--yes')).toMatchObject({ code: 0 });
  expect(read(file)).toContain('### books');
});

test('--dry-run lists the files and writes none', async () => {
  const { run, written } = await importer({ 'shop.json': collection(shop) });
  const { stdout } = await run('import', 'shop.json', '--dry-run');
  expect(stdout).toContain('Shop/1-Login/Login.http\n');
  expect(stdout).toContain('Would write 2 requests in 4 files.');
  expect(written()).toEqual([]);
});

test('a login of the request replaces the credentials in its URL', async () => {
  const login = { type: 'bearer', bearer: pairs({ token: 'T' }) };
  const { ran, seen } = await sent([request('a', { url: 'http://ada:pw@ADDRESS/a', auth: login })]);
  expect(ran.code).toBe(0);
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer T']);
});

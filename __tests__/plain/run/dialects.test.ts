/** Features of `.http` files that only some tools document, each with the requests that are sent. */
import { type Answering, closeServers } from '../../support/servers/http-server.js';
import { json, ok, run } from './run-text.js';

afterAll(closeServers);

const user: Answering = response => {
  response.setHeader('Content-Type', 'application/json');
  response.end(
    '{"id": 7, "zero": 0, "name": "ada", "tags": ["a", "b"], "token": "T", "items": [{"id": 12345678901234567890}, {"id": 2}]}',
  );
};

/** Text, requests and bodies. */
type Case = readonly [title: string, text: string, seen: readonly string[], bodies?: readonly string[]];

const cases: readonly Case[] = [
  ['a comment between /* and */', '/*\nGET /x\n*/\nGET {{base}}/a', ['GET /a']],
  ['an indented header is not part of the URL', 'GET {{base}}/a\n  X-One: b', ['GET /a']],
  ['a query line after a header', 'GET {{base}}/a\nX: y\n?b=c\n&d=e', ['GET /a?b=c&d=e']],
  ['a path on the next line', 'GET {{base}}\n/a/b', ['GET /a/b']],
  [
    'a body without an empty line',
    'POST {{base}}/a\n{{text}}\n###\nPOST {{base}}/b\n{"a": 1}',
    ['POST /a', 'POST /b'],
    ['hi', '{"a": 1}'],
  ],
  [
    'comment lines in a body whose JSON type is a variable',
    '@type = application/json\nPOST {{base}}/a\nContent-Type: {{type}}\n\n{\n  // no\n  "a": 1\n}\n//no\n',
    ['POST /a'],
    ['{\n  "a": 1\n}'],
  ],
  [
    'comment lines in a body whose text type is a variable',
    '@type = text/plain\nPOST {{base}}/a\nContent-Type: {{type}}\n\n# yes\nGET /b',
    ['POST /a'],
    ['# yes\nGET /b'],
  ],
  [
    'braces that backslashes escape (httpyac)',
    'POST {{base}}/a\n\n{"a": "\\{\\{text\\}\\} {{text}}"}',
    ['POST /a'],
    ['{"a": "{{text}} hi"}'],
  ],
  ['a method in mixed case', 'Post {{base}}/a', ['POST /a']],
  ['a value fixed where it is set', '@a = 1\n@b = {{a}}\n###\n@a = 2\nGET {{base}}/{{b}}', ['GET /1']],
  ['a value filled in for each request (:=)', '@a = 1\n@b := {{a}}\n###\n@a = 2\nGET {{base}}/{{b}}', ['GET /2']],
  ['a value that is set below', '@b = {{a}}\n@a = 2\n###\nGET {{base}}/{{b}}', ['GET /2']],
  [
    'the response of a named request (httpyac)',
    '# @name u\nGET {{base}}/u\n###\nGET {{base}}/{{u.id}}/{{u.tags[1]}}',
    ['GET /u', 'GET /7/b'],
  ],
  [
    'a sent request (REST Client)',
    '# @name u\nPOST {{base}}/u\nX-A: b\n\n{"x": [1]}\n###\nGET {{base}}/{{u.request.body.$.x[0]}}/{{u.request.headers.X-A}}',
    ['POST /u', 'GET /1/b'],
  ],
  [
    'a cookie of a response (kulala)',
    "# @name u\nGET {{base}}/u\n###\nGET {{base}}/{{u.response.cookies.sid.value}}/{{u.response.headers['X-Id']}}",
    ['GET /u', 'GET /c1/9'],
  ],
  ['constants in braces', 'GET {{base}}/{{true}}/{{5}}/{{"x"}}', ['GET /true/5/x']],
  [
    '# @loop for 2',
    '# @name l\n# @loop for 2\nGET {{base}}/{{$index}}\n###\nGET {{base}}/{{l1.id}}',
    ['GET /0', 'GET /1', 'GET /7'],
  ],
  ['# @loop over a list', "# @loop for x of ['a', 2]\nGET {{base}}/{{x}}", ['GET /a', 'GET /2']],
  [
    '# @loop over a list in a variable',
    '@list = ["a", "b"]\n# @loop for x of list\nGET {{base}}/{{x}}{{$index}}',
    ['GET /a0', 'GET /b1'],
  ],
  [
    '# @loop over a list that a script sets',
    '{{\n  exports.list = ["a", {"b": 1}];\n}}\n###\n# @loop for x of list\nGET {{base}}/{{x}}',
    ['GET /a', 'GET /%7B%22b%22:1%7D'],
  ],
  [
    '# @loop over a list from a response',
    '# @name u\nGET {{base}}/u\n###\n# @loop for t of u.tags\nGET {{base}}/{{t}}',
    ['GET /u', 'GET /a', 'GET /b'],
  ],
  [
    '# @loop over objects, and their members',
    '# @loop for x of [{"a": {"b": [5, "c d"]}}]\nGET {{base}}/{{x.a.b[0]}}/{{x["a"].b[1]}}',
    ['GET /5/c%20d'],
  ],
  [
    '# @loop over objects from a response, and their members',
    '# @name u\nGET {{base}}/u\n###\n# @loop for x of u.items\nGET {{base}}/{{x.id}}',
    ['GET /u', 'GET /12345678901234567890', 'GET /2'],
  ],
  [
    'a member of a captured object',
    'GET {{base}}/u\n\n> {% client.global.set("x", response.body.items[1]); %}\n###\nGET {{base}}/{{x.id}}',
    ['GET /u', 'GET /2'],
  ],
  [
    'a member of an object that a script sets',
    '{{\n  exports.x = {"a": {"b": 1}};\n}}\nGET {{base}}/{{x.a.b}}',
    ['GET /1'],
  ],
  [
    'a variable set from the response above it (httpyac)',
    '@t = null\n###\nGET {{base}}/u\n\n# from the response\n@t = {{response.parsedBody.token}}\n###\nGET {{base}}/{{t}}',
    ['GET /u', 'GET /T'],
  ],
  [
    'the HTTP version on a separate line',
    'POST {{base}}/a\n  ?b=c\n  # &d=e\n  &f=g\n  HTTP/1.1\nContent-Type: text/plain\n\nx',
    ['POST /a?b=c&f=g'],
    ['x'],
  ],
  [
    'comments between requests without a separator',
    'GET {{base}}/a\n\nbody\n\n# The next\n// request\nGET {{base}}/b',
    ['GET /a', 'GET /b'],
    ['body', ''],
  ],
  [
    'comments and the last boundary in a multipart body (JetBrains)',
    'POST {{base}}/a\nContent-Type: multipart/form-data; boundary=b\n\n--b\nContent-Disposition: form-data; name="x"\n\n// A comment\nx\n// text\n--b\nContent-Disposition: form-data; name="y"\n\n// A comment\n< ./y.txt --b--\n',
    ['POST /a'],
    [
      '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nx\r\n// text\r\n--b\r\nContent-Disposition: form-data; name="y"\r\n\r\nwhy\r\n--b--\r\n',
    ],
  ],
  [
    'a multipart body whose boundary is a variable in a variable, and a comment after it',
    '@b = x\n@type = multipart/form-data; boundary={{b}}\nPOST {{base}}/a\nContent-Type: {{type}}\n\n--{{b}}\n\n@a = 1\nGET /x\n--{{b}}--\n\n# more\n#< x\n',
    ['POST /a'],
    ['--x\r\n\r\n@a = 1\r\nGET /x\r\n--x--\r\n'],
  ],
  ['an indented variable with letters of any language', '  @größe_1 = 1\nGET {{base}}/{{größe_1}}', ['GET /1']],
  [
    '# @forceRef sends a request again',
    '### a\nGET {{base}}/a\n### b\n# @forceRef a\nGET {{base}}/b',
    ['GET /a', 'GET /a', 'GET /b'],
  ],
  [
    '# @disabled with a condition',
    '@on = true\n# @disabled on\nGET {{base}}/a\n###\n# @disabled !on\nGET {{base}}/b',
    ['GET /b'],
  ],
  ['# @sleep', '# @sleep 1\nGET {{base}}/a', ['GET /a']],
  ['# @noClientCert', '# @noClientCert\nGET {{base}}/a\nClientCert: pfx: a.p12', ['GET /a']],
  [
    'words that only affect the display of another tool',
    '# @title A\n# @description B\n# @no-response-view\nGET {{base}}/a',
    ['GET /a'],
  ],
  [
    'client.global.set',
    'GET {{base}}/u\n\n> {% client.global.set("x", response.body.tags[0]); %}\n###\nGET {{base}}/{{x}}',
    ['GET /u', 'GET /a'],
  ],
  [
    'client.global.set with toString()',
    'GET {{base}}/u\n\n> {% client.global.set("x", response.body.id.toString()); %}\n###\nGET {{base}}/{{x}}',
    ['GET /u', 'GET /7'],
  ],
  [
    'client.global.set with a constant',
    'GET {{base}}/u\n> {% client.global.set("x", "c"); %}\n###\nGET {{base}}/{{x}}',
    ['GET /u', 'GET /c'],
  ],
  [
    'request.variables.set before a request',
    '< {%\n  request.variables.set("x", "c")\n%}\nGET {{base}}/{{x}}',
    ['GET /c'],
  ],
  [
    '$global of httpyac',
    'GET {{base}}/u\n\n{{\n  $global.x = response.headers["x-id"];\n}}\n###\nGET {{base}}/{{$global.x}}',
    ['GET /u', 'GET /9'],
  ],
  [
    'a query is wrapped as JSON',
    'POST {{base}}/g\n\nquery A {\n  a\n}\n\n{"n": [1, 2]}',
    ['POST /g'],
    ['{"query":"query A {\\n  a\\n}","operationName":"A","variables":{"n":[1,2]}}'],
  ],
  [
    'fragments',
    'fragment F on T {\n  b\n}\n\nPOST {{base}}/g\n\nquery A {\n  ...F\n}',
    ['POST /g'],
    ['{"query":"query A {\\n  ...F\\n}\\nfragment F on T {\\n  b\\n}","operationName":"A"}'],
  ],
];

test.each(cases.map(each => [each[0], each] as const))('%s', async (_, [, text, seen, bodies]) => {
  const ran = await run(text, ['text=hi'], {
    files: { 'y.txt': 'why' },
    answer(response, ...rest) {
      response.setHeader('Set-Cookie', 'sid=c1');
      response.setHeader('X-Id', '9');
      user(response, ...rest);
    },
  });
  expect([ran.code, ran.seen]).toEqual([0, seen]);
  if (bodies) expect(ran.bodies).toEqual(bodies);
});

test('# @loop over objects from an indented response sends each on one line', async () => {
  const text = '# @name u\nGET {{base}}/u\n###\n# @loop for x of u.items\nPOST {{base}}/b\nX-Item: {{x}}\n\n{{x}}';
  const answer: Answering = response => {
    response.setHeader('Content-Type', 'application/json');
    response.end('{\n  "items": [\n    {\n      "id": 12345678901234567890,\n      "to": [1.0, "a b"]\n    }\n  ]\n}');
  };
  const { bodies, code } = await run(text, [], { answer });
  expect([code, bodies]).toEqual([0, ['', '{"id":12345678901234567890,"to":[1.0,"a b"]}']]);
});

test('a name within its own value takes the value of the environment', async () => {
  const text = '@who = {{who}}\nGET {{base}}/{{who}}';
  const files = { 'http-client.env.json': '{"dev": {"who": "ada"}}' };
  expect((await run(text, ['--env', 'dev'], { files })).seen).toEqual(['GET /ada']);
  expect((await run(text)).err).toContain('{{who (its value refers back to itself)}}');
});

test.each([
  ['js response.parsedBody.tags[0] == a', 0, ''],
  ['js u.tags[0] == b', 11, ''],
  ['js u.tags.map(x => x.id).length > 2', 0, 'api.http:3: a check in JavaScript is not run.'],
])('the httpyac check ?? %s', async (check, code, words) => {
  const ran = await run(`# @name u\nGET {{base}}/a\n?? ${check}`, [], { answer: user });
  expect([ran.code, ran.seen]).toEqual([code, ['GET /a']]);
  expect(ran.err).toContain(words);
});

test('a content type added to a body with escaped braces is reported', async () => {
  const { err } = await run('POST {{base}}/a\n\n{"a": "\\{\\{x\\}\\}"}');
  expect(err).toContain('api.http:1: Content-Type: application/json is added');
});

test('gql NAME < FILE sends the operation of a file, with a fragment of another', async () => {
  const text = 'gql F < ./f.gql\n\nPOST {{base}}/g\n\ngql A < ./q.gql\n\n{"n": 1}';
  const files = { 'q.gql': 'query A { ...F }', 'f.gql': 'fragment F on T { b }' };
  const { bodies } = await run(text, [], { files });
  expect(bodies).toEqual([
    '{"query":"query A { ...F }\\nfragment F on T { b }","operationName":"A","variables":{"n":1}}',
  ]);
});

test('# @import makes requests and variables of other files available, relative to their folder', async () => {
  const text = '# @import ./sub/a.http\n\n### b\n# @ref a\nGET {{base}}/{{id}}/{{over}}';
  const files = {
    'sub/a.http':
      '# @import ./c.http\n@over = 1\n### a\nPOST {{base}}/a\n\n< ./body.txt\n### unused\nGET {{base}}/unused',
    'sub/c.http': '@id = {{over}}5',
    'sub/body.txt': 'text',
  };
  for (const argv of [[], ['--request', 'b']]) {
    const { code, seen, bodies } = await run(`@over = 2\n${text}`, argv, { files });
    expect([code, seen, bodies[0]]).toEqual([0, ['POST /a', 'GET /15/2'], 'text']);
  }
});

test.each([
  ['# @import ./none.http', 'api.http:1: # @import ./none.http: Cannot read'],
  ['# @import ./a.json', 'only .http and .rest files can be imported'],
  ['# @import ./bad.http', 'bad.http:1: This is not a request line.'],
  ['run #a', 'run is not supported'],
  ['OPTIONS *\nHost: a.test\n###', 'The target * is not supported'],
  ['# @loop while x', '# @loop while needs a script engine'],
  ['# @sleep soon', '# @sleep needs a number of milliseconds'],
  ['# @prompt', '# @prompt needs a name'],
])('%s is refused with a reason', async (line, words) => {
  const { code, err, seen } = await run(`${line}\nGET {{base}}/a`, [], { files: { 'bad.http': 'say hello' } });
  expect([code, seen]).toEqual([2, []]);
  expect(err).toContain(words);
});

test('# @ref of a section with variables is accepted, and a name without a request is reported', async () => {
  const text = '###\n# @name variables\n@x = 1\n###\n# @ref variables\n# @ref others\nGET {{base}}/{{x}}{{y}}';
  const files = { 'other.http': '# @name others\n@y = 2\n' };
  const { code, seen, err } = await run(`# @import ./other.http\n# @name lost\n${text}`, [], { files });
  expect([code, seen]).toEqual([0, ['GET /12']]);
  expect(err).toBe('apiclient: api.http:2: # @name lost has no effect, because ### separates it from a request.\n');
});

test('an imported file that imports its importer is read once', async () => {
  const { code, seen } = await run('# @import ./a.http\n# @ref a\nGET {{base}}/b', [], {
    files: { 'a.http': '# @import ./api.http\n### a\nGET {{base}}/a' },
  });
  expect([code, seen]).toEqual([0, ['GET /a', 'GET /b']]);
});

test('# @note and # @prompt need a terminal, --yes or a value', async () => {
  const asked = await run('# @note Really?\nDELETE {{base}}/a');
  expect([asked.code, asked.seen]).toEqual([2, []]);
  expect(asked.out).toContain('Line 1 requires confirmation (# @note Really?), but there is no terminal.');
  expect((await run('# @note Really?\nDELETE {{base}}/a', ['--yes'])).seen).toEqual(['DELETE /a']);
  const missing = await run('# @prompt otp Code\nGET {{base}}/{{otp}}/{{$input pin $value: 3}}');
  expect(missing.err).toContain('No value for {{otp}} (api.http:2), {{$input pin $value: 3}} (api.http:2).');
  const given = await run('# @prompt otp Code\nGET {{base}}/{{otp}}/{{$input pin $value: 3}}', ['otp=1', 'pin=2']);
  expect(given.seen).toEqual(['GET /1/2']);
});

test('values of .env are available without $dotenv, after all other sources', async () => {
  const files = { '.env': 'A=1\nB=2\n' };
  expect((await run('@B = 3\nGET {{base}}/{{A}}/{{B}}', ['--trust'], { files })).seen).toEqual(['GET /1/3']);
});

describe('scripts', () => {
  const answer = user;

  test('a value on the command line overrides the items of # @loop, with a note, so no file changes its server', async () => {
    const text = '# @loop for host of ["evil"]\nGET {{base}}/{{host}}';
    const ran = await run(text, ['host=good'], { answer });
    expect([ran.code, ran.seen]).toEqual([0, ['GET /good']]);
    expect(ran.err).toContain('api.http:1: host has its value from the command line.');
  });

  test('a value on the command line overrides captured and scripted values, with a note', async () => {
    const text =
      '< {% request.variables.set("y", "s") %}\n# @capture x = $.id\nGET {{base}}/a\n###\nGET {{base}}/{{x}}/{{y}}/{{z}}';
    const ran = await run(`@z = 0\n${text}`, ['x=1', 'y=2', 'z=3'], { answer });
    expect([ran.code, ran.seen]).toEqual([0, ['GET /a', 'GET /1/2/3']]);
    expect(ran.err).toContain('api.http:2: y has its value from the command line.');
    expect(ran.err).toContain('api.http:3: x has its value from the command line.');
    expect(ran.err).not.toContain('z has');
  });

  test.each([
    ['client.test("x", function () { client.assert(response.status === 200, "no"); });', 0],
    ['client.test("x", () => {\n  client.assert(response.body.id === 8);\n});', 11],
    ['client.assert(response.body.tags.includes("c"))', 11],
    ['client.assert(response.body.hasOwnProperty("id") && response.status == 201)', 11],
    ['client.assert(response.contentType.mimeType === "application/json")', 0],
    ['client.assert(response.contentType.mimeType === "application/js")', 11],
    ['client.assert(typeof response.body.id === "string")', 11],
    ['const data = response.body;\nclient.assert(data.name !== "ada")', 11],
    ['client.test("x", () => client.assert(response.status === 201));', 11],
    ['var type = response.contentType.mimeType;\nclient.assert(type === "application/json", "got " + type);', 0],
    ['var type = response.contentType.mimeType;\nclient.assert(type === "text/html")', 11],
    ['client.assert(response.body.id, "no id")', 0],
    ['client.assert(response.body.name && response.body.none)', 11],
    ['client.assert(response.body.zero)', 11],
    ['client.assert(response.body.tags.length > 0 && response.body.tags.length === 2)', 0],
    ['client.assert(response.body.zero.length === 0)', 11],
    ['client.assert(response.body.none.length === 0)', 11],
    ["client.assert(response.headers.valueOf('X-None') === null)", 0],
    ["client.assert(response.headers.valueOf('X-None') !== null)", 11],
    ["client.assert(response.headers.valueOf('Content-Type') != null)", 0],
  ])('%s becomes a check', async (script, code) => {
    const ran = await run(`GET {{base}}/a\n\n> {%\n${script}\n%}`, ['--strict'], { answer });
    expect([ran.code, ran.err]).toEqual([code, '']);
  });

  test.each([
    ['test.status(200);\ntest.totalTime(60000)', 0],
    ['test.status(201)', 11],
    ['test("x", () => assert.strictEqual(response.statusCode, 201))', 11],
    ['assert.ok(response.parsedBody.name.length > 0);\nassert.strictEqual(response.parsedBody.none, undefined)', 0],
    ['assert.ok(response.parsedBody.none)', 11],
    ['assert.strictEqual(response.parsedBody.id, undefined)', 11],
    ['const { expect } = require("chai");\nexpect(response.statusCode)\n  .to.equal(201)', 11],
    ['const { equal } = require("assert");\ntest("x", () => {\n  equal(response.parsedBody.id, 8);\n});', 11],
  ])('%s of httpyac becomes a check', async (script, code) => {
    const ran = await run(`GET {{base}}/a\n\n{{\n${script}\n}}`, ['--strict'], { answer });
    expect(ran.code).toBe(code);
  });

  test.each([
    'if (x) { client.assert(false) }',
    'client.global.set("x", sha(response.body))',
    'client.assert(response.body.tags.length < 5)',
    'if (response.body.id) { client.assert(response.body.id === 8) }',
    'if (response.body.id) { client.global.set("x", "y") } else { client.log("") }',
    'client.global.set("count", response.body.tags.length)',
  ])('%s is reported as not run, and --strict refuses it', async script => {
    const text = `### one\nGET {{base}}/a\n\n> {%\n${script}\n%}`;
    const ran = await run(text, ['--report', 'json=r.json', '--report', 'tap=r.tap', '--report', 'junit=r.xml'], {
      answer,
    });
    expect(ran.code).toBe(0);
    expect(ran.err).toContain('api.http:4: a script is not run.');
    expect(ran.out).toContain('1 script not run');
    for (const name of ['r.json', 'r.tap', 'r.xml']) expect(ran.file(name)).toContain('script on line 4');
    const strict = await run(text, ['--strict'], { answer });
    expect([strict.code, strict.seen]).toEqual([2, []]);
    expect(strict.err).toContain('api.http:4: a script is not supported (--strict).');
  });

  test.each([
    ['client.global.set("id", await load())', 'id'],
    ['{{\n  exports.id = await load();\n}}', 'id'],
  ])('the error about a missing value names the script that sets it: %s', async (script, name) => {
    const block = script.startsWith('{{') ? script : `> {%\n  ${script}\n%}`;
    const { code, err, seen } = await run(`GET {{base}}/a\n\n${block}\n###\nGET {{base}}/b/{{${name}}}`);
    expect([code, seen]).toEqual([2, []]);
    expect(err).toContain('The script at api.http:3, which sets it, is not run. Pass id=value');
  });

  test.each(['let n = 0\nn++', 'let n = 0\n++n', 'const id = /\\d+/', 'n = a +\n  b'])(
    '%s ends before the next statement',
    async line => {
      const text = `GET {{base}}/a\n\n> {%\n${line}\nclient.global.set("x", response.body.id)\n%}\n###\nGET {{base}}/{{x}}`;
      expect((await run(text, [], { answer })).seen).toEqual(['GET /a', 'GET /7']);
    },
  );

  test.each([
    ['response.status === 200 && response.body.tags.length > 0', 'GET /a'],
    ['response.status === 201', 'GET /old'],
    ['response.body.zero', 'GET /old'],
  ])('if (%s) decides whether a value is captured', async (condition, seen) => {
    const script = `client.test("x", function () {\n  if (${condition}) {\n    client.global.set("x", response.body.tags[0]);\n    client.log("done");\n  }\n});`;
    const text = `@x = old\nGET {{base}}/u\n\n> {%\n${script}\n%}\n###\nGET {{base}}/{{x}}`;
    const ran = await run(text, ['--strict'], { answer });
    expect([ran.code, ran.seen]).toEqual([0, ['GET /u', seen]]);
  });

  test('a missing value in a script is no failure until it is used', async () => {
    const text = 'GET {{base}}/a\n\n> {% client.global.set("x", response.body.none) %}';
    expect((await run(text, [], { answer })).code).toBe(0);
    expect((await run(`${text}\n###\nGET {{base}}/{{x}}`, [], { answer })).out).toContain('{{x}} has no value.');
  });
});

describe('logins', () => {
  test.each([
    ['AWS ID s3cret token:tok region:eu-west-1 service:s3', /Credential=ID\/\d{8}\/eu-west-1\/s3\/aws4_request/],
    ['aws {{id}} s3cret region:eu-west-1 service:s3', /Credential=ID\//],
    ['Basic ada s3:cret', /^Basic YWRhOnMzOmNyZXQ=$/],
  ])('Authorization: %s', async (value, header) => {
    const seen: (string | undefined)[] = [];
    await run(`@id = ID\nGET {{base}}/a\nAuthorization: ${value}`, [], {
      answer(response, request, message) {
        seen.push(request.headers.authorization);
        ok(response, request, message);
      },
    });
    expect(seen).toEqual([expect.stringMatching(header)]);
  });

  const token = json({ access_token: 'AT', token_type: 'Bearer', expires_in: 60 });
  const settings = '@oauth2_tokenEndpoint = {{base}}/token\n@my_clientId = c\n@my_clientSecret = s3cret\n';
  const env = (base: string): string =>
    JSON.stringify({
      dev: {
        Security: {
          Auth: {
            shop: {
              Type: 'OAuth2',
              'Grant Type': 'Client Credentials',
              'Token URL': base,
              'Client ID': 'c',
              'Client Secret': 's3cret',
            },
          },
        },
      },
    });

  test.each([
    ['oauth2 client_credentials my', settings, []],
    ['Bearer {{$auth.token("shop")}}', '', ['--env', 'dev']],
  ])('Authorization: %s needs trust, and then sends a token', async (header, before, argv) => {
    const text = `${before}GET {{base}}/a\nAuthorization: ${header}`;
    const files = { 'http-client.env.json': env('{{base}}/token') };
    const refused = await run(text, argv, { files, answer: token });
    expect([refused.code, refused.seen]).toEqual([2, []]);
    expect(refused.err).toMatch(/log in +for BASE/);
    expect(refused.err).not.toContain('s3cret');
    const headers: (string | undefined)[] = [];
    const trusted = await run(text, [...argv, '--trust'], {
      files,
      answer(response, request, message) {
        headers.push(request.headers.authorization);
        token(response, request, message);
      },
    });
    expect([trusted.code, trusted.seen]).toEqual([0, ['POST /token', 'GET /a']]);
    expect(headers[1]).toBe('Bearer AT');
  });

  test.each([
    ['ClientCert: cert: ./c.pem key: ../k.pem', 'read.*c.pem.*--cert'],
    ['# @proxy http://127.0.0.1:1', 'reroute.*--proxy'],
    ['# @noRejectUnauthorized', 'weaken.*--insecure'],
  ])('%s needs trust', async (line, words) => {
    const { code, err, seen } = await run(`GET {{base}}/a\n${line}`);
    expect([code, seen]).toEqual([2, []]);
    expect(err).toMatch(new RegExp(words));
  });
});

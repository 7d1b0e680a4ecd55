/**
 * Typical `.http` files in the formats of JetBrains' HTTP Client, VS Code's REST Client, Visual Studio and httpyac, each with
 * the resulting requests. `{{base}}` is the test's server.
 */

/** A request as received by the server: `METHOD path`, required header lines, the body's text. */
export type Sent = readonly [line: string, headers?: Readonly<Record<string, string | undefined>>, body?: string];

export interface Form {
  readonly title: string;
  readonly text: string;
  readonly sent: readonly Sent[];
  /** Files next to the `.http` file. */
  readonly files?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  /** The exit code, if not 0. */
  readonly code?: number;
}

const json = { 'content-type': 'application/json' };

const form = (title: string, text: string, sent: readonly Sent[], more: Partial<Form> = {}): Form => ({
  title,
  text,
  sent,
  ...more,
});

const env = JSON.stringify({ dev: { host: '{{base}}', id: 7 }, live: { id: 8 } });
const shared = JSON.stringify({ $shared: { a: 's', b: 's' }, dev: { b: 'd', c: 'd' } });

/** The forms. */
export const forms: readonly Form[] = [
  form('a URL alone is a GET', '{{base}}/a', [['GET /a']]),
  form('method and URL', 'DELETE {{base}}/a', [['DELETE /a']]),
  form('a lower-case method', 'post {{base}}/a', [['POST /a']]),
  form('a version after the URL', 'GET {{base}}/a HTTP/1.1', [['GET /a']]),
  form('a WebDAV method', 'PROPFIND {{base}}/a', [['PROPFIND /a']]),
  form('the query on separate lines', 'GET {{base}}/a\n    ?x=1\n    &y=2 HTTP/1.1\nX: y', [
    ['GET /a?x=1&y=2', { x: 'y' }],
  ]),
  form('the query on lines that are not indented', 'GET {{base}}/a\n?x=1\n&y=2', [['GET /a?x=1&y=2']]),
  form('the path on separate lines', 'GET {{base}}\n  /a\n  /b\n', [['GET /a/b']]),
  form('a comment between lines of the query', 'GET {{base}}/a\n  ?x=1\n  # &y=2\n  &z=3', [['GET /a?x=1&z=3']]),
  form('a space in the query is encoded', 'GET {{base}}/a?q=b c', [['GET /a?q=b%20c']]),
  form('a path, with a Host header that contains a scheme', 'GET /a\nHost: {{base}}', [['GET /a']]),
  form('a length that the body does not have', 'POST {{base}}/a\nContent-Length: 328\n\nab', [
    ['POST /a', { 'content-length': '2' }, 'ab'],
  ]),
  form('HTTP/2 (Prior Knowledge)', 'GET {{base}}/a HTTP/2 (Prior Knowledge)', [['GET /a']]),
  form(
    'lines of JSON end with a line break',
    'POST {{base}}/_bulk\nContent-Type: application/x-ndjson\n\n{"a": 1}\n{"b": 2}\n\n\n',
    [['POST /_bulk', {}, '{"a": 1}\n{"b": 2}\n']],
  ),
  form(
    'a response between requests is ignored',
    '###\nGET {{base}}/a\n###\nHTTP/1.1 200 OK\nX: y\n\n{}\n###\nGET {{base}}/b',
    [['GET /a'], ['GET /b']],
  ),
  form('a path, with the Host header', 'GET /a\nHost: {{host}}', [['GET /a']], { argv: ['host={{host}}'] }),
  form('a path, with @host', '@host = {{base}}\nGET /a\n###\nPOST /b?c=d HTTP/1.1\n\nx\n###\n/c', [
    ['GET /a'],
    ['POST /b?c=d', {}, 'x'],
    ['GET /c'],
  ]),
  form('a path, with host from the command line or an environment', 'GET /a', [['GET /a']], {
    argv: ['--env', 'dev'],
    files: { 'http-client.env.json': env },
  }),
  form('a path in a variable, with @host', '@host = {{base}}\n@path = /a\nGET {{path}}/b', [['GET /a/b']]),
  form('headers', 'GET {{base}}/a\nAccept: text/x\nX-One:1\nX-Two:  two words ', [
    ['GET /a', { accept: 'text/x', 'x-one': '1', 'x-two': 'two words' }],
  ]),
  form('an empty header', 'GET {{base}}/a\nX-Empty:', [['GET /a', { 'x-empty': '' }]]),
  form('comments of both kinds', '# one\n// two\nGET {{base}}/a\n# X-No: 1\n// X-No: 2\nX-Yes: 3', [
    ['GET /a', { 'x-yes': '3', 'x-no': undefined }],
  ]),
  form('several requests', 'GET {{base}}/a\n###\nGET {{base}}/b\n\n### named\n\nGET {{base}}/c', [
    ['GET /a'],
    ['GET /b'],
    ['GET /c'],
  ]),
  form('more than three number signs', '##### x #####\nGET {{base}}/a\n############\nGET {{base}}/b', [
    ['GET /a'],
    ['GET /b'],
  ]),
  form('nothing between separators', '###\n\n###\n# only words\n###\nGET {{base}}/a\n###\n', [['GET /a']]),
  form('CRLF and a byte order mark', '\ufeffGET {{base}}/a\r\nX: y\r\n\r\nbody\r\n\r\n###\r\nGET {{base}}/b\r\n', [
    ['GET /a', { x: 'y' }, 'body'],
    ['GET /b'],
  ]),
  form('a JSON body without a type', 'POST {{base}}/a\n\n{"a": 1.0}\n', [['POST /a', json, '{"a": 1.0}']]),
  form('a body with a type', 'POST {{base}}/a\nContent-Type: application/vnd.x+json\n\n{}', [
    ['POST /a', { 'content-type': 'application/vnd.x+json' }, '{}'],
  ]),
  form(
    'empty lines within a body are preserved, those after it are not',
    'POST {{base}}/a\nContent-Type: text/plain\n\none\n\n  two\n\n\n###',
    [['POST /a', {}, 'one\n\n  two']],
  ),
  form('comment characters are text in a body', 'POST {{base}}/a\nContent-Type: text/plain\n\n# one\n// two\n@x = y', [
    ['POST /a', {}, '# one\n// two\n@x = y'],
  ]),
  form('an XML body', 'POST {{base}}/a\nContent-Type: application/xml\n\n<a>\n  <b/>\n</a>', [
    ['POST /a', {}, '<a>\n  <b/>\n</a>'],
  ]),
  form(
    'form fields on separate lines',
    'POST {{base}}/a\nContent-Type: application/x-www-form-urlencoded\n\nname=foo\n&password=bar\n&x=y z',
    [['POST /a', {}, 'name=foo&password=bar&x=y%20z']],
  ),
  form(
    'form fields with spaces around & and =',
    'POST {{base}}/a\nContent-Type: application/x-www-form-urlencoded\n\nname = foo &\npassword = b r &\n  x=y  \n&z=1',
    [['POST /a', {}, 'name=foo&password=b%20r&x=y&z=1']],
  ),
  form(
    'characters not allowed in a form are encoded, and encoded ones are unchanged',
    'POST {{base}}/a\nContent-Type: application/x-www-form-urlencoded\n\na=é%20+[x]&b={"c":"100%"}&d=%C3%A9',
    [['POST /a', {}, 'a=%C3%A9%20+[x]&b=%7B%22c%22:%22100%25%22%7D&d=%C3%A9']],
  ),
  form('a body from a file', 'POST {{base}}/a\n\n< ./body.json', [['POST /a', json, '{"x": "{{y}}"}\n']], {
    files: { 'body.json': '{"x": "{{y}}"}\n' },
  }),
  form(
    'a body from a file, with placeholders',
    '@y = 2\nPOST {{base}}/a\n\n<@ ./body.json',
    [['POST /a', json, '{"x": "2"}']],
    {
      files: { 'body.json': '{"x": "{{y}}"}' },
    },
  ),
  form(
    'a body from a file with another encoding',
    'POST {{base}}/a\nContent-Type: text/plain\n\n<@latin1 ./body.txt',
    [['POST /a', {}, 'abc']],
    {
      files: { 'body.txt': 'abc' },
    },
  ),
  form(
    'text around a file',
    'POST {{base}}/a\nContent-Type: text/plain\n\nbefore\n< ./body.txt\nbehind',
    [['POST /a', {}, 'before\nFILE\nbehind']],
    { files: { 'body.txt': 'FILE' } },
  ),
  form(
    'multipart as written, with a file',
    'POST {{base}}/a\nContent-Type: multipart/form-data; boundary=XX\n\n--XX\nContent-Disposition: form-data; name="t"\n\ntext\n--XX\nContent-Disposition: form-data; name="f"; filename="f.txt"\n\n< ./f.txt\n--XX--\n',
    [
      [
        'POST /a',
        { 'content-type': 'multipart/form-data; boundary=XX' },
        '--XX\r\nContent-Disposition: form-data; name="t"\r\n\r\ntext\r\n--XX\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\n\r\nFILE\r\n--XX--\r\n',
      ],
    ],
    { files: { 'f.txt': 'FILE' } },
  ),
  form('GRAPHQL with variables', 'GRAPHQL {{base}}/g\n\nquery A($n: Int) {\n  a(n: $n)\n}\n\n{"n": 1.0}', [
    ['POST /g', json, '{"query":"query A($n: Int) {\\n  a(n: $n)\\n}","operationName":"A","variables":{"n":1.0}}'],
  ]),
  form('X-Request-Type: GraphQL', 'POST {{base}}/g\nX-Request-Type: GraphQL\n\n{ a }', [
    ['POST /g', { ...json, 'x-request-type': undefined }, '{"query":"{ a }"}'],
  ]),
  form(
    'an operation name',
    'POST {{base}}/g\nX-REQUEST-TYPE: GraphQL\nX-GraphQL-Operation: B\n\nquery A { a }\n\nquery B { b }',
    [['POST /g', json, '{"query":"query A { a }\\n\\nquery B { b }","operationName":"B"}']],
  ),
  form(
    'a query from a file',
    'GRAPHQL {{base}}/g\n\n< ./q.graphql\n\n{"n": 1}',
    [['POST /g', json, '{"query":"{ q }","variables":{"n":1}}']],
    {
      files: { 'q.graphql': '{ q }' },
    },
  ),
  form('file variables, which can use others', '@host = {{base}}\n@path = a/{{id}}\n@id=5\n\nGET {{host}}/{{path}}', [
    ['GET /a/5'],
  ]),
  form('a variable that is redefined', '@id = 1\nGET {{base}}/{{id}}\n###\n@id = 2\nGET {{base}}/{{id}}', [
    ['GET /1'],
    ['GET /2'],
  ]),
  form('a variable defined below its use', 'GET {{base}}/{{id}}\n###\n@id = 2\n', [['GET /2']]),
  form('spaces in the braces', '@id = 3\nGET {{ base }}/{{ id }}', [['GET /3']]),
  form('a value that is percent-encoded', '@q = a&b=c\nGET {{base}}/?q={{%q}}', [['GET /?q=a%26b%3Dc']]),
  form('the command line overrides the file', '@id = 1\nGET {{base}}/{{id}}', [['GET /9']], { argv: ['id=9'] }),
  form('the file overrides the environment', '@id = 1\nGET {{base}}/{{id}}', [['GET /1']], {
    files: { 'http-client.env.json': env },
    argv: ['--env', 'dev'],
  }),
  form('an environment', 'GET {{host}}/{{id}}', [['GET /7']], {
    files: { 'http-client.env.json': env },
    argv: ['--env', 'dev'],
  }),
  form('a private environment takes precedence', 'GET {{base}}/{{id}}', [['GET /70']], {
    files: { 'http-client.env.json': env, 'http-client.private.env.json': '{"dev": {"id": "70"}}' },
    argv: ['--env', 'dev'],
  }),
  form('shared environment values', 'GET {{base}}/{{a}}{{b}}{{c}}', [['GET /sdd']], {
    files: { 'http-client.env.json': shared },
    argv: ['--env=dev'],
  }),
  form(
    'environments in the settings of VS Code (REST Client)',
    'GET {{host}}/{{v}}/{{token}}/{{id}}',
    [['GET /v2/v1-s/7']],
    {
      files: {
        '.vscode/settings.json':
          '{\n  // a comment\n  "editor.tabSize": 2,\n  "rest-client.environmentVariables": {"$shared": {"host": "{{base}}", "v": "v1", "id": 1}, "dev": {"v": "v2", "token": "{{$shared v}}-s"},},\n}',
        'http-client.env.json': '{"dev": {"id": 7}}',
      },
      argv: ['--env', 'dev', '--trust'],
    },
  ),
  form('broken settings of VS Code without environments are ignored', 'GET {{base}}/{{id}}', [['GET /7']], {
    files: { '.vscode/settings.json': '{', 'http-client.env.json': env },
    argv: ['--env', 'dev'],
  }),
  form(
    'env: in a value from the command line',
    'GET {{base}}/\nX-Token: {{t}}',
    [['GET /', { 'x-token': 'hunter2' }]],
    {
      argv: ['t=env:SECRET'],
      variables: { SECRET: 'hunter2' },
    },
  ),
  form(
    'file: in a value from an environment',
    'GET {{base}}/\nX-Token: {{t}}',
    [['GET /', { 'x-token': 'from a file' }]],
    {
      files: { 'http-client.env.json': '{"dev": {"t": "file:secret"}}', secret: 'from a file\n' },
      argv: ['--env', 'dev'],
    },
  ),
  form(
    '$processEnv, $env and $dotenv',
    'GET {{base}}/{{$processEnv ONE}}/{{$env.ONE}}/{{$dotenv TWO}}',
    [['GET /1/1/2']],
    {
      variables: { ONE: '1' },
      files: { '.env': '# comment\nexport TWO="2"\n' },
      argv: ['--trust'],
    },
  ),
  form(
    'quoted values of .env before a comment, with several lines, and an empty one',
    'POST {{base}}/{{$dotenv A}}/{{$dotenv C}}{{$dotenv E}}\n\n{{$dotenv B}}{{$dotenv D}}',
    [['POST /1/3', {}, '2 #x\ny\nz']],
    {
      files: { '.env': 'A="1" # comment\nB=\'2 #\' #\nC= 3 # comment\nE= # empty\nD="x\ny\\nz"\r\n' },
      argv: ['--trust'],
    },
  ),
  form('a random number', 'GET {{base}}/{{$randomInt 4 5}}/{{$random.integer(6, 7)}}', [['GET /4/6']]),
  form('Basic with a user and a password', 'GET {{base}}/\nAuthorization: Basic ada s3:cret', [
    ['GET /', { authorization: `Basic ${Buffer.from('ada:s3:cret').toString('base64')}` }],
  ]),
  form('Basic with a colon', 'GET {{base}}/\nAuthorization: Basic ada:env:HOME', [
    ['GET /', { authorization: `Basic ${Buffer.from('ada:env:HOME').toString('base64')}` }],
  ]),
  form('Basic that is already encoded', 'GET {{base}}/\nAuthorization: Basic YWRhOng=', [
    ['GET /', { authorization: 'Basic YWRhOng=' }],
  ]),
  form('Bearer', '@t = abc\nGET {{base}}/\nAuthorization: Bearer {{t}}', [['GET /', { authorization: 'Bearer abc' }]]),
  form(
    'a part of a response body is sent',
    '# @name login\nPOST {{base}}/echo\n\n{"token": "T1", "list": [{"id": 12345678901234567890}]}\n\n###\nGET {{base}}/{{login.response.body.$.token}}/{{login.response.body.$.list[0].id}}/{{login.response.headers.X-Echo}}',
    [['POST /echo'], ['GET /T1/12345678901234567890/yes']],
  ),
  form(
    'a part of a response body, without $.',
    '### one\nPOST {{base}}/echo\n\n{"a": {"b": 3}}\n###\nGET {{base}}/{{one.response.body.a.b}}',
    [['POST /echo'], ['GET /3']],
  ),
  form(
    'the complete response body is sent',
    '// @name one\nPOST {{base}}/echo\nContent-Type: text/plain\n\nxyz\n###\nGET {{base}}/{{one.response.body.*}}',
    [['POST /echo'], ['GET /xyz']],
  ),
  form(
    'a file variable that needs a response',
    '@id = {{one.response.body.$.id}}\n### one\nPOST {{base}}/echo\n\n{"id": 4}\n###\nGET {{base}}/{{id}}',
    [['POST /echo'], ['GET /4']],
  ),
  form(
    'a capture',
    '# @capture id = $.id\n# @capture echo = header x-echo\nPOST {{base}}/echo\n\n{"id": 4}\n###\nGET {{base}}/{{id}}/{{echo}}',
    [['POST /echo'], ['GET /4/yes']],
  ),
  form('flags', '# @flags -H "X-One: a b" -u ada:pw\nGET {{base}}/a', [
    ['GET /a', { 'x-one': 'a b', authorization: 'Basic YWRhOnB3' }],
  ]),
  form(
    'flags in the file override the command line',
    '# @flags -H "X-One: file"\nGET {{base}}/a\nAuthorization: Bearer file',
    [['GET /a', { authorization: 'Bearer file', 'x-two': 'line' }]],
    { argv: ['-B', 'line', '-H', 'X-Two: line'] },
  ),
  form('redirects are followed with -L', '# @flags -L\nGET {{base}}/redirect\n###\nGET {{base}}/redirect', [
    ['GET /redirect'],
    ['GET /there'],
    ['GET /redirect'],
  ]),
  form(
    '# @no-redirect overrides -L of the command line',
    '# @no-redirect\nGET {{base}}/redirect',
    [['GET /redirect']],
    {
      argv: ['-L'],
    },
  ),
  form(
    'cookies are sent with later requests',
    'GET {{base}}/cookie\n###\nGET {{base}}/a\n###\n# @no-cookie-jar\nGET {{base}}/b',
    [['GET /cookie'], ['GET /a', { cookie: 'sid=1' }], ['GET /b', { cookie: undefined }]],
  ),
  form('# @skip', '# @skip for now\nGET {{nowhere}}/a\n###\nGET {{base}}/b', [['GET /b']]),
  form(
    '# @retry until a check passes',
    '# @retry 5 every 1ms until status == 200\n# @assert status == 200\nGET {{base}}/third',
    [['GET /third'], ['GET /third'], ['GET /third']],
  ),
  form(
    'scripts are ignored',
    '< {%\n  request.variables.set("x", 1)\n%}\nGET {{base}}/a\n\n> {% client.test("a", () => {}) %}\n\n###\nGET {{base}}/b\n\n> ./handler.js\n###\nGET {{base}}/c\n\n> {%\n  // one more\n%}',
    [['GET /a'], ['GET /b'], ['GET /c']],
    {},
  ),
  form(
    'scripts on several lines are ignored',
    'POST {{base}}/a\n\nbody\n\n> {%\n  client.global.set("x", response.body.x);\n%}\n\n###\nGET {{base}}/b',
    [['POST /a', {}, 'body'], ['GET /b']],
  ),
  form("httpyac's checks", 'GET {{base}}/a\n\n?? status == 200\n?? body includes ok\n?? duration < 60000', [
    ['GET /a'],
  ]),
  form('a failed httpyac check', 'GET {{base}}/a\n?? status == 201', [['GET /a']], { code: 11 }),
  form('server-sent events', 'SSE {{base}}/e\n\n###\nGET {{base}}/b', [['GET /e'], ['GET /b']]),
  form(
    'an indented file',
    '  @id = 1\n  ### first\n  # @name first\n  POST {{base}}/a/{{id}}\n  X-A: 1\n\n  ab\n\n  ### second\n  # @ref first\n  GET {{base}}/b',
    [['POST /a/1', { 'x-a': '1' }, '  ab'], ['GET /b']],
  ),
  form('an indented heading in a body', 'POST {{base}}/a\n\nx\n  ### GET\ny', [['POST /a', {}, 'x\n  ### GET\ny']]),
  form('a header on several lines', 'POST {{base}}/a\nX-A: a/b,\n  c/d;\n\tq=1\nX-B: 2\n\nbody', [
    ['POST /a', { 'x-a': 'a/b, c/d; q=1', 'x-b': '2' }, 'body'],
  ]),
  form(
    'one request, with the requests it refers to',
    '### a\nGET {{base}}/a\n### b\n# @ref a\nGET {{base}}/b\n### c\nGET {{base}}/c',
    [['GET /a'], ['GET /b']],
    { argv: ['--request', 'b'] },
  ),
  form(
    'requests named by # @ref are sent first, even if they are below',
    '### c\n# @ref b\nGET {{base}}/c\n### b\n# @ref a\nGET {{base}}/b\n### a\nGET {{base}}/a\n### d\nGET {{base}}/d',
    [['GET /a'], ['GET /b'], ['GET /c'], ['GET /d']],
  ),
  form(
    'requests named by # @ref are sent first with --request as well',
    '### c\n# @ref b\nGET {{base}}/c\n### b\n# @ref a\nGET {{base}}/b\n### a\nGET {{base}}/a\n### d\nGET {{base}}/d',
    [['GET /a'], ['GET /b'], ['GET /c']],
    { argv: ['--request', 'c'] },
  ),
];

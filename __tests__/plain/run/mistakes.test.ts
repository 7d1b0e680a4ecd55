/** Mistakes in `.http` files: lines that would be sent or ignored silently. */
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { json, ok, run } from './run-text.js';

afterAll(closeServers);

const problemsOf = (text: string): readonly string[] =>
  parseHttpFile(text).problems.map(each => `${each.line}: ${each.text}`);

test.each([
  ['below a file', 'api.http/x', 'part of its path is not a folder'],
  ['with a name that is too long', `${'x'.repeat(300)}.http`, 'its name is too long'],
])('a file %s is a usage error', async (_, name, reason) => {
  const { code, err } = await run('GET {{base}}/a', [name]);
  expect([code, err]).toEqual([2, expect.stringContaining(`Cannot read ${name}: ${reason}.`)]);
});

describe('directives', () => {
  test.each([
    ['asert status == 200', 'assert'],
    ['assrt status == 200', 'assert'],
    ['Assert status == 200', 'assert'],
    ['captur a = $.b', 'capture'],
    ['flag -L', 'flags'],
    ['no-cookiejar', 'no-cookie-jar'],
    ['noRedirects', 'no-redirect'],
    ['time-out 5', 'timeout'],
    ['skipp', 'skip'],
  ])('the misspelt `# @%s` is an error that suggests %s', async (typed, meant) => {
    const { code, err, seen } = await run(`# @${typed}\nGET {{base}}/a`);
    expect([code, seen]).toEqual([2, []]);
    expect(err).toContain(`api.http:1: # @${typed.split(' ')[0]} is not a directive. Did you mean # @${meant}?`);
  });

  test('an unknown directive is noted once per file, and --strict rejects it', async () => {
    const text = '# @jwt a\nGET {{base}}/a\n###\n# @jwt b\n// @version x\nGET {{base}}/b';
    const { code, err, seen } = await run(text);
    expect([code, seen]).toEqual([0, ['GET /a', 'GET /b']]);
    expect(err).toBe(
      'apiclient: api.http:1: the unknown directive # @jwt is ignored.\napiclient: api.http:5: the unknown directive # @version is ignored.\n',
    );
    const strict = await run(text, ['--strict']);
    expect([strict.code, strict.seen]).toEqual([2, []]);
    expect(strict.err).toContain('api.http:1: the unknown directive # @jwt is not supported (--strict).');
  });

  test.each(
    `title description note tag tags debug verbose lang language jwt save extension openWith injectVariables
    keepStreaming proxy ratelimit no-response-view no-client-cert no-reject-unauthorized no-auto-encoding
    use-os-credentials settings setting file-to-variable curl-insecure kulala-curl--insecure accept attach-cookie-jar
    stdin-cmd env-stdin-cmd env-json-key delay auth trace script global var const file request step when workflow
    for-each profile compare ssh k8s mock sse websocket ws grpc grpc-reflection variables query method author todo see
    param returns example version since deprecated type`.split(/\s+/),
  )('`# @%s` of another tool or in a comment is not reported as a misspelling', name => {
    expect(problemsOf(`# @${name} x\nGET https://a.example`)).toEqual([]);
  });

  test.each(['# @name login', '# @name=login', '# @name: login', '# @name = login', '//@name login'])(
    '%s names the request',
    line => {
      expect(parseHttpFile(`${line}\nGET https://a.example`).entries[0]?.name).toBe('login');
    },
  );

  test.each(['# @noLog', '# @no-log'])('%s is parsed, as in httpyac', line => {
    expect(parseHttpFile(`${line}\nGET https://a.example`).entries[0]?.shown).toBe(false);
  });

  test('scripts that belong to no request are noted', async () => {
    const { code, err } = await run('{{+\n  exports.a = 1;\n}}\n\n###\nGET {{base}}/a');
    expect([code, err]).toEqual([0, 'apiclient: api.http:1: a script is not run.\n']);
  });
});

describe('lines that belong outside a request', () => {
  const part = 'is part of the request on line 1, because no ### separates them.';
  test.each([
    ['a request line in lower case', 'delete {{base}}/b', `A request line ${part}`],
    ['a URL alone', 'https://b.example/', `A request line ${part}`],
    ['a directive', '# @assert status == 200', `# @assert ${part} Move it above the request line`],
    ['a misspelt directive', '// @asert status == 200', `# @asert ${part}`],
  ])('%s below a GET without a body is an error with its line', async (_, stray, words) => {
    for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST']) {
      if (method === 'POST' && stray.startsWith('https:')) continue;
      for (const type of ['', 'Content-Type: application/json\n']) {
        const { code, err, seen } = await run(`${method} {{base}}/a\n${type}\n\n${stray}\n`);
        expect([code, seen]).toEqual([2, []]);
        expect(err).toContain(`api.http:${type === '' ? 4 : 5}: ${words}`);
      }
    }
  });

  test.each([
    ['a request without a body', 'GET {{base}}/a\n\nGET {{base}}/b'],
    ['a request without an empty line', 'GET {{base}}/a\nX: y\nGET {{base}}/b'],
    ['a JSON body', 'POST {{base}}/a\n\n{"a": 1}\n\nGET {{base}}/b'],
    ['a form', 'POST {{base}}/a\nContent-Type: application/x-www-form-urlencoded\n\na=b\n\nGET {{base}}/b'],
    ['a GraphQL body', 'GRAPHQL {{base}}/a\n\n{ a }\n\nGET {{base}}/b'],
    ['the response handling', 'GET {{base}}/a\n\n> ./a.json\n\nGET {{base}}/b'],
  ])('a request line after %s begins another request, as in httpyac', async (_, text) => {
    const { code, seen } = await run(text, ['--trust']);
    expect([code, seen]).toEqual([0, [expect.stringMatching(/ \/a$/), 'GET /b']]);
  });

  test('a response below a request is ignored with a note, up to the next request', async () => {
    const saved = 'HTTP/1.1 200 OK\nContent-Type: text/plain\n\nbody\n\n';
    const { code, err, seen, bodies } = await run(`POST {{base}}/a\n\n{"a": 1}\n\n${saved}GET {{base}}/b\n\n${saved}`);
    expect([code, seen, bodies]).toEqual([0, ['POST /a', 'GET /b'], ['{"a": 1}', '']]);
    expect(err).toContain('api.http:5: The response in the file is ignored.');
  });

  test('a variable below a request applies to the next one, with a note', async () => {
    const { code, err, seen } = await run('@id = 1\nGET {{base}}/{{id}}\n\n@id = 2\n###\nGET {{base}}/{{id}}');
    expect([code, seen]).toEqual([0, ['GET /1', 'GET /2']]);
    expect(err).toBe('apiclient: api.http:4: @id applies to the requests below it.\n');
  });

  test('headers from a script are an error', () => {
    expect(problemsOf('GET https://a.example\n...shared')[0]).toContain(
      '2: ...shared would add headers that a script sets',
    );
  });

  test('a body that is declared to be text, multipart or XML may contain such lines', async () => {
    const body = 'GET /b HTTP/1.1\nHost: x\n\nHTTP/1.1 200 OK\n@a = b\n# @assert x\n# c';
    for (const type of ['text/plain', 'application/http', 'text/markdown', 'application/xml']) {
      const { code, bodies, err } = await run(`POST {{base}}/a\nContent-Type: ${type}\n\n${body}`);
      expect([code, bodies, err]).toEqual([0, [body], '']);
    }
  });

  test.each([
    ['Trace {{base}}/a', 'Methods are upper case. Write TRACE {{base}}/a'],
    ['say hello', 'This is not a request line. Write a method and a URL'],
  ])('%s is an error that shows the correct form', (line, words) => {
    expect(problemsOf(line)[0]).toContain(`1: ${words}`);
  });
});

describe('comments in a body', () => {
  test('comment lines of a JSON body are not sent, and a note names the first', async () => {
    const body = '# the user\n{\n  // her name\n  "name": "Ada", \n  # her {{age}}\n\n  "id": {{id}}\n}\n// end\n';
    for (const type of ['', 'Content-Type: application/json\n', 'Content-Type: application/vnd.a+json; x=y\n']) {
      const { code, bodies, err } = await run(`POST {{base}}/a\n${type}\n${body}`, ['id=1']);
      const line = type === '' ? 3 : 4;
      expect([code, bodies, err]).toEqual([
        0,
        ['{\n  "name": "Ada", \n\n  "id": 1\n}'],
        `apiclient: api.http:${line}: Comment lines in the body are not sent.\n${
          type === ''
            ? 'apiclient: api.http:1: Content-Type: application/json is added, because the request has no Content-Type.\n'
            : ''
        }`,
      ]);
    }
  });

  test('a note reports the first body that gets a Content-Type, unless a header or a flag sets one', async () => {
    const note = /Content-Type: application\/json is added/;
    const text = 'POST {{base}}/a\n\n{"a": {{id}}}\n###\nPOST {{base}}/b\n\n{}';
    const { err } = await run(text, ['id=1']);
    expect(err).toBe(
      'apiclient: api.http:1: Content-Type: application/json is added, because the request has no Content-Type.\n',
    );
    expect((await run(text, ['id=1', '-H', 'content-type: text/plain'])).err).not.toMatch(note);
    expect((await run(text, ['id=1', '-s'])).err).not.toMatch(note);
    expect((await run('POST {{base}}/a\nContent-Type: a/b\n\n{}')).err).not.toMatch(note);
    expect((await run('POST {{base}}/a\n\ntext')).err).not.toMatch(note);
  });

  test('a missing body file is reported before anything is sent, unless an earlier request saves it', async () => {
    const { err, seen } = await run('POST {{base}}/a\n\n< ./none.png\n###\nGET {{base}}/b', ['--keep-going']);
    expect(err).toContain('api.http:3: ./none.png does not exist. Its request will fail.');
    expect(seen).toEqual(['GET /b']);
    const saved = await run(
      'GET {{base}}/b\n>> ./some.txt\n###\nPOST {{base}}/a\nContent-Type: text/plain\n\n< ./some.txt',
      ['--trust'],
    );
    expect(saved).toMatchObject({ code: 0, err: '' });
  });

  test('a certificate that # @noClientCert omits is reported', async () => {
    const { err } = await run('# @noClientCert\nGET {{base}}/a\nX-ClientCert: pfx: a.p12');
    expect(err).toBe('apiclient: api.http:3: X-ClientCert is not sent.\n');
  });

  test('line endings of a JSON body with comments are preserved', async () => {
    const { bodies } = await run('POST {{base}}/a\r\n\r\n{\r\n// one\r\n"a": 1\r\n}\r\n');
    expect(bodies).toEqual(['{\r\n"a": 1\r\n}']);
  });

  test('names without a value below a comment are reported with their own line', async () => {
    const { err } = await run(
      'POST {{base}}/a\n\n{\n// one\n"a": {{a}},\n"b": {{b}}\n}\n\n###\nPOST {{base}}/b\n\n< ./f\n{{c}}',
    );
    expect(err).toContain('{{a}} (api.http:5), {{b}} (api.http:6), {{c}} (api.http:13)');
  });

  test.each(['GET', 'POST', 'DELETE'])('a %s followed only by comments has no body', async method => {
    const { code, bodies, err } = await run(
      `${method} {{base}}/a\n\n# Next: b\n\n// and c\n###\nGET {{base}}/b\n\n# end`,
    );
    expect([code, bodies, err]).toEqual([0, ['', ''], '']);
  });

  test('comments above a file are not sent', async () => {
    const { bodies } = await run('POST {{base}}/a\n\n# the body\n< ./f', [], { files: { f: 'text' } });
    expect(bodies).toEqual(['text']);
  });

  test('comments in a text or in GraphQL are sent', async () => {
    const { bodies, err } = await run(
      'POST {{base}}/a\n\n# Title\n\ntext\n###\nPOST {{base}}/b\nContent-Type: text/plain\n\n# one\n###\nGRAPHQL {{base}}/c\n\n# q\n{ a }',
    );
    expect([bodies, err]).toEqual([['# Title\n\ntext', '# one', '{"query":"# q\\n{ a }"}'], '']);
  });
});

describe('logins of other tools', () => {
  test.each([
    ['Authorization: COGNITO ada s3cret eu pool id', '"Authorization: COGNITO …" is not supported'],
    ['Authorization: NTLM ada s3cret', '"Authorization: NTLM …" is not supported'],
    ['Authorization: NTLM ada:s3cret', '"Authorization: NTLM …" is not supported'],
    ['Authorization: oauth2 implicit my', '"Authorization: oauth2 implicit" is not supported'],
    ['Authorization: openid client_credentials a token_exchange b', 'token_exchange b" is not supported'],
    ['Authorization: OAuth2', 'needs the variables oauth2_tokenEndpoint and oauth2_clientId'],
    ['ClientCert: s3cret', 'The header ClientCert needs a file'],
    ['Authorization: Bearer {{$auth.token("shop")}}', 'The environment has no Security.Auth.shop'],
    ['X: y\nAuthorization: {{login}}', '"Authorization: NTLM …" is not supported'],
  ])('%s is rejected with its line', async (header, words) => {
    const text = `@login = NTLM ada s3cret\nGET {{base}}/a\n${header}\n`;
    for (const argv of [[], ['--dry-run'], ['--curl']]) {
      const { code, err, out, seen } = await run(text, argv);
      expect([code, seen, out]).toEqual([2, [], '']);
      expect(err).toContain(`api.http:${header.startsWith('X') ? 4 : 3}: `);
      expect(err).toContain(words);
      expect(err).not.toContain('s3cret');
    }
  });

  test.each([
    'Authorization: AWS AKID:c2lnbmF0dXJl',
    'Authorization: AWS4-HMAC-SHA256 Credential=a/b, Signature=c',
    'Authorization: NTLM TlRMTVNTUAABAAAA',
    'Authorization: Bearer aws a b',
    'X-ClientCert: a',
  ])('%s is sent', async header => {
    const { code, seen } = await run(`GET {{base}}/a\n${header}\n`);
    expect([code, seen]).toEqual([0, ['GET /a']]);
  });
});

describe('# @ref', () => {
  test.each([
    ['### a\n# @ref a\nGET {{base}}/a', 'api.http:2: # @ref a refers back to itself: a → a.'],
    [
      '### a\n# @forceRef b\nGET {{base}}/a\n### b\n# @forceRef a\nGET {{base}}/b\n###\n# @forceRef a\nGET {{base}}/c',
      'api.http:5: # @forceRef a refers back to itself: a → b → a.',
    ],
    ['### a\n# @forceRef b\nGET {{base}}/a', 'api.http:2: # @forceRef b: no such request.'],
    [
      '### a\n# @ref b\nGET {{base}}/a\n### b\n# @ref c\nGET {{base}}/b\n### c\n# @ref a\nGET {{base}}/c',
      'api.http:8: # @ref a refers back to itself: a → b → c → a.',
    ],
    ['### login\nGET {{base}}/a\n### b\n# @ref logn\nGET {{base}}/b', 'api.http:4: # @ref logn: no such request.'],
    ['# @ref\nGET {{base}}/a', 'api.http:1: # @ref needs a name: # @ref login'],
  ])('%j is rejected', async (text, words) => {
    const { code, err, seen } = await run(text);
    expect([code, seen]).toEqual([2, []]);
    expect(err).toContain(words);
  });

  test('a chain of 20,000 requests is ordered', async () => {
    const count = 20_000;
    const text = Array.from(
      { length: count },
      (_, n) => `### r${n}\n${n + 1 < count ? `# @ref r${n + 1}\n` : ''}GET http://a.example/${n}\n`,
    );
    const { code, out } = await run(text.join(''), ['--list', '--request', 'r0']);
    const lines = out.trimEnd().split('\n');
    expect([code, lines.length, lines[0]]).toEqual([0, count, expect.stringContaining(`r${count - 1}`)]);
  });
});

test('a host from a response does not get the credentials of the command line', async () => {
  const other = await httpServer(ok);
  for (const text of ['GET /b', 'GET /b\nHost: {{host}}']) {
    const host = text.includes('Host') ? new URL(other.url).host : other.url;
    const { code, err } = await run(`# @capture host = $.host\nGET {{base}}/a\n###\n${text}`, ['-B', 's3cret'], {
      answer: json({ host }),
    });
    expect([code, other.seen.splice(0).map(each => each.headers.authorization)]).toEqual([0, [undefined]]);
    expect(err).toContain('Credentials from the command line are not sent there.');
  }
});

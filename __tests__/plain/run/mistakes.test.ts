/** Mistakes in `.http` files: lines that would be sent or ignored silently. */
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { json, ok, run } from './run-text.js';

afterAll(closeServers);

const problemsOf = (text: string): readonly string[] =>
  parseHttpFile(text).problems.map(each => `${each.line}: ${each.text}`);

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
    const text = '# @title Hello\nGET {{base}}/a\n###\n# @title Again\n// @version x\nGET {{base}}/b';
    const { code, err, seen } = await run(text);
    expect([code, seen]).toEqual([0, ['GET /a', 'GET /b']]);
    expect(err).toBe(
      'apiclient: api.http:1: the unknown directive # @title is ignored.\napiclient: api.http:5: the unknown directive # @version is ignored.\n',
    );
    const strict = await run(text, ['--strict']);
    expect([strict.code, strict.seen]).toEqual([2, []]);
    expect(strict.err).toContain('api.http:1: the unknown directive # @title is not supported (--strict).');
  });

  test.each(
    `title description note prompt tag tags debug verbose lang language jwt save extension openWith injectVariables
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

  test('scripts and imports that belong to no request are noted', async () => {
    const { code, err } = await run('# @import ./other.http\n\n{{+\n  exports.a = 1;\n}}\n\n###\nGET {{base}}/a');
    expect([code, err]).toEqual([
      0,
      'apiclient: api.http:1: # @import is ignored.\napiclient: api.http:3: a script is ignored.\n',
    ]);
  });
});

describe('lines that belong outside a request', () => {
  const part = 'is part of the request on line 1, because no ### separates them.';
  test.each([
    ['a request line', 'DELETE {{base}}/b', `A request line ${part} Put ### above it.`],
    ['a request line in lower case', 'delete {{base}}/b', `A request line ${part}`],
    ['a URL alone', 'https://b.example/', `A request line ${part}`],
    ['a script', '{{\n  exports.a = 1;\n}}', `A script ${part} Put ### above it, or delete it.`],
    ['a named script', '{{@response\n  exports.a = 1;\n}}', `A script ${part}`],
    ['a directive', '# @assert status == 200', `# @assert ${part} Move it above the request line`],
    ['a misspelt directive', '// @asert status == 200', `# @asert ${part}`],
    ['a response', 'HTTP/1.1 200 OK\nContent-Type: text/plain', `A response ${part} Delete it`],
    ['a variable', '@token = secret', `@token ${part} Move it above the request line`],
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
    ['a request line', 'GET {{base}}/b'],
    ['a script', '{{\n1\n}}'],
    ['a variable', '@a = b'],
  ])('%s in the head of a request names ### as well', (_, stray) => {
    expect(problemsOf(`GET {{base}}/a\n${stray}`)[0]).toContain(part);
  });

  test.each([
    ['a JSON body', 'POST {{base}}/a\n\n{"a": 1}\n\nGET {{base}}/b', 5],
    ['a form', 'POST {{base}}/a\nContent-Type: application/x-www-form-urlencoded\n\na=b\n\nGET {{base}}/b', 6],
    ['a GraphQL body', 'GRAPHQL {{base}}/a\n\n{ a }\n\nGET {{base}}/b', 5],
    ['the response handling', 'GET {{base}}/a\n\n> ./a.json\n\nGET {{base}}/b', 5],
  ])('a request line after %s is an error', (_, text, line) => {
    expect(problemsOf(text)[0]).toMatch(new RegExp(`^${line}: A request line is part of the request on line 1`));
  });

  test('a body that is declared to be text, multipart or XML may contain such lines', async () => {
    const body = 'GET /b HTTP/1.1\nHost: x\n\nHTTP/1.1 200 OK\n@a = b\n# @assert x\n# c';
    for (const type of ['text/plain', 'application/http', 'text/markdown', 'application/xml']) {
      const { code, bodies, err } = await run(`POST {{base}}/a\nContent-Type: ${type}\n\n${body}`);
      expect([code, bodies, err]).toEqual([0, [body], '']);
    }
  });

  test.each([
    ['Post {{base}}/a', 'Methods are upper case. Write POST {{base}}/a'],
    ['Get https://a.example', 'Methods are upper case. Write GET https://a.example'],
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
        `apiclient: api.http:${line}: Comment lines in the body are not sent.\n`,
      ]);
    }
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
    ['Authorization: AWS AKID s3cret region:eu-west-1', '"Authorization: AWS …"', '--aws-sigv4'],
    ['authorization: aws {{user}} s3cret', '"authorization: aws …"', '--aws-sigv4'],
    ['Authorization: oauth2 client_credentials my', '"Authorization: oauth2 …"', '--oauth2'],
    ['Authorization: OAuth2', '"Authorization: OAuth2 …"', '--oauth2'],
    ['Authorization: openid authorization_code my', '"Authorization: openid …"', '--oauth2'],
    ['Authorization: COGNITO ada s3cret eu pool id', '"Authorization: COGNITO …"', ''],
    ['Authorization: NTLM ada s3cret', '"Authorization: NTLM …"', ''],
    ['Authorization: NTLM ada:s3cret', '"Authorization: NTLM …"', ''],
    ['ClientCert: pfx: ./a.pfx passphrase: s3cret', 'The header ClientCert', '--cert FILE --key FILE'],
    ['X: y\nAuthorization: {{login}}', '"Authorization: AWS …"', '--aws-sigv4'],
  ])('%s is rejected with its line and the flag to use', async (header, what, flag) => {
    const text = `@user = ada\n@login = AWS ada s3cret\nGET {{base}}/a\n${header}\n`;
    for (const argv of [[], ['--dry-run'], ['--curl']]) {
      const { code, err, out, seen } = await run(text, argv);
      expect([code, seen, out]).toEqual([2, [], '']);
      expect(err).toContain(`api.http:${header.startsWith('X') ? 5 : 4}: ${what} is not supported`);
      expect(err).toContain(flag);
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

/** `apiclient run` as users see it: rejected files, masked secrets, exit codes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { failure } from '../../../source/core/failure.js';
import { main } from '../../../source/main.js';
import { certificates } from '../../support/servers/certificates.js';
import { testEnvironment } from '../../support/servers/graphql.js';
import { type Answering, closeServers, httpServer } from '../../support/servers/http-server.js';
import { json, ok, run } from './run-text.js';

afterAll(closeServers);

describe('before anything is sent', () => {
  test('all names without a value are reported, each with its line', async () => {
    const { code, err, seen } = await run(
      'GET {{base}}/{{one}}\n###\nPOST {{base}}/b\nX: {{two}}\n\n{{three}}\n\n{{$nope}} {{late.response.body.$.x}}\n### late\n# @assert status == {{four}}\nGET {{base}}/c',
    );
    expect([code, seen]).toEqual([2, []]);
    for (const each of [
      '{{one}} (api.http:1)',
      '{{two}} (api.http:4)',
      '{{three}} (api.http:6)',
      '{{$nope}} (api.http:8)',
      '{{late.response.body.$.x}} (api.http:8)',
      '{{four}} (api.http:10)',
    ])
      expect(err).toContain(each);
    expect(err).toContain('Pass one=value');
  });

  test.each([
    ['GET {{base}}/\nno header', /api\.http:2: This is not a header/],
    ['this is not a request', /api\.http:1: This is not a request line/],
    ['GET {{base}}/\n\n> ./a.json\nmore', /api\.http:4: This line follows the response handling/],
    ['# @assert status is what\nGET {{base}}/', /api\.http:1: .*not a type/],
    ['# @capture x\nGET {{base}}/', /api\.http:1: # @capture needs a name and a target/],
    ['# @capture x = nothing\nGET {{base}}/', /api\.http:1: /],
    ['# @retry often\nGET {{base}}/', /api\.http:1: # @retry needs a number/],
    ['# @timeout soon\nGET {{base}}/', /api\.http:1: # @timeout needs a number of seconds: # @timeout 5/],
    ['# @connection-timeout soon\nGET {{base}}/', /# @connection-timeout needs .*: # @connection-timeout 5/],
    ['# @flags --no-such\nGET {{base}}/', /api\.http:2: Unknown flag --no-such/],
    ['# @flags -H "X\nGET {{base}}/', /api\.http:1: # @flags: a quote is not closed/],
    ['# @flags --download\nGET {{base}}/', /--download has no effect in a run/],
    ["# @flags --filter '$.a' -r\nGET {{base}}/", /--filter has no effect in a run/],
    ["# @flags --paginate --next '$.next' --max-pages 2\nGET {{base}}/", /--paginate has no effect in a run/],
    ['# @flags -L --all -p Hh\nGET {{base}}/', /--all has no effect in a run/],
    ['# @flags --pager\nGET {{base}}/', /--pager has no effect in a run/],
    ['# @flags --format-options indent:4\nGET {{base}}/', /--format-options has no effect in a run/],
    ['# @flags --response-charset utf-8\nGET {{base}}/', /--response-charset has no effect in a run/],
    ['# @flags --response-type text/plain\nGET {{base}}/', /--response-type has no effect in a run/],
    ['CONNECT {{base}}/', /CONNECT is not supported as a method/],
    ['GET ftp://a.example/', /Only http:\/\/ and https:\/\//],
    ['@a = {{b}}\n@b = {{a}}\nGET {{base}}/{{a}}', /refers back to itself/],
  ])('%j is rejected with its line', async (text, words) => {
    const { code, err, seen } = await run(`${text}\n\n###\nGET {{base}}/other`);
    expect([code, seen]).toEqual([2, []]);
    expect(err).toMatch(words);
  });

  test('each problem of a file is reported on its own line', async () => {
    const { code, err } = await run('this is not a request\n\n###\nGET {{base}}/\nno header');
    expect(code).toBe(2);
    expect(err).toMatch(/api\.http:1: .*\n.*api\.http:5: This is not a header.*\n {2}Nothing was sent\.\n$/);
  });

  test('--strict rejects parts that need a script engine; otherwise they are reported and ignored', async () => {
    const text = 'GET {{base}}/a\n\n> {% client.test() %}';
    const strict = await run(text, ['--strict']);
    expect([strict.code, strict.seen]).toEqual([2, []]);
    expect(strict.err).toContain('api.http:3: a script');
    const lax = await run(text);
    expect([lax.code, lax.seen]).toEqual([0, ['GET /a']]);
    expect(lax.err).toContain('api.http:3: a script is not run.');
  });

  test.each([
    [['--request', 'logn'], /Did you mean login\?/],
    [['--env', 'dev'], /No environment named dev.*\n.*No http-client\.env\.json/],
    [['missing.http'], /Cannot read missing\.http/],
    [['https://a.example'], /takes files, not URLs/],
    [['--jobs', '0'], /--jobs needs a whole number from 1/],
    [['--report', 'xml=a'], /--report must be one of/],
    [['--report', 'tap', '--report', 'junit'], /Two reports would be printed to standard output/],
    [['--report', 'junit=no/such/folder.xml'], /Cannot write no\/such\/folder\.xml/],
    [['-B', 'file:-'], /reads standard input, which can be read only once/],
    [['-d', 'x'], /-d|--data cannot be used with apiclient run/],
  ])('%j is a usage error', async (argv, words) => {
    const { code, err, seen } = await run('### login\nGET {{base}}/', argv);
    expect([code, seen]).toEqual([2, []]);
    expect(err).toMatch(words);
  });

  test('--list, --dry-run, --curl and --print-code send nothing, and leave values from responses as written', async () => {
    const text =
      '### login\n# @capture t = $.t\nPOST {{base}}/login\n\n{"a": 1}\n### me\n# @skip no\nGET {{base}}/skipped\n### use\nGET {{base}}/u/{{t}}\nX-Id: {{t}}\n';
    const list = await run(text, ['--list']);
    expect(list.out).toBe(
      'api.http:3\tlogin\tPOST {{base}}/login\napi.http:8\tme\tGET {{base}}/skipped\tskipped\napi.http:10\tuse\tGET {{base}}/u/{{t}}\n',
    );
    const dry = await run(text, ['--dry-run']);
    expect(dry.out).toMatch(
      /^POST \/login HTTP\/1\.1\n[\s\S]*\{"a": 1\}\n\nGET \/u\/\{\{t\}\} HTTP\/1\.1\n[\s\S]*X-Id: \{\{t\}\}\n$/,
    );
    const curl = await run(text, ['--curl']);
    expect(curl.out).toMatch(/^curl [\s\S]*\n\ncurl [^\n]*\{\{t\}\}/);
    const fetched = await run(text, ['--print-code', 'fetch']);
    expect(fetched.out).toContain("await fetch('BASE/login', {");
    const http = await run(text, ['--print-code', 'http']);
    expect(http.out).toBe(
      '### login\nPOST BASE/login\nContent-Type: application/json\n\n{"a": 1}\n\n### use\nGET BASE/u/{{t}}\nX-Id: {{t}}\n',
    );
    for (const each of [list, dry, curl, fetched, http]) expect([each.code, each.seen]).toEqual([0, []]);
  });
});

test('the hint for a truncated body does not suggest a download, because a run cannot resume one', async () => {
  const { code, out } = await run('GET {{base}}/', [], {
    answer: response => {
      response.writeHead(200, { 'Content-Length': 10 });
      response.write('ab', () => response.destroy());
    },
  });
  expect(code).not.toBe(0);
  expect(out).toMatch(/closed in the middle of the body, after 2 of 10 bytes\.\s+Try again\. A proxy may/);
});

test('a host or path from a response is used in the URL, and displayed with its name', async () => {
  const text =
    '# @capture path = $.path\n# @capture next = $.next\nGET {{base}}/\n###\nGET {{base}}{{path}}\n###\nGET {{next}}/a?b=c';
  const other = await httpServer(ok);
  const answer = json({ path: '/p', next: other.url });
  const { code, seen } = await run(text, [], { answer });
  expect([code, seen, other.seen.map(each => each.path)]).toEqual([0, ['GET /', 'GET /p'], ['/a?b=c']]);
  const shown = await run(text, ['--print-code', 'http']);
  expect(shown.out).toBe('###\nGET BASE/\n\n###\nGET BASE{{path}}\n\n###\nGET {{next}}/a?b=c\n');
  expect((await run(text, ['--dry-run'])).out).toContain('\nGET {{next}}/a?b=c HTTP/1.1\nUser-Agent');
});

test.each([
  ['little-endian', (bytes: Buffer) => bytes],
  ['big-endian', (bytes: Buffer) => bytes.swap16()],
])('a file in %s UTF-16 with a byte order mark is read, like its imports', async (_, ordered) => {
  const utf16 = (text: string): Buffer => ordered(Buffer.from(`\ufeff${text}`, 'utf16le'));
  const text = utf16('# @import ./other.http\n# @ref é\nGET {{base}}/ü\n');
  const { code, seen } = await run(text, [], { files: { 'other.http': utf16('### é\nGET {{base}}/é\n') } });
  expect([code, seen]).toEqual([0, ['GET /%C3%A9', 'GET /%C3%BC']]);
});

test('http-client.env.json.user overrides the other environments, and its values are never shown', async () => {
  const files = {
    'http-client.env.json': '{"dev": {"a": "1", "b": "2"}}',
    'http-client.private.env.json': '{"dev": {"b": "3"}}',
    'http-client.env.json.user': '{"dev": {"b": "user-5ecret"}}',
  };
  const ran = await run('GET {{base}}/{{a}}/{{b}}', ['--env', 'dev', '-v'], { files });
  expect([ran.code, ran.seen]).toEqual([0, ['GET /1/user-5ecret']]);
  expect(ran.out).not.toContain('5ecret');
});

describe('secrets', () => {
  const files = {
    'http-client.env.json': '{"dev": {"fromEnv": "env:S1", "fromFile": "file:s2"}}',
    'http-client.private.env.json': '{"dev": {"hidden": "private-5ecret"}}',
    s2: 'file-5ecret\n',
  };
  const variables = { S1: 'env-5ecret', MY_TOKEN: 'process-5ecret' };
  const text =
    '# @assert header x-back == "{{hidden}}!"\n# @assert body == "{{fromFile}}"\nPOST {{base}}/{{fromEnv}}?q={{hidden}}\nX-A: {{fromFile}}\nX-B: {{$processEnv MY_TOKEN}}\n\n{{hidden}}';
  const answer: Answering = (response, seen) => {
    response.setHeader('X-Back', seen.headers['x-a'] ?? '');
    response.end('env-5ecret and private-5ecret');
  };

  test.each([
    [['--dry-run']],
    [['--curl']],
    [['--print-code', 'http']],
    [[]],
    [['-v']],
    [['-p', 'HBh']],
    [['--report', 'json']],
    [['--report', 'html']],
    [['--report', 'junit']],
  ])('are printed by none of %j', async argv => {
    const { out, err, code, seen } = await run(text, ['--trust', '--env', 'dev', ...argv], {
      files,
      variables,
      answer,
    });
    const sends = !/dry|curl|code/.test(argv[0] ?? '');
    expect([code, seen.length]).toEqual([sends ? 11 : 0, sends ? 1 : 0]);
    // The body is the server's, unchanged.
    const shown = argv[0] === '-v' ? out.replace(/env-5ecret and private-5ecret\s*$/, '') : out;
    expect(shown + err).not.toMatch(/5ecret/);
    expect(shown + err).toContain('••••');
  });

  test.each([
    [['--list']],
    [[]],
    [['--repeat', '2']],
    ...['tap', 'junit', 'json', 'html'].map(format => [['--report', format]]),
  ])('nor are those in the URL of a request without a name: %j', async argv => {
    const secrets = 'token=5ecret&api_key=5ecret&q=seen&x={{q}}';
    const { out, err, seen } = await run(`GET http://ada:5ecret@{{host}}/a?${secrets}\n\n?? status == 201`, [
      'q=filled',
      'host=127.0.0.1:1',
      ...argv,
    ]);
    expect(seen).toEqual([]);
    expect(out + err).toContain('q=seen');
    expect(out + err).not.toMatch(/5ecret/);
  });

  test('--show-secrets prints them', async () => {
    const { out } = await run(text, ['--trust', '--env', 'dev', '--dry-run', '--show-secrets'], { files, variables });
    for (const each of ['env-5ecret', 'file-5ecret', 'private-5ecret', 'process-5ecret']) expect(out).toContain(each);
  });

  test('credentials of the command line are not sent to a host from a response', async () => {
    const other = await httpServer(ok);
    const text = '# @capture next = $.next\nGET {{base}}/\n###\nGET {{next}}/a\n###\nGET {{base}}/b';
    const authorization: (string | undefined)[] = [];
    const { code, err } = await run(text, ['-B', 'hunter2'], {
      answer(response, seen, request) {
        authorization.push(seen.headers.authorization);
        json({ next: other.url })(response, seen, request);
      },
    });
    expect(code).toBe(0);
    expect(authorization).toEqual(['Bearer hunter2', 'Bearer hunter2']);
    expect(other.seen.map(each => each.headers.authorization)).toEqual([undefined]);
    expect(err).toMatch(/A response determines the origin .*\. Credentials from the command line are not sent there\./);
  });

  test.each(['.evil.example/', '@evil.example', ':1/', '0/x'])(
    'a path with %j does not change the host',
    async value => {
      const text = '# @capture v = $.v\nGET {{base}}/\n###\nGET {{base}}{{v}}\nAuthorization: Bearer mine';
      const { code, seen, err } = await run(text, [], { answer: json({ v: value }) });
      expect([code, seen]).toEqual([2, ['GET /']]);
      expect(err).not.toContain('bug');
    },
  );

  test.each(['file:s2', 'env:S1', '@s2', 'x;type=y', '-oout'])(
    'a response with %j cannot read variables or files',
    async value => {
      const { code, seen } = await run(
        '# @capture v = $.v\nGET {{base}}/\n###\n# @flags -B {{v}}\nGET {{base}}/b',
        [],
        {
          files,
          variables,
          answer: json({ v: value }),
        },
      );
      expect([code, seen]).toEqual([2, ['GET /']]);
    },
  );

  test.each(['../out', 'a/b', '..', '/tmp/x'])(
    'a response with %j cannot name a file outside the folder',
    async value => {
      const { code, file } = await run(
        '# @capture v = $.v\nGET {{base}}/\n###\nGET {{base}}/b\n\n> ./dir/{{v}}',
        ['--keep-going'],
        {
          files: { 'dir/keep': '' },
          answer: json({ v: value }),
        },
      );
      expect(code).toBe(2);
      expect(() => file('out')).toThrow();
    },
  );

  test('a captured line break does not become a header', async () => {
    const { code, seen } = await run('# @capture v = $.v\nGET {{base}}/\n###\nGET {{base}}/b\nX: {{v}}', [], {
      answer: json({ v: 'a\r\nX-Evil: 1' }),
    });
    expect([code, seen]).toEqual([2, ['GET /']]);
  });
});

describe('exit codes', () => {
  const status: Answering = (response, seen) => {
    response
      .writeHead(Number(/\d{3}/.exec(seen.path)?.[0] ?? 200))
      .end(seen.path.includes('gql') ? '{"errors":[{"message":"x"}]}' : '');
  };
  const dead = 'GET http://127.0.0.1:1/';
  const check = '# @assert status == 201\nGET {{base}}/200';
  test.each([
    ['all is well', 'GET {{base}}/404', [], 0],
    ['only checks failed', check, [], 11],
    ['--check-status', 'GET {{base}}/404', ['--check-status'], 4],
    ['--check-status in the file', '# @flags --check-status\nGET {{base}}/503', [], 5],
    ['nobody listens', dead, [], 1],
    ['a check, then a connection', `${check}\n###\n${dead}`, ['--keep-going'], 1],
    ['a status, then a connection', `GET {{base}}/404\n###\n${dead}`, ['--check-status', '--keep-going'], 4],
    ['GraphQL errors', 'GRAPHQL {{base}}/gql\n\n{ a }', [], 9],
    ['GraphQL errors that a check wants', '# @assert errors exists\nGRAPHQL {{base}}/gql\n\n{ a }', [], 0],
    ['nothing to capture', '# @capture a = $.a\nGET {{base}}/gql', [], 1],
    ['too late', '# @timeout 1 ms\nGET {{base}}/never', [], 8],
  ])('%s', async (_, text, argv, code) => {
    const answer: Answering = (response, seen, request) =>
      seen.path === '/never' ? undefined : status(response, seen, request);
    expect((await run(text, argv, { answer })).code).toBe(code);
  });

  test('--bail stops at the first failure in all files', async () => {
    const a = `${check}\n###\nGET {{base}}/a2`;
    const files = { 'a.http': a, 'b.http': 'GET {{base}}/b1\n###\nGET {{base}}/b2' };
    const one = await run('', ['a.http', 'b.http', '--bail'], { files });
    expect([one.code, one.seen]).toEqual([11, ['GET /200']]);
    expect(one.out).toMatch(/skipped a\.http: GET \{\{base\}\}\/a2 {2}not sent, because line 2 failed/);
    expect(one.out).toMatch(/4 requests: 0 passed, 1 failed, 3 skipped; 0 of 1 checks passed/);
    const two = await run('', ['a.http', 'b.http', '--jobs', '2'], { files });
    expect([two.code, [...two.seen].sort()]).toEqual([11, ['GET /200', 'GET /a2', 'GET /b1', 'GET /b2']]);
  });

  test('expected and actual values are printed below the request’s line', async () => {
    const { out } = await run('# @assert status == 201\n# @assert $.a == 2\nGET {{base}}/', [], {
      answer: json({ a: 1 }),
    });
    expect(out).toMatch(
      /^failed {2}GET BASE\/ {2}200 OK .*0 of 2 checks\n {8}line 1: status == 201: expected 201, got 200\n {8}line 2: \$\.a == 2: expected 2, got 1 \(line 1, column 6 of the body\)\n/,
    );
  });

  test('-p b prints only the bodies, the lines go to standard error; -s prints no lines', async () => {
    const text = 'GET {{base}}/\n###\n# @no-log\nGET {{base}}/\n###\nGET {{base}}/';
    const loud = await run(text, ['-p', 'b']);
    expect(loud.out).toBe('okok');
    expect(loud.err).toContain('3 requests: 3 passed');
    const quiet = await run(text, ['-s']);
    expect([quiet.out, quiet.err]).toEqual(['', '']);
  });

  test('# @retry gives up after its number of tries, and reports the failed condition', async () => {
    const { code, out, seen } = await run('# @retry 2 every 1ms until status == 200\nGET {{base}}/503', [], {
      answer: status,
    });
    expect([code, seen.length]).toEqual([11, 3]);
    expect(out).toMatch(/3 tries[\s\S]*line 1: status == 200: expected 200, got 503/);
  });

  test('bodies are saved: > overwrites a file, >> creates another', async () => {
    const { code, file } = await run(
      'GET {{base}}/\n\n> ./a.txt\n###\nGET {{base}}/\n\n>> ./b.txt\n###\nGET {{base}}/\n\n>>! ./c.txt',
      ['--trust'],
      { files: { 'a.txt': 'old', 'b.txt': 'old', 'c.txt': 'old' } },
    );
    expect([code, file('a.txt'), file('b.txt'), file('b-1.txt'), file('c.txt')]).toEqual([0, 'ok', 'old', 'ok', 'ok']);
    expect(existsSync('b-2.txt')).toBe(false);
  });

  test('-a on the line and in # @flags is checked on every request that has it', async () => {
    const text = 'GET {{base}}/\n###\n# @flags -a "body == no"\nGET {{base}}/';
    const { code, out } = await run(text, ['--keep-going', '-a', 'status == 200']);
    expect(code).toBe(11);
    expect(out).toContain('2 requests: 1 passed, 1 failed; 2 of 3 checks passed');
    const wrong = await run('# @flags -a "status is what"\nGET {{base}}/');
    expect([wrong.code, wrong.seen]).toEqual([2, []]);
    expect(wrong.err).toContain('api.http:2: status is what');
  });

  test('the certificate can be checked on every request of a connection', async () => {
    const { server, caFile } = certificates();
    const { url } = await httpServer(ok, server);
    const environment = testEnvironment();
    const text = `# @assert cert days > 0\nGET ${url}/a\n###\n# @assert cert days > 0\nGET ${url}/b\n`;
    writeFileSync(path.join(environment.folder, 'tls.http'), text);
    expect([await main(['run', 'tls.http', '--cacert', caFile], environment), environment.err()]).toEqual([0, '']);
    expect(environment.out()).toContain('2 of 2 checks passed');
  });

  test('--meta writes one document with every exchange', async () => {
    const { file } = await run('GET {{base}}/a\n###\nGET {{base}}/b', ['--meta', 'meta.json']);
    expect(JSON.parse(file('meta.json')).map((each: { url: string }) => each.url)).toEqual(['BASE/a', 'BASE/b']);
  });

  test('interrupted requests are reported as well', async () => {
    const stop = new AbortController();
    const { url } = await httpServer((response, { path: at }) => {
      if (at === '/never') stop.abort(failure('interrupted', 'Interrupted.'));
      else response.end('ok');
    });
    const environment = testEnvironment({ signal: stop.signal });
    const text = `GET ${url}/a\n###\nGET ${url}/never\n###\nGET ${url}/b`;
    writeFileSync(path.join(environment.folder, 'api.http'), text);
    expect(await main(['run', 'api.http', '--keep-going', '--report', 'junit=r.xml'], environment)).toBe(130);
    const report = readFileSync(path.join(environment.folder, 'r.xml'), 'utf8');
    expect(report).toContain('<testsuites tests="3" failures="0" errors="1" skipped="1"');
  });

  test('a file can be read from standard input', async () => {
    const { url, seen } = await httpServer(ok);
    const { Readable } = await import('node:stream');
    const stdin = Readable.from([Buffer.from(`GET ${url}/in`)], { objectMode: false });
    expect(await main(['run', '-'], testEnvironment({ stdin }))).toBe(0);
    expect(seen.map(each => each.path)).toEqual(['/in']);
  });

  test('one connection is used for all requests of a run', async () => {
    const ports = new Set<number | undefined>();
    const { code } = await run(Array.from({ length: 5 }, (_, n) => `GET {{base}}/${n}`).join('\n###\n'), [], {
      answer(response, _, request) {
        ports.add(request.socket.remotePort);
        response.end('ok');
      },
    });
    expect([code, ports.size]).toEqual([0, 1]);
  });
});

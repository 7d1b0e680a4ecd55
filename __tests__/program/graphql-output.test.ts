import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import { main } from '../../source/main.js';
import { closeServers, serve, type TestEnvironment, testEnvironment } from '../support/servers/graphql.js';

afterAll(closeServers);

const schema = buildSchema('type Query { hello: String, fails: String }');
const rootValue = {
  hello: 'world',
  fails: () => {
    throw new Error('no');
  },
};
const answer = '{"data":{"hello":"world"}}';

let url = '';
beforeAll(async () => {
  url = await serve(createHandler({ schema, rootValue }));
});

async function run(argv: readonly string[], environment: TestEnvironment = testEnvironment()) {
  const code = await main(['graphql', ...argv], environment);
  return { code, out: environment.out(), err: environment.err(), environment };
}
const answering = (status: number, type: string, body: string) =>
  serve(
    (_, response: ServerResponse) => void response.writeHead(status, type ? { 'content-type': type } : {}).end(body),
  );

describe('destination of the response', () => {
  test('-o saves it unchanged and reports it; -s prints nothing', async () => {
    const { code, out, err, environment } = await run([url, '--query', '{ hello }', '-o', 'a.json']);
    expect([code, out, err]).toEqual([0, '', 'apiclient: saved a.json (26 B)\n']);
    expect(readFileSync(path.join(environment.folder, 'a.json'), 'utf8')).toBe(answer);
    expect((await run([url, '--query', '{ hello }', '-s', '-o', 'b.json'])).err).toBe('');
  });

  test('-o to a file that another run is saving is an error, not a bug', async () => {
    const environment = testEnvironment();
    const part = path.join(environment.folder, 'a.json.part');
    const other = await serve((_, response) => {
      rmSync(part);
      writeFileSync(part, 'the other run');
      response.setHeader('content-type', 'application/json').end(answer);
    });
    const { code, err } = await run([other, '--query', '{ hello }', '-o', 'a.json'], environment);
    expect([code, err]).toEqual([
      1,
      'apiclient: a.json was replaced while it was written. Another run is saving the same file.\n',
    ]);
    expect(readFileSync(part, 'utf8')).toBe('the other run');
  });

  test('-o into a missing folder is reported before anything is sent', async () => {
    let asked = 0;
    const other = await serve((_, response) => {
      asked++;
      response.end();
    });
    const { code, err } = await run([other, '--query', '{ hello }', '-o', 'no/such/a.json']);
    expect([code, asked]).toEqual([2, 0]);
    expect(err).toContain('the folder does not exist');
  });

  test('a failed request leaves an existing file unchanged', async () => {
    const environment = testEnvironment();
    writeFileSync(path.join(environment.folder, 'a.json'), 'old');
    const { code } = await run(['http://127.0.0.1:1/', '--query', '{ hello }', '-o', 'a.json'], environment);
    expect(code).toBe(1);
    expect(readFileSync(path.join(environment.folder, 'a.json'), 'utf8')).toBe('old');
    expect(existsSync(path.join(environment.folder, 'a.json.part'))).toBe(false);
  });

  test('--print-schema -o saves the schema', async () => {
    const { code, environment } = await run([url, '--print-schema', '-o', 's.graphql']);
    expect(code).toBe(0);
    expect(readFileSync(path.join(environment.folder, 's.graphql'), 'utf8')).toBe(
      'type Query {\n  hello: String\n  fails: String\n}\n',
    );
  });

  test('-i prints the head before the body, -v the request with its secrets masked', async () => {
    const included = await run([url, '--query', '{ hello }', '-i']);
    expect(included.out).toMatch(/^HTTP\/1\.1 200 OK\n(?:.+\n)+\n\{"data":\{"hello":"world"\}\}$/);
    const verbose = await run([url, '--query', '{ hello }', '-v', '-B', 'hush']);
    expect(verbose.out).toMatch(
      /^POST \/ HTTP\/1\.1\n(?:.+\n)*Authorization: Bearer ••••\n(?:.+\n)*\n\{"query":"\{ hello \}"\}\n\nHTTP\/1\.1 200/,
    );
    expect(verbose.out).not.toContain('hush');
  });

  test('--meta and --timing describe the exchange', async () => {
    const { out, err, environment } = await run([url, '--query', '{ hello }', '--meta', 'm.json', '--timing']);
    expect(out).toBe(answer);
    expect(err).toMatch(/^.*first byte .*, total .*\n$/);
    expect(JSON.parse(readFileSync(path.join(environment.folder, 'm.json'), 'utf8'))).toMatchObject({
      status: 200,
      method: 'POST',
      bytes: 26,
    });
  });

  test('--debug-log contains the exchange without its secrets', async () => {
    const { environment } = await run([url, '--query', '{ hello }', '--debug-log', 'log', '-B', 'hush']);
    const log = readFileSync(path.join(environment.folder, 'log'), 'utf8');
    expect(log).toContain('"status":200');
    expect(log).not.toContain('hush');
  });

  test('--debug-log contains the requests of --print-schema, and their failure', async () => {
    const { environment } = await run([url, '--print-schema', '--debug-log', 'log']);
    const log = readFileSync(path.join(environment.folder, 'log'), 'utf8');
    expect(log).toContain('"name":"IntrospectionQuery"');
    expect(log).toContain('"status":200');
  });

  test('on a terminal the response is formatted, coloured, and safe', async () => {
    const hostile = await answering(200, 'application/json', '{"data":{"a":"\u009b2J\u202e \\u001b[2J"}}');
    const environment = testEnvironment();
    Object.assign(environment.stdout, { isTTY: true });
    const { code, out } = await run([hostile, '--query', '{ a }'], environment);
    expect(code).toBe(0);
    expect(out).toMatch(/\n\{\n {2}\u001b\[36m"data"/);
    expect(out).not.toMatch(/[\u009b\u202e]/);
  });
});

describe('--curl and --dry-run send nothing', () => {
  test.each(['--curl', '--dry-run'])('%s', async flag => {
    let asked = 0;
    const other = await serve((_, response) => {
      asked++;
      response.end();
    });
    const query = await run([other, '--query', '{ hello }', 'n:=12345678901234567890', flag, '-B', 'hush', '-s']);
    expect([query.code, asked]).toEqual([0, 0]);
    expect(query.out).toContain('12345678901234567890');
    expect(query.out).toContain('Bearer ••••');
    const introspection = await run([other, '--print-schema', flag]);
    expect([introspection.code, asked]).toEqual([0, 0]);
    expect(introspection.out).toContain('IntrospectionQuery');
    const subscription = await run([other, '--query', 'subscription { a }', flag]);
    expect([subscription.code, asked]).toEqual([2, 0]);
  });

  test('an upload becomes -F', async () => {
    const { out } = await run([
      'http://h/',
      '--query',
      'mutation($f: Upload) { a(f: $f) }',
      '--upload',
      'variables.f=@p.png',
      '--curl',
    ]);
    expect(out).toMatch(/--form-string 'map=\{"0":\["variables\.f"\]\}' \\\n {2}-F 0=@.*p\.png/);
  });
});

describe('exit codes', () => {
  const page = ['text/html', '<h1>no</h1>'] as const;
  test.each<[number, string, string, string[], number]>([
    [200, 'application/json', answer, [], 0],
    [200, 'application/json', '{"data":{"a":null},"errors":[{"message":"x"}]}', [], 9],
    [422, 'application/graphql-response+json', '{"errors":[{"message":"x"}]}', [], 9],
    [422, 'application/graphql-response+json', '{"errors":[{"message":"x"}]}', ['--check-status'], 9],
    [294, 'application/graphql-response+json', '{"data":{"a":null},"errors":[{"message":"x"}]}', [], 9],
    [200, ...page, [], 1],
    [502, ...page, [], 1],
    [502, ...page, ['--check-status'], 5],
    [401, ...page, ['--check-status'], 4],
    [302, ...page, ['--check-status'], 3],
    [200, ...page, ['--check-status'], 1],
    [204, '', '', [], 1],
  ])('%d %s %s with %j: %d', async (status, type, body, flags, expected) => {
    const other = await answering(status, type, status === 204 ? '' : body);
    const { code, out, err } = await run([other, '--query', '{ a }', ...flags]);
    expect(code).toBe(expected);
    expect(out).toBe(status === 204 ? '' : body);
    expect(err === '').toBe(expected === 0);
    expect(err).not.toMatch(/at .*\.ts:\d+/);
  });

  test('a timeout is exit code 8', async () => {
    const silent = await serve(() => {});
    const { code, err } = await run([silent, '--query', '{ a }', '--timeout', '0.05']);
    expect([code, err]).toEqual([8, expect.stringContaining('longer than 0.05 s')]);
    expect((await run([silent, '--print-schema', '--timeout', '0.05'])).code).toBe(8);
  });

  test('a response larger than --max-size is exit code 1 and names the flag', async () => {
    const large = await answering(200, 'application/json', `{"data":{"a":"${'x'.repeat(10_000)}"}}`);
    const { code, err } = await run([large, '--query', '{ a }', '--max-size', '1000']);
    expect([code, err]).toEqual([1, expect.stringContaining('--max-size')]);
  });

  test('a truncated response is exit code 1, and is not printed as a result', async () => {
    const cut = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"data":');
      setImmediate(() => response.destroy());
    });
    const { code, out } = await run([cut, '--query', '{ a }']);
    expect([code, out]).toEqual([1, '']);
  });
});

describe('mistakes are reported before anything is sent', () => {
  const nowhere = 'http://127.0.0.1:1/';
  test.each<[string, string[], string]>([
    ['a syntax error', ['--query', '{ a('], 'query, line 1, column 5: Syntax Error'],
    ['an empty query', ['--query', ''], 'The operation of --query is empty.'],
    [
      'variables that are no JSON',
      ['--query', '{ a }', '--variables', '{"a": }'],
      'variables, line 1, column 7: The variables are not JSON: a value is expected here',
    ],
    ['variables that are a list', ['--query', '{ a }', '--variables', '[]'], 'must be a JSON object'],
    [
      'a variable twice',
      ['--query', '{ a }', '--variables', '{"a": 1,\n "a": 2}'],
      'variables, line 2, column 2: The variable a is given twice.',
    ],
    ['several operations', ['--query', 'query A { a } query B { b }'], 'Choose one with --operation: A, B'],
    ['an unknown operation', ['--query', 'query A { a }', '--operation', 'Z'], 'no operation named Z'],
    ['a mutation by GET', ['--query', 'mutation { a }', '--get'], 'cannot be sent with GET'],
    [
      'an upload to a missing variable',
      ['--query', 'mutation($a: Int) { a(a: $a) }', 'a:=1', '--upload', 'variables.a.b=@f'],
      'neither an object nor a list',
    ],
    ['a schema file that is not a schema', ['--query', '{ a }', '--schema', 'x.graphql'], 'defines no types'],
    [
      'a schema file with an error',
      ['--query', '{ a }', '--schema', 'bad.graphql'],
      'bad.graphql, line 2, column 1: Syntax Error',
    ],
    ['… and what to do', ['--query', '{ a }', '--schema', 'bad.graphql'], '--print-schema > FILE.'],
    ['… that ends too early', ['--query', '{ a }', '--schema', 'short.graphql'], 'found the end of the text.'],
    [
      'a schema file of other JSON',
      ['--query', '{ a }', '--schema', 'other.json'],
      'JSON without an introspection result',
    ],
  ])('%s', async (_, flags, words) => {
    const environment = testEnvironment();
    writeFileSync(path.join(environment.folder, 'x.graphql'), 'query A { a }');
    writeFileSync(path.join(environment.folder, 'bad.graphql'), 'type Query {\n}');
    writeFileSync(path.join(environment.folder, 'short.graphql'), 'type Query {');
    writeFileSync(path.join(environment.folder, 'other.json'), '{"a":1}');
    const { code, out, err } = await run([nowhere, ...flags], environment);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(words);
  });

  test('an undeclared variable is a note, not an error', async () => {
    const { code, err } = await run([url, '--query', '{ hello }', 'oops=1']);
    expect([code, err]).toEqual([0, 'apiclient: The operation declares no variable $oops, but it is sent anyway.\n']);
  });

  test.each<[string, string, string, string]>([
    ['Int!', 'a=5', '$a has type Int!, but a=5 is a string. To send JSON, use a:=5', 'query($a: Int!)'],
    [
      'Boolean',
      'a=true',
      '$a has type Boolean, but a=true is a string. To send JSON, use a:=true',
      'query($a: Boolean)',
    ],
    ['ID', 'a=5', '', 'query($a: ID)'],
    ['Int', 'a=five', '', 'query($a: Int)'],
  ])('a text for %s (%s) is reported with the form to type', async (_type, item, words, head) => {
    const any = await answering(200, 'application/json', answer);
    const { err } = await run([any, '--query', `${head} { hello }`, item]);
    expect(err).toBe(words === '' ? '' : `apiclient: ${words}\n`);
  });

  test('the extensions of an error are printed on standard error, without control characters', async () => {
    const body = JSON.stringify({
      errors: [{ message: 'no', extensions: { code: 'X', reason: 'full\u001b[2J', left: 0 } }],
    });
    const other = await answering(200, 'application/json', body);
    const { code, err } = await run([other, '--query', '{ a }', '--no-validate']);
    expect([code, err]).toEqual([
      9,
      'apiclient: GraphQL error: no (code X; extensions {"reason":"full\\u001b[2J","left":0})\n',
    ]);
  });

  test('errors from an older server, with its own status, are GraphQL errors with their positions', async () => {
    const body = '{"errors":[{"message":"no such field","locations":[{"line":1,"column":3}]}]}';
    const old = await answering(400, 'application/json', body);
    const { code, out, err } = await run([old, '--query', '{ helo }']);
    expect([code, out, err]).toEqual([9, body, 'apiclient: GraphQL error: no such field (query line 1, column 3)\n']);
  });

  test('a schema from a hostile server cannot control the terminal and does not prevent queries', async () => {
    const raw = JSON.parse(JSON.stringify(introspectionFromSchema(schema)).replace('"hello"', '"he\\u001b[2Jllo"'));
    raw.__schema.types[0].description = { split: 5 };
    const environment = testEnvironment();
    writeFileSync(path.join(environment.folder, 's.json'), JSON.stringify(raw));
    const { code, err } = await run([url, '--query', '{ fails nothing }', '--schema', 's.json'], environment);
    expect(code).toBe(2);
    expect(err).toContain('Cannot query field "nothing"');
    const printed = await run(
      [url, '--print-schema', '--schema', 's.json'],
      testEnvironment({ folder: environment.folder }),
    );
    expect(printed.code).toBe(0);
    expect(printed.err).toMatch(/was repaired/);
    expect(`${err}${printed.err}${printed.out}`).not.toContain('\u001b');
  });
});

test('--query alone sends one request; --refresh-schema loads the schema first and validates with it', async () => {
  const queries: string[] = [];
  const handler = createHandler({ schema, rootValue });
  const counting = await serve((request, response) => {
    queries.push(request.headers['content-length'] ?? '');
    return handler(request, response);
  });
  expect((await run([counting, '--query', '{ nothing }'])).code).toBe(9);
  expect(queries).toHaveLength(1);
  const { code, err } = await run([counting, '--query', '{ nothing }', '--refresh-schema']);
  expect([code, queries.length]).toEqual([2, 2]);
  expect(err).toContain('Nothing was sent. Pass --no-validate to send it anyway.');
});

/** The full program, from argv to its output, against third-party servers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { useDeferStream } from '@graphql-yoga/plugin-defer-stream';
import Fastify from 'fastify';
import { createSchema, createYoga } from 'graphql-yoga';
import mercurius from 'mercurius';
import { main } from '../../../source/main.js';
import { closeServers, serve, testEnvironment } from '../../support/servers/graphql.js';

const ends: (() => Promise<unknown>)[] = [closeServers];
afterAll(() => Promise.all(ends.map(end => end())));

async function run(environment: ReturnType<typeof testEnvironment>, ...argv: string[]) {
  const code = await main(['graphql', ...argv], environment);
  return { code, out: environment.out(), err: environment.err() };
}

const typeDefs = `
  scalar File
  scalar Big
  type Query { hello(name: String = "world"): String!, big: Big!, fails: Int, slow: Slow!, letters: [String!]! }
  type Slow { quick: String!, late: String! }
  type Mutation { read(file: File!, more: [File!]): String!, rename(name: String!): String! }
`;

const schema = createSchema({
  typeDefs,
  resolvers: {
    Query: {
      hello: (_: unknown, { name }: { name: string }) => `Hello ${name}`,
      big: () => 1,
      fails: () => {
        throw new Error('on purpose');
      },
      slow: () => ({ quick: 'now', late: async () => 'then' }),
      letters: async function* () {
        yield 'a';
        yield 'b';
        yield 'c';
      },
    },
    Mutation: {
      read: async (_: unknown, { file, more = [] }: { file: File; more?: File[] }) =>
        [file, ...more].map(each => `${each.name}:${each.type}:${each.size}`).join(' '),
      rename: (_: unknown, { name }: { name: string }) => name,
    },
  },
});

describe('graphql-yoga', () => {
  const yoga = createYoga({ schema, plugins: [useDeferStream()], logging: false, maskedErrors: false });
  let url = '';
  beforeAll(async () => {
    url = `${await serve(yoga)}/graphql`;
  });

  test('responds to a query by POST and by GET', async () => {
    for (const flags of [[], ['--get']]) {
      const { code, out } = await run(
        testEnvironment(),
        url,
        '--query',
        'query($name: String) { hello(name: $name) }',
        'name=Ada',
        ...flags,
      );
      expect([code, out]).toEqual([0, '{"data":{"hello":"Hello Ada"}}']);
    }
  });

  test('accepts uploads, single and in a list', async () => {
    const environment = testEnvironment();
    writeFileSync(path.join(environment.home, 'a.txt'), 'abc');
    writeFileSync(path.join(environment.home, 'b.png'), 'de');
    const { code, out, err } = await run(
      environment,
      url,
      ...['--query', 'mutation($file: File!, $more: [File!]) { read(file: $file, more: $more) }'],
      ...[
        '--upload',
        'variables.file=@a.txt',
        '--upload',
        'variables.more.0=@b.png',
        '--upload',
        'variables.more.1=@a.txt',
      ],
    );
    expect([code, out, err]).toEqual([
      0,
      '{"data":{"read":"a.txt:text/plain:3 b.png:image/png:2 a.txt:text/plain:3"}}',
      '',
    ]);
  });

  test('sends deferred and streamed parts, printed as one response', async () => {
    const query = '{ slow { quick ...L @defer } letters @stream(initialCount: 1) } fragment L on Slow { late }';
    const { code, out, err } = await run(testEnvironment(), url, '--query', query);
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual({ data: { slow: { quick: 'now', late: 'then' }, letters: ['a', 'b', 'c'] } });
  });

  test('data with errors: prints the data, reports the error with path and position, exits with 9', async () => {
    const { code, out, err } = await run(testEnvironment(), url, '--query', '{ hello\n  broken: fails }');
    expect(code).toBe(9);
    expect(JSON.parse(out).data).toEqual({ hello: 'Hello world', broken: null });
    expect(err).toMatch(/^apiclient: GraphQL error: on purpose \(at broken; query line 2, column 3/);
  });

  test('shows its schema, which validates the next query before it is sent', async () => {
    const environment = testEnvironment();
    const { code, out } = await run(environment, url, '--print-schema');
    expect(code).toBe(0);
    expect(out).toContain('hello(name: String = "world"): String!');
    const next = testEnvironment({ home: environment.home });
    const checked = await run(next, url, '--query', '{\n  helo\n}');
    expect([checked.code, checked.out]).toEqual([2, '']);
    expect(checked.err).toMatch(
      /line 2, column 3: Cannot query field "helo" on type "Query"\. Did you mean "hello"\?\n {2}2 \| {3}helo\n/,
    );
    // After a new request, the schema still lacks that field.
    expect(checked.err).toMatch(/Nothing was sent. Pass --no-validate to send it anyway\.$/m);
    const variables = await run(
      testEnvironment({ home: environment.home }),
      url,
      '--query',
      'mutation($n: String!) { rename(name: $n) }',
      'n:=5',
    );
    expect([variables.code, variables.out]).toEqual([2, '']);
    expect(variables.err).toContain('String cannot represent a non string value: 5');
    const sent = await run(testEnvironment({ home: environment.home }), url, '--query', '{ helo }', '--no-validate');
    expect(sent.code).toBe(9);
  });

  test('the output of --print-schema=json is valid input for --schema', async () => {
    const environment = testEnvironment();
    const { out } = await run(environment, url, '--print-schema=json');
    writeFileSync(path.join(environment.home, 'schema.json'), out);
    const again = testEnvironment({ home: environment.home, folder: environment.home });
    const { code, err } = await run(again, 'http://127.0.0.1:1/', '--schema', 'schema.json', '--query', '{ helo }');
    expect([code, err.split('\n')[0]]).toEqual([2, expect.stringContaining('Cannot query field "helo"')]);
    const sdl = await run(
      testEnvironment({ folder: environment.home }),
      'http://127.0.0.1:1/',
      '--schema',
      'schema.json',
      '--print-schema',
    );
    expect(sdl.out).toContain('hello(name: String = "world"): String!');
  });
});

test('mercurius: query, GET, mutation and schema work', async () => {
  const app = Fastify();
  ends.push(() => app.close());
  await app.register(
    mercurius as never,
    {
      schema: 'type Query { hello: String }\ntype Mutation { set(n: Int!): Int }',
      resolvers: {
        Query: { hello: async () => 'world' },
        Mutation: { set: async (_: unknown, { n }: { n: number }) => n },
      },
    } as never,
  );
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/graphql`;
  expect(await run(testEnvironment(), url, '--query', '{ hello }')).toMatchObject({
    code: 0,
    out: '{"data":{"hello":"world"}}',
  });
  expect(await run(testEnvironment(), url, '--query', '{ hello }', '--get')).toMatchObject({
    code: 0,
    out: '{"data":{"hello":"world"}}',
  });
  expect(await run(testEnvironment(), url, '--query', 'mutation($n: Int!) { set(n: $n) }', 'n:=7')).toMatchObject({
    code: 0,
    out: '{"data":{"set":7}}',
  });
  const { out } = await run(testEnvironment(), url, '--print-schema');
  expect(out).toContain('type Mutation {\n  set(n: Int!): Int\n}');
});

describe('Apollo Server', () => {
  const started = async (options: object = {}) => {
    const server = new ApolloServer({
      typeDefs: 'type Query { hello: String }',
      resolvers: { Query: { hello: () => 'world' } },
      ...options,
    });
    ends.push(() => server.stop());
    return (await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' } })).url;
  };

  test('its CSRF protection accepts our GET requests', async () => {
    const url = await started();
    const { code, out } = await run(testEnvironment(), url, '--query', '{ hello }', '--get');
    expect([code, out]).toEqual([0, '{"data":{"hello":"world"}}\n']);
    const bare = await run(testEnvironment(), url, '--query', '{ hello }', '--get', '-H', 'Apollo-Require-Preflight:');
    expect(bare.code).not.toBe(0);
    expect(bare.err).toContain('blocked as a potential Cross-Site Request Forgery');
  });

  test('disabled introspection is reported with a hint', async () => {
    const url = await started({ introspection: false });
    const { code, out, err } = await run(testEnvironment(), url, '--print-schema');
    expect([code, out]).toEqual([9, '']);
    expect(err).toMatch(
      /Introspection is disabled on this server or requires a login: GraphQL introspection is not allowed by Apollo Server/,
    );
    expect(err).toMatch(/--schema FILE/);
  });

  test('its schema is printed', async () => {
    const { code, out } = await run(testEnvironment(), await started({ introspection: true }), '--print-schema');
    expect([code, out.trimEnd().endsWith('type Query {\n  hello: String\n}')]).toEqual([0, true]);
  });
});

/** Sends the raw parts of a multipart response, split at difficult positions. */
async function partsServer(contentType: string, text: string, cut: number): Promise<string> {
  return serve((_, response) => {
    response.writeHead(200, { 'content-type': contentType });
    for (let at = 0; at < text.length; at += cut) response.write(text.slice(at, at + cut));
    response.end();
  });
}

describe('deferred responses of servers not available here', () => {
  const parts = (...bodies: string[]) =>
    `${bodies.map(body => `\r\n---\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${body}`).join('')}\r\n-----\r\n`;
  test.each<[string, string]>([
    [
      'newer dialect',
      parts(
        '{"data":{"big":12345678901234567890},"pending":[{"id":"0","path":[]}],"hasNext":true}',
        '{"incremental":[{"id":"0","data":{"late":"é"}}],"completed":[{"id":"0"}],"hasNext":false}',
      ),
    ],
    [
      'older dialect, a last part without data',
      parts(
        '{"data":{"big":12345678901234567890},"hasNext":true}',
        '{"incremental":[{"path":[],"data":{"late":"é"}}],"hasNext":true}',
        '{"hasNext":false}',
      ),
    ],
  ])('%s', async (_, text) => {
    for (const cut of [1, 7, 10_000]) {
      const url = await partsServer('multipart/mixed; boundary="-"', text, cut);
      const { code, out, err } = await run(testEnvironment(), url, '--query', '{ big ... @defer { late } }');
      expect([code, out, err]).toEqual([0, '{"data":{"big":12345678901234567890,"late":"é"}}\n', '']);
    }
  });

  test('a part with a million blanks is read within the time limit', async () => {
    const blanks = ' '.repeat(1_000_000);
    const url = await partsServer(
      'multipart/mixed; boundary="-"',
      parts(`${blanks}{"data":{"a":1},"hasNext":false}`),
      65_536,
    );
    const { code, out } = await run(testEnvironment(), url, '--query', '{ a ... @defer { b } }', '--timeout', '10');
    expect([code, JSON.parse(out)]).toEqual([0, { data: { a: 1 } }]);
  });

  test('a truncated response is a failure', async () => {
    const url = await partsServer(
      'multipart/mixed; boundary="-"',
      '\r\n---\r\nContent-Type: application/json\r\n\r\n{"data":{},"hasNext":true}\r\n---\r\n',
      100,
    );
    const { code, err } = await run(testEnvironment(), url, '--query', '{ a ... @defer { b } }');
    expect([code, err]).toEqual([1, expect.stringContaining('ended without its closing delimiter')]);
  });
});

test('the text of the query and 64-bit variables reach the server byte for byte', async () => {
  const bodies: string[] = [];
  const url = await serve((request, response) => {
    request.setEncoding('utf8').on('data', text => bodies.push(text));
    request.on('end', () =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{ "data": {"n": 1.0} }\n'),
    );
  });
  const environment = testEnvironment();
  writeFileSync(
    path.join(environment.folder, 'q.graphql'),
    '# é\r\nquery A($n: Big) { n(n: $n) }\r\nquery B { n }\r\n',
  );
  writeFileSync(path.join(environment.folder, 'v.json'), '{ "n": 12345678901234567890 }');
  const { code, out } = await run(
    environment,
    url,
    '--query',
    '@q.graphql',
    '--variables',
    '@v.json',
    '--operation',
    'A',
  );
  expect([code, out]).toEqual([0, '{ "data": {"n": 1.0} }\n']);
  const query = readFileSync(path.join(environment.folder, 'q.graphql'), 'utf8');
  expect(bodies.join('')).toBe(
    `{"query":${JSON.stringify(query)},"operationName":"A","variables":{ "n": 12345678901234567890 }}`,
  );
});

test('credentials, headers and API keys entered by the user are also sent with introspection', async () => {
  const seen: unknown[] = [];
  const url = await new Promise<string>(resolve => {
    const server = createServer((request, response) => {
      seen.push([request.url, request.headers.authorization, request.headers['x-tenant']]);
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"no"}');
    });
    ends.push(() => new Promise(done => server.close(done)));
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}/g`));
  });
  const flags = ['-B', 'T0ken', '-H', 'X-Tenant: 7', '-K', 'key=a b'];
  const { code, err } = await run(testEnvironment(), url, '--print-schema', ...flags);
  expect(code).toBe(1);
  expect(err).toMatch(/401 Unauthorized/);
  await run(testEnvironment(), url, '--query', '{ a }', ...flags);
  expect(seen).toEqual(Array(2).fill(['/g?key=a%20b', 'Bearer T0ken', '7']));
});

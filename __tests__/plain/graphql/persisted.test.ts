/** Operations identified by hash or ID: a real server of each kind, and one that supports neither. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { buildSchema } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import type { Environment } from '../../../source/environment.js';
import { main } from '../../../source/main.js';
import { closeServers, serve, testEnvironment } from '../../support/servers/graphql.js';

const query = '{ hello }';
const sha256Hash = createHash('sha256').update(query).digest('hex');
const answer = { data: { hello: 'world' } };

interface Seen {
  readonly method: string;
  readonly query: string | null;
  readonly extensions: unknown;
  readonly documentId?: unknown;
}
const seen: Seen[] = [];
beforeEach(() => {
  seen.length = 0;
});

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Records requests and forwards them to a server. */
async function before(target: string): Promise<string> {
  return serve(async (request, response) => {
    const body = await read(request);
    const url = new URL(request.url ?? '/', target);
    const {
      query: text = null,
      extensions,
      documentId,
    } = request.method === 'GET'
      ? {
          ...Object.fromEntries(url.searchParams),
          extensions: JSON.parse(url.searchParams.get('extensions') ?? 'null'),
        }
      : JSON.parse(body.toString());
    seen.push({ method: request.method ?? '', query: text, extensions, ...(documentId ? { documentId } : {}) });
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        ([name]) => !['host', 'connection', 'content-length', 'expect'].includes(name),
      ),
    ) as Record<string, string>;
    const answered = await fetch(url, {
      method: request.method ?? 'GET',
      headers,
      ...(body.length > 0 ? { body: body.toString() } : {}),
    });
    response.writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answered.arrayBuffer()));
  });
}

let apollo = '';
let stopApollo = async (): Promise<void> => {};
beforeAll(async () => {
  const server = new ApolloServer({
    typeDefs: 'type Query { hello: String }',
    resolvers: { Query: { hello: () => 'world' } },
  });
  const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' } });
  stopApollo = () => server.stop();
  apollo = await before(url);
});
afterAll(async () => {
  await stopApollo();
  await closeServers();
});

async function run(argv: readonly string[], home = testEnvironment().home) {
  const environment = testEnvironment({ home, folder: home });
  const code = await main(['graphql', ...argv], environment);
  return {
    code,
    out: environment.out() === '' ? undefined : JSON.parse(environment.out()),
    err: environment.err(),
    home,
  };
}
const hash = { persistedQuery: { version: 1, sha256Hash } };

test('Apollo Server: the hash first, the text on request, after that only the hash', async () => {
  expect(await run([apollo, '--query', query, '--persisted'])).toMatchObject({ code: 0, out: answer, err: '' });
  expect(seen).toEqual([
    { method: 'POST', query: null, extensions: hash },
    { method: 'POST', query, extensions: hash },
  ]);
  seen.length = 0;
  const again = await run([apollo, '--query', query, '--persisted', '--get', '--extensions', '{"trace":true}']);
  expect(again).toMatchObject({ code: 0, out: answer, err: '' });
  expect(seen).toEqual([{ method: 'GET', query: null, extensions: { trace: true, ...hash } }]);
});

test('Apollo Server with GET: the text is also sent by GET', async () => {
  const other = '{ hello __typename }';
  const { code, out } = await run([apollo, '--query', other, '--persisted', '--get']);
  expect([code, out]).toEqual([0, { data: { hello: 'world', __typename: 'Query' } }]);
  expect(seen.map(each => [each.method, each.query])).toEqual([
    ['GET', null],
    ['GET', other],
  ]);
});

const errors = (message: string, code?: string): string =>
  JSON.stringify({ errors: [{ message, ...(code ? { extensions: { code } } : {}) }] });

test.each<[what: string, status: number, type: string, body: string, asked: number]>([
  ['returns the error code', 200, 'application/json', errors('No.', 'PERSISTED_QUERY_NOT_SUPPORTED'), 2],
  ['returns Apollo’s message', 400, 'application/json', errors('PersistedQueryNotSupported'), 2],
  ['requires a query', 400, 'application/graphql-response+json', errors('Must provide query string.'), 2],
  ['returns 400 with a page', 400, 'text/html', '<h1>Bad Request</h1>', 2],
  ['returns 415 without a body', 415, 'text/plain', '', 2],
  ['returns 404', 404, 'text/html', '<h1>Not Found</h1>', 1],
  ['requires a login', 401, 'application/json', errors('Who are you?'), 1],
  ['is unavailable', 503, 'text/plain', 'later', 1],
])('a server that %s', async (_, status, type, body, asked) => {
  let count = 0;
  const url = await serve(async (request, response) => {
    const { query: text } = JSON.parse((await read(request)).toString());
    count++;
    if (text === undefined) response.writeHead(status, { 'content-type': type }).end(body);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const { home } = testEnvironment();
  const ask = (): Promise<number> =>
    main(['graphql', url, '--query', query, '--persisted'], testEnvironment({ home, folder: home }));
  expect([(await ask()) === 0, count]).toEqual([asked === 2, asked]);
  // A server without persisted queries is remembered; other failures are not.
  expect([(await ask()) === 0, count]).toEqual([asked === 2, asked + 1]);
});

test('an error in the operation is reported as usual', async () => {
  const { code, err } = await run([apollo, '--query', '{ helo }', '--persisted']);
  expect([code, err]).toEqual([9, expect.stringContaining('Cannot query field "helo"')]);
});

test('a server without hashes gets the text, and is remembered', async () => {
  const schema = buildSchema('type Query { hello: String }');
  const url = await before(await serve(createHandler({ schema, rootValue: { hello: 'world' } })));
  const first = await run([url, '--query', query, '--persisted']);
  expect(first).toMatchObject({ code: 0, out: answer });
  expect(first.err).toBe(
    'apiclient: The server does not support persisted queries, so the text is sent. This is remembered for a week.\n',
  );
  expect(seen).toEqual([
    { method: 'POST', query: null, extensions: hash },
    { method: 'POST', query, extensions: undefined },
  ]);
  seen.length = 0;
  expect(await run([url, '--query', query, '--persisted'], first.home)).toMatchObject({ code: 0, err: '' });
  expect(seen).toEqual([{ method: 'POST', query, extensions: undefined }]);
});

describe('a server of trusted documents', () => {
  const trusting = () =>
    serve(async (request, response) => {
      const body = JSON.parse((await read(request)).toString());
      seen.push(body);
      const known = body.documentId === 'hello-1' && body.query === undefined;
      response.writeHead(known ? 200 : 400, { 'content-type': 'application/graphql-response+json' });
      response.end(JSON.stringify(known ? answer : { errors: [{ message: 'Unknown document.' }] }));
    });

  test('gets the ID instead of the text, with the variables', async () => {
    const url = await trusting();
    expect(await run([url, '--document-id', 'hello-1', 'id:=1'])).toMatchObject({ code: 0, out: answer, err: '' });
    expect(seen).toEqual([{ documentId: 'hello-1', variables: { id: 1 } }]);
  });

  test('which may be unknown', async () => {
    const { code, err } = await run([await trusting(), '--document-id', 'nope']);
    expect([code, err]).toEqual([9, 'apiclient: GraphQL error: Unknown document.\n']);
  });
});

test('extensions can be read from a file or standard input', async () => {
  const environment = testEnvironment();
  writeFileSync(path.join(environment.folder, 'ext.json'), '\ufeff{ "trace": 1.0 }\n');
  await run([apollo, '--query', query, '--extensions', '@ext.json'], environment.home);
  const stdin = new PassThrough().end('{"trace": 2}') as unknown as Environment['stdin'];
  await main(['graphql', apollo, '--query', query, '--extensions', '@-', '--persisted'], testEnvironment({ stdin }));
  expect(seen.map(({ extensions }) => extensions)).toEqual([{ trace: 1 }, { trace: 2, ...hash }]);
  const shown = testEnvironment({ folder: environment.folder });
  await main(['graphql', 'http://h/', '--query', query, '--extensions', '@ext.json', '--curl'], shown);
  expect(shown.out()).toContain('"extensions":{ "trace": 1.0 }');
});

test.each([
  ['[1]', 2, /^apiclient: ext\.json is not a JSON object, but --extensions needs one\.\n/],
  ['{"a": s3cret}', 2, /^apiclient: ext\.json is not a JSON object/],
  [undefined, 2, /^apiclient: Cannot read ext\.json: there is no such file\.\n/],
])('an extensions file with %j is rejected before anything is sent', async (text, code, words) => {
  const { home } = testEnvironment();
  if (text !== undefined) writeFileSync(path.join(home, 'ext.json'), text);
  const ended = await run(['http://127.0.0.1:9/', '--query', query, '--extensions', '@ext.json'], home);
  expect([ended.code, ended.err]).toEqual([code, expect.stringMatching(words)]);
  expect(ended.err).not.toContain('s3cret');
});

test('--curl shows the first request', async () => {
  const environment = testEnvironment();
  await main(['graphql', 'http://h/', '--query', query, '--persisted', '--curl'], environment);
  expect(environment.out()).toContain(`{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"${sha256Hash}"}}}`);
});

test.each([
  [['--query', '{a}', '--document-id', 'x'], /cannot be combined with another operation/],
  [['--document-id', 'x', '--persisted'], /cannot be combined/],
  [['--document-id', ' '], /needs an ID/],
  [['--query', '{a}', '--extensions', '[1]'], /not a JSON object/],
  [['--query', 'subscription {a}', '--persisted'], /queries and mutations/],
])('%j is rejected', async (flags, words) => {
  const { code, err } = await run(['http://127.0.0.1:9/', ...flags]);
  expect([code, err]).toEqual([2, expect.stringMatching(words)]);
});

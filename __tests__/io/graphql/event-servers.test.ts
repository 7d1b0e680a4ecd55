/** Servers that respond only with event streams, first of all graphql-sse in its reference form. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buildSchema, type ExecutionResult, parse } from 'graphql';
import { createHandler } from 'graphql-sse/lib/use/http';
import { main } from '../../../source/main.js';
import { closeServers, serve, testEnvironment } from '../../support/servers/graphql.js';

afterAll(closeServers);

const schema = buildSchema(`
  directive @defer(if: Boolean, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
  type Query { hello(name: String = "world"): String, slow: Slow, fails: Int, big: Big }
  scalar Big
  type Slow { quick: String, late: String }
  type Mutation { rename(name: String!): String }
  type Subscription { ticks(to: Int = 3): Int }
`);
const root = {
  hello: ({ name }: { name: string }) => `Hello ${name}`,
  big: () => 1,
  fails: () => {
    throw new Error('on purpose');
  },
};
const ticks = schema.getSubscriptionType()?.getFields().ticks;
if (ticks)
  ticks.subscribe = async function* count(_: unknown, { to }: { to: number }) {
    for (let i = 1; i <= to; i++) yield { ticks: i };
  };

/** Deferred parts in the format of the first servers, since graphql-js 16 does not support them. */
async function* deferred(): AsyncGenerator<ExecutionResult> {
  yield { data: { slow: { quick: 'now' } }, hasNext: true } as ExecutionResult;
  yield {
    incremental: [{ path: ['slow'], data: { late: 'then' } }],
    hasNext: false,
  } as ExecutionResult;
}

/** graphql-sse on a real server. Each request is recorded, and mutations are counted when executed. */
async function eventServer(wrap: (next: RequestListener) => RequestListener = next => next) {
  const seen: string[] = [];
  let renamed = 0;
  const handler = createHandler({
    schema,
    async onSubscribe(_request, { query, variables }) {
      if (query.includes('@defer')) return deferred() as never;
      const rename = ({ name }: { name: string }): string => {
        renamed++;
        return name;
      };
      const rootValue = { ...root, rename };
      const document = parse(query);
      return { schema, document, variableValues: variables as Record<string, unknown>, rootValue } as never;
    },
  });
  const listener: RequestListener = (request, response) => {
    seen.push(`${request.method} ${request.headers.accept}`);
    handler(request, response).catch(() => response.destroy());
  };
  const url = await serve(wrap(listener));
  return { url, seen, renamed: () => renamed };
}

async function run(...argv: string[]) {
  const environment = testEnvironment();
  const code = await main(['graphql', ...argv], environment);
  return { code, out: environment.out().trimEnd(), err: environment.err() };
}

const single = ['--subscription-protocol', 'sse-single'];
const usual = 'application/graphql-response+json, application/json;q=0.9';
const told = 'The server supports only event streams';

/** No separate stream for an operation: only requests with a token are accepted. */
const onlyWithToken =
  (next: RequestListener): RequestListener =>
  (request: IncomingMessage, response: ServerResponse) =>
    request.method === 'PUT' || request.headers['x-graphql-event-stream-token'] !== undefined
      ? next(request, response)
      : void response.writeHead(404).end();

describe.each([
  ['distinct connections', undefined, []],
  ['a single connection', onlyWithToken, single],
] as const)('%s', (_, wrap, flags) => {
  test('a query is repeated as a stream', async () => {
    const { url, seen } = await eventServer(wrap);
    const { code, out, err } = await run(url, '--query', 'query($n: String) { hello(name: $n) }', 'n=Ada', ...flags);
    expect([code, out]).toEqual([0, '{"data":{"hello":"Hello Ada"}}']);
    expect(err).toContain(told);
    if (wrap === undefined) expect(seen).toEqual([`POST ${usual}`, 'POST text/event-stream']);
    else expect(seen.map(each => each.split(' ')[0])).toEqual(['PUT', 'GET', 'POST']);
  });

  test('a mutation is executed once', async () => {
    const { url, renamed } = await eventServer(wrap);
    const { code, out } = await run(url, '--query', 'mutation { rename(name: "x") }', ...flags);
    expect([code, out, renamed()]).toEqual([0, '{"data":{"rename":"x"}}', 1]);
  });

  test('its schema is cached, and the next query is sent as a stream immediately', async () => {
    const { url, seen } = await eventServer(wrap);
    const { code, out } = await run(url, '--print-schema', ...flags);
    expect([code, out]).toEqual([0, expect.stringContaining('hello(name: String = "world"): String')]);
    if (wrap !== undefined) return;
    seen.length = 0;
    expect(await run(url, '--query', '{ hello }')).toEqual({
      code: 0,
      out: '{"data":{"hello":"Hello world"}}',
      err: '',
    });
    expect(seen).toEqual(['POST text/event-stream']);
  });

  test('deferred parts are merged into one response, or printed one per line with --incremental', async () => {
    const { url } = await eventServer(wrap);
    const query = '{ slow { quick ... @defer { late } } }';
    const { code, out } = await run(url, '--query', query, ...flags);
    expect([code, out]).toEqual([0, '{"data":{"slow":{"quick":"now","late":"then"}}}']);
    const lines = await run(url, '--query', query, '--incremental', ...flags);
    expect(
      lines.out
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).hasNext),
    ).toEqual([true, false]);
  });

  test('errors are shown, with and without data', async () => {
    const { url } = await eventServer(wrap);
    const beside = await run(url, '--query', '{ hello fails }', ...flags);
    expect([beside.code, JSON.parse(beside.out).data]).toEqual([9, { hello: 'Hello world', fails: null }]);
    const alone = await run(url, '--query', '{ nope }', '--no-validate', ...flags);
    expect([alone.code, alone.err]).toEqual([9, expect.stringContaining('Cannot query field "nope"')]);
  });

  test('a subscription works', async () => {
    const { url } = await eventServer(wrap);
    const { code, out } = await run(url, '--query', 'subscription { ticks }', ...flags);
    expect([code, out]).toEqual([0, [1, 2, 3].map(tick => `{"data":{"ticks":${tick}}}`).join('\n')]);
  });
});

test('GET works', async () => {
  const { url, seen } = await eventServer();
  expect(await run(url, '--query', '{ hello }', '--get')).toMatchObject({
    code: 0,
    out: '{"data":{"hello":"Hello world"}}',
  });
  expect(seen.at(-1)).toBe('GET text/event-stream');
});

test('numbers in a result are printed as received', async () => {
  const url = await serve((request, response) => {
    if (request.headers.accept !== 'text/event-stream') return void response.writeHead(406).end('no');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return void response.end(
      'event: next\ndata: {"data": {"big": 12345678901234567890, "n":1.0}}\n\nevent: complete\n\n',
    );
  });
  expect(await run(url, '--query', '{ big }')).toMatchObject({
    code: 0,
    out: '{"data": {"big": 12345678901234567890, "n":1.0}}',
  });
});

test.each([
  [400, ''],
  [404, 'Not Found'],
  [405, ''],
  [415, ''],
  [422, ''],
  [500, ''],
  [502, ''],
])('after %d with %j, a mutation is not sent again', async (status, body) => {
  let requests = 0;
  const url = await serve((_request, response) => {
    requests++;
    response.writeHead(status, { 'content-type': 'text/plain' }).end(body);
  });
  const { code, err } = await run(url, '--query', 'mutation { rename(name: "x") }');
  expect([code !== 0, requests]).toEqual([true, 1]);
  expect(err).not.toContain(told);
});

test('an error with that name from a resolver, under 404, does not repeat a mutation', async () => {
  let requests = 0;
  const url = await serve((_request, response) => {
    requests++;
    const error = { message: 'Stream not found', path: ['remove'] };
    response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ errors: [error] }));
  });
  expect((await run(url, '--query', 'mutation { rename(name: "x") }')).code).not.toBe(0);
  expect(requests).toBe(1);
});

test('if both requests are refused, the first reason is reported', async () => {
  const accepts: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    accepts.push(request.headers.accept);
    response.writeHead(404).end();
  });
  const { code, err } = await run(url, '--query', '{ hello }');
  expect([code, accepts]).toEqual([1, [usual, 'text/event-stream']]);
  expect(err).toContain('404 Not Found with an empty body');
  expect(err).toContain('Check that the URL is the GraphQL endpoint.');
});

test('a custom Accept header is sent unchanged', async () => {
  const { url, seen } = await eventServer();
  expect((await run(url, '--query', '{ hello }', '-H', 'Accept: application/json')).code).not.toBe(0);
  expect(seen).toEqual(['POST application/json']);
  expect(await run(url, '--query', '{ hello }', '-H', 'Accept: text/event-stream')).toEqual({
    code: 0,
    out: '{"data":{"hello":"Hello world"}}',
    err: '',
  });
});

test.each([
  ['event: complete\n\n', 'The server completed the operation without a result.'],
  ['', 'The server ended the event stream without completing it.'],
  ['event: next\ndata: nonsense\n\n', 'The server sent an event that is not JSON.'],
  ['event: next\ndata: {"a":1}\n\n', 'The server completed the operation without a result.'],
])('%j is a failure', async (stream, words) => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream);
  });
  const { code, out, err } = await run(url, '--query', '{ hello }');
  expect([code !== 0, out]).toEqual([true, '']);
  expect(err).toContain(words);
});

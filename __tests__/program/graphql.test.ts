import { buildSchema } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import { defaultNetwork } from '../../source/command/parse.js';
import { isFailure } from '../../source/core/failure.js';
import { runGraphql } from '../../source/plain/graphql.js';
import { closeServers, graphqlCommand, serve, testEnvironment } from '../support/servers/graphql.js';

afterAll(closeServers);

const schema = buildSchema(`
  scalar Big
  type Query { hello(name: String): String, big(value: Big): Big, fails: String, list: [Item] }
  type Item { name: String! }
  type Mutation { set(value: Int!): Int }
`);
const rootValue = {
  hello: ({ name }: { name?: string }) => `Hello ${name ?? 'world'}`,
  fails: () => {
    throw new Error('on purpose\u001b[2J');
  },
  set: ({ value }: { value: number }) => value,
};
const handler = createHandler({ schema, rootValue });

const run = async (more: Parameters<typeof graphqlCommand>[0]) => {
  const environment = testEnvironment();
  const ended = await runGraphql(graphqlCommand(more), environment);
  return { ended, environment };
};
const text = (value: string) => ({ from: 'text' as const, text: value });

describe('one operation', () => {
  test('prints the response as sent by the server', async () => {
    const url = await serve(handler);
    const { ended, environment } = await run({ url, query: text('{ hello }') });
    expect(ended).toBe(0);
    expect(environment.out()).toBe('{"data":{"hello":"Hello world"}}');
    expect(environment.err()).toBe('');
  });

  test.each(['', ' \n'])('an empty operation (%j) is reported', async query => {
    const url = await serve(() => {
      throw new Error('nothing is sent');
    });
    const { ended } = await run({ url, query: text(query) });
    expect(ended).toMatchObject({
      kind: 'usage',
      text: expect.stringContaining('empty'),
      hint: expect.stringContaining('--query'),
    });
  });

  test('accepts items as variables', async () => {
    const url = await serve(handler);
    const { ended, environment } = await run({
      url,
      query: text('query($name: String) { hello(name: $name) }'),
      items: [{ name: 'name', path: [{ kind: 'key', key: 'name' }], as: 'text', source: text('Ada') }],
    });
    expect(ended).toBe(0);
    expect(environment.out()).toBe('{"data":{"hello":"Hello Ada"}}');
  });

  test('prints data and explains the errors, with path and position, exit code 9', async () => {
    const url = await serve(handler);
    const { ended, environment } = await run({ url, query: text('{\n  hello\n  fails\n}') });
    expect(ended).toBe(9);
    expect(JSON.parse(environment.out()).data).toEqual({ hello: 'Hello world', fails: null });
    expect(environment.err()).toBe('apiclient: GraphQL error: on purpose␛[2J (at fails; query line 3, column 3)\n');
  });

  test('a syntax error is shown with its line and a marker, and nothing is sent', async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      asked++;
      response.end();
    });
    const { ended, environment } = await run({ url, query: text('{\n  hello(\n}') });
    expect(ended).toBe(2);
    expect(asked).toBe(0);
    expect(environment.err()).toBe(
      'apiclient: query, line 3, column 1: Syntax Error: Expected Name, found "}".\n  3 | }\n      ^\n' +
        'apiclient: Nothing was sent. Pass --no-validate to send it unchanged.\n',
    );
  });

  test('an HTML page is printed, with an explanation on standard error, exit code 1', async () => {
    const url = await serve((_, response) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    });
    const { ended, environment } = await run({ url, query: text('{ hello }') });
    expect(environment.out()).toBe('<h1>Bad gateway</h1>');
    expect(isFailure(ended) && [ended.kind, ended.text]).toEqual([
      'protocol',
      'The server answered 502 Bad Gateway with a text/html body, which is not a GraphQL response.',
    ]);
  });

  test.each([301, 302, 303])('a POST that a %i turns into a GET is reported, whatever the response', async status => {
    const url = await serve((request, response) => {
      if (request.method === 'POST') response.writeHead(status, { location: '/final?a=b' }).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"not":"ours"}}');
    });
    const network = { ...defaultNetwork, follow: true };
    const { ended, environment } = await run({ url, query: text('mutation { set(value: 1) }'), network });
    expect(environment.out()).toBe('');
    expect(ended).toMatchObject({
      kind: 'protocol',
      text: `A redirect (${status}) changed the POST to a GET, which cannot carry an operation.`,
      hint: `Use the redirect target: ${url}/final?a=b`,
    });
  });

  test('a mutation cannot be sent with GET', async () => {
    const { ended } = await run({ url: 'http://127.0.0.1:1/', query: text('mutation { set(value: 1) }'), get: true });
    expect(isFailure(ended) && ended.kind).toBe('usage');
  });
});

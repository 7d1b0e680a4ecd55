/** graphql-sse's single-connection mode in the program, against graphql-sse's server. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { createHandler } from 'graphql-sse/lib/use/http';
import { runProgram } from '../support/program.js';
import { closeServers, httpServer } from '../support/servers/http-server.js';

afterEach(closeServers);

/** Counts slowly enough to be stopped, and reports when the client stops. */
async function counting(to: number) {
  const methods: string[] = [];
  let left = (): void => {};
  const ended = new Promise<void>(resolve => {
    left = resolve;
  });
  const schema = buildSchema('type Query { a: Int } type Subscription { count: Int! }');
  const field = schema.getSubscriptionType()?.getFields().count;
  if (field)
    field.subscribe = async function* count() {
      try {
        for (let i = 1; i <= to; i++) {
          yield { count: i };
          await new Promise(resolve => setImmediate(resolve));
        }
      } finally {
        left();
      }
    };
  const handler = createHandler({ schema });
  const server = createServer((request, response) => {
    methods.push(request.method ?? '');
    // The client may have disconnected meanwhile.
    handler(request, response).catch(() => response.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const words = ['graphql', url, '--query', 'subscription { count }', '--subscription-protocol', 'sse-single'];
  return { words, methods, ended, close };
}

test('each event is a line, and completion is exit code 0', async () => {
  const { words, methods, close } = await counting(3);
  const { code, stdout, stderr } = await runProgram(words);
  close();
  expect([code, stdout, stderr]).toEqual([0, [1, 2, 3].map(count => `{"data":{"count":${count}}}\n`).join(''), '']);
  expect(methods.slice(0, 3)).toEqual(['PUT', 'GET', 'POST']);
});

test('Ctrl-C also ends the operation on the server, and every line is complete', async () => {
  const { words, ended, close } = await counting(Number.POSITIVE_INFINITY);
  const { code, stdout } = await runProgram(words, {
    onStart: child => child.stdout?.once('data', () => child.kill('SIGINT')),
  });
  await ended;
  close();
  expect(code).toBe(130);
  const counts = stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line).data.count);
  expect(counts).toEqual(counts.map((_, at) => at + 1));
});

test.each([
  ['', 'without a token'],
  ['a\nX-Other: b', 'with a token that no header can carry'],
  ['é\u0000', 'with a token that no header can carry'],
])('a server that reserves a stream with %j is reported, and gets no further requests', async (token, told) => {
  const server = await httpServer(response => response.writeHead(201).end(token));
  const flags = ['--query', 'subscription { a }', '--subscription-protocol', 'sse-single'];
  const ended = await runProgram(['graphql', server.url, ...flags]);
  expect(ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`reserved an event stream ${told}`),
  });
  expect(server.seen.map(({ method }) => method)).toEqual(['PUT']);
});

/** One rule for every protocol: an event is printed, or rejected with an error. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { streamTransport } from '../../../../source/io/graphql/stream/index.js';
import { type ScriptedServer, scriptedServer } from '../../../support/servers/websocket-server.js';
import { collectRun, endpointAt, subscription } from './support.js';

const open: Server[] = [];
const scripted: ScriptedServer[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  for (const server of scripted.splice(0)) await server.close();
});

const operation = subscription('subscription { n }');
const good = '{"data":{"n":1}}';

type Protocol = 'sse' | 'sse-single' | 'multipart' | 'graphql-ws' | 'graphql-transport-ws';

/** Runs the subscription against a server that sends this payload as its only event, and completes. */
async function eventOf(protocol: Protocol, payload: string) {
  const isSocket = protocol === 'graphql-ws' || protocol === 'graphql-transport-ws';
  return isSocket ? runSocket(protocol, payload) : runHttp(protocol, bodies[protocol](payload));
}

const bodies = {
  sse: (payload: string) => `event: next\ndata: ${payload}\n\nevent: complete\ndata:\n\n`,
  'sse-single': (payload: string) =>
    `event: next\ndata: {"id":"1","payload":${payload}}\n\nevent: complete\ndata: {"id":"1"}\n\n`,
  multipart: (payload: string) => `\r\n--b\r\n\r\n{"payload":${payload}}\r\n--b--\r\n`,
};

const types = { sse: 'text/event-stream', 'sse-single': 'text/event-stream', multipart: 'multipart/mixed; boundary=b' };

async function runHttp(protocol: keyof typeof types, body: string) {
  const server = createServer((request, response) => {
    if (request.method === 'PUT') return response.writeHead(201).end('token');
    if (request.method === 'POST' && protocol === 'sse-single') return response.writeHead(202).end();
    response.setHeader('Content-Type', types[protocol]);
    return response.end(body);
  });
  open.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  return collectRun(streamTransport({ protocol }), operation, endpointAt(url));
}

async function runSocket(protocol: 'graphql-ws' | 'graphql-transport-ws', payload: string, type?: string) {
  const usual = protocol === 'graphql-ws' ? 'data' : 'next';
  return runMessages(protocol, id => [`{"id":"${id}","type":"${type ?? usual}","payload":${payload}}`]);
}

async function runMessages(protocol: 'graphql-ws' | 'graphql-transport-ws', messagesFor: (id: string) => string[]) {
  const server = await scriptedServer({
    onMessage: (message, socket) => {
      if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (message.type !== 'start' && message.type !== 'subscribe') return;
      const id = String(message.id);
      for (const text of [...messagesFor(id), `{"id":"${id}","type":"complete"}`]) socket.send(text);
    },
  });
  scripted.push(server);
  return collectRun(streamTransport({ protocol }), operation, endpointAt(server.url));
}

const protocols: readonly Protocol[] = ['sse', 'sse-single', 'multipart', 'graphql-ws', 'graphql-transport-ws'];
const payloads = ['null', '"text"', '12', '[1]', 'true', JSON.stringify('x'.repeat(10_000))];

describe.each(protocols)('%s', protocol => {
  test('prints a result', async () => {
    const { results, failed } = await eventOf(protocol, good);
    expect([results, failed]).toEqual([[good], undefined]);
  });

  test.each(payloads.map(payload => [payload.slice(0, 10), payload]))(
    'rejects the payload %s',
    async (_title, payload) => {
      const { results, failed } = await eventOf(protocol, payload);
      expect(results).toEqual([]);
      expect(failed).toMatchObject({ kind: 'protocol' });
    },
  );
});

describe('graphql-ws', () => {
  test.each([['[]'], ['null'], ['"text"'], ['[null]'], ['[1]']])(
    'rejects `error` with the payload %s',
    async payload => {
      const { results, failed } = await runSocket('graphql-ws', payload, 'error');
      expect([results, failed?.text]).toEqual([
        [],
        'The server violated the WebSocket protocol: a message of type "error" contains no error.',
      ]);
    },
  );

  test.each([
    ['{"message":"no"}', '{"errors":[{"message":"no"}]}'],
    ['[{"message":"no"}]', '{"errors":[{"message":"no"}]}'],
  ])('prints `error` with the payload %s', async (payload, result) => {
    expect((await runSocket('graphql-ws', payload, 'error')).results).toEqual([result]);
  });

  test.each(['data', 'error'])('rejects `%s` without a payload', async type => {
    const { results, failed } = await runMessages('graphql-ws', id => [`{"id":"${id}","type":"${type}"}`]);
    expect([results, failed?.kind]).toEqual([[], 'protocol']);
  });
});

describe('multipart', () => {
  const part = (head: string, body: string) => `\r\n--b\r\n${head}\r\n\r\n${body}\r\n--b--\r\n`;

  test.each([
    ['headers of 70,000 bytes', part(`X: ${'a'.repeat(70_000)}`, good), 'headers of more than 64 KiB'],
    ['no blank line', `\r\n--b\r\n${good}\r\n--b--\r\n`, 'no blank line after its headers'],
  ])('rejects a part with %s', async (_title, body, problem) => {
    const { results, failed } = await runHttp('multipart', body);
    expect([results, failed?.text]).toEqual([[], `A part of the response has ${problem}.`]);
  });

  test('skips parts that consist only of headers', async () => {
    const { results, failed } = await runHttp('multipart', `\r\n--b\r\nX: 1\r\n\r\n--b\r\n\r\n${good}\r\n--b--\r\n`);
    expect([results, failed]).toEqual([[good], undefined]);
  });

  test('prints a payload and the errors next to it', async () => {
    const { results } = await runHttp('multipart', part('X: 1', `{"payload":${good},"errors":[{"message":"no"}]}`));
    expect(results).toEqual([good, '{"errors":[{"message":"no"}]}']);
  });

  test('prints data and errors of a part without a payload', async () => {
    const both = '{"data":{"n":1},"errors":[{"message":"no"}]}';
    expect((await runHttp('multipart', part('X: 1', both))).results).toEqual([both]);
  });
});

describe('server-sent events', () => {
  test.each(['error', 'data'])('print a result in an event named %s', async name => {
    const { results } = await runHttp('sse', `event: ${name}\ndata: ${good}\n\nevent: complete\ndata:\n\n`);
    expect(results).toEqual([good]);
  });

  test('skip heartbeats', async () => {
    const { results, failed } = await runHttp('sse', `event: ping\ndata: {"t":1}\n\ndata:\n\n${bodies.sse(good)}`);
    expect([results, failed]).toEqual([[good], undefined]);
  });

  test.each([
    ['without an ID', '{"payload":{"data":{}}}'],
    ['that is not JSON', '{oops'],
    ['without a payload', '{"id":"1"}'],
  ])('in single connection mode, an event %s is rejected', async (_title, data) => {
    const { results, failed } = await runHttp('sse-single', `event: next\ndata: ${data}\n\n`);
    expect([results, failed?.kind]).toEqual([[], 'protocol']);
  });
});

test.each(['graphql-transport-ws', 'graphql-ws'] as const)(
  '%s: a burst of 500 pings does not end the connection, and the last one gets a reply (RFC 6455 5.5.3)',
  async protocol => {
    const pongs: string[] = [];
    const server = await scriptedServer({
      onConnection: socket => {
        socket.on('pong', payload => {
          pongs.push(String(payload));
          // The operation ends only now.
          if (pongs.at(-1) === '500') socket.send(`{"id":"${socketId}","type":"complete"}`);
        });
      },
      onMessage: (message, socket) => {
        if (message.type === 'connection_init') return socket.send('{"type":"connection_ack"}');
        if (message.type !== 'start' && message.type !== 'subscribe') return;
        socketId = String(message.id);
        const raw = (socket as unknown as { readonly _socket: Socket })._socket;
        raw.write(Buffer.concat(Array.from({ length: 500 }, (_, at) => ping(String(at + 1)))));
      },
    });
    let socketId = '';
    scripted.push(server);
    const { failed, states } = await collectRun(streamTransport({ protocol }), operation, endpointAt(server.url));
    expect([failed, states.includes('retrying')]).toEqual([undefined, false]);
    expect(pongs.at(-1)).toBe('500');
  },
);

const ping = (payload: string): Buffer => Buffer.concat([Buffer.from([0x89, payload.length]), Buffer.from(payload)]);

/** Group F: WebSockets. */
import { answer } from '../../answer.js';
import { type HostileCase, numbered } from '../case.js';
import { acceptUpgrade, closing, frame, onMessages } from '../server.js';

const acknowledged = frame('{"type":"connection_ack"}');
const next = (id: string, payload = '{"data":{"a":1}}'): Buffer =>
  frame(`{"id":"${id}","type":"next","payload":${payload}}`);
const complete = (id: string): Buffer => frame(`{"id":"${id}","type":"complete"}`);

type MessageFrames = (type: string, id: string) => readonly Buffer[];

const socket = (
  what: string,
  said: MessageFrames,
  more: Partial<HostileCase> & Pick<HostileCase, 'code' | 'naive'>,
): HostileCase => ({
  what,
  serve(peer) {
    acceptUpgrade(peer);
    onMessages(peer, said);
  },
  argv: ({ url }) => [
    'graphql',
    url,
    '--query',
    'subscription { a }',
    '--no-validate',
    '--subscription-protocol',
    'graphql-transport-ws',
    '--timeout',
    '1',
  ],
  ...more,
});

/** Sent instead of the upgrade response. */
const upgrade = (what: string, bytes: Buffer, more: Partial<HostileCase> & Pick<HostileCase, 'code'>): HostileCase => ({
  ...socket(what, () => [], { naive: ['socket', 'endless'], ...more }),
  serve: peer => void peer.socket.end(bytes),
});

const closes = (code: number, reason: string, more: Partial<HostileCase> & Pick<HostileCase, 'code'>): HostileCase =>
  socket(`closed with ${code}`, () => [closing(code, reason)], { naive: ['socket', 'endless'], ...more });

/** Sends the frame when the subscription has started. */
const afterwards =
  (said: (id: string) => readonly Buffer[]): MessageFrames =>
  (type, id) =>
    type === 'connection_init' ? [acknowledged] : type === 'subscribe' ? said(id) : [];

export const socketCases = numbered('F', [
  upgrade('an upgrade answered with 400', answer([], 'no', 'HTTP/1.1 400 Bad Request'), { code: 1, says: /400/ }),
  upgrade('an upgrade answered with 401', answer([], 'no', 'HTTP/1.1 401 Unauthorized'), { code: 7, says: /401/ }),
  upgrade(
    'an upgrade answered with a 302 redirect',
    answer(['Location: http://127.0.0.1:1/'], '', 'HTTP/1.1 302 Found'),
    { code: 1, says: /302/ },
  ),
  upgrade('an upgrade answered with 200', answer([], 'hello'), { code: 1, says: /200/ }),
  upgrade('an upgrade that ends without a response', Buffer.alloc(0), { code: 1, says: /./ }),
  upgrade(
    'an upgrade with the wrong key',
    Buffer.from(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: AAAA\r\n\r\n',
    ),
    { code: 1, says: /./ },
  ),
  {
    ...socket('an upgrade without a subprotocol', () => [], {
      naive: ['socket', 'endless'],
      code: 1,
      says: /protocol/,
    }),
    serve(peer) {
      acceptUpgrade(peer, '');
    },
  },
  socket('no acknowledgement', () => [], { naive: ['socket', 'waits'], code: 8, says: /1 s/ }),
  socket('endless pings and no acknowledgement', () => [frame('', 9), frame('{"type":"ping"}')], {
    naive: ['socket', 'waits'],
    code: 8,
    says: /1 s/,
  }),
  socket('a message that is not JSON', () => [frame('hello')], { naive: ['socket', 'crashes'], code: 1, says: /./ }),
  socket('a binary message', () => [frame(Buffer.from([0, 255, 27, 91]), 2)], {
    naive: ['socket', 'crashes'],
    code: 1,
    says: /./,
  }),
  socket(
    'a message of an unknown type, with an escape',
    afterwards(() => [frame('{"type":"\\u001b]52;c;eA==\\u0007"}')]),
    { naive: ['socket', 'screen'], code: 1, says: /./ },
  ),
  socket(
    'an event for an unknown id, with an escape',
    afterwards(id => [next('other', '{"data":{"a":"\\u001b[2J"}}'), next(id), complete(id)]),
    { naive: ['socket', 'screen'], code: 0 },
  ),
  socket(
    'an error that is not a list',
    afterwards(id => [frame(`{"id":"${id}","type":"error","payload":"\\u001b]52;c;eA==\\u0007"}`)]),
    { naive: ['socket', 'screen'], code: 1, says: /./ },
  ),
  socket(
    'an event that is not a GraphQL response',
    afterwards(id => [next(id, '"\\u001b]52;c;eA==\\u0007"'), complete(id)]),
    { naive: ['socket', 'screen'], code: 1, says: /./ },
  ),
  socket(
    'events after the end, with escapes',
    afterwards(id => [next(id), complete(id), next(id, '{"data":{"a":"\\u001b[2J"}}')]),
    { naive: ['socket', 'screen'], code: 0 },
  ),
  socket(
    'a message of 101 MB',
    afterwards(id => [next(id, `{"data":{"a":"${'x'.repeat(101_000_000)}"}}`), complete(id)]),
    {
      naive: ['socket', 'memory'],
      argv: ({ url }) => ['graphql', url, '--query', 'subscription { a }', '--no-validate', '--max-size', '20M'],
      code: 1,
      says: /./,
      maxMiB: 700,
    },
  ),
  socket(
    '50,000 events at once',
    afterwards(id => [Buffer.concat(Array.from({ length: 50_000 }, () => next(id))), complete(id)]),
    {
      naive: ['socket', 'believed'],
      argv: ({ url }) => ['graphql', url, '--query', 'subscription { a }', '--no-validate', '-o', 'out'],
      code: 0,
      says: /saved out/,
    },
  ),
  closes(1011, 'broken', { code: 8, says: /1 s/ }),
  closes(4401, 'Unauthorized', { code: 7, says: /4401/ }),
  closes(4403, 'Forbidden', { code: 7, says: /4403/ }),
  closes(4429, 'Too many', { code: 1, says: /4429/ }),
  closes(4999, `\u001b]52;c;eA==\u0007${'x'.repeat(100)}`, { code: 1, says: /4999/ }),
]);

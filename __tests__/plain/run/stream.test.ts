/** Requests of a file whose response is a series of messages: `WEBSOCKET` and `SSE`. */
import { exitCodes } from '../../../source/core/failure.js';
import { main } from '../../../source/main.js';
import { holdTimer, releaseTimers } from '../../support/held-timer.js';
import { chatServer, closeChats, echo } from '../../support/servers/chat-server.js';
import { testEnvironment } from '../../support/servers/graphql.js';
import { type Answering, closeServers, httpServer } from '../../support/servers/http-server.js';
import { run } from './run-text.js';

afterEach(releaseTimers);
afterAll(async () => {
  closeChats();
  await closeServers();
});

/** Runs requests against a chat server at `{{host}}`. */
async function chat(text: string, argv: readonly string[] = [], onConnection: Parameters<typeof chatServer>[0] = echo) {
  const server = await chatServer(onConnection);
  const ran = await run(text, [`host=${server.host}`, ...argv]);
  return {
    ...ran,
    ...server,
    out: ran.out.replaceAll(server.host, 'HOST'),
    err: ran.err.replaceAll(server.host, 'HOST'),
  };
}

test.each(['WEBSOCKET ws://', 'WS ws://', 'ws://', 'WEBSOCKET http://', 'WEBSOCKET '])(
  '%sHOST sends the body and prints messages until a check is met',
  async start => {
    const ran = await chat(`# @assert body == hello\n${start}{{host}}/chat?a=b\nX-One: 1\n\nhello\n`);
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toMatch(/^hello\nok {6}WEBSOCKET .*101 Switching Protocols.*5 B, 1 of 1 checks\n/);
    expect(ran.out).toContain('WEBSOCKET ws://HOST/chat?a=b ');
    await ran.left;
    expect(ran.received).toEqual(['hello', 1000]);
    expect([ran.upgrades[0]?.url, ran.upgrades[0]?.headers['x-one']]).toEqual(['/chat?a=b', '1']);
  },
);

test('=== separates messages, and === wait-for-server waits for a response', async () => {
  const text = [
    '# @assert body == three',
    'WEBSOCKET ws://{{host}}',
    '',
    '{',
    '  "a": 1',
    '}',
    '=== // next',
    'two',
    '=== wait-for-server',
    '=== wait-for-server',
    'three',
  ];
  const order: string[] = [];
  const ran = await chat(text.join('\n'), [], socket =>
    socket.on('message', data => {
      order.push(`got ${String(data).length}`);
      setImmediate(() => socket.send(String(data), () => order.push('sent')));
    }),
  );
  expect(ran.code).toBe(0);
  await ran.left;
  expect(ran.received).toEqual(['{\n  "a": 1\n}', 'two', 'three', 1000]);
  expect(order.indexOf('got 5')).toBeGreaterThan(order.lastIndexOf('sent', order.indexOf('got 5')));
  expect(order.filter(each => each === 'sent')).toHaveLength(3);
});

test('a captured value of the last message is available to later requests', async () => {
  const ran = await chat(
    '# @assert $.n == 2\n# @capture n = $.n\nWEBSOCKET ws://{{host}}\n\n{"n": 1}\n===\n{"n": 2}\n###\nGET {{base}}/{{n}}',
  );
  expect(ran).toMatchObject({ code: 0, seen: ['GET /2'] });
});

test.each([
  ['{"title": "{{title}}"}', 'x"}\n===\n{"delete": 1}\n===\n{"a": "'],
  ['{{title}}', '=== wait-for-server'],
])('a value of a response in %j cannot add a message', async (body, title) => {
  const server = await chatServer(echo);
  const answer: Answering = response => response.end(JSON.stringify({ title }));
  const text = `# @capture title = $.title\nGET {{base}}/\n###\nWEBSOCKET ws://{{host}}\n\n${body}\n===\nlast\n`;
  const ran = await run(text, [`host=${server.host}`], { answer });
  expect(ran.code).toBe(exitCodes.usage);
  expect(ran.out).toContain('A value would add or remove a separator of messages (===).');
  expect(server.received).toEqual([]);
});

test('Sec-WebSocket-Protocol offers subprotocols', async () => {
  const ran = await chat('WEBSOCKET ws://{{host}}\nSec-WebSocket-Protocol: mqtt, wamp\n\nx', ['--max-events', '1']);
  expect(ran.code).toBe(0);
  expect(ran.upgrades[0]?.headers['sec-websocket-protocol']).toBe('mqtt,wamp');
});

test('without a check or a limit, a WebSocket is closed after a second of silence', async () => {
  const second = holdTimer(1000);
  const ran = await chat('WEBSOCKET ws://{{host}}\n\nx', [], socket =>
    socket.on('message', data => {
      socket.send(String(data));
      socket.ping();
      // The client has read the message before the ping that it answers.
      socket.once('pong', () => void second.fire());
    }),
  );
  expect(ran.out).toMatch(/^x\nok /);
  expect(ran.code).toBe(0);
});

test.each([['--max-events', '2'], ['# @flags --max-events 2']])(
  '%s %s closes the stream after that many messages',
  async (...words) => {
    const [directive, argv] = words[0]?.startsWith('#') ? [`${words[0]}\n`, []] : ['', words];
    const ran = await chat(`${directive}WEBSOCKET ws://{{host}}`, argv, socket => {
      const timer = setInterval(() => socket.send('tick'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    expect(ran.out).toMatch(/^tick\ntick\nok /);
  },
);

test('a time limit ends a stream without checks, and is not a failure', async () => {
  const limit = holdTimer(30_000);
  const ran = await chat('WEBSOCKET ws://{{host}}', ['--timeout', '30'], socket => {
    socket.send('hello');
    socket.ping();
    socket.once('pong', () => void limit.fire());
  });
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(ran.out).toMatch(/^hello\nok /);
});

test('a check that no message meets within the time limit fails with the latest message', async () => {
  const limit = holdTimer(30_000);
  const ran = await chat('# @assert body == b\nWEBSOCKET ws://{{host}}', ['--timeout', '30'], socket => {
    socket.send('a');
    socket.ping();
    socket.once('pong', () => void limit.fire());
  });
  expect(ran.code).toBe(exitCodes.check);
  expect(ran.out).toContain('line 1: body == b: expected b, got a');
});

test('a stream without any message fails at the time limit if it has a check', async () => {
  const limit = holdTimer(30_000);
  const ran = await chat('# @assert body == b\nWEBSOCKET ws://{{host}}', ['--timeout', '30'], () => void limit.fire());
  expect(ran.code).toBe(exitCodes.timeout);
});

test('messages are not printed if standard output is a report, or with # @no-log', async () => {
  const report = await chat('WEBSOCKET ws://{{host}}\n\nx', ['--max-events', '1', '--report', 'json']);
  expect(JSON.parse(report.out)).toMatchObject({ results: [{ outcome: 'passed', status: 101 }] });
  const hidden = await chat('# @no-log\nWEBSOCKET ws://{{host}}\n\nx', ['--max-events', '1']);
  expect(hidden.out).toMatch(/^ok /);
});

test('-v prints the upgrade before the messages', async () => {
  const ran = await chat('WEBSOCKET ws://{{host}}/c\n\nx', ['--max-events', '1', '-v']);
  expect(ran.out).toMatch(/^GET \/c HTTP\/1\.1[\s\S]*101 Switching Protocols[\s\S]*\nx\n$/);
});

test('--dry-run prints the upgrade and sends nothing', async () => {
  const ran = await chat('WEBSOCKET ws://{{host}}/c\n\nx', ['--dry-run']);
  expect(ran.out).toMatch(/^GET \/c HTTP\/1\.1\n[\s\S]*Upgrade: websocket\n/);
  expect(ran.upgrades).toEqual([]);
});

test('a refused upgrade fails the request', async () => {
  const ran = await run('WEBSOCKET {{base}}/a', [], { answer: response => response.writeHead(404).end() });
  expect(ran.out).toContain('The server refused the WebSocket with 404');
  expect(ran.code).toBe(exitCodes.network);
});

/** Sends events until the client disconnects. */
const ticks: Answering = response => {
  response.setHeader('Content-Type', 'text/event-stream');
  let count = 0;
  const timer = setInterval(() => response.write(`event: tick\nid: 1\ndata: {"n": ${++count}}\n\n`), 5);
  response.on('close', () => clearInterval(timer));
};

test.each(['SSE', 'EVENTSOURCE'])('%s prints events until a check is met', async method => {
  const accepts: string[] = [];
  const ran = await run(`# @assert $.n == 3\n# @capture n = $.n\n${method} {{base}}/e\n###\nGET {{base}}/{{n}}`, [], {
    answer(response, seen, request) {
      accepts.push(seen.headers.accept ?? '');
      if (seen.path === '/e') ticks(response, seen, request);
      else response.end();
    },
  });
  expect(ran).toMatchObject({ code: 0, err: '', seen: ['GET /e', 'GET /3'] });
  expect(ran.out).toMatch(/^\{"n": 1\}\n\{"n": 2\}\n\{"n": 3\}\nok /);
  expect(accepts[0]).toBe('text/event-stream');
});

test('SSE reads a response without events like any other', async () => {
  const ran = await run('# @assert status == 404\n# @assert body == gone\nSSE {{base}}/e', [], {
    answer: response => response.writeHead(404).end('gone'),
  });
  expect(ran.code).toBe(0);
});

test('--max-events ends an event stream after that many events', async () => {
  const ran = await run('SSE {{base}}/e', ['--max-events', '2'], { answer: ticks });
  expect(ran.out).toMatch(/^\{"n": 1\}\n\{"n": 2\}\nok /);
});

test('--max-events ends the event stream of a plain GET after the blank line of its last event', async () => {
  const { url } = await httpServer(ticks);
  const environment = testEnvironment();
  expect(await main(['GET', url, '--max-events', '2'], environment)).toBe(0);
  expect(environment.out()).toBe('event: tick\nid: 1\ndata: {"n": 1}\n\nevent: tick\nid: 1\ndata: {"n": 2}\n\n');
});

test('credentials of a profile need trust for a WebSocket as for a GET', async () => {
  const trust = async (method: string) =>
    (await chat(`# @flags --proxy http://evil.example\n${method} {{host}}/a`)).err;
  expect((await trust('WEBSOCKET')).replaceAll('WEBSOCKET', 'GET')).toBe(await trust('GET'));
});

test.each(['GRPC', 'RPC', 'MQTT', 'AMQP'])(
  'a %s request is refused with its line before anything is sent',
  async method => {
    const text = `proto < ./a.proto\n### call\n${method} localhost:50051/a.B/c\n\n{}\n### rest\nGET {{base}}/a`;
    const refused = await run(text);
    expect(refused).toMatchObject({ code: 2, seen: [] });
    expect(refused.err).toContain(`api.http:3: ${method} requests are not supported`);
    const chosen = await run(text, ['--request', 'rest']);
    expect(chosen).toMatchObject({ code: 0, seen: ['GET /a'] });
    const skipped = await run(text.replace('### call', '### call\n# @skip'));
    expect(skipped).toMatchObject({ code: 0, seen: ['GET /a'] });
  },
);

test('a curl command is refused with its line, and other requests of the file can be chosen', async () => {
  const command = "curl -X POST {{base}}/b \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n\n\"a\": 1}'";
  const text = `### copied\n${command}\n\nGET {{base}}/a\n### rest\nGET {{base}}/c`;
  const refused = await run(text);
  expect(refused).toMatchObject({ code: 2, seen: [] });
  expect(refused.err).toContain('api.http:2: A curl command is not supported here.');
  expect(await run(text, ['--request', 'rest'])).toMatchObject({ code: 0, seen: ['GET /c'] });
  const skipped = await run(text.replace('### copied', '### copied\n# @skip'));
  expect(skipped).toMatchObject({ code: 0, seen: ['GET /a', 'GET /c'] });
});

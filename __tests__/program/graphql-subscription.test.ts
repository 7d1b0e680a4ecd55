/** Subscriptions as a script sees them: one JSON line per event, exit codes, and a reader that stops. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { cliFile, runProgram, temporaryFolder } from '../support/program.js';
import {
  closeScriptedServers,
  complete,
  next,
  onSubscribe,
  type Script,
  serveScript,
} from '../support/servers/websocket-server.js';

afterEach(closeScriptedServers);

const words = (url: string): string[] => ['graphql', url, '--query', 'subscription { tick }'];

test('each event is a line as sent by the server, and completion is exit code 0', async () => {
  const server = await serveScript(
    onSubscribe((socket, id) => {
      socket.send(next(id, '{"data":{"big":12345678901234567890}}'));
      socket.send(next(id, '{"data":\n {"n":1.0}}'));
      socket.send(complete(id));
    }),
  );
  const ended = await runProgram(words(server.url));
  expect(ended.stdout.split('\n').map(line => line.replace(/\s/g, ''))).toEqual([
    '{"data":{"big":12345678901234567890}}',
    '{"data":{"n":1.0}}',
    '',
  ]);
  expect(ended.code).toBe(0);
});

test('--connection-params can be read from a file', async () => {
  const server = await serveScript(onSubscribe((socket, id) => socket.send(complete(id))));
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'params.json'), '{ "token": "t" }\n');
  const { code } = await runProgram([...words(server.url), '--connection-params', '@params.json'], { folder });
  expect([code, server.received[0]]).toEqual([0, { type: 'connection_init', payload: { token: 't' } }]);
});

test.each([
  ['an event with errors', (id: string) => next(id, '{"data":null,"errors":[{"message":"no"}]}'), undefined, 9],
  ['a refusal', undefined, 4403, 7],
  ['unauthorized', undefined, 4401, 7],
  ['a server error', undefined, 4500, 1],
])('%s ends with its exit code and one clear line', async (_title, frame, closeCode, code) => {
  const server = await serveScript(
    onSubscribe((socket, id) => {
      if (frame) socket.send(frame(id));
      if (closeCode) socket.close(closeCode, 'why\u001b]52;c;aGk=\u0007');
      else socket.send(complete(id));
    }),
  );
  const ended = await runProgram(words(server.url));
  expect(ended.code).toBe(code);
  expect(ended.stderr).not.toBe('');
  expect(ended.stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f]|\n\s+at /);
});

describe('servers without WebSocket', () => {
  /** Rejects the upgrade, and responds to a POST with these lines and bytes. */
  const refusing = (type: string, body: string, status = 200): Script => ({
    onUpgrade: (_request, socket) =>
      socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 10\r\n\r\nno \u001b[31mws'),
    onRequest: (_request, response) => response.writeHead(status, { 'Content-Type': type }).end(body),
  });
  const params = ['--connection-params', '{"token":"t"}'];

  test.each([
    ['application/json', '{"data":{"tick":null}}', 200, /a single result/, 1],
    ['application/graphql-response+json', '{"data":{"tick":1}}', 200, /a single result/, 1],
    ['application/json', '{"errors":[{"message":"streams are\\nfor others"}]}', 200, /others/, 1],
    ['application/graphql-response+json', '{"errors":[{"message":"no such field"}]}', 400, /no such field/, 1],
    ['application/graphql-response+json', '{"errors":[{"message":"who are you"}]}', 401, /who are you/, 7],
  ])('%s %s (%i) is not a subscription, and the rejection is reported', async (type, body, status, said, code) => {
    const server = await serveScript(refusing(type, body, status));
    const ended = await runProgram([...words(server.url), ...params]);
    expect(ended).toMatchObject({ code, stdout: body });
    expect(ended.stderr).toMatch(/refused the WebSocket with 400 Bad Request: no .*ws\. Trying .* over HTTP/);
    expect(ended.stderr).toContain('without --connection-params');
    expect(ended.stderr).toMatch(said);
    expect(ended.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    const silent = await runProgram([...words(server.url), ...params, '-s']);
    expect(silent).toMatchObject({ code, stderr: expect.not.stringContaining('Asking for a stream') });
    expect(silent.stderr).toMatch(/^apiclient: The server refused the WebSocket with 400 Bad Request\. Over HTTP the /);
    expect(silent.stderr).toMatch(said);
  });

  test('an event stream over HTTP is a subscription, and the rejection is still reported', async () => {
    const events = 'event: next\ndata: {"data":{"n":1}}\n\nevent: complete\ndata:\n\n';
    const server = await serveScript(refusing('text/event-stream', events));
    const ended = await runProgram(words(server.url));
    expect(ended).toMatchObject({ code: 0, stdout: '{"data":{"n":1}}\n' });
    expect(ended.stderr).toMatch(/refused the WebSocket with 400/);
    expect(ended.stderr).not.toContain('--connection-params');
    const asked = await runProgram([...words(server.url), ...params, '--subscription-protocol', 'sse']);
    expect(asked).toMatchObject({ code: 0, stderr: expect.stringMatching(/--connection-params.*WebSocket/) });
  });

  test('--subscription-url on another origin gets the credentials, which is reported', async () => {
    const events = 'event: complete\ndata:\n\n';
    const seen: (string | undefined)[] = [];
    const there = await serveScript({
      onUpgrade: (request, socket) => {
        seen.push(request.headers.authorization);
        socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
      },
      onRequest: (request, response) => {
        seen.push(request.headers.authorization);
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(events);
      },
    });
    for (const protocol of ['auto', 'sse']) {
      const elsewhere = ['--subscription-url', there.url, '-B', 's3cret', '--subscription-protocol', protocol];
      const ended = await runProgram([...words('http://127.0.0.1:1/graphql'), ...elsewhere]);
      expect(ended.code).toBe(0);
      expect(ended.stderr).toMatch(/Credentials are also sent to http:\/\/127\.0\.0\.1:\d+,/);
      expect(ended.stderr).not.toContain('s3cret');
    }
    expect(seen).toEqual(['Bearer s3cret', 'Bearer s3cret', 'Bearer s3cret']);
  });
});

test('an interrupted subscription notifies the server and exits with 130', async () => {
  const closed = new Promise<number>(resolve => {
    void serveScript({
      ...onSubscribe((socket, id) => socket.send(next(id, '{"data":{"n":1}}'))),
      onConnection: socket => socket.on('close', resolve),
    }).then(async server => {
      const ended = await runProgram(words(server.url), {
        onStart: child => child.stdout?.once('data', () => child.kill('SIGINT')),
      });
      expect(ended.code).toBe(130);
    });
  });
  expect(await closed).toBe(1000);
});

test('a server that does not respond to a close is not waited for', async () => {
  const server = await serveScript(
    onSubscribe((socket, id) => {
      socket.send(next(id, '{"data":{"n":1}}'));
      // A server that does not read cannot reply.
      socket.send(complete(id), () => socket.pause());
    }),
  );
  expect(await runProgram(words(server.url))).toMatchObject({ code: 0, stdout: '{"data":{"n":1}}\n' });
});

/** More than fits into a pipe without a reader. */
const large = `{"data":{"n":"${'x'.repeat(1_000_000)}"}}`;

test('Ctrl-C ends a run whose reader has stopped', async () => {
  const server = await serveScript(onSubscribe((socket, id) => socket.send(next(id, large))));
  const child = spawn(process.execPath, [cliFile, ...words(server.url)], {
    env: { PATH: process.env.PATH, HOME: temporaryFolder() },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  child.stdout.once('readable', () => child.kill('SIGINT'));
  expect(await once(child, 'exit')).toEqual([130, null]);
});

test('output before Ctrl-C still reaches an active reader', async () => {
  const server = await serveScript(onSubscribe((socket, id) => socket.send(next(id, large))));
  const ended = await runProgram(words(server.url), {
    onStart: child => child.stdout?.once('data', () => child.kill('SIGINT')),
  });
  expect(ended.code).toBe(130);
  expect(ended.stdout === `${large}\n`).toBe(true);
});

test.each([
  ['{"message":"who?"}', 'who?'],
  ['{"reason":"expired","until":12345678901234567890}', '{"reason":"expired","until":12345678901234567890}'],
])(
  '`connection_error` with %s, as mercurius sends it, is a rejected login: exit code 7, and the payload is shown',
  async (payload, shown) => {
    const server = await serveScript({
      protocol: () => 'graphql-transport-ws',
      onMessage: (_, socket) => socket.send(`{"type":"connection_error","payload":${payload}}`),
    });
    const ended = await runProgram([...words(server.url), '--subscription-protocol', 'graphql-transport-ws']);
    expect([ended.code, ended.stdout]).toEqual([7, '']);
    expect(ended.stderr).toContain(`The server refused the connection: ${shown}.`);
  },
);

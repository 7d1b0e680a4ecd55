/** HTTP version negotiation for https in the built program. */

import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeHttp2Servers, http2Server } from '../../support/servers/http2-server.js';

afterEach(closeHttp2Servers);

const trusting = ['--cacert', certificates().caFile, '-4'];

const serve = () =>
  http2Server((request, response) => {
    request.resume();
    request.on('end', () => response.end(`${request.url}\n`));
  });

test('the server chooses; --http1.1 leaves it no choice', async () => {
  const { url } = await serve();
  const ask = async (...more: string[]) => (await runProgram(['GET', url, ...trusting, ...more])).stdout;
  expect(await ask('-s', '-o', '/dev/null', '-w', '%{http_version}')).toBe('2');
  expect(await ask('--http1.1', '-s', '-o', '/dev/null', '-w', '%{http_version}')).toBe('1.1');
  expect(await ask('-i')).toMatch(/^HTTP\/2 200\n/);
  const verbose = await runProgram(['GET', url, ...trusting, '-v']);
  expect(verbose.stderr + verbose.stdout).toMatch(/ALPN h2[\s\S]*GET \/ HTTP\/2\n:authority: localhost/);
});

test('all requests of a run share one session, except one with HTTP/1.1', async () => {
  const server = await serve();
  const folder = temporaryFolder();
  const entry = (name: string, version = '') => `### ${name}\nGET ${server.url}/${name}${version}\n`;
  const file = [entry('a'), entry('b'), entry('c', ' HTTP/1.1'), entry('d', ' HTTP/2')].join('\n');
  writeFileSync(path.join(folder, 'all.http'), file);
  const { stdout, code } = await runProgram(['run', 'all.http', '--print', 'b', ...trusting], { folder });
  expect([stdout, code]).toEqual(['/a\n/b\n/c\n/d\n', 0]);
  expect([...server.handshakes].sort()).toEqual(['h2', 'h2', 'http/1.1']);
});

test('--repeat with many jobs has one session', async () => {
  const server = await serve();
  const { code } = await runProgram(['GET', server.url, ...trusting, '--repeat', '40', '--jobs', '8']);
  expect([code, server.handshakes]).toEqual([0, ['h2']]);
});

test('the two flags are mutually exclusive', async () => {
  const both = await runProgram(['GET', 'https://localhost:1', '--http1.1', '--http2']);
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--http1.1 and --http2 cannot be combined.')]);
});

test('a query uses HTTP/2, a subscription a WebSocket over HTTP/1.1, on the same port', async () => {
  const server = await http2Server((request, response) => {
    request.resume();
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(`{"data":{"version":"${request.httpVersion}"}}`);
    });
  });
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: ([first]) => first ?? false });
  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    sockets.handleUpgrade(request, socket, head, peer =>
      peer.on('message', data => {
        const { type, id } = JSON.parse(String(data));
        if (type === 'connection_init') peer.send('{"type":"connection_ack"}');
        else if (type === 'subscribe') {
          peer.send(JSON.stringify({ id, type: 'next', payload: { data: { version: request.httpVersion } } }));
          peer.send(JSON.stringify({ id, type: 'complete' }));
        }
      }),
    ),
  );
  const ask = (query: string) => runProgram(['graphql', `${server.url}/graphql`, '--query', query, ...trusting]);
  expect((await ask('{ version }')).stdout.replace(/\s/g, '')).toBe('{"data":{"version":"2.0"}}');
  expect((await ask('subscription { version }')).stdout.replace(/\s/g, '')).toBe('{"data":{"version":"1.1"}}');
});

/** Servers that violate the protocol: every case ends in a clear failure, and never in a truncated body that looks complete. */
import { type Failure, isFailure } from '../../../source/core/failure.js';
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import { holdTimer, releaseTimers } from '../../support/held-timer.js';
import { answered, bodyFailure, bodyOf, requestFor } from '../../support/requests.js';
import { closeServers, httpServer, rawServer, sayingServer } from '../../support/servers/http-server.js';

afterEach(releaseTimers);
afterEach(closeServers);

const said = async (bytes: string, after: 'end' | 'reset' | 'stay' = 'end') =>
  send(requestFor((await sayingServer(bytes, after)).url), testEnvironment());

async function refused(bytes: string): Promise<Failure> {
  const value = await said(bytes);
  if (isFailure(value)) return value;
  return bodyFailure(value);
}

const ok = 'HTTP/1.1 200 OK\r\n';

test.each([
  ['an SSH banner', 'SSH-2.0-OpenSSH_9.2p1 Debian\r\n', 'protocol', 'SSH server'],
  ['TLS on a plain port', '\x15\x03\x01\x00\x02\x02\x46', 'protocol', 'uses TLS'],
  ['HTTP/0.9', '<html>hello</html>', 'protocol', 'does not begin with HTTP'],
  ['NUL in a header', `${ok}A: b\0c\r\n\r\n`, 'protocol', 'the value of A contains a NUL (line 2, byte 0x00)'],
  ['ESC in a header name', `${ok}A\x1b[2J: b\r\n\r\n`, 'protocol', 'the name of a header contains a control'],
  ['a bare CR in a header', `${ok}A: b\rc\r\n\r\n`, 'protocol', 'not valid HTTP'],
  ['a status that is not a number', 'HTTP/1.1 2x0 OK\r\n\r\n', 'protocol', 'status'],
  ['a negative length', `${ok}Content-Length: -5\r\n\r\nhello`, 'protocol', 'Content-Length'],
  ['a length of 2^64', `${ok}Content-Length: 18446744073709551616\r\n\r\nhello`, 'protocol', 'Content-Length'],
  ['two lengths', `${ok}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`, 'protocol', 'two lengths'],
  ['a line of 300 kB in the head', `${ok}A: ${'x'.repeat(300_000)}\r\n\r\n`, 'limit', '256 KiB'],
  [
    'an unasked switch of protocols',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    'protocol',
    'another protocol',
  ],
  [
    'a switch to nothing',
    'HTTP/1.1 101 Switching Protocols\r\nContent-Length: 2\r\n\r\nhi',
    'protocol',
    'another protocol',
  ],
  [
    'a bad chunk size',
    `${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n`,
    'protocol',
    'size of a chunk',
  ],
  ['nothing at all', '', 'network', 'without a response'],
  ['half a head', 'HTTP/1.1 200 OK\r\nContent-Le', 'network', 'in the middle of the response head'],
])('%s', async (_name, bytes, kind, words) => {
  const failure = await refused(bytes);
  expect(failure).toMatchObject({ kind, text: expect.stringContaining(words), hint: expect.anything() });
});

test('a switch of protocols that was not requested points to the WebSocket command', async () => {
  const failure = await refused('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
  expect(failure).toMatchObject({ hint: 'To use a WebSocket, run apiclient ws URL.' });
});

test.each([
  ['a length that is too long', `${ok}Content-Length: 100\r\n\r\nhello`, 'end', 'after 5 of 100 bytes'],
  ['a reset in the middle', `${ok}Content-Length: 100\r\n\r\nhello`, 'reset', 'after 5 of 100 bytes'],
  ['chunks without their end', `${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`, 'end', 'after 5 bytes'],
] as const)('%s: the received part is delivered, followed by a failure', async (_name, bytes, after, words) => {
  const response = answered(await said(bytes, after));
  const came: Buffer[] = [];
  response.body.on('data', (chunk: Buffer) => came.push(chunk));
  const error = await new Promise<{ failure: Failure }>(resolve => response.body.once('error', resolve as never));
  expect(error.failure).toMatchObject({ kind: 'truncated', text: expect.stringContaining(words) });
  expect(Buffer.concat(came).toString()).toBe('hello');
});

test('with a length that is too short, the body ends after that length', async () => {
  const response = answered(await said(`${ok}Content-Length: 5\r\n\r\nhello and more`));
  expect((await bodyOf(response)).toString()).toBe('hello');
});

test.each([99, 294, 299, 600, 999])('status %i is passed on', async status => {
  const value = await said(`HTTP/1.1 ${String(status).padStart(3, '0')} Odd\r\nContent-Length: 2\r\n\r\nhi`);
  if (status === 99) expect(isFailure(value) || value.status).toBeTruthy();
  else expect(answered(value).status).toBe(status);
});

test('ESC in the reason phrase and C1 bytes in a header are passed on unchanged, for the printer to sanitize', async () => {
  const response = answered(await said('HTTP/1.1 200 \x1b]52;c;x\x07\r\nX: a\x9b2Jb\r\nContent-Length: 0\r\n\r\n'));
  expect(response.reason).toBe('\x1b]52;c;x\x07');
  expect(response.headers[0]).toEqual(['X', 'a\x9b2Jb']);
});

test('3,000 headers are all received', async () => {
  const many = Array.from({ length: 3000 }, (_, at) => `h${at}: ${at}\r\n`).join('');
  const response = answered(await said(`${ok}${many}Content-Length: 0\r\n\r\n`));
  expect(response.headers).toHaveLength(3001);
});

test('204 and 304 end with their head', async () => {
  for (const status of [204, 304]) {
    const response = answered(await said(`HTTP/1.1 ${status} X\r\n\r\nnot a body`));
    expect(await bodyOf(response)).toHaveLength(0);
  }
});

test('2,000 interim responses are rejected, a few are not', async () => {
  const hints = (count: number) =>
    `${'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(count)}${ok}Content-Length: 0\r\n\r\n`;
  expect(answered(await said(hints(20))).status).toBe(200);
  expect(await said(hints(2000))).toMatchObject({ kind: 'protocol', text: expect.stringContaining('interim') });
});

test('an interim response of any kind counts once', async () => {
  const interim = (status: number) => `HTTP/1.1 ${status} X\r\n\r\n`.repeat(100);
  for (const status of [100, 102, 103]) {
    expect(answered(await said(`${interim(status)}${ok}Content-Length: 0\r\n\r\n`)).status).toBe(200);
  }
});

test('endless headers are cut off', async () => {
  const server = await rawServer(socket => {
    socket.write(ok);
    const more = (): void => {
      for (let at = 0; at < 100 && !socket.destroyed; at++) socket.write(`X-${at}: ${'y'.repeat(1000)}\r\n`);
      if (!socket.destroyed) setImmediate(more);
    };
    more();
  });
  expect(await send(requestFor(server.url), testEnvironment())).toMatchObject({
    kind: 'limit',
    code: 'HPE_HEADER_OVERFLOW',
  });
});

describe('time', () => {
  test('--timeout covers a server that never responds', async () => {
    const server = await rawServer(() => {});
    expect(await send(requestFor(server.url, { network: { timeoutMs: 50 } }), testEnvironment())).toMatchObject({
      kind: 'timeout',
      text: 'The request took longer than 0.05 s.',
      hint: expect.stringContaining('--timeout'),
    });
  });

  test.each(['plain', 'gzip'])('--timeout covers a %s body that arrives slowly', async coding => {
    const server = await httpServer(response => {
      response.writeHead(200, coding === 'gzip' ? { 'Content-Encoding': 'gzip' } : {});
      response.write('x');
    });
    const limit = holdTimer(30_000);
    const network = { timeoutMs: 30_000 };
    const response = answered(await send(requestFor(server.url, { network }), testEnvironment()));
    void limit.fire();
    expect(await bodyFailure(response)).toMatchObject({ kind: 'timeout' });
  });

  test('--connect-timeout ends a TLS handshake that never completes', async () => {
    const server = await rawServer(() => {});
    const url = server.url.replace('http:', 'https:');
    expect(await send(requestFor(url, { network: { connectTimeoutMs: 50 } }), testEnvironment())).toMatchObject({
      kind: 'timeout',
      hint: expect.stringContaining('--connect-timeout'),
    });
  });
});

describe('Ctrl-C', () => {
  test('before the head, the failure is the reason of the signal', async () => {
    const environment = testEnvironment();
    const server = await rawServer(() => environment.stop.abort());
    expect(await send(requestFor(server.url), environment)).toMatchObject({ kind: 'interrupted' });
  });

  test('within the body, the stream fails with it', async () => {
    const environment = testEnvironment();
    const response = answered(
      await send(requestFor((await sayingServer(`${ok}Content-Length: 9\r\n\r\nhal`, 'stay')).url), environment),
    );
    const failure = bodyFailure(response);
    environment.stop.abort();
    expect(await failure).toMatchObject({ kind: 'interrupted' });
  });

  test("the caller's own signal counts as well, even if it was aborted before", async () => {
    const server = await rawServer(() => {});
    const signal = AbortSignal.abort();
    expect(await send(requestFor(server.url), testEnvironment(), { signal })).toMatchObject({ kind: 'interrupted' });
  });
});

describe('uploads', () => {
  test('a response that arrives before the body was read is shown', async () => {
    const server = await rawServer(socket => {
      socket.once('data', () => socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nbig'));
    });
    const body = { kind: 'bytes', bytes: Buffer.alloc(20_000_000) } as const;
    const response = answered(await send(requestFor(server.url, { method: 'POST', body }), testEnvironment()));
    expect(response.status).toBe(413);
    expect((await bodyOf(response)).toString()).toBe('big');
  });

  test('a missing file, or a folder, is a failure before anything is sent', async () => {
    const server = await httpServer(response => response.end());
    const environment = testEnvironment();
    for (const [path, words] of [
      ['no-such-file', 'no such file'],
      ['.', 'it is a folder'],
    ] as const) {
      const value = await send(requestFor(server.url, { method: 'POST', body: { kind: 'file', path } }), environment);
      expect(value).toMatchObject({ kind: 'usage', text: expect.stringContaining(words) });
    }
    expect(server.seen).toHaveLength(0);
  });
});

/** `Expect: 100-continue` (RFC 9110 10.1.1): no part of a body is read before the server has asked for it. */

import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { type Hint, hintText } from '../../../source/core/hint.js';
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import { holdTimer, releaseTimers } from '../../support/held-timer.js';
import { runProgram } from '../../support/program.js';
import { answered, bodyOf, type RequestParts, requestFor } from '../../support/requests.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeProxies, httpProxy } from '../../support/servers/proxy-server.js';

const made = certificates();
const cleanUp: (() => unknown)[] = [];

afterEach(async () => {
  releaseTimers();
  for (const close of cleanUp.splice(0)) await close();
  await closeProxies();
});

/** A request as received by the server. */
interface ReceivedRequest {
  readonly head: string;
  /** Whether any of the body had been read from its source when the head arrived. */
  readonly takenEarly: boolean;
  body: string;
}

interface Expecting {
  readonly url: string;
  readonly asked: ReceivedRequest[];
  connections: number;
}

/** Standard input that records whether it was read. */
function watchedInput(text: string): { readonly stdin: Readable; taken(): boolean } {
  let taken = false;
  const stdin = new Readable({
    read() {
      taken = true;
      this.push(text);
      this.push(null);
    },
  });
  return { stdin, taken: () => taken };
}

const go = 'HTTP/1.1 100 Continue\r\n\r\n';
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const refused = 'HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\n\r\nno';

/** The body after a head, once it is complete. */
function wholeBody(head: string, text: string): string | undefined {
  if (/^transfer-encoding/im.test(head)) return text.endsWith('0\r\n\r\n') ? text.split('\r\n')[1] : undefined;
  return text.length < Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0) ? undefined : text;
}

/** A server that responds to each head with the next of `first`, and to each body with `ok`. */
async function expecting(
  first: readonly string[],
  taken: () => boolean = () => false,
  tls?: TlsOptions,
): Promise<Expecting> {
  const sockets = new Set<Socket>();
  const seen: Expecting = { url: '', asked: [], connections: 0 };
  const serve = (socket: Socket): void => {
    seen.connections++;
    sockets.add(socket);
    socket.on('error', () => {});
    let text = '';
    let now: ReceivedRequest | undefined;
    socket.on('data', chunk => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (!now && end >= 0) {
        now = { head: text.slice(0, end), takenEarly: taken() || text.length > end + 4, body: '' };
        text = text.slice(end + 4);
        seen.asked.push(now);
        socket.write(first[seen.asked.length - 1] ?? go);
      }
      if (!now) return;
      const body = wholeBody(now.head, text);
      if (body === undefined) return;
      now.body = body;
      now = undefined;
      text = '';
      socket.write(ok);
    });
  };
  const server: Server = tls ? createTlsServer(tls, serve) : createServer(serve);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise(resolve => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(seen, { url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${port}/up` });
}

const put = (url: string, parts: RequestParts = {}) =>
  requestFor(url, {
    method: 'PUT',
    headers: ['X-Both: 1', 'Expect: 100-continue', 'X-After: 2', 'X-Both: 3'],
    ...parts,
  });
const fromStdin: RequestParts = { body: { kind: 'stdin' } };

const ways: readonly (readonly [string, TlsOptions | undefined, Partial<ReturnType<typeof requestFor>['network']>])[] =
  [
    ['http', undefined, {}],
    ['https', made.server, { caFile: made.caFile, family: 4 }],
  ];

describe.each(ways)('over %s', (_name, tls, network) => {
  test('the body waits for 100, and the header is sent as typed', async () => {
    const { stdin, taken } = watchedInput('the body');
    const server = await expecting([go], taken, tls);
    const spec = put(server.url, { ...fromStdin, network });
    const response = answered(await send(spec, { ...testEnvironment(), stdin }));
    expect(response.status).toBe(200);
    expect((await bodyOf(response)).toString()).toBe('ok');
    expect(server.asked).toMatchObject([{ takenEarly: false, body: 'the body' }]);
    const names = server.asked[0]?.head.split('\r\n').map(line => line.split(':')[0]);
    expect(names?.slice(-5)).toEqual(['X-Both', 'X-Both', 'Expect', 'X-After', 'Transfer-Encoding']);
    expect(names).not.toContain('Connection');
  });

  test.each([
    ['a 200 that does not want the body', ok, 200],
    ['103 and then 403', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno', 403],
  ])('%s is the response: nothing is sent, and the connection ends', async (_said, bytes, status) => {
    const { stdin, taken } = watchedInput('the body');
    const server = await expecting([bytes], taken, tls);
    const environment = testEnvironment();
    const spec = put(server.url, { ...fromStdin, network });
    const response = answered(await send(spec, { ...environment, stdin }));
    expect(response.status).toBe(status);
    expect((await bodyOf(response)).toString()).toHaveLength(2);
    expect(taken()).toBe(false);
    expect(server.asked).toMatchObject([{ body: '' }]);
    // A kept-alive connection would read the next head as the body that it still waits for.
    answered(await send({ ...spec, body: { kind: 'bytes', bytes: Buffer.from('12345678') } }, environment));
    expect(server.connections).toBe(2);
  });

  test('after 417, the request is sent again without Expect', async () => {
    const { stdin, taken } = watchedInput('the body');
    const server = await expecting([refused, ''], taken, tls);
    const notes: string[] = [];
    const onNote = (text: Hint) => notes.push(hintText(text));
    const spec = put(server.url, { ...fromStdin, network });
    const response = answered(await send(spec, { ...testEnvironment(), stdin }, { onNote }));
    expect([response.status, String(await bodyOf(response))]).toEqual([200, 'ok']);
    expect(server.asked).toMatchObject([
      { takenEarly: false, body: '' },
      { body: 'the body', head: expect.not.stringMatching(/^expect:/im) },
    ]);
    expect(notes).toEqual(['The server does not support Expect: 100-continue (417). Sent again without it.']);
  });

  test('a 417 without Expect is the response', async () => {
    const server = await expecting([refused], undefined, tls);
    const spec = requestFor(server.url, { method: 'PUT', body: 'x', network });
    expect(answered(await send(spec, testEnvironment())).status).toBe(417);
    expect(server.asked).toHaveLength(1);
  });

  test('a silent server gets the body after a second', async () => {
    const { stdin, taken } = watchedInput('the body');
    let onHead = (): void => {};
    const head = new Promise<void>(resolve => {
      onHead = resolve;
    });
    const isTaken = (): boolean => {
      onHead();
      return taken();
    };
    const server = await expecting([''], isTaken, tls);
    const limit = holdTimer(1000);
    const sent = send(put(server.url, { ...fromStdin, network }), { ...testEnvironment(), stdin });
    await head;
    await limit.fire();
    expect((await bodyOf(answered(await sent))).toString()).toBe('ok');
    expect(server.asked).toMatchObject([{ takenEarly: false, body: 'the body' }]);
  });
});

describe('over HTTP/2', () => {
  const over2 = async (answer: (stream: ServerHttp2Stream) => void, expectation = 'checkContinue') => {
    const server = createSecureServer(made.server);
    const sockets = new Set<{ destroy(): void }>();
    server.on('secureConnection', socket => sockets.add(socket));
    server.on('sessionError', () => {});
    // Without a listener, Node would send 100 by itself.
    server.on(expectation, () => {});
    server.on('stream', stream => {
      stream.on('error', () => {});
      answer(stream);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    cleanUp.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return `https://localhost:${(server.address() as AddressInfo).port}/up`;
  };
  const network = { caFile: made.caFile, family: 4 as const };

  test('the body waits for 100', async () => {
    const { stdin, taken } = watchedInput('the body');
    const early: boolean[] = [];
    const url = await over2(stream => {
      early.push(taken());
      stream.additionalHeaders({ ':status': 100 });
      let text = '';
      stream.on('data', chunk => {
        text += String(chunk);
      });
      stream.on('end', () => {
        stream.respond({ ':status': 200 });
        stream.end(text);
      });
    });
    const response = answered(await send(put(url, { ...fromStdin, network }), { ...testEnvironment(), stdin }));
    expect([response.status, response.httpVersion, String(await bodyOf(response))]).toEqual([200, '2', 'the body']);
    expect(early).toEqual([false]);
  });

  test('an early 403 is the response: nothing is sent, and the program exits', async () => {
    const { stdin, taken } = watchedInput('the body');
    let closed = (_code: number): void => {};
    const ended = new Promise<number>(resolve => {
      closed = resolve;
    });
    const url = await over2(stream => {
      stream.respond({ ':status': 403 });
      stream.end('no');
      stream.on('close', () => closed(stream.rstCode));
    });
    const response = answered(await send(put(url, { ...fromStdin, network }), { ...testEnvironment(), stdin }));
    expect([response.status, String(await bodyOf(response))]).toEqual([403, 'no']);
    expect(taken()).toBe(false);
    // 8: CANCEL, 0: the session was closed with it.
    expect([0, 8]).toContain(await ended);
  });
});

test('through a proxy that forwards it', async () => {
  const server = await expecting([go]);
  const proxy = await httpProxy();
  const spec = put(server.url, { body: 'the body', network: { proxy: `http://127.0.0.1:${proxy.port}` } });
  expect(answered(await send(spec, testEnvironment())).status).toBe(200);
  expect(server.asked).toMatchObject([{ body: 'the body', head: expect.stringMatching(/^expect: 100-continue$/im) }]);
  expect(proxy.asked).toHaveLength(1);
});

test('each attempt of --retry waits again', async () => {
  const busy = 'HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n';
  const { stdin, taken } = watchedInput('the body');
  const server = await expecting([busy, busy, go], taken);
  const spec = put(server.url, { ...fromStdin, network: { retries: 2 } });
  expect(answered(await send(spec, { ...testEnvironment(), stdin })).status).toBe(200);
  expect(server.asked.map(each => [each.takenEarly, each.body])).toEqual([
    [false, ''],
    [false, ''],
    [false, 'the body'],
  ]);
});

test('a redirect is followed with unread standard input', async () => {
  const moved = 'HTTP/1.1 307 Moved\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n';
  const { stdin, taken } = watchedInput('the body');
  const server = await expecting([moved, go], taken);
  const response = answered(
    await send(put(server.url, { ...fromStdin, network: { follow: true } }), { ...testEnvironment(), stdin }),
  );
  expect(response.status).toBe(200);
  expect(server.asked).toMatchObject([
    { takenEarly: false, body: '' },
    { takenEarly: false, body: 'the body', head: expect.stringMatching(/^PUT \/there [\s\S]*\nExpect: 100-continue/) },
  ]);
});

test('a refused token is renewed before the body is sent', async () => {
  const invalid =
    'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer error="invalid_token"\r\nContent-Length: 0\r\n\r\n';
  const { stdin } = watchedInput('the body');
  const server = await expecting([invalid, go]);
  const { secret } = await import('../../../source/core/secret.js');
  const spec = put(server.url, { ...fromStdin, credentials: { accessToken: secret('old') } });
  const response = answered(
    await send(spec, { ...testEnvironment(), stdin }, { renew: async () => ({ accessToken: secret('fresh') }) }),
  );
  expect(response.status).toBe(200);
  expect(server.asked.map(each => /^Authorization: (.*)$/im.exec(each.head)?.[1])).toEqual([
    'Bearer old',
    'Bearer fresh',
  ]);
});

test.each([
  ['GET', []],
  ['POST', []],
  ['HEAD', []],
  ['DELETE', ['-d', '12345678']],
  ['POST', ['-d', '12345678']],
  ['POST', ['-d', '@-']],
  ['POST', ['-F', 'a=12345678']],
])('the program sends %s %j with any expectation without an internal error', async (method, words) => {
  for (const value of ['100-continue', '100-Continue', 'something else', '']) {
    const server = await expecting(words.length > 0 ? [go] : ['']);
    const header = value === '' ? 'Expect;' : `Expect: ${value}`;
    const ended = await runProgram([method, server.url, '-i', ...words, '-H', header], { input: '12345678' });
    expect(ended).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^HTTP\/1\.1 200/) });
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]?.head).toMatch(value === '' ? /^Expect:\s*$/m : new RegExp(`^Expect: ${value}$`, 'm'));
  }
});

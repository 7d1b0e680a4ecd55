/** HTTP/2 frames that an ordinary server never sends (RFC 9113): truncation, resets, GOAWAY, invalid frames. */
import { type Failure, isFailure } from '../../../source/core/failure.js';
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import {
  block,
  closeRawHttp2Servers,
  data,
  frame,
  goaway,
  headers,
  integer,
  ok,
  type RawRequest,
  rawHttp2Server,
  reset,
  uint32,
} from '../../support/hostile/raw-http2.js';
import { answered, bodyOf, type RequestParts, requestFor } from '../../support/requests.js';
import { certificates } from '../../support/servers/certificates.js';
import { closeHttp2Servers, http2Server } from '../../support/servers/http2-server.js';

const { caFile } = certificates();

afterEach(() => {
  closeRawHttp2Servers();
  closeHttp2Servers();
});

/** Frames that respond to a request. */
type Answer = (request: RawRequest) => readonly Buffer[];

interface Outcome {
  /** The body received before a failure, or all of it. */
  readonly body: string;
  readonly failure?: Failure;
}

/** Sends one request. A failure must not be the timeout of 10 s. */
async function outcomeOf(url: string, { network, ...parts }: RequestParts = {}): Promise<Outcome> {
  const spec = requestFor(url, { ...parts, network: { caFile, family: 4, timeoutMs: 10_000, ...network } });
  const response = await send(spec, { ...testEnvironment(), sleep: async () => {} });
  if (isFailure(response)) return { body: '', failure: response };
  let body = '';
  try {
    for await (const chunk of response.body) body += String(chunk);
    return { body };
  } catch (error) {
    return { body, failure: (error as { failure: Failure }).failure };
  }
}

/** The outcome of one request to a server that responds with these frames. */
async function answeredWith(answer: Answer, parts: RequestParts = {}): Promise<Outcome> {
  const { url } = await rawHttp2Server(request => request.write(...answer(request)));
  return outcomeOf(url, parts);
}

describe('a body is complete only with END_STREAM and the announced length (RFC 9113, section 8.1)', () => {
  test.each<[string, Answer, string]>([
    [
      'content-length: 100, 5 bytes, RST_STREAM(NO_ERROR)',
      ({ id }) => [ok(id, ['content-length', '100']), data(id, 'hello'), reset(id, 0)],
      'The server reset the HTTP/2 stream in the middle of the body, after 5 of 100 bytes.',
    ],
    [
      'no content-length, 5 bytes, RST_STREAM(NO_ERROR)',
      ({ id }) => [ok(id), data(id, 'hello'), reset(id, 0)],
      'The server reset the HTTP/2 stream in the middle of the body, after 5 bytes.',
    ],
    [
      'all 5 bytes of content-length: 5, RST_STREAM(NO_ERROR)',
      ({ id }) => [ok(id, ['content-length', '5']), data(id, 'hello'), reset(id, 0)],
      'The server reset the HTTP/2 stream in the middle of the body, after 5 of 5 bytes.',
    ],
  ])('%s: truncated', async (_title, answer, text) => {
    expect(await answeredWith(answer)).toEqual({
      body: 'hello',
      failure: expect.objectContaining({ kind: 'truncated', text }),
    });
  });

  test('RST_STREAM(NO_ERROR) after END_STREAM: complete (section 8.1)', async () => {
    expect(await answeredWith(({ id }) => [ok(id), data(id, 'hello', true), reset(id, 0)])).toEqual({ body: 'hello' });
  });

  test('RST_STREAM(NO_ERROR) after the response to a large request body: complete', async () => {
    const answer: Answer = ({ id }) => [ok(id), data(id, 'hello', true), reset(id, 0)];
    expect(await answeredWith(answer, { method: 'POST', body: 'a'.repeat(1_000_000) })).toEqual({ body: 'hello' });
  });

  test.each<[string, Answer]>([
    ['END_STREAM with HEADERS', ({ id }) => [headers(id, block([':status', '204']), true)]],
    ['an empty DATA frame', ({ id }) => [ok(id), data(id, '', true)]],
    ['trailers', ({ id }) => [ok(id), headers(id, block(['x-end', '1']), true)]],
  ])('%s: complete', async (_title, answer) => {
    expect(await answeredWith(answer)).toEqual({ body: '' });
  });
});

/** A header block that refers 14,000 times to one entry of 4,000 bytes in the dynamic table. */
const bomb = Buffer.concat([
  block([':status', '200']),
  Buffer.from([0x40]),
  integer(1, 7),
  Buffer.from('x'),
  integer(4000, 7),
  Buffer.alloc(4000, 'a'),
  Buffer.alloc(14_000, 0xbe),
]);

const manyLines = Array.from({ length: 20_000 }, (_, at) => [`a${at}`, 'b'] as const);

describe('a connection that violates the protocol fails immediately, with the reason', () => {
  const violation = 'The response violates HTTP/2';
  test.each<[string, Answer, string]>([
    [
      'a header of 120,000 letters',
      ({ id }) => [ok(id, ['x', 'a'.repeat(120_000)])],
      'The response has a header larger than 64 KiB, the limit over HTTP/2.',
    ],
    [
      'padding longer than its frame',
      ({ id }) => [ok(id), frame(0, 8, id, Buffer.from([200, 1, 2]))],
      `${violation}: PROTOCOL_ERROR (DATA: invalid padding).`,
    ],
    [
      'an index outside of the HPACK table',
      ({ id }) => [headers(id, Buffer.from([0xff, 0xff, 0xff, 0xff, 0x7f]))],
      `${violation}: its headers cannot be decoded (COMPRESSION_ERROR).`,
    ],
    [
      'a truncated HPACK literal',
      ({ id }) => [headers(id, Buffer.from([0, 5, 97]))],
      `${violation}: its headers cannot be decoded (COMPRESSION_ERROR).`,
    ],
    [
      'RST_STREAM of 3 bytes',
      ({ id }) => [ok(id), frame(3, 0, id, Buffer.alloc(3))],
      `${violation}: FRAME_SIZE_ERROR.`,
    ],
    ['PING of 3 bytes', () => [frame(6, 0, 0, Buffer.alloc(3))], `${violation}: FRAME_SIZE_ERROR.`],
    ['SETTINGS of 5 bytes', () => [frame(4, 0, 0, Buffer.alloc(5))], `${violation}: FRAME_SIZE_ERROR.`],
    ['WINDOW_UPDATE of 3 bytes', () => [frame(8, 0, 0, Buffer.alloc(3))], `${violation}: FRAME_SIZE_ERROR.`],
    [
      'a frame of 20,000 bytes',
      ({ id }) => [ok(id), frame(0, 0, id, Buffer.alloc(20_000))],
      `${violation}: FRAME_SIZE_ERROR (too large frame size).`,
    ],
    ['DATA on an idle stream', () => [data(99, 'x', true)], `${violation}: PROTOCOL_ERROR (DATA: stream in idle).`],
    ['HEADERS on an idle stream of the server', () => [ok(2)], violation],
    ['DATA on stream 0', () => [data(0, 'x')], `${violation}: PROTOCOL_ERROR (DATA: stream_id == 0).`],
    [
      'CONTINUATION without HEADERS',
      ({ id }) => [frame(9, 4, id, Buffer.alloc(5))],
      `${violation}: PROTOCOL_ERROR (CONTINUATION: unexpected).`,
    ],
    [
      'another frame inside of a header block',
      ({ id }) => [frame(1, 0, id, block([':status', '200'])), data(id, 'x')],
      `${violation}: PROTOCOL_ERROR (`,
    ],
    ['SETTINGS_ENABLE_PUSH 2', () => [frame(4, 0, 0, Buffer.concat([Buffer.from([0, 2]), uint32(2)]))], violation],
    ['PUSH_PROMISE', ({ id }) => [frame(5, 4, id, Buffer.concat([uint32(2), block([':status', '200'])]))], violation],
    ['WINDOW_UPDATE of 0', ({ id }) => [ok(id), frame(8, 0, 0, uint32(0))], violation],
    ['a window beyond 2^31', ({ id }) => [ok(id), frame(8, 0, 0, uint32(0x7fffffff))], violation],
  ])('%s', async (_title, answer, text) => {
    const { failure } = await answeredWith(answer);
    expect(failure).toMatchObject({ text: expect.stringContaining(text), hint: expect.stringContaining('--http1.1') });
    expect(failure?.kind).toMatch(/^(?:protocol|limit)$/);
  });

  test.each<[string, Answer]>([
    ['DATA', ({ id }) => [data(id, 'x')]],
    ['half of RST_STREAM', ({ id }) => [reset(id, 0).subarray(0, 10)]],
    ['PING', () => [frame(6, 0, 0, Buffer.alloc(8))]],
    ['a frame of unknown type', () => [frame(0xbe, 0, 0)]],
    ['CONTINUATION of another stream', () => [frame(9, 4, 99)]],
  ])('%s in the middle of a header block', async (_title, interruption) => {
    const started = ({ id }: RawRequest) => frame(1, 0, id, block([':status', '200'], ['x', 'some text']));
    const text = `${violation}: PROTOCOL_ERROR (a frame in the middle of a header block).`;
    const together = await answeredWith(request => [started(request), ...interruption(request)]);
    expect(together.failure).toMatchObject({ kind: 'protocol', text });
    const { url } = await rawHttp2Server(request => {
      request.write(started(request));
      setImmediate(() => request.write(...interruption(request)));
    });
    expect((await outcomeOf(url)).failure).toMatchObject({ kind: 'protocol', text });
  });

  test('the body received before the violation is preserved', async () => {
    const { body, failure } = await answeredWith(({ id }) => [
      ok(id),
      data(id, 'hello'),
      frame(0, 8, id, Buffer.from([200, 1])),
    ]);
    expect([body, failure?.text]).toEqual(['hello', `${violation}: PROTOCOL_ERROR (DATA: invalid padding).`]);
  });

  test('a header of 120,000 letters from node:http2', async () => {
    const { url } = await http2Server(
      { streams: stream => void stream.respond({ ':status': 200, x: 'a'.repeat(120_000) }, { endStream: true }) },
      { maxSendHeaderBlockLength: 1_000_000 },
    );
    expect((await outcomeOf(url)).failure).toMatchObject({
      kind: 'limit',
      text: expect.stringContaining('larger than 64 KiB'),
    });
  });

  test('other requests of the session fail with it, and the next opens a new one', async () => {
    const raw = await rawHttp2Server(({ id, count, write }) => {
      if (count === 2) write(frame(6, 0, 0, Buffer.alloc(3)));
      if (count > 2) write(ok(id), data(id, 'well', true));
    });
    const network = { ...requestFor(raw.url).network, caFile, family: 4 as const, timeoutMs: 10_000 };
    const one = () => send({ ...requestFor(raw.url), network }, testEnvironment());
    const both = await Promise.all([one(), one()]);
    expect(both).toEqual([1, 2].map(() => expect.objectContaining({ text: `${violation}: FRAME_SIZE_ERROR.` })));
    expect(String(await bodyOf(answered(await one())))).toBe('well');
    expect(raw.sessions()).toBe(2);
  });
});

describe('a reset that apiclient sends is not attributed to the server', () => {
  const violation = 'The response violates HTTP/2';
  test.each<[string, Answer, string, string]>([
    ['an HPACK bomb', ({ id }) => [headers(id, bomb)], 'limit', 'The response headers exceed 256 KiB or 10,000 lines.'],
    [
      '20,000 headers',
      ({ id }) => [headers(id, block([':status', '200'], ...manyLines))],
      'limit',
      'The response headers exceed 256 KiB or 10,000 lines.',
    ],
    [
      'a body shorter than content-length',
      ({ id }) => [ok(id, ['content-length', '100']), data(id, 'hello', true)],
      'protocol',
      `${violation}: content-length is 100, but the body has 5 bytes.`,
    ],
    [
      'a body longer than content-length',
      ({ id }) => [ok(id, ['content-length', '3']), data(id, 'hello', true)],
      'protocol',
      `${violation}: content-length is 3, but the body has`,
    ],
    [
      'a name in upper case',
      ({ id }) => [headers(id, block([':status', '200'], ['X-Up', '1']), true)],
      'protocol',
      `${violation}: a header has a forbidden name or value`,
    ],
    [
      'trailers without END_STREAM',
      ({ id }) => [ok(id), data(id, 'hello'), headers(id, block(['a', 'b']))],
      'protocol',
      `${violation}: its trailers are malformed.`,
    ],
  ])('%s', async (_title, answer, kind, text) => {
    const { failure } = await answeredWith(answer);
    expect(failure).toMatchObject({ kind, text: expect.stringContaining(text) });
  });
});

describe('resets by the server have names', () => {
  test.each([
    [0, 'NO_ERROR'],
    [1, 'PROTOCOL_ERROR'],
    [2, 'INTERNAL_ERROR'],
    [7, 'REFUSED_STREAM'],
    [8, 'CANCEL'],
    [11, 'ENHANCE_YOUR_CALM'],
    [99, '99'],
  ])('RST_STREAM(%i) before the response', async (code, name) => {
    expect((await answeredWith(({ id }) => [reset(id, code)])).failure).toMatchObject({
      kind: 'protocol',
      text: `The server reset the HTTP/2 stream without a response: ${name}.`,
    });
  });

  test('RST_STREAM in the middle of the body', async () => {
    expect(await answeredWith(({ id }) => [ok(id), data(id, 'hello'), reset(id, 2)])).toEqual({
      body: 'hello',
      failure: expect.objectContaining({
        kind: 'protocol',
        text: 'The server reset the HTTP/2 stream in the middle of the body: INTERNAL_ERROR.',
      }),
    });
  });
});

describe('GOAWAY', () => {
  test.each<[string, Answer, string]>([
    [
      'of a request being processed',
      ({ id }) => [goaway(id, 2, 'disk\u001b full')],
      'The server closed the HTTP/2 connection: INTERNAL_ERROR ("disk\u001b full").',
    ],
    [
      'of a request that was not processed',
      () => [goaway(0, 1)],
      'The server closed the HTTP/2 connection: PROTOCOL_ERROR.',
    ],
    [
      'after one without an error',
      ({ id }) => [goaway(0x7fffffff, 0), goaway(id, 2, 'later')],
      'The server closed the HTTP/2 connection: INTERNAL_ERROR ("later").',
    ],
  ])('its code and debug text are shown: %s', async (_title, answer, text) => {
    expect((await answeredWith(answer)).failure).toMatchObject({ kind: 'protocol', text });
  });

  test('ENHANCE_YOUR_CALM is not answered with another connection', async () => {
    const raw = await rawHttp2Server(({ write }) => write(goaway(0, 11, 'too_many_pings')));
    expect((await outcomeOf(raw.url)).failure).toMatchObject({
      text: 'The server closed the HTTP/2 connection: ENHANCE_YOUR_CALM ("too_many_pings").',
      hint: expect.stringContaining('--retry'),
    });
    expect(raw.sessions()).toBe(1);
  });

  test('NO_ERROR for a request that was not processed: sent again immediately on another connection', async () => {
    const raw = await rawHttp2Server(({ id, count, write }) =>
      count === 1 ? write(goaway(0, 0)) : write(ok(id), data(id, 'well', true)),
    );
    expect(await outcomeOf(raw.url, { method: 'POST', body: 'x' })).toEqual({ body: 'well' });
    expect(raw.sessions()).toBe(2);
  });

  test.each<[string, Answer]>([
    ['GOAWAY', () => [goaway(0, 13)]],
    ['GOAWAY for a request being processed', ({ id }) => [goaway(id, 13)]],
    ['RST_STREAM', ({ id }) => [reset(id, 13)]],
  ])('%s with HTTP_1_1_REQUIRED: the request is sent over HTTP/1.1', async (_title, answer) => {
    expect(await answeredWith(answer)).toEqual({ body: 'over 1.1' });
  });
});

describe('`--retry` repeats an idempotent request that an HTTP/2 error ended', () => {
  const errors: readonly [string, Answer][] = [
    ['RST_STREAM(INTERNAL_ERROR)', ({ id }) => [reset(id, 2)]],
    ['RST_STREAM(ENHANCE_YOUR_CALM)', ({ id }) => [reset(id, 11)]],
    ['GOAWAY(INTERNAL_ERROR)', ({ id }) => [goaway(id, 2)]],
    ['GOAWAY(ENHANCE_YOUR_CALM)', () => [goaway(0, 11)]],
  ];
  const network = { retries: 1 };

  test.each(errors)('%s: GET is sent twice', async (_title, answer) => {
    const raw = await rawHttp2Server(request => {
      const { id, count, write } = request;
      if (count === 1) write(...answer(request));
      else write(ok(id), data(id, 'well', true));
    });
    expect(await outcomeOf(raw.url, { network })).toEqual({ body: 'well' });
    expect(raw.requests).toHaveLength(2);
  });

  test.each(errors)('%s: POST is sent once', async (_title, answer) => {
    const raw = await rawHttp2Server(request => request.write(...answer(request)));
    expect((await outcomeOf(raw.url, { method: 'POST', body: 'x', network })).failure?.kind).toBe('protocol');
    expect(raw.requests).toHaveLength(1);
  });
});

/** The ends of HTTP/1 responses on a connection, found for `--repeat`. */
import { ResponseFrames } from '../../../source/io/http/response-frames.js';

const json = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
const chunked = (body: string, fields = 'Transfer-Encoding: chunked'): string =>
  `HTTP/1.1 200 OK\r\n${fields}\r\n\r\n${body}`;

/** Passes a response in pieces of a number of bytes. Returns the last state, and the response. */
function read(text: string, bytes: number, method = 'GET') {
  const frames = new ResponseFrames(method, 1000, 1000);
  frames.start(true);
  const all = Buffer.from(text, 'latin1');
  let state = 'more';
  for (let at = 0; at < all.length && state === 'more'; at += bytes) state = frames.take(all.subarray(at, at + bytes));
  const ended = state === 'more' && frames.end() ? 'complete' : state;
  return { state: ended, status: frames.status, body: frames.body().toString('latin1'), isLast: frames.isLast };
}

const sizes = [1, 2, 3, 7, 1000];

test.each([
  ['a length', json, 200, '{}', false],
  ['no body', 'HTTP/1.1 204 No Content\r\n\r\n', 204, '', false],
  ['304 with the length of another response', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n', 304, '', false],
  ['equal lengths', json.replace('Content-Length: 2', 'content-length:2\r\nContent-Length: 2 '), 200, '{}', false],
  ['an interim response before it', `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${json}`, 200, '{}', false],
  ['chunks', chunked('2\r\nab\r\n3;x=y\r\ncde\r\n0\r\n\r\n'), 200, 'abcde', false],
  ['trailers', chunked('1\r\na\r\n0\r\nX: 1\r\nY: 2\r\n\r\n'), 200, 'a', false],
  ['a line end in a chunk', chunked('4\r\n\r\n\r\n\r\n0\r\n\r\n'), 200, '\r\n\r\n', false],
  ['Connection: close', json.replace('Content-Type', 'Connection: close\r\nContent-Type'), 200, '{}', true],
  ['HTTP/1.0', json.replace('HTTP/1.1', 'HTTP/1.0'), 200, '{}', true],
  ['the end of the connection', 'HTTP/1.1 200 OK\r\n\r\nabc', 200, 'abc', true],
  ['no reason phrase', 'HTTP/1.1 500\r\nContent-Length: 0\r\n\r\n', 500, '', false],
])('a response with %s ends in the right place, however it is split', (_, text, status, body, isLast) => {
  for (const bytes of sizes) expect(read(text, bytes)).toEqual({ state: 'complete', status, body, isLast });
});

test.each([
  ['another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
  ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
  ['a length and chunks', chunked('0\r\n\r\n', 'Content-Length: 5\r\nTransfer-Encoding: chunked')],
  ['an unknown coding', chunked('0\r\n\r\n', 'Transfer-Encoding: gzip, chunked')],
  ['a bare line feed', 'HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n'],
  ['a folded field', 'HTTP/1.1 200 OK\r\nX: 1\r\n Content-Length: 0\r\n\r\n'],
  ['a space before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 0\r\n\r\n'],
  ['a chunk size that is not a number', chunked('x\r\n')],
  ['a chunk that is longer than its size', chunked('1\r\nab\r\n0\r\n\r\n')],
  ['other bytes after a chunk', chunked('1\r\naXX0\r\n\r\n')],
  ['an endless head', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(2000)}`],
])('a response with %s is invalid', (_, text) => {
  for (const bytes of sizes) expect(read(text, bytes).state).toBe('invalid');
});

test('the response to HEAD has no body, and bytes after a response end the use of the connection', () => {
  expect(read(json.replace('{}', ''), 1000, 'HEAD')).toMatchObject({ state: 'complete', body: '', isLast: false });
  expect(read(`${json}HTTP/1.1 200 OK`, 1000)).toMatchObject({ state: 'complete', body: '{}', isLast: true });
  expect(read(json.slice(0, -1), 1000).state).toBe('more');
});

test('the body is counted, and collected only on request', () => {
  const frames = new ResponseFrames('GET', 1000, 1000);
  for (const keeps of [false, true, false]) {
    frames.start(keeps);
    expect(frames.take(Buffer.from(json))).toBe('complete');
    expect([frames.size, frames.body().toString()]).toEqual([2, keeps ? '{}' : '']);
  }
});

test('a body that exceeds its limit is too long if it is collected, and only counted otherwise', () => {
  const piece = Buffer.from('x'.repeat(600));
  for (const head of ['Content-Length: 1200', 'Content-Length: 999999999', 'X: until the end']) {
    for (const keeps of [true, false]) {
      const frames = new ResponseFrames('GET', 1000, 1000);
      frames.start(keeps);
      frames.take(Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`));
      expect(frames.take(piece)).toBe('more');
      expect(frames.take(piece)).toBe(keeps ? 'too long' : head.endsWith('1200') ? 'complete' : 'more');
    }
  }
  const frames = new ResponseFrames('GET', 1000, 1000);
  frames.start(true);
  frames.take(Buffer.from(chunked('')));
  const states = Array.from({ length: 1200 }, () => frames.take(Buffer.from('1\r\nx\r\n')));
  expect(states.indexOf('too long')).toBe(1000);
});

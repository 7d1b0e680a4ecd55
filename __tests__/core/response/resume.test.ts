import { memoryOf, readMemory, resumeHeaders, resumeStep } from '../../../source/core/response/resume.js';

const headers = (found: Record<string, string>) => (name: string) => found[name];
const memory = { url: 'https://a.example/f', etag: '"v1"', total: 100 };

describe('stored state of a download', () => {
  test.each([
    [
      { etag: '"v1"', 'last-modified': 'then' },
      { etag: '"v1"', lastModified: 'then' },
    ],
    [{ etag: 'W/"v1"', 'last-modified': 'then' }, { lastModified: 'then' }],
  ])('%j', (found, kept) => {
    expect(memoryOf({ status: 200, header: headers(found) }, { method: 'GET', url: 'u' }, 5)).toEqual({
      url: 'u',
      total: 5,
      ...kept,
    });
  });

  test.each([
    ['only a weak validator', { etag: 'W/"v1"' }],
    ['no validator', {}],
    ['a server that advertises no ranges', { etag: '"v1"', 'accept-ranges': 'none' }],
    ['a coded body, whose bytes do not count like the file', { etag: '"v1"', 'content-encoding': 'gzip' }],
  ])('nothing for %s', (_, found) => {
    expect(memoryOf({ status: 200, header: headers(found) }, { method: 'GET', url: 'u' }, 5)).toBeUndefined();
  });

  test.each(['identity', 'none', ' '])('a body with the coding %j is the file', coding => {
    const header = headers({ etag: '"v1"', 'content-encoding': coding });
    expect(memoryOf({ status: 200, header }, { method: 'GET', url: 'u' }, 5)).toBeDefined();
  });

  test.each([
    ['GET', 404],
    ['GET', 206],
    ['POST', 200],
  ])('nothing for %s with the response %d', (method, status) => {
    expect(memoryOf({ status, header: headers({ etag: '"v1"' }) }, { method, url: 'u' }, 5)).toBeUndefined();
  });

  test('another user’s state file is not trusted', () => {
    expect(readMemory('not json')).toBeUndefined();
    expect(readMemory('[]')).toBeUndefined();
    expect(readMemory('{"url":5}')).toBeUndefined();
    expect(readMemory('{"url":"u","etag":"\\"a\\"\\r\\nX: y","total":1.5}')).toEqual({ url: 'u' });
  });
});

test('the rest is requested only if the file has not changed', () => {
  expect(resumeHeaders(memory, 40)).toEqual([
    { name: 'Range', value: 'bytes=40-' },
    { name: 'If-Range', value: '"v1"' },
  ]);
  expect(resumeHeaders({ url: 'u' }, 40)).toEqual([]);
  expect(resumeHeaders(memory, 0)).toEqual([]);
});

describe('meaning of the response', () => {
  test.each([
    [206, { 'content-range': 'bytes 40-99/100' }, { step: 'append', size: 100 }],
    [206, { 'content-range': 'bytes 40-99/*' }, { step: 'append', size: 100 }],
    [200, {}, { step: 'restart' }],
    [416, { 'content-range': 'bytes */40' }, { step: 'done' }],
  ])('%i with %j', (status, found, step) => {
    expect(resumeStep({ status, header: headers(found as Record<string, string>) }, memory, 40)).toEqual(step);
  });

  test.each([
    ['another position', 206, { 'content-range': 'bytes 0-99/100' }],
    ['no Content-Range', 206, {}],
    ['several ranges', 206, { 'content-type': 'multipart/byteranges' }],
    ['another length', 206, { 'content-range': 'bytes 40-199/200' }],
    ['a part of the rest', 206, { 'content-range': 'bytes 40-50/100' }],
    ['a part of the rest, of an unknown total', 206, { 'content-range': 'bytes 40-50/*' }],
    ['another version', 206, { 'content-range': 'bytes 40-99/100', etag: '"v2"' }],
    ['a part file that is too long', 416, { 'content-range': 'bytes */30' }],
    ['an error page', 404, {}],
  ])('%s is rejected, and the part file is preserved', (_, status, found) => {
    expect(resumeStep({ status, header: headers(found as Record<string, string>) }, memory, 40).step).toBe('refuse');
  });
});

import { isFailure } from '../../../source/core/failure.js';
import type { FormPart } from '../../../source/core/options.js';
import { type BuiltBody, buildBody, type ReadBodyOption, urlencodedPair } from '../../../source/core/request/body.js';
import { typeOfFile } from '../../../source/core/request/media-types.js';
import { partHead } from '../../../source/core/request/multipart.js';
import type { BodySpec } from '../../../source/core/request/spec.js';
import * as fc from '../../support/property.js';

function built(option: ReadBodyOption): BuiltBody {
  const body = buildBody(option, 'BOUNDARY');
  if (isFailure(body)) throw new Error(body.text);
  return body;
}

/** Bytes as text; files and standard input by name. */
function textOf(body: BodySpec): string {
  if (body.kind === 'bytes') return Buffer.from(body.bytes).toString();
  if (body.kind === 'sequence') return body.pieces.map(textOf).join('');
  return body.kind === 'file' ? `<${body.path}>` : '<stdin>';
}

const typeOf = (body: BuiltBody) => body.headers.find(line => line.name === 'Content-Type')?.value;
const text = (value: string) => ({ from: 'text', text: value }) as const;
const data = (...pieces: Extract<ReadBodyOption, { kind: 'data' }>['pieces']) => built({ kind: 'data', pieces });

describe('-d', () => {
  test.each([
    ['{"a": 1}', 'application/json'],
    ['[1,2]', 'application/json'],
    [' "text" ', 'application/json'],
    ['12345678901234567890', 'application/json'],
    ['{"a": 1', 'text/plain; charset=utf-8'],
    ['a=1', 'application/x-www-form-urlencoded'],
    ['a=1&b=2', 'application/x-www-form-urlencoded'],
    ['a=1&b', 'application/x-www-form-urlencoded'],
    ['name=John Smith', 'application/x-www-form-urlencoded'],
    ['a=', 'application/x-www-form-urlencoded'],
    ['hello', 'text/plain; charset=utf-8'],
    ['a = 1', 'text/plain; charset=utf-8'],
    ['a=1\nb=2', 'text/plain; charset=utf-8'],
    ['', 'text/plain; charset=utf-8'],
    ['<a b="c">', 'text/plain; charset=utf-8'],
  ])('%j is sent as %s, unchanged', (value, type) => {
    const body = data(text(value));
    expect(typeOf(body)).toBe(type);
    expect(textOf(body.body)).toBe(value);
  });

  test('the content type of a file depends on its suffix, standard input is bytes', () => {
    expect(typeOf(data({ from: 'file', path: 'x.json' }))).toBe('application/json');
    expect(typeOf(data({ from: 'file', path: 'x' }))).toBe('application/octet-stream');
    expect(typeOf(data({ from: 'stdin' }))).toBe('application/octet-stream');
  });

  test('several pieces are joined with &, files among them streamed', () => {
    const body = data(
      text('a=1'),
      { from: 'file', path: 'f' },
      { from: 'urlencode', name: 'q', value: 'x y&z' },
      { from: 'stdin' },
    );
    expect(textOf(body.body)).toBe('a=1&<f>&q=x%20y%26z&<stdin>');
    expect(typeOf(body)).toBe('application/x-www-form-urlencoded');
    expect(typeOf(data(text('a'), text('b')))).toBe('text/plain; charset=utf-8');
  });
});

test.each([
  ['n', 'a b', 'n=a%20b'],
  ['', 'a&b', 'a%26b'],
  ['a[0]', '', 'a[0]='],
  ['a%20b', 'c', 'a%20b=c'],
  ['a b&c', 'é', 'a%20b%26c=%C3%A9'],
])('--data-urlencode %j=%j', (name, value, expected) => {
  expect(urlencodedPair(name, value)).toBe(expected);
});

test('--data-urlencode values are decoded unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), value => {
      expect(new URLSearchParams(urlencodedPair('n', value)).get('n')).toBe(value);
    }),
  );
});

test('--json sets Content-Type and Accept', () => {
  expect(built({ kind: 'json', sources: [text('{}')] }).headers).toEqual([
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Accept', value: 'application/json' },
  ]);
});

test('several --json are joined unchanged', () => {
  const sources = [text('{"a":'), { from: 'file', path: 'b.json' } as const, text('}')];
  expect(textOf(built({ kind: 'json', sources }).body)).toBe('{"a":<b.json>}');
});

describe('-F', () => {
  const part = (name: string, more: Partial<FormPart> = {}): FormPart => ({ name, source: text('v'), ...more });

  test('a text and a file, streamed', () => {
    const body = built({
      kind: 'form',
      parts: [part('a'), part('f', { source: { from: 'file', path: 'dir/x.png' } })],
    });
    expect(typeOf(body)).toBe('multipart/form-data; boundary=BOUNDARY');
    expect(textOf(body.body)).toBe(
      [
        '--BOUNDARY',
        'Content-Disposition: form-data; name="a"',
        '',
        'v',
        '--BOUNDARY',
        'Content-Disposition: form-data; name="f"; filename="x.png"',
        'Content-Type: image/png',
        '',
        '<dir/x.png>',
        '--BOUNDARY--',
        '',
      ].join('\r\n'),
    );
  });

  test.each([
    [
      'type and filename',
      part('f', { source: { from: 'file', path: 'x' }, type: 'a/b', filename: 'y.z' }),
      'name="f"; filename="y.z"\r\nContent-Type: a/b\r\n',
    ],
    ['a type of a text', part('a', { type: 'application/json' }), 'name="a"\r\nContent-Type: application/json\r\n'],
    [
      'quotes and line ends in names',
      part('a"b\r\nc', { filename: 'd"e\n' }),
      'name="a%22b%0D%0Ac"; filename="d%22e%0A"\r\n',
    ],
    [
      'names that are not ASCII',
      part('é', { filename: '日本.txt' }),
      'name="é"; filename="日本.txt"\r\nContent-Type: text/plain\r\n',
    ],
    [
      'standard input',
      part('f', { source: { from: 'stdin' } }),
      'name="f"; filename="-"\r\nContent-Type: application/octet-stream\r\n',
    ],
  ])('%s', (_title, given, expected) => {
    expect(partHead(given)).toBe(`Content-Disposition: form-data; ${expected}`);
  });

  test('a type with a line break cannot add lines to the head', () => {
    const body = buildBody({ kind: 'form', parts: [part('a', { type: 'a/b\r\nX: y' })] }, 'B');
    expect(isFailure(body) && body.kind).toBe('usage');
  });
});

test.each([
  ['a.JSON', 'application/json'],
  ['a.tar.gz', 'application/gzip'],
  ['.json', 'application/json'],
  ['a.constructor', 'application/octet-stream'],
  ['a.unknown', 'application/octet-stream'],
])('the type of %s is %s', (path, type) => {
  expect(typeOfFile(path)).toBe(type);
});

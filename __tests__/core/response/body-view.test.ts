import { BodyView } from '../../../source/core/response/body-view.js';
import { contentOf, mediaType } from '../../../source/core/response/content-kind.js';
import { safeText } from '../../../source/core/response/safe-text.js';
import { TextStream } from '../../../source/core/response/text-stream.js';
import * as fc from '../../support/property.js';

const bytes = (text: string | readonly number[]) => (typeof text === 'string' ? Buffer.from(text) : Buffer.from(text));

function show(body: Buffer, type: string, size = body.length || 1) {
  let text = '';
  const view = new BodyView(
    contentOf(type, body),
    piece => {
      text += piece;
    },
    true,
  );
  for (let at = 0; at < body.length; at += size) view.write(body.subarray(at, at + size));
  view.end();
  return { text, notes: view.notes() };
}

describe('types of bodies', () => {
  test.each([
    ['application/json', '{}', 'json'],
    ['application/problem+json; charset=utf-8', '{}', 'json'],
    ['application/x-ndjson', '{}\n{}', 'ndjson'],
    ['text/event-stream', 'data: x', 'sse'],
    ['text/html', '<p>', 'html'],
    ['text/html', '{"labelled":"html"}', 'json'],
    ['text/plain', '{"labelled":"text"}', 'json'],
    ['text/plain', '[2024-01-01] a log line', 'text'],
    ['text/plain', '{curly} text', 'text'],
    ['', '{"no":"type"}', 'json'],
    ['', '<!DOCTYPE html><p>', 'html'],
    ['', '<?xml version="1.0"?><a/>', 'xml'],
    ['image/svg+xml', '<svg/>', 'xml'],
    ['application/octet-stream', 'plain words', 'text'],
    ['text/plain', 'nul \u0000 byte', 'binary'],
  ])('%s with %j is %s', (type, body, kind) => {
    expect(contentOf(type || undefined, bytes(body)).kind).toBe(kind);
  });

  test.each([
    ['image/png', [0x89, 0x50]],
    ['application/octet-stream', [0xff, 0xd8, 0xff, 0xe0, 0x80]],
    ['', [0x1f, 0x8b, 8, 0, 1, 2]],
    ['application/pdf', [0x25, 0x50]],
  ])('%s with non-text bytes is binary', (type, body) => {
    expect(contentOf(type || undefined, bytes(body)).kind).toBe('binary');
  });

  test('UTF-16 is text although it is full of NULs', () => {
    const body = Buffer.concat([bytes([0xff, 0xfe]), Buffer.from('{"ü":1}', 'utf16le')]);
    expect(show(body, 'application/json', 3).text).toBe('{\n  "ü": 1\n}');
  });

  test.each([
    ['text/html; charset="ISO-8859-1"', { type: 'text/html', charset: 'ISO-8859-1' }],
    ['Text/HTML;Charset=utf-8;x=y', { type: 'text/html', charset: 'utf-8' }],
    ['text/html', { type: 'text/html' }],
  ])('%s is decoded', (value, read) => {
    expect(mediaType(value)).toEqual(read);
  });
});

describe('a body as text', () => {
  test('invalid UTF-8 becomes U+FFFD, and a split character is complete', () => {
    const body = bytes([0x61, 0xff, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xc3]);
    for (const size of [1, 2, 3, 8]) expect(show(body, 'text/plain', size).text).toBe('a\ufffdé€\ufffd');
  });

  test('a named charset is decoded, an unknown one is reported', () => {
    expect(show(bytes([0x67, 0xfc, 0x6e]), 'text/plain; charset=iso-8859-1').text).toBe('gün');
    const unknown = show(bytes('ok'), 'text/plain; charset=utf-7');
    expect(unknown).toEqual({ text: 'ok', notes: ['Unknown charset "utf-7", shown as UTF-8.'] });
  });

  test('a byte order mark is removed, CRLF is one line ending wherever it is split, a lone CR is marked', () => {
    const body = bytes('\ufeffa\r\nb\rc\r\n');
    for (const size of [1, 2, 3, 20]) expect(show(body, 'text/plain', size).text).toBe('a\nb␍c\n');
    for (const size of [1, 2, 20]) expect(show(bytes('\r\r\n\r'), 'text/plain', size).text).toBe('␍\n␍');
  });

  test('an emoji joined across two chunks is not split', () => {
    const body = bytes('👨\u200d👩');
    for (const size of [1, 4, 7]) expect(show(body, 'text/plain', size).text).toBe('👨\u200d👩');
  });

  test.each([
    ['application/json', '{"a\u009b\u202e":"\u001b]0;x\u0007"}'],
    ['application/x-ndjson', '{"a\u009b":1}\n\u001b[2J\n'],
    ['text/event-stream', 'data: {"\u009b":1}\nevent: \u001b[2J\n: \u0090\n'],
    ['text/html', '<p title="\u001b[2J">\u009b2J<!-- \u202e -->'],
    ['text/plain', '\u001b[2J\u0007'],
  ])('%s: no active control sequences remain', (type, body) => {
    for (const size of [1, 5, 100]) {
      expect(show(bytes(body), type, size).text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
  });

  test.each(['text/event-stream', 'text/html', 'text/plain', 'application/x-ndjson'])(
    '%s: every character is shown, in order, however it is split',
    type => {
      const any = fc.string({ unit: fc.constantFrom(...'<>!-/a{"1:}\n data:event'), maxLength: 40 });
      fc.assert(
        fc.property(any, fc.integer({ min: 1, max: 7 }), (text, size) => {
          const view: string[] = [];
          const shower = new BodyView({ kind: kindOf(type), type, charset: 'utf-8' }, piece => view.push(piece), true);
          const body = bytes(text);
          for (let at = 0; at < body.length; at += size) shower.write(body.subarray(at, at + size));
          shower.end();
          expect(view.join('')).toBe(text);
        }),
      );
    },
  );

  test.each([
    [
      '<?xml version="1.0"?><a><b c="1>">x</b><e/><f></f><!-- n --><g><h/></g></a>',
      '<?xml version="1.0"?>\n<a>\n  <b c="1>">x</b>\n  <e/>\n  <f></f>\n  <!-- n -->\n  <g>\n    <h/>\n  </g>\n</a>',
    ],
    ['<a>\n <b/>\n</a>\n', '<a>\n  <b/>\n</a>\n'],
    [
      '<?xml version="1.0"?>\n\n<s:Envelope>\n<s:Body>\n<r><n>1\n</n>\n\n\n</r><e>\n   </e></s:Body>\n</s:Envelope>\n',
      '<?xml version="1.0"?>\n<s:Envelope>\n  <s:Body>\n    <r>\n      <n>1\n</n>\n    </r>\n    <e>\n   </e>\n  </s:Body>\n</s:Envelope>\n',
    ],
    ['<p>\n <b>a</b> <i>b</i>\n <u/>\n</p>', '<p>\n  <b>a</b> <i>b</i>\n <u/>\n</p>'],
    ['<a>\n <![CDATA[ > ]] ]]>\n <b/></a>', '<a>\n <![CDATA[ > ]] ]]>\n <b/></a>'],
    ['\n <a>\n<b/>\n text <c/>\n</a>', '\n <a>\n  <b/>\n text <c/>\n</a>'],
    ['<p>mixed <b>text</b><i/> stays</p>', '<p>mixed <b>text</b><i/> stays</p>'],
    ['</a></a><b><c>1 < 2', '</a></a>\n<b>\n  <c>1 < 2'],
  ])('XML %j is indented where no text is moved, however it is split', (raw, shown) => {
    for (const size of [1, 3, 200]) expect(show(bytes(raw), 'application/xml', size).text).toBe(shown);
  });

  test('a line of an event stream is shown as soon as it is complete', () => {
    let text = '';
    const view = new BodyView(
      contentOf('text/event-stream', bytes('data: 1')),
      piece => {
        text += piece;
      },
      true,
    );
    view.write(bytes('data: 1\ndata: 2'));
    expect(text).toBe('data: 1\n');
  });
});

test.each([
  'application/json',
  'application/x-ndjson',
  'text/event-stream',
  'text/html',
  'application/xml',
  'text/plain',
])('%s: however its bytes are split, the output is safe, and the same', type => {
  const part = fc.constantFrom(
    ...['"', '{"a":"', '<', '>', 'data: ', '\n', '\r', '\\', '1', '👨', '❤', '葛', '\ufe0f', '\u200d', '\u200d'],
    ...['\u{e0041}', '\u{e0100}', '\u202e', '\u001b[2J', 'é'],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 10 }), fc.integer({ min: 1, max: 9 }), (parts, size) => {
      const text = parts.join('');
      const pieces: string[] = [];
      const view = new BodyView({ kind: kindOf(type), type, charset: 'utf-8' }, piece => pieces.push(piece), false);
      const body = bytes(text);
      for (let at = 0; at < body.length; at += size) view.write(body.subarray(at, at + size));
      view.end();
      expect(pieces.join('')).toBe(safeText(text));
      // Half a character would be written as U+FFFD.
      expect(pieces.filter(piece => /\p{Cs}/u.test(piece))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

const kindOf = (type: string) => contentOf(type, Buffer.from('x')).kind;

test('text decoded in chunks equals the text decoded at once', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.integer({ min: 1, max: 6 }), (body, size) => {
      const cut = new TextStream('utf-8');
      let text = '';
      for (let at = 0; at < body.length; at += size) text += cut.write(body.subarray(at, at + size));
      text += cut.end();
      const whole = new TextStream('utf-8');
      expect(text).toBe(whole.write(body) + whole.end());
    }),
  );
});

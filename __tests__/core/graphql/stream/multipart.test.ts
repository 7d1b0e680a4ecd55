import { boundaryOf, multipartParser } from '../../../../source/core/graphql/stream/multipart.js';
import * as fc from '../../../support/property.js';
import { expectTimeRatioBelow } from '../../../support/run/time-ratio.js';

test.each([
  ['multipart/mixed; boundary="graphql"; subscriptionSpec=1.0', 'graphql'],
  ['multipart/mixed;boundary=---x', '---x'],
  ['multipart/mixed; boundary="-"', '-'],
  ['multipart/mixed', '-'],
  ['multipart/mixed; Boundary="a\\"b"', 'a"b'],
])('the boundary of %s is %s', (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary);
});

const wire = (eol: string): string =>
  [
    'preamble',
    '---',
    'Content-Type: application/json',
    '',
    '{"a":1}',
    '---',
    'content-type: application/json',
    'x: y',
    '',
    '{"b":',
    '---not a delimiter: 2}',
    '---',
    '',
    '{}',
    '-----',
    'epilogue',
    '---',
  ].join(eol);

const bodies = (eol: string): string[] => ['{"a":1}', `{"b":${eol}---not a delimiter: 2}`, '{}'];

test.each(['\r\n', '\n'])('parts are complete however the bytes are split (line ending %j)', eol => {
  const whole = wire(eol);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 40 }), cuts => {
      const parser = multipartParser('-');
      const at = [0, ...cuts.sort((a, b) => a - b), whole.length];
      const parts = at.slice(1).flatMap((end, i) => parser.push(Buffer.from(whole.slice(at[i], end))));
      expect(parts.map(part => part.body.toString())).toEqual(bodies(eol));
      expect(parser.closed()).toBe(true);
    }),
  );
});

test('a part is available at its delimiter, not at the end of the next part', () => {
  const parser = multipartParser('graphql');
  expect(
    parser.push(
      Buffer.from('\r\n--graphql\r\nContent-Type: application/json\r\n\r\n{"hasNext":true}\r\n--graphql\r\n'),
    ),
  ).toEqual([{ head: 'Content-Type: application/json', body: Buffer.from('{"hasNext":true}') }]);
  expect(parser.closed()).toBe(false);
  expect(parser.push(Buffer.from('\r\n{}\r\n--graphql--'))).toHaveLength(1);
  expect(parser.closed()).toBe(true);
});

test('a part in many pieces takes linear time, even if it resembles a delimiter', () => {
  const piece = Buffer.from('\n--graphql!\n--graphqlx\n--graphq'.repeat(200));
  const pieces = (count: number) => () => {
    const parser = multipartParser('graphql');
    parser.push(Buffer.from('--graphql\r\n\r\n'));
    for (let nth = 0; nth < count; nth++) if (parser.push(piece).length > 0) throw new Error('This is not the end.');
    expect(parser.held()).toBeGreaterThanOrEqual(count * piece.length);
    expect(parser.push(Buffer.from('x\n--graphql--'))[0]?.body.length).toBe(count * piece.length + 1);
  };
  expectTimeRatioBelow(40, pieces(300), pieces(30));
});

test('a delimiter followed by endless white space is not a delimiter', () => {
  const parser = multipartParser('-');
  parser.push(Buffer.from(`---\n\nbody\n---${' '.repeat(300)}`));
  expect(parser.push(Buffer.from('\n---\n'))[0]?.body.toString()).toBe(`body\n---${' '.repeat(300)}`);
});

test.each(['', '\u0000', 'x\r\n---\r\n\r\n{}\r\n---'])(
  'everything after the closing delimiter is ignored, however it is split: %j',
  tail => {
    const bytes = Buffer.from(`---\n\n{}\n-----${tail}`);
    for (let at = 0; at <= bytes.length; at++) {
      const parser = multipartParser('-');
      const parts = [...parser.push(bytes.subarray(0, at)), ...parser.push(bytes.subarray(at))];
      expect([parts.map(({ body }) => body.toString()), parser.closed()]).toEqual([['{}'], true]);
    }
  },
);

/** Server streams: the output is the same wherever the stream is split. */
import { eventStreamParser } from '../../source/core/graphql/stream/event-stream.js';
import { boundaryOf, multipartParser } from '../../source/core/graphql/stream/multipart.js';
import * as fc from '../support/property.js';

const textOf = (words: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...words.split(' '), ' ', '\n', '\r\n', '\r') },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
      ),
      { maxLength: 16 },
    )
    .map(pieces => pieces.join(''));

/** Splits: none, in two at every position, and one byte at a time. */
function sameAtEverySplit<T>(text: Buffer | string, read: (pieces: (Buffer | string)[]) => T): T {
  const piece = (from: number, to?: number): Buffer | string =>
    typeof text === 'string' ? text.slice(from, to) : text.subarray(from, to);
  const whole = read([text]);
  for (let at = 0; at <= text.length; at++) expect(read([piece(0, at), piece(at)])).toEqual(whole);
  expect(read(Array.from({ length: text.length }, (_, at) => piece(at, at + 1)))).toEqual(whole);
  return whole;
}

test('server-sent events', () => {
  fc.assert(
    fc.property(textOf('event: data: data event : id: retry: complete \ufeff {"a":1}'), text => {
      const events = sameAtEverySplit(text, pieces => {
        const parser = eventStreamParser();
        return pieces.flatMap(each => parser.push(each as string));
      });
      for (const { event, data } of events) expect(`${event}${data.replaceAll('\n', '')}`).not.toMatch(/[\r\n]/);
    }),
  );
});

test('parts of a multipart body', () => {
  const words = '--- ----- --- - -- : Content-Type: {"a":1} \t \n---\n \r\n---\r\n \n-----\n';
  fc.assert(
    fc.property(textOf(words), text => {
      sameAtEverySplit(Buffer.from(text), pieces => {
        const parser = multipartParser('-');
        const parts = pieces.flatMap(each => parser.push(each as Buffer));
        return [...parts.map(({ head, body }) => [head, body.toString('latin1')]), parser.closed()];
      });
    }),
  );
});

test('a boundary', () => {
  fc.assert(
    fc.property(textOf('multipart/mixed ; boundary= Boundary = " \\" - a b'), type => {
      expect(typeof boundaryOf(type)).toBe('string');
    }),
  );
});

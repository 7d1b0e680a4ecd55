import { eventStreamParser } from '../../../../source/core/graphql/stream/event-stream.js';
import * as fc from '../../../support/property.js';

const wire = (eol: string): string =>
  [
    '\ufeff: heartbeat',
    '',
    'event: next',
    'data: {"data":',
    'data:{"n":1}}',
    'id: 7',
    '',
    'data: plain',
    '',
    'event: ignored, it has no data',
    '',
    'event:complete',
    'data',
    '',
    'data: cut off',
  ].join(eol);

const events = [
  { event: 'next', data: '{"data":\n{"n":1}}' },
  { event: 'message', data: 'plain' },
  { event: 'complete', data: '' },
];

test.each(['\n', '\r\n', '\r'])('events are complete however the text is split (line ending %j)', eol => {
  const whole = wire(eol);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 60 }), cuts => {
      const parser = eventStreamParser();
      const at = [0, ...cuts.sort((a, b) => a - b), whole.length];
      expect(at.slice(1).flatMap((end, i) => parser.push(whole.slice(at[i], end)))).toEqual(events);
    }),
  );
});

test('a bare `event: complete` is reported, although a browser would drop it', () => {
  expect(eventStreamParser().push('event: next\n\nevent: complete\n\n')).toEqual([{ event: 'complete', data: '' }]);
});

test('the size of an unfinished event is counted', () => {
  const parser = eventStreamParser();
  parser.push(`data: ${'x'.repeat(100)}\ndata: ${'y'.repeat(50)}`);
  expect(parser.held()).toBeGreaterThanOrEqual(150);
});

test('an empty line is counted too', () => {
  const parser = eventStreamParser();
  parser.push('data:\n'.repeat(1000));
  expect(parser.held()).toBeGreaterThanOrEqual(32_000);
});

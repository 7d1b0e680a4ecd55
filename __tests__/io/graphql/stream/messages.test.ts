/** A message is parsed the same way whether it has the common form or any other. */
import { readMessage } from '../../../../source/io/graphql/stream/connection.js';
import * as fc from '../../../support/property.js';

const member = fc.oneof(
  fc.tuple(fc.constant('type'), fc.constantFrom('next', 'data', 'error', 'complete', 'ping')),
  fc.tuple(fc.constant('id'), fc.oneof(fc.string(), fc.constantFrom('a"b', '\\', '\n'))),
  fc.tuple(fc.constant('payload'), fc.oneof(fc.jsonValue(), fc.constant({ data: { payload: 1 } }))),
  fc.tuple(fc.constantFrom('data', 'x'), fc.jsonValue()),
);

test('whatever the order of members, and with duplicates, the result equals that of JSON.parse', () => {
  const usual = fc
    .tuple(fc.boolean(), fc.string(), fc.jsonValue(), fc.array(member, { maxLength: 2 }))
    .map(([first, id, payload, more]) => {
      const head = [
        ['id', id],
        ['type', 'next'],
      ] as const;
      return [...(first ? head : head.toReversed()), ['payload', payload], ...more] as const;
    });
  fc.assert(
    fc.property(fc.oneof(usual, fc.array(member)), members => {
      const text = `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
      const { type, id, payload } = readMessage(text);
      const parsed = JSON.parse(text) as Record<string, unknown>;
      expect([type, id]).toEqual([parsed.type, parsed.id]);
      expect(payload === undefined ? undefined : JSON.parse(payload)).toEqual(parsed.payload);
    }),
  );
});

test.each([
  '{"id":"a","type":"next","payload":{"data":{}}',
  '{"id":"a","type":"next","payload":{"data":{}}}}',
  '{"id":"a","type":"next","payload":{"data":{}}} {}',
  '{"id":"a\nb","type":"next","payload":{"data":{}}}',
  '{"id":"a","type":"next","payload":}',
])('%j is not a message', text => {
  expect(readMessage(text)).toMatchObject({});
  expect(readMessage(text).type).toBeUndefined();
});

test('in a result of the common form, the payload is parsed at the same time; numbers stay as received', () => {
  const text = '{"type":"next","id":"1","payload":{"data":{"big":12345678901234567890}}}';
  const { payload, body } = readMessage(text);
  expect(payload).toBe('{"data":{"big":12345678901234567890}}');
  expect(body?.shape?.values).toBe(3);
});

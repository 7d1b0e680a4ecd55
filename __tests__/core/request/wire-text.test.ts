/** Header bytes as text, and back. */
import { wireBytes, wireValue } from '../../../source/core/request/wire-text.js';
import * as fc from '../../support/property.js';

test.each([
  ['plain', 'plain', 'plain'],
  ['UTF-8', 'caf\u00c3\u00a9', 'caf\u00e9'],
  ['Latin-1', 'caf\u00e9', 'caf\udce9'],
  ['a character that no byte is', '\u4e2d', '\u4e2d'],
])('a value to be returned: %s', (_, latin1, text) => {
  expect(wireValue(latin1)).toBe(text);
});

test('any received bytes are sent back unchanged', () => {
  fc.assert(
    fc.property(fc.uint8Array(), bytes => {
      const latin1 = Buffer.from(bytes).toString('latin1');
      expect(wireBytes(wireValue(latin1))).toBe(latin1);
    }),
  );
});

test('all input is sent as UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(wireBytes(text)).toBe(Buffer.from(text, 'utf8').toString('latin1'));
    }),
  );
});

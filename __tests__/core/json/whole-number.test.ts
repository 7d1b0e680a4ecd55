/** Integers by their value. */
import { wholeDigits } from '../../../source/core/json/whole-number.js';
import * as fc from '../../support/property.js';

test.each([
  ['7', '7'],
  ['7.0', '7'],
  ['1e2', '100'],
  ['1.5E1', '15'],
  ['-120e-1', '-12'],
  ['0.0', '0'],
  ['0e9', '0'],
  ['1.5', undefined],
  ['1e-1', undefined],
  ['1e4000', undefined],
  ['100e-9', undefined],
  ['x', undefined],
])('%s is %s', (text, digits) => {
  expect(wholeDigits(text)).toBe(digits);
});

test('it agrees with JSON numbers, as far as those are exact', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: -4, max: 6 }), (mantissa, exponent) => {
      const text = `${mantissa}e${exponent}`;
      const value = Number(text);
      expect(wholeDigits(text)).toBe(Number.isInteger(value) ? String(value + 0) : undefined);
    }),
  );
});

/** Integers in the notations that JSON allows: `7`, `7.0`, `1e2`. Variables are coerced by value, not by notation. */
import { withoutEnd } from '../text/runs.js';

/** Maximum number of digits. Longer numbers are not used in practice. */
const maxDigits = 400;

/** Returns the digits of an integer with its sign, or undefined if it has a fraction or more than 400 digits. */
export function wholeDigits(text: string): string | undefined {
  const [, sign = '', whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const kept = withoutEnd(fraction, /0/);
  const digits = `${whole}${kept}`;
  const shift = Number(exponent) - kept.length;
  if (/^0+$/.test(digits)) return '0';
  if (Math.abs(shift) > maxDigits || digits.length + shift > maxDigits) return undefined;
  // When shifting to the left, only zeros may be dropped.
  const cut = shift < 0 ? digits.slice(shift) : '';
  if (/[1-9]/.test(cut) || cut.length < -shift) return undefined;
  const moved = shift < 0 ? digits.slice(0, shift) : digits + '0'.repeat(shift);
  return `${sign}${moved.replace(/^0+(?=\d)/, '')}`;
}

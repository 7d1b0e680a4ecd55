/** Whole numbers as JSON may write them: `7`, `7.0`, `1e2`. Variables are coerced by their value, not by their spelling. */
import { withoutEnd } from '../text/ends.js';

/** More digits are no number that anybody counts with. */
const maxDigits = 400;

/** The digits of a whole number, with its sign; undefined: it has a fraction, or more than 400 digits. */
export function wholeDigits(text: string): string | undefined {
  const [, sign = '', whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const kept = withoutEnd(fraction, /0/);
  const digits = `${whole}${kept}`;
  const shift = Number(exponent) - kept.length;
  if (/^0+$/.test(digits)) return '0';
  if (Math.abs(shift) > maxDigits || digits.length + shift > maxDigits) return undefined;
  // Moved to the left, nothing but zeros may fall out.
  const cut = shift < 0 ? digits.slice(shift) : '';
  if (/[1-9]/.test(cut) || cut.length < -shift) return undefined;
  const moved = shift < 0 ? digits.slice(0, shift) : digits + '0'.repeat(shift);
  return `${sign}${moved.replace(/^0+(?=\d)/, '')}`;
}

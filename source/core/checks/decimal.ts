/** Decimal numbers compared as they are written: no digit is lost, and `1.0` equals `1`. */

interface Decimal {
  readonly negative: boolean;
  /** Significant digits, without zeros at either end; empty: zero. */
  readonly digits: string;
  /** The value is 0.digits × 10^exponent. */
  readonly exponent: bigint;
}

const number = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,1000}))?$/;

function decimal(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = '', power = '0'] = number.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const all = whole + fraction;
  const leading = /^0*/.exec(all)?.[0].length ?? 0;
  let end = all.length;
  while (end > leading && all.charCodeAt(end - 1) === 0x30) end--;
  return {
    negative: sign === '-' && end > leading,
    digits: all.slice(leading, end),
    exponent: BigInt(power.replace('+', '')) + BigInt(whole.length - leading),
  };
}

/** Negative, 0 or positive, as the first number is smaller, equal or greater; undefined: one of them is not a number. */
export function compareNumbers(left: string, right: string): number | undefined {
  const [a, b] = [decimal(left), decimal(right)];
  if (a === undefined || b === undefined) return undefined;
  const [signA, signB] = [signOf(a), signOf(b)];
  if (signA !== signB) return signA - signB;
  if (signA === 0) return 0;
  const size = a.exponent === b.exponent ? order(a.digits, b.digits) : a.exponent < b.exponent ? -1 : 1;
  return signA * size;
}

const signOf = ({ negative, digits }: Decimal): number => (digits === '' ? 0 : negative ? -1 : 1);

// Both begin after the same point: texts without zeros at their ends are in the order of their values.
const order = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

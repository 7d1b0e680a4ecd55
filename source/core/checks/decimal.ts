/** Compares decimal numbers digit by digit: no precision is lost, and `1.0` equals `1`. */

interface Decimal {
  readonly negative: boolean;
  /** Significant digits without leading or trailing zeros; empty for zero. */
  readonly digits: string;
  /** Exponent; the value is 0.digits × 10^exponent. */
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

/**
 * Returns a negative number, 0 or a positive number if the first number is smaller, equal or greater. Returns undefined if
 * either is not a number.
 */
export function compareNumbers(left: string, right: string): number | undefined {
  const [a, b] = [decimal(left), decimal(right)];
  if (a === undefined || b === undefined) return undefined;
  const [signA, signB] = [signOf(a), signOf(b)];
  if (signA !== signB) return signA - signB;
  if (signA === 0) return 0;
  return signA * (order(a.exponent, b.exponent) || order(a.digits, b.digits));
}

const signOf = ({ negative, digits }: Decimal): number => {
  if (digits === '') return 0;
  if (negative) return -1;
  return 1;
};

// Digits start at the decimal point, so texts without trailing zeros sort by value.
const order = <Part extends string | number | bigint>(a: Part, b: Part): number => {
  if (a === b) return 0;
  if (a < b) return -1;
  return 1;
};

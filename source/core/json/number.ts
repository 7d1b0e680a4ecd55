/** State machine for JSON numbers (RFC 8259 6) that does not convert them. */

export const Num = { minus: 0, zero: 1, int: 2, dot: 3, fraction: 4, e: 5, sign: 6, exponent: 7 } as const;

/** Accepting states. */
export const finished: readonly boolean[] = [false, true, true, false, true, false, false, true];

/** @param code UTF-16 code unit */
export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Returns the next state, or -1 if the number ends before `code`. */
export function step(state: number, code: number): number {
  if (isDigit(code)) return afterDigit(state, code);
  if (code === 0x2e) return state === Num.zero || state === Num.int ? Num.dot : -1;
  if (code === 0x65 || code === 0x45) {
    return state === Num.zero || state === Num.int || state === Num.fraction ? Num.e : -1;
  }
  return (code === 0x2b || code === 0x2d) && state === Num.e ? Num.sign : -1;
}

function afterDigit(state: number, code: number): number {
  if (state === Num.minus) return code === 0x30 ? Num.zero : Num.int;
  if (state === Num.zero) return -1;
  if (state === Num.dot) return Num.fraction;
  return state === Num.e || state === Num.sign ? Num.exponent : state;
}

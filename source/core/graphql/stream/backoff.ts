/** Delay and number of reconnections of a subscription. Pure: randomness is passed in. */

/** Attempts after a connection broke; reset when one is acknowledged. */
export const maxRetries = 5;

/**
 * Delay before attempt `attempt` (from 1) in milliseconds: doubles from 0.5 s to 8 s, minus up to half at random, so that a
 * thousand clients do not return at once.
 * @param chance from 0 to 1
 */
export function backoffMs(attempt: number, chance: number): number {
  const full = Math.min(500 * 2 ** (attempt - 1), 8000);
  return Math.round(full * (1 - chance / 2));
}

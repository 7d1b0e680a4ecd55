/** Delay and number of reconnections of a subscription. Pure: randomness is passed in. */

/** Maximum number of attempts after a connection breaks. The count is reset when a connection is acknowledged. */
export const maxRetries = 5;

/**
 * Returns the delay before attempt `attempt` (starting at 1) in milliseconds. It doubles from 0.5 s to 8 s, minus up to half at
 * random, so that a thousand clients do not reconnect at the same time.
 * @param chance number from 0 to 1
 */
export function backoffMs(attempt: number, chance: number): number {
  const full = Math.min(500 * 2 ** (attempt - 1), 8000);
  return Math.round(full * (1 - chance / 2));
}

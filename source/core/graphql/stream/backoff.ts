/** How long to wait before a subscription connects anew, and how often. Pure: chance is passed in. */

/** Tries after the first connection broke, counted anew once a connection was acknowledged. */
export const maxRetries = 5;

/**
 * Waiting time before try `attempt` (1, 2, …) in milliseconds: doubles from 0.5 s to 8 s, with up to half of it taken off
 * by chance so that a thousand clients do not return at the same moment.
 * @param chance a number from 0 to 1
 */
export function backoffMs(attempt: number, chance: number): number {
  const full = Math.min(500 * 2 ** (attempt - 1), 8000);
  return Math.round(full * (1 - chance / 2));
}

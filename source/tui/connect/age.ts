/** The age of a schema as text. */

/** Interval of its updates. */
export const minuteMs = 60_000;

/** `just now`, `2m ago`, `3h ago`, `4d ago`. */
export function ageText(ms: number): string {
  const minutes = Math.floor(ms / minuteMs);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes}m ago`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)}h ago` : `${Math.floor(minutes / (24 * 60))}d ago`;
}

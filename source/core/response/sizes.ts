/** Formats amounts for people. */

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Formats bytes in decimal units: `999 B`, `1.2 kB`, `34 MB`. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit]}`;
}

/** Formats milliseconds: `0.4 ms`, `184 ms`, `2.34 s`, `3:05 min`. */
export function durationText(ms: number): string {
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_995) return `${(ms / 1000).toFixed(2)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}

/** `1,234,567` */
export const countText = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Formats a count with a noun: `1 row`, `12,345 rows`. */
export const countedText = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;

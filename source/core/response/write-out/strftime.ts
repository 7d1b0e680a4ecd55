/** Implements `%time{…}` of `-w`: strftime (POSIX) in UTC and the C locale, with curl's `%f` for microseconds. */
import { dayNames, monthNames } from '../../calendar.js';

const two = (number: number, fill = '0'): string => String(number).padStart(2, fill);
const dayOfYear = (date: Date): number =>
  Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000);
/** @param first first day of a week, 0 for Sunday */
const week = (date: Date, first: number): number =>
  Math.floor((dayOfYear(date) + 7 - ((date.getUTCDay() - first + 7) % 7)) / 7);
const dayName = (date: Date): string => dayNames[date.getUTCDay()] ?? '';
const monthName = (date: Date): string => monthNames[date.getUTCMonth()] ?? '';
const hour12 = (date: Date): number => date.getUTCHours() % 12 || 12;

/** Returns the Thursday of the same week, whose year is the year of the week (ISO 8601). */
const thursday = (date: Date): Date => new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * 86_400_000);

const createConversions = (): Readonly<Record<string, (date: Date) => string>> => ({
  a: date => dayName(date).slice(0, 3),
  A: dayName,
  b: date => monthName(date).slice(0, 3),
  B: monthName,
  c: date => strftime('%a %b %e %H:%M:%S %Y', date.getTime()),
  C: date => two(Math.floor(date.getUTCFullYear() / 100)),
  d: date => two(date.getUTCDate()),
  D: date => strftime('%m/%d/%y', date.getTime()),
  e: date => two(date.getUTCDate(), ' '),
  f: date => String(date.getUTCMilliseconds() * 1000).padStart(6, '0'),
  F: date => strftime('%Y-%m-%d', date.getTime()),
  g: date => two(thursday(date).getUTCFullYear() % 100),
  G: date => String(thursday(date).getUTCFullYear()),
  h: date => monthName(date).slice(0, 3),
  H: date => two(date.getUTCHours()),
  I: date => two(hour12(date)),
  j: date => String(dayOfYear(date) + 1).padStart(3, '0'),
  m: date => two(date.getUTCMonth() + 1),
  M: date => two(date.getUTCMinutes()),
  n: () => '\n',
  p: date => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  r: date => strftime('%I:%M:%S %p', date.getTime()),
  R: date => strftime('%H:%M', date.getTime()),
  s: date => String(Math.floor(date.getTime() / 1000)),
  S: date => two(date.getUTCSeconds()),
  t: () => '\t',
  T: date => strftime('%H:%M:%S', date.getTime()),
  u: date => String(date.getUTCDay() || 7),
  U: date => two(week(date, 0)),
  V: date => two(Math.floor(dayOfYear(thursday(date)) / 7) + 1),
  w: date => String(date.getUTCDay()),
  W: date => two(week(date, 1)),
  x: date => strftime('%m/%d/%y', date.getTime()),
  X: date => strftime('%H:%M:%S', date.getTime()),
  y: date => two(date.getUTCFullYear() % 100),
  Y: date => String(date.getUTCFullYear()),
  z: () => '+0000',
  Z: () => 'UTC',
  '%': () => '%',
});

/** Formats a time. An unknown conversion is left unchanged. @param now milliseconds since 1970 */
export function strftime(format: string, now: number): string {
  const date = new Date(now);
  const conversions = createConversions();
  return format.replace(/%([A-Za-z%])/g, (whole, letter: string) => conversions[letter]?.(date) ?? whole);
}

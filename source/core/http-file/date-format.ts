/** Formats dates by the tokens of Day.js (`YYYY-MM-DD`), which REST Client and httpyac use, or of .NET (`yyyy-MM-dd`). */
import { dayNames, monthNames } from '../calendar.js';

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/**
 * @param format text in brackets (Day.js) or single quotes (.NET) is preserved
 * @param isLocal true for the local time zone, false for UTC
 */
export function formatDate(date: Date, format: string, isLocal: boolean): string {
  const offset = isLocal ? -date.getTimezoneOffset() : 0;
  const time = new Date(date.getTime() + offset * 60_000);
  const [month, day, hour] = [time.getUTCMonth(), time.getUTCDay(), time.getUTCHours()];
  const [monthName = '', dayName = ''] = [monthNames[month], dayNames[day]];
  const zone = (separator: string): string =>
    `${offset < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(offset) / 60))}${separator}${pad(Math.abs(offset) % 60)}`;
  const shared: Readonly<Record<string, string>> = {
    YYYY: pad(time.getUTCFullYear(), 4),
    YY: pad(time.getUTCFullYear() % 100),
    MMMM: monthName,
    MMM: monthName.slice(0, 3),
    MM: pad(month + 1),
    M: String(month + 1),
    DD: pad(time.getUTCDate()),
    D: String(time.getUTCDate()),
    dddd: dayName,
    ddd: dayName.slice(0, 3),
    dd: dayName.slice(0, 2),
    d: String(day),
    HH: pad(hour),
    H: String(hour),
    hh: pad(hour % 12 || 12),
    h: String(hour % 12 || 12),
    mm: pad(time.getUTCMinutes()),
    m: String(time.getUTCMinutes()),
    ss: pad(time.getUTCSeconds()),
    s: String(time.getUTCSeconds()),
    SSS: pad(time.getUTCMilliseconds(), 3),
    fff: pad(time.getUTCMilliseconds(), 3),
    A: hour < 12 ? 'AM' : 'PM',
    a: hour < 12 ? 'am' : 'pm',
    tt: hour < 12 ? 'AM' : 'PM',
    ZZ: zone(''),
    Z: zone(':'),
    zzz: zone(':'),
  };
  const isDotnet = format.includes('yy');
  const dotnet: Readonly<Record<string, string | undefined>> = {
    yyyy: shared.YYYY,
    yy: shared.YY,
    dd: shared.DD,
    d: shared.D,
  };
  return format
    .slice(0, 200)
    .replace(
      /\[([^\]]*)\]|'([^']*)'|YYYY|YY|yyyy|yy|M{1,4}|DD?|d{1,4}|HH?|hh?|mm?|ss?|SSS|fff|tt|A|a|ZZ?|zzz/g,
      (token, bracketed?: string, quoted?: string) =>
        bracketed ?? quoted ?? (isDotnet ? dotnet[token] : undefined) ?? shared[token] ?? token,
    );
}

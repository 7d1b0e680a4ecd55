/** Time and server of past runs, as displayed in lists. */

/**
 * Local date and time, without Intl.
 * @param at milliseconds since 1970
 */
export function when(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/**
 * The time for today, otherwise the date, in five cells.
 * @param now milliseconds since 1970
 */
export function whenShort(at: number, now: number): string {
  const whole = when(at);
  return new Date(at).toDateString() === new Date(now).toDateString() ? whole.slice(-5) : whole.slice(0, 5);
}

/** Cells for a server's name in a list. */
const maxServerLength = 24;

/** A URL without its scheme and server. Untrusted text. */
export function pathOf(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i, '');
  return path === url || path.startsWith('/') ? path : `/${path}`;
}

/** Host and port. A longer name is cut at the front, since its end is more useful. Untrusted text. */
export function serverOf(url: string): string {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1] ?? '';
  return host.length > maxServerLength ? `..${host.slice(2 - maxServerLength)}` : host;
}

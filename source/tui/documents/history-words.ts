/** When and where something was run, as lists show it. */

/** Local date and time, without Intl. @param at milliseconds since 1970 */
export function when(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The time of today, else the date: five cells. @param now in milliseconds since 1970 */
export function whenShort(at: number, now: number): string {
  const whole = when(at);
  return new Date(at).toDateString() === new Date(now).toDateString() ? whole.slice(-5) : whole.slice(0, 5);
}

/** Cells of a server's name in a list. */
const maxServerLength = 24;

/** Host and port; of a longer one its end, which says more. Untrusted text. */
export function serverOf(url: string): string {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1] ?? '';
  return host.length > maxServerLength ? `..${host.slice(2 - maxServerLength)}` : host;
}

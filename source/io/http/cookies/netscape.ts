/** curl's cookie file (Netscape format): one cookie per line, fields separated by tabs. */
import { Cookie, type CookieJar } from 'tough-cookie';

/** Whether a text can be a jar: it is empty, has the usual first line, or contains a cookie. */
export const isNetscape = (text: string): boolean =>
  text.trim() === '' || /^#[^\n]*cookie/i.test(text) || text.split('\n').some(line => line.split('\t').length >= 6);

/** Adds the cookies of a text to a jar, skipping other lines. */
export async function readNetscape(text: string, jar: CookieJar): Promise<void> {
  for (const line of text.split(/\r?\n/)) {
    const httpOnly = line.startsWith('#HttpOnly_');
    const fields = (httpOnly ? line.slice(10) : line).split('\t');
    const [domain = '', below, where = '/', secure, expires = '0', key = '', value = ''] = fields;
    if (fields.length < 6 || (line.startsWith('#') && !httpOnly)) continue;
    const host = domain.replace(/^\./, '');
    const expiry = new Date(Number(expires) * 1000);
    const cookie = new Cookie({
      key,
      value,
      domain: host,
      hostOnly: below !== 'TRUE',
      path: where,
      secure: secure === 'TRUE',
      httpOnly,
      // A server may choose an age after the last date.
      expires: expiry.getTime() > 0 ? expiry : 'Infinity',
    });
    await jar.store.putCookie(cookie);
  }
}

const netscapeHead = '# Netscape HTTP Cookie File\n# Written by apiclient. These lines are credentials.\n\n';

/**
 * Returns the text of a file with these cookies, without deleted ones: their expiry in 1970 would be written as zero, which
 * means a session cookie.
 * @param now milliseconds since 1970
 */
export function netscape(cookies: readonly Cookie[], now: number): string {
  const lines = cookies.flatMap(cookie => {
    const expires = cookie.expiryTime();
    if (expires !== undefined && expires <= now) return [];
    const below = cookie.hostOnly === false;
    return [
      `${cookie.httpOnly ? '#HttpOnly_' : ''}${below ? '.' : ''}${cookie.domain}`,
      below ? 'TRUE' : 'FALSE',
      cookie.path ?? '/',
      cookie.secure ? 'TRUE' : 'FALSE',
      expires !== undefined && Number.isFinite(expires) ? Math.round(expires / 1000) : 0,
      cookie.key,
      cookie.value,
    ].join('\t');
  });
  return `${netscapeHead}${lines.map(line => `${line}\n`).join('')}`;
}

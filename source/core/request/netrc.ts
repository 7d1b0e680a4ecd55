/** Reads a netrc file: who to be on which machine. */
import { type Secret, secret } from '../secret.js';

/**
 * The login for a host (an IPv6 address with or without brackets): its `machine` entry, else `default`. The first that fits
 * counts, as in curl.
 * @param user only an entry of this login fits
 */
export function netrcLogin(
  text: string,
  host: string,
  user?: string,
): { readonly user: string; readonly password: Secret } | undefined {
  const words = tokens(text.replace(/\r\n/g, '\n'));
  const wanted = host.replace(/^\[|\]$/g, '').toLowerCase();
  for (let at = 0; at < words.length; ) {
    const word = words[at++];
    if (word !== 'machine' && word !== 'default') continue;
    const fits = word === 'default' || words[at]?.toLowerCase() === wanted;
    if (word === 'machine') at++;
    const entry: Record<string, string> = {};
    while (at < words.length && words[at] !== 'machine' && words[at] !== 'default') {
      const key = words[at++] ?? '';
      if (key === 'login' || key === 'password' || key === 'account') entry[key] = words[at++] ?? '';
    }
    if (!fits || (user !== undefined && entry.login !== user)) continue;
    if (entry.login !== undefined) return { user: entry.login, password: secret(entry.password ?? '') };
  }
  return undefined;
}

/** Words, quoted ones whole; comment lines and macro definitions (to the next empty line) are no words. */
function tokens(text: string): readonly string[] {
  const plain = text.replace(/^[ \t]*macdef[^\n]*\n(?:[^\n]+\n?)*/gm, '').replace(/^[ \t]*#.*$/gm, '');
  return [...plain.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    found => found[2] ?? (found[1] ?? '').replace(/\\(.)/g, '$1'),
  );
}

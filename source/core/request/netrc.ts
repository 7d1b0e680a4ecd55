/** Reads a netrc file: who to be on which machine. */
import { type Secret, secret } from '../secret.js';

/**
 * The login for a host (an IPv6 address with or without brackets): its `machine` entry, else `default`. The first that fits
 * counts, as in curl; an entry that names no login has the password of any user, or of an empty one, if no other fits.
 * @param user only an entry of this login fits, or one that names none
 */
export function netrcLogin(
  text: string,
  host: string,
  user?: string,
): { readonly user: string; readonly password: Secret } | undefined {
  const words = tokens(text.replace(/\r\n/g, '\n'));
  const wanted = host.replace(/^\[|\]$/g, '').toLowerCase();
  let nameless: string | undefined;
  for (let at = 0; at < words.length; ) {
    const word = words[at++];
    if (word !== 'machine' && word !== 'default') continue;
    // What is for any host never stands in for an entry of the host itself.
    if (word === 'default' && nameless !== undefined) break;
    const fits = word === 'default' || words[at]?.toLowerCase() === wanted;
    if (word === 'machine') at++;
    const entry: Record<string, string> = {};
    while (at < words.length && words[at] !== 'machine' && words[at] !== 'default') {
      const key = words[at++] ?? '';
      if (key === 'login' || key === 'password' || key === 'account') entry[key] = words[at++] ?? '';
    }
    if (!fits) continue;
    if (entry.login === undefined) nameless ??= entry.password;
    else if (user === undefined || entry.login === user)
      return { user: entry.login, password: secret(entry.password ?? '') };
  }
  return nameless === undefined ? undefined : { user: user ?? '', password: secret(nameless) };
}

/** What a backslash makes of these letters in quotes; any other character it leaves as it is. */
const escaped: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Words, quoted ones whole; comment lines and macro definitions (to the next empty line) are no words. */
function tokens(text: string): readonly string[] {
  const plain = text.replace(/^[ \t]*macdef[^\n]*\n(?:[^\n]+\n?)*/gm, '').replace(/^[ \t]*#.*$/gm, '');
  return [...plain.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    found => found[2] ?? (found[1] ?? '').replace(/\\([\s\S])/g, (_, letter: string) => escaped[letter] ?? letter),
  );
}

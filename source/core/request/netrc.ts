/** Reads credentials from a netrc file. */
import { type Secret, secret } from '../secret.js';

/**
 * Returns the login for a host (IPv6 with or without brackets): the first matching `machine` entry, as in curl, or otherwise
 * `default`. An entry without a login matches any user if no other entry does.
 * @param user restricts matches to entries with this login or without one
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
    // `default` never replaces an entry of the host itself.
    if (word === 'default' && nameless !== undefined) break;
    const fits = word === 'default' || words[at]?.toLowerCase() === wanted;
    if (word === 'machine') at++;
    const entry: Record<string, string> = {};
    while (at < words.length && words[at] !== 'machine' && words[at] !== 'default') {
      const key = words[at++] ?? '';
      const value = words[at];
      if (value === undefined || (key !== 'login' && key !== 'password' && key !== 'account')) continue;
      entry[key] = value;
      at++;
    }
    if (!fits) continue;
    if (entry.login === undefined) nameless ??= entry.password;
    else if (user === undefined || entry.login === user)
      return { user: entry.login, password: secret(entry.password ?? '') };
  }
  return nameless === undefined ? undefined : { user: user ?? '', password: secret(nameless) };
}

/** Escapes inside quotes. Other characters are literal. */
const escaped: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Splits the file into words, quoted or not. Comments and macro definitions (which end at an empty line) are skipped. */
function tokens(text: string): readonly string[] {
  const plain = text.replace(/^[ \t]*macdef[^\n]*\n(?:[^\n]+(?:\n|$(?![\s\S])))*/gm, '').replace(/^[ \t]*#.*$/gm, '');
  return [...plain.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    match => match[2] ?? (match[1] ?? '').replace(/\\([\s\S])/g, (_, letter: string) => escaped[letter] ?? letter),
  );
}

/** Reports netrc errors by line without quoting them, because a misplaced word may be part of a password. */

const takers = new Set(['machine', 'login', 'password', 'account']);

/** Returns the first invalid line (one-based) and the reason. */
export function netrcProblem(text: string): { readonly line: number; readonly why: string } | undefined {
  let macro = false;
  let wanting: string | undefined;
  let wantedAt = 0;
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    if (macro) {
      macro = row.trim() !== '';
      continue;
    }
    if (/^\s*#/.test(row)) continue;
    for (const word of row.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []) {
      if (wanting !== undefined) {
        wanting = undefined;
      } else if (word === 'macdef') {
        macro = true;
        break;
      } else if (takers.has(word)) {
        wanting = word;
        wantedAt = index + 1;
      } else if (word !== 'default') {
        return { line: index + 1, why: 'a word is not one of machine, default, login, password, account or macdef' };
      }
    }
  }
  return wanting === undefined ? undefined : { line: wantedAt, why: `nothing follows ${wanting}` };
}

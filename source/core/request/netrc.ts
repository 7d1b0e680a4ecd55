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
  const wanted = host.replace(/^\[|\]$/g, '').toLowerCase();
  let nameless: string | undefined;
  for (const { machine, login, password } of entriesOf(tokens(text.replace(/\r\n/g, '\n')))) {
    // `default` never replaces an entry of the host itself.
    if (machine === 'default' && nameless !== undefined) break;
    if (machine !== 'default' && machine.name?.toLowerCase() !== wanted) continue;
    if (login === undefined) nameless ??= password;
    else if (user === undefined || login === user) return { user: login, password: secret(password ?? '') };
  }
  return nameless === undefined ? undefined : { user: user ?? '', password: secret(nameless) };
}

interface Entry {
  /** The name is absent at the end of the file. */
  readonly machine: 'default' | { readonly name: string | undefined };
  readonly login?: string;
  readonly password?: string;
}

function* entriesOf(words: readonly string[]): Generator<Entry> {
  for (let at = 0; at < words.length; ) {
    const word = words[at++];
    if (word !== 'machine' && word !== 'default') continue;
    const machine = word === 'default' ? word : { name: words[at++] };
    const fields: Record<string, string> = {};
    while (at < words.length && words[at] !== 'machine' && words[at] !== 'default') {
      const key = words[at++] ?? '';
      const value = words[at];
      if (value === undefined || !/^(?:login|password|account)$/.test(key)) continue;
      fields[key] = value;
      at++;
    }
    yield { machine, ...fields };
  }
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
  let isMacro = false;
  let pending: Pending | undefined;
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    if (isMacro) {
      isMacro = row.trim() !== '';
      continue;
    }
    const read = /^\s*#/.test(row) ? pending : readRow(row, index + 1, pending);
    if (read === 'wrong')
      return { line: index + 1, why: 'a word is not one of machine, default, login, password, account or macdef' };
    isMacro = read === 'macro';
    pending = read === 'macro' ? undefined : read;
  }
  return pending && { line: pending.line, why: `nothing follows ${pending.word}` };
}

/** A word that needs another one after it. */
interface Pending {
  readonly word: string;
  readonly line: number;
}

/** Returns the word at the end of the row that needs another one, if any. */
function readRow(row: string, line: number, before: Pending | undefined): Pending | 'macro' | 'wrong' | undefined {
  let pending = before;
  for (const word of row.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []) {
    if (pending) pending = undefined;
    else if (word === 'macdef') return 'macro';
    else if (takers.has(word)) pending = { word, line };
    else if (word !== 'default') return 'wrong';
  }
  return pending;
}

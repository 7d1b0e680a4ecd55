/**
 * Words for dash, bash, zsh, ksh and fish (from 3.4 on) alike: whatever bytes they hold, each of these shells reads them back
 * unchanged, and a terminal that shows them obeys none.
 */
import { needsSafeText } from '../response/safe-text.js';

const octal = (text: string): string =>
  [...new TextEncoder().encode(text)].map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join('');

/**
 * One shell word. Control and invisible characters go through `printf`, since POSIX quoting cannot express them; newlines stay,
 * because `$(…)` strips trailing ones.
 */
export function shellWord(text: string): string {
  // zsh puts the path of a command for `=ls`, fish its process number for `%self`.
  if (/^[\w@+:,./-][\w@%+=:,./-]*$/.test(text)) return text;
  if (!needsSafeText(text)) return quoted(text);
  let word = '';
  let plain = '';
  for (const character of text) {
    // After `"$(…)"` fish 3.6 looks for mistakes in variables even in single quotes.
    if (character === '\n' || character === '\t' || (character !== '$' && !needsSafeText(character))) {
      plain += character;
      continue;
    }
    if (plain) word += quoted(plain);
    plain = '';
    word += `"$(printf '${octal(character)}')"`;
  }
  return plain ? word + quoted(plain) : word;
}

/**
 * A quote stands outside of quotes with a backslash before it, and so does a backslash where fish would take it for an escape
 * inside of them: before a quote, before another, and at the end.
 */
const quoted = (text: string): string => {
  const pieces = text.match(/'|\\(?=['\\]|$)|(?:[^'\\]|\\(?!['\\]|$))+/g) ?? [''];
  return pieces.map(piece => (piece === "'" || piece === '\\' ? `\\${piece}` : `'${piece}'`)).join('');
};

/** A command that prints these bytes. */
export function printfBytes(bytes: Uint8Array): string {
  let format = '';
  for (const byte of bytes) {
    const plain = byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c && byte !== 0x25;
    format += plain ? String.fromCharCode(byte) : byte === 0x25 ? '%%' : `\\${byte.toString(8).padStart(3, '0')}`;
  }
  // A leading dash would be an option.
  return `printf '${format.replace(/^-/, '\\055')}'`;
}

/** Joins words to a command; a long one has a line per option. */
export function joinWords(words: readonly (readonly string[])[]): string {
  const line = words.map(each => each.join(' ')).join(' ');
  if (line.length <= 100 && !line.includes('\n')) return line;
  return words.map(each => each.join(' ')).join(' \\\n  ');
}

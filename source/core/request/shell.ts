/**
 * Quotes words so that dash, bash, zsh, ksh and fish (3.4 or later) all restore the same bytes and a terminal that displays
 * them is not affected.
 */
import { needsSafeText } from '../response/safe-text.js';

const octal = (text: string): string =>
  [...new TextEncoder().encode(text)].map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join('');

/**
 * Returns one shell word. Control and invisible characters are written with `printf`, because POSIX quoting cannot express
 * them. Newlines are written literally, because `$(…)` strips trailing ones.
 */
export function shellWord(text: string): string {
  // zsh expands `=ls` to the path of a command, and fish expands `%self` to its process number.
  if (/^[\w@+:,./-][\w@%+=:,./-]*$/.test(text)) return text;
  if (!needsSafeText(text)) return quoted(text);
  let word = '';
  let plain = '';
  for (const character of text) {
    // After `"$(…)"`, fish 3.6 checks variables for mistakes even inside single quotes.
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
 * Writes a quote outside quotes with a backslash before it. A backslash is written the same way wherever fish would treat it as
 * an escape inside quotes: before a quote, before another backslash, and at the end.
 */
const quoted = (text: string): string => {
  const pieces = text.match(/'|\\(?=['\\]|$)|(?:[^'\\]|\\(?!['\\]|$))+/g) ?? [''];
  return pieces.map(piece => (piece === "'" || piece === '\\' ? `\\${piece}` : `'${piece}'`)).join('');
};

/** Returns a command that prints these bytes. */
export function printfBytes(bytes: Uint8Array): string {
  let format = '';
  for (const byte of bytes) {
    const plain = byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c && byte !== 0x25;
    if (plain) format += String.fromCharCode(byte);
    else format += byte === 0x25 ? '%%' : `\\${byte.toString(8).padStart(3, '0')}`;
  }
  // A leading dash would be parsed as an option.
  return `printf '${format.replace(/^-/, '\\055')}'`;
}

/** Joins words into a command. A long command has one line per option. */
export function joinWords(words: readonly (readonly string[])[]): string {
  const line = words.map(each => each.join(' ')).join(' ');
  if (line.length <= 100 && !line.includes('\n')) return line;
  return words.map(each => each.join(' ')).join(' \\\n  ');
}

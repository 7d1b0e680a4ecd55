/**
 * Sanitizes all untrusted text for a terminal. C0, C1, DEL and bidi controls become visible marks. CRLF is a line break, while
 * a lone CR is marked. Invisible characters are marked too unless they are legitimate, because they make names look alike and
 * misalign rows. Libraries that "strip ANSI" let control bytes through.
 */
import { hasMeaning } from './invisible.js';

/*
 * After the controls, all characters that Unicode calls ignorable: soft hyphen, grapheme joiner, Arabic letter mark, Hangul
 * fillers, Khmer inherent vowels, Mongolian selectors, zero width space, joiners, direction marks, line and paragraph
 * separators, embeddings and overrides, word joiner to nominal digit shapes, variation selectors, byte order mark, halfwidth
 * filler, interlinear annotations, and (as surrogate pairs) controls of shorthand and of music, tags and further selectors.
 */
// biome-ignore format: the ranges are read one by one
const units = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb';
const pairs = '\\ud82f[\\udca0-\\udca3]|\\ud834[\\udd73-\\udd7a]|[\\udb40-\\udb43][\\udc00-\\udfff]';
const unsafe = new RegExp(`\\r\\n|[${units}]|${pairs}`, 'g');
const character = new RegExp(`[${units}]|${pairs}`);
/** A single class that contains lead surrogates. It is six times as fast, with few false positives. */
const suspect = new RegExp(`[${units}\\ud82f\\ud834\\udb40-\\udb43]`);

/** Returns a control picture (U+2400 block) for C0 and DEL, and `<U+XXXX>` otherwise. */
function mark(match: string, at: number, text: string): string {
  if (match === '\r\n') return '\n';
  const code = match.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  if (hasMeaning(code, text, at, each => character.test(each))) return match;
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/**
 * Returns text that cannot control a terminal. Newlines and tabs are preserved.
 * @param before preceding part of a longer text; only its last four UTF-16 units matter
 */
export function safeText(text: string, before = ''): string {
  const whole = before + text;
  return text.replace(unsafe, (match, at) => mark(match, before.length + at, whole));
}

/** Returns false if `safeText` would certainly change nothing. A fast check for hot loops. */
export const needsSafeText = (text: string): boolean => suspect.test(text);

/** Like `safeText`, but for a single line: newlines and tabs are marked too. */
export const safeLine = (text: string): string =>
  safeText(text).replace(/[\n\t]/g, match => (match === '\n' ? '\u240a' : '\u2409'));

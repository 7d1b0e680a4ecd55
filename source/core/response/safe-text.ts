/**
 * The one function that foreign text passes before a terminal sees it (design 6): C0, C1, DEL and bidi controls become
 * visible marks. CRLF is a line end; a lone CR is marked. Libraries that "strip ANSI" let control bytes through.
 */

// biome-ignore format: the ranges are read one by one
const unsafe = /\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A control picture (U+2400 block) for C0 and DEL, `<U+XXXX>` for all else. */
function mark(found: string): string {
  if (found === '\r\n') return '\n';
  const code = found.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** Text that cannot drive a terminal. Newline and tab stay. */
export const safeText = (text: string): string => text.replace(unsafe, mark);

/** Like `safeText`, for a place that is one line: newline and tab become visible too. */
export const safeLine = (text: string): string =>
  safeText(text).replace(/[\n\t]/g, found => (found === '\n' ? '\u240a' : '\u2409'));

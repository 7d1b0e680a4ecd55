/**
 * The one function that foreign text passes before a terminal sees it: C0, C1, DEL and bidi controls become
 * visible marks. CRLF is a line end; a lone CR is marked. Characters that take no room are marked too, because they make
 * two names look the same and rows come out wrong. Libraries that "strip ANSI" let control bytes through.
 */

/*
 * After the controls: soft hyphen, Arabic letter mark, Hangul fillers, zero width space, joiners, direction marks, line
 * and paragraph separators, embeddings and overrides, word joiner to nominal digit shapes, byte order mark, interlinear
 * annotations, and (as surrogate pairs) tag characters.
 */
// biome-ignore format: the ranges are read one by one
const unsafe = /\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;
const search = new RegExp(unsafe.source);

/**
 * Joiners belong to Persian, Indic scripts and emoji; beside anything older than U+0600, and beside what is marked itself,
 * they only hide something.
 */
const joins = (text: string, at: number) => canJoin(text.charAt(at - 1)) && canJoin(text.charAt(at + 1));
const canJoin = (unit: string) => unit >= '\u0600' && !search.test(unit);

/** A control picture (U+2400 block) for C0 and DEL, `<U+XXXX>` for all else. */
function mark(found: string, at: number, text: string): string {
  if (found === '\r\n') return '\n';
  const code = found.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  if ((code === 0x200c || code === 0x200d) && joins(text, at)) return found;
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** Text that cannot drive a terminal. Newline and tab stay. */
export const safeText = (text: string): string => text.replace(unsafe, mark);

/** True if `safeText` may change the text: lets a hot loop skip text that is clean as it stands. */
export const needsSafeText = (text: string): boolean => search.test(text);

/** Like `safeText`, for a place that is one line: newline and tab become visible too. */
export const safeLine = (text: string): string =>
  safeText(text).replace(/[\n\t]/g, found => (found === '\n' ? '\u240a' : '\u2409'));

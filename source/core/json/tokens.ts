/**
 * The tokens of a text that is meant to be JSON, with their offsets: of a whole text, of one line of a longer one, and of
 * what a user is still typing. Comments are part of it. Nothing is refused here; `scan.ts` knows what is right.
 */

/** A token at offsets of the text (UTF-16 code units); `other` is a character that JSON does not know. */
export interface JsonToken {
  readonly kind: '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'number' | 'word' | 'comment' | 'other';
  readonly from: number;
  readonly to: number;
}

/** All but strings, which may be larger than a regular expression can step back through. */
const token = /[{}[\],:"]|-?\d[\w.+-]*|[A-Za-z_]\w*|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[^\s]/g;

/** All tokens of a text, also of one that is no JSON. A string without an end goes to the end of its line. */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const pattern = new RegExp(token);
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const from = found.index;
    if (found[0] === '"') pattern.lastIndex = endOfString(text, from);
    yield { kind: kindOf(found[0]), from, to: pattern.lastIndex };
  }
}

function kindOf(found: string): JsonToken['kind'] {
  const first = found[0] ?? '';
  if ('{}[],:'.includes(first)) return first as JsonToken['kind'];
  if (first === '"') return 'string';
  if (first === '/' && found.length > 1) return 'comment';
  if (/[-\d]/.test(first)) return found.length > 1 || first !== '-' ? 'number' : 'other';
  return /[A-Za-z_]/.test(first) ? 'word' : 'other';
}

/** Index just behind the string that begins at `start`, which ends with its line if it has no end. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code === 0x0a) return at;
    if (code === 0x5c && text.charCodeAt(at + 1) !== 0x0a) at++;
  }
  return text.length;
}

/** Index of the quote that closes the string beginning at `start`; -1: there is none. */
export function closingQuote(text: string, start: number): number {
  let at = start;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return -1;
    let slashes = at;
    while (slashes - 1 > start && text.charCodeAt(slashes - 1) === 0x5c) slashes--;
    if ((at - slashes) % 2 === 0) return at;
  }
}

/** Letters from which on a text is gone through byte by byte: `replace` keeps a hundred bytes of every match. */
const longText = 65_536;

/** A JSON text on one line, whatever its own layout was: line ends stand between tokens only. */
export function onOneLine(text: string): string {
  if (!/[\r\n]/.test(text)) return text;
  if (text.length < longText) return text.replace(/[\r\n]+[ \t]*/g, ' ').trim();
  const bytes = Buffer.from(text);
  let length = 0;
  /** Behind a line end: `blanks` may go on, and then no other line end belongs to it. */
  let behind: 'token' | 'line end' | 'blanks' = 'token';
  for (const byte of bytes) {
    const isEnd = byte === 0x0a || byte === 0x0d;
    if (isEnd && behind === 'line end') continue;
    if (behind !== 'token' && (byte === 0x20 || byte === 0x09)) {
      behind = 'blanks';
      continue;
    }
    behind = isEnd ? 'line end' : 'token';
    bytes[length++] = isEnd ? 0x20 : byte;
  }
  return bytes.toString('utf8', 0, length).trim();
}

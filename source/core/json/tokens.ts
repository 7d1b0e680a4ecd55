/**
 * Lenient JSON tokenizer with offsets, for complete texts, single lines, and text that is being typed. Includes comments and
 * rejects nothing. `scan.ts` is the strict tokenizer.
 */

/** A token with UTF-16 offsets. `other` is a character that is not part of JSON. */
export interface JsonToken {
  readonly kind: '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'number' | 'word' | 'comment' | 'other';
  readonly from: number;
  readonly to: number;
}

/** Pattern of tokens other than strings. A long string would overflow the stack of the regular expression engine. */
const token = /[{}[\],:"]|-?\d[\w.+-]*|[A-Za-z_]\w*|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[^\s]/g;

/** Yields all tokens, even of invalid JSON. An unterminated string ends with its line. */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const pattern = new RegExp(token);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const from = match.index;
    if (match[0] === '"') pattern.lastIndex = endOfString(text, from);
    yield { kind: kindOf(match[0]), from, to: pattern.lastIndex };
  }
}

function kindOf(token: string): JsonToken['kind'] {
  const first = token[0] ?? '';
  if ('{}[],:'.includes(first)) return first as JsonToken['kind'];
  if (first === '"') return 'string';
  if (first === '/' && token.length > 1) return 'comment';
  if (/[-\d]/.test(first)) return token.length > 1 || first !== '-' ? 'number' : 'other';
  return /[A-Za-z_]/.test(first) ? 'word' : 'other';
}

const isLineEnd = (code: number): boolean => code === 0x0a || code === 0x0d;

/** Returns the index after the string at `start`, or the end of the line if it is unterminated. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (isLineEnd(code)) return at;
    if (code === 0x5c && !isLineEnd(text.charCodeAt(at + 1))) at++;
  }
  return text.length;
}

/** Returns the index of the closing quote of the string at `start`, or -1. */
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

/** Escapes pairs of braces in the strings of a JSON text, which could form a placeholder. */
export const withoutPlaceholders = (json: string): string => json.replaceAll('{{', '{\\u007b');

/** Length above which a text is processed by bytes, because `replace` uses a hundred bytes per match. */
const longText = 65_536;

/** Returns JSON text on one line. Line breaks occur only between tokens. */
export function onOneLine(text: string): string {
  if (!/[\r\n]/.test(text)) return text;
  if (text.length < longText) return text.replace(/[\r\n]+[ \t]*/g, ' ').trim();
  const bytes = Buffer.from(text);
  let length = 0;
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

/**
 * Replaces secrets in a text with bullets, regardless of their encoding. The text is decoded one level at a time, and every
 * level is searched for every secret, because encodings may be nested, mixed and partial, as in a JSON report that quotes a
 * URL.
 */
import { wireBytes, wireText } from '../request/wire-text.js';
import { safeLine, safeText } from '../response/safe-text.js';
import { bullets, reveal, type Secret } from '../secret.js';

/** Returns a text with bullets instead of secrets. */
export type Mask = (text: string) => string;

/** Mask for the case without secrets. */
export const noMask: Mask = text => text;

/** Minimum length, in UTF-16 units, of a secret that is also found inside a word. */
export const longSecret = 6;

/**
 * Returns a function that masks these secrets in a text. Secrets shorter than `longSecret` are masked only as whole words, so
 * that the text remains readable.
 * @param minLength secrets shorter than this are ignored
 */
export function maskOf(secrets: readonly (string | Secret)[], minLength = 1): Mask {
  const texts = [...new Set(secrets.map(reveal))].filter(each => each.length >= minLength);
  if (texts.length === 0) return noMask;
  const forms = [...new Set(texts.flatMap(formsOf))];
  const fragments = [...new Set(texts.flatMap(base64Fragments))];
  return text =>
    withBullets(
      text,
      levelsOf(text).flatMap(level => [
        ...forms.flatMap(form => spansOf(form, level)),
        ...fragments.flatMap(fragment => spansOf(fragment, level, base64Word)),
      ]),
    );
}

/** Masks all strings in a value at any depth. Member names and exceptions are left unchanged. */
export function masked<T>(value: T, mask: Mask): T {
  if (mask === noMask) return value;
  if (typeof value === 'string') return mask(value) as T;
  if (Array.isArray(value)) return value.map(each => masked(each, mask)) as T;
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  const members = Reflect.ownKeys(value).map(key => [key, masked((value as Record<PropertyKey, unknown>)[key], mask)]);
  return Object.fromEntries(members) as T;
}

/** Length of the fragments that `maskPieces` masks, in UTF-16 units. Shorter fragments of a secret may be shown. */
const pieceLength = 4;

/** Masks all fragments of these secrets in a short text, which may quote the secrets truncated at any position. */
export function maskPieces(text: string, secrets: readonly string[]): string {
  const forms = secrets.filter(each => each !== '').flatMap(formsOf);
  const spans = levelsOf(text).flatMap(level => {
    const shortSpans = forms.filter(form => form.length < pieceLength).flatMap(form => spansOf(form, level));
    for (let at = 0; at + pieceLength <= level.text.length; at++) {
      const piece = level.text.slice(at, at + pieceLength);
      if (forms.some(form => form.includes(piece))) shortSpans.push(sourceSpan(level, at, at + pieceLength));
    }
    return shortSpans;
  });
  return withBullets(text, spans);
}

/** A decoded text, with the source offsets of the start and end of each of its UTF-16 units. */
interface Level {
  readonly text: string;
  readonly starts?: Uint32Array;
  readonly ends?: Uint32Array;
}

type Span = readonly [start: number, end: number];

/** Maximum number of levels to decode. A text with deeper nesting is an attack on the reader rather than an echo. */
const maxLevels = 8;

/** Returns the text itself, the text without shell quoting, and both decoded until nothing is encoded any more. */
function levelsOf(text: string): readonly Level[] {
  const source = { text };
  return text.includes("'")
    ? [...decodedLevels(source), ...decodedLevels(decoded(source, shellQuoting, unquoted))]
    : decodedLevels(source);
}

function decodedLevels(level: Level): readonly Level[] {
  const levels = [level];
  for (let last = level; levels.length < maxLevels && last.text.search(encoding) >= 0; levels.push(last))
    last = decoded(last, encoding, meaningOf);
  return levels;
}

/**
 * Encodings of a character in requests and in apiclient's output: percent-encoding, `+` in forms, escapes in JSON, GraphQL,
 * JavaScript and quoted strings, XML and HTML references, folded header lines, and colours. A run of blanks counts as one blank,
 * because folding a line may add some.
 */
const encoding =
  /(?:%[0-9A-Fa-f]{2})+|\+|\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|["'\\/bfnrt])|&(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});|\r?\n[ \t]+|[ \t]{2,}|\x1b\[[0-9;]*m/g;

/** Quotes, escapes and `printf` calls written by `shellWord`. */
const shellQuoting = /"\$\(printf '(?:\\[0-7]{3})+'\)"|\\['\\]|'/g;

/** A decoded character, and the number of UTF-16 units that encoded it. */
type Piece = readonly [text: string, length: number];

const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
};

function meaningOf(word: string): readonly Piece[] {
  const whole = (text: string): readonly Piece[] => [[text, word.length]];
  switch (word[0]) {
    case '%':
      return bytesText(Buffer.from(word.replaceAll('%', ''), 'hex'), 3, word);
    case '\\': {
      const escaped = word.slice(1);
      return whole(escaped.length > 1 ? characterOf(escaped.slice(1), 16) : (named[escaped] ?? escaped));
    }
    case '&': {
      const [, base, digits] = /^&#(x?)(.*);$/i.exec(word) ?? [];
      return whole(
        digits === undefined ? (named[word.slice(1, -1)] ?? '') : characterOf(digits, base === '' ? 10 : 16),
      );
    }
    case '\x1b':
      return whole('');
    default:
      return whole(' ');
  }
}

function unquoted(word: string): readonly Piece[] {
  if (word.startsWith('"')) return [[Buffer.from(octalBytes(word)).toString('utf8'), word.length]];
  return [[word.slice(1), word.length]];
}

const octalBytes = (word: string): readonly number[] =>
  [...word.matchAll(/\\([0-7]{3})/g)].map(([, digits = '']) => Number.parseInt(digits, 8));

function characterOf(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}

/** Decodes UTF-8 bytes, each encoded in `size` units of `word`. Invalid bytes remain encoded. */
function bytesText(bytes: Buffer, size: number, word: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length = 1 + [0xc0, 0xe0, 0xf0].filter(least => lead >= least).length;
    const text = bytes.toString('utf8', at, at + length);
    const isValid = !text.includes('\ufffd') || bytes.toString('hex', at, at + length) === 'efbfbd';
    const taken = isValid ? length : 1;
    pieces.push([isValid ? text : word.slice(at * size, (at + 1) * size), taken * size]);
    at += taken;
  }
  return pieces;
}

/**
 * Returns the next level, in which each match of the pattern is replaced with its meaning. It is never longer than the previous
 * level.
 */
function decoded(level: Level, pattern: RegExp, meaning: (word: string) => readonly Piece[]): Level {
  const starts = new Uint32Array(level.text.length);
  const ends = new Uint32Array(level.text.length);
  let text = '';
  let end = 0;
  const put = (piece: string, length: number): void => {
    const [start, stop] = sourceSpan(level, end, end + length);
    starts.fill(start, text.length, text.length + piece.length);
    ends.fill(stop, text.length, text.length + piece.length);
    text += piece;
    end += length;
  };
  const copy = (until: number): void => {
    for (let at = end; at < until; at++) {
      [starts[text.length + at - end], ends[text.length + at - end]] = sourceSpan(level, at, at + 1);
    }
    text += level.text.slice(end, until);
    end = until;
  };
  for (const match of level.text.matchAll(pattern)) {
    copy(match.index);
    for (const piece of meaning(match[0])) put(...piece);
  }
  copy(level.text.length);
  return { text, starts, ends };
}

const sourceSpan = ({ starts, ends }: Level, from: number, to: number): Span => [
  starts?.[from] ?? from,
  ends?.[to - 1] ?? to,
];

/**
 * Returns the forms of a secret to search for: the secret itself, its bytes, its forms in a URL and in a terminal, and each of
 * these decoded like the text, because an encoder may leave text unchanged that looks encoded (`%41`).
 */
function formsOf(secret: string): readonly string[] {
  const bytes = wireBytes(secret);
  const inUrl = secret.replace(/[\t\n\r]|#.*/gs, '').replaceAll('\\', '/');
  const wellFormed = Buffer.from(secret, 'utf8').toString('utf8');
  const shown = [secret, wellFormed, bytes, wireText(bytes), inUrl, safeText(secret), safeLine(secret)];
  // A form that decodes to little or nothing (`%41`, `+++`) would mask ordinary text.
  const decodedForms = shown.flatMap(levelsOf).map(({ text }) => text);
  const minLength = Math.min(longSecret, secret.length / 2);
  return [secret, ...decodedForms.filter(text => text.trim() !== '' && text.length >= minLength)];
}

/** Minimum length, in bytes, of a secret that is searched for inside Base64. Its fragments are seven characters long. */
const minBase64Bytes = 6;

const base64Word = /[\w+/=-]/;

/** Returns the Base64 characters of a secret for each possible start position, also in the URL-safe alphabet. */
function base64Fragments(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  if (bytes.length < minBase64Bytes) return [];
  return [0, 1, 2].flatMap(shift => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const fragment = encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
    return [fragment, fragment.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** @param word pattern of characters by which a match is extended on both sides */
function spansOf(form: string, level: Level, word?: RegExp): Span[] {
  const { text } = level;
  const spans: Span[] = [];
  for (let at = text.indexOf(form); at >= 0; ) {
    let [start, end] = [at, at + form.length];
    const isFound = form.length >= longSecret || standsAlone(text, start, end);
    while (word?.test(text[start - 1] ?? '')) start--;
    while (word?.test(text[end] ?? '')) end++;
    if (isFound) spans.push(sourceSpan(level, start, end));
    at = text.indexOf(form, isFound ? end : at + 1);
  }
  return spans;
}

const standsAlone = (text: string, start: number, end: number): boolean =>
  !/[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
  !/^[\p{L}\p{N}_]/u.test(text.slice(end, end + 2));

/** Returns the text with bullets for each run of overlapping spans. */
function withBullets(text: string, spans: Span[]): string {
  let shown = '';
  let last = 0;
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (start >= last) shown += text.slice(last, start) + bullets;
    last = Math.max(last, end);
  }
  return shown + text.slice(last);
}

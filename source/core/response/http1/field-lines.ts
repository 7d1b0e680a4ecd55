/** Parses the field lines of heads and trailers (RFC 9112 5) from text with one byte per character. */
import { type Failure, isFailure } from '../../failure.js';
import { withoutEnd } from '../../text/runs.js';
import { type Irregular, refused, shortened, type WirePosition } from './irregular.js';

/** A field with its name as sent, and its value without surrounding white space. */
export interface Field {
  readonly name: string;
  readonly value: string;
  /** Position such as `line 3`. */
  readonly where: string;
}

/** A line without its line end, and its position: `line 3`, starting at 1. */
interface WireLine {
  readonly text: string;
  readonly where: string;
}

/**
 * Splits bytes into lines. An unterminated rest is dropped.
 * @param of text appended to line numbers in messages
 */
export function wireLines(bytes: string, irregular: Irregular, of = ''): readonly WireLine[] | Failure {
  const lines: WireLine[] = [];
  let start = 0;
  for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', start)) {
    const proper = end > start && bytes[end - 1] === '\r';
    const text = bytes.slice(start, proper ? end - 1 : end);
    const where = `line ${lines.length + 1}${of}`;
    const failure = proper ? undefined : irregular.note('bare LF', wirePositionOf(where, '\n', nameIn(text)));
    if (failure) return failure;
    lines.push({ text, where });
    start = end + 1;
  }
  return lines;
}

/** Parses fields. Ambiguous ones are rejected. */
export function fieldsOf(lines: readonly WireLine[], irregular: Irregular): readonly Field[] | Failure {
  const fields: { name: string; value: string; where: string }[] = [];
  for (const { text, where } of lines) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(text)) {
      if (!last) return refused('a space begins the first line of the headers', wirePositionOf(where, text));
      const value = foldedValue(text, last, where, irregular);
      if (isFailure(value)) return value;
      last.value = value;
      continue;
    }
    const field = fieldOf(text, where, irregular);
    if (isFailure(field)) return field;
    fields.push(field);
  }
  return fields;
}

/** The value of a field with a line that continues it (obs-fold, RFC 9112 5.2). */
function foldedValue(text: string, { name, value }: Field, where: string, irregular: Irregular): string | Failure {
  const added = fieldValue(text, name, where);
  if (isFailure(added)) return added;
  const failure = irregular.note('obs-fold', wirePositionOf(where, text, name));
  if (failure || added === '') return failure ?? value;
  return value === '' ? added : `${value} ${added}`;
}

/** Characters not allowed in a token (RFC 9110 5.6.2). */
const notOfToken = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/;
/** White space (RFC 9110 5.6.3). */
const blank = /[ \t]/;
/** Characters not allowed in a value. Tab, visible ASCII and non-ASCII bytes are allowed. */
const notOfValue = /[^\t\x20-\x7e\x80-\xff]/;

function fieldOf(text: string, where: string, irregular: Irregular): Field | Failure {
  const colon = text.indexOf(':');
  if (colon < 0) return refused('a line of the head has no colon', wirePositionOf(where, text));
  const before = text.slice(0, colon);
  const name = withoutEnd(before, blank);
  if (name === '') return refused('a header has no name', wirePositionOf(where, text));
  const bad = notOfToken.exec(name)?.[0];
  if (bad !== undefined) return refused(`the name of a header contains ${inWords(bad)}`, wirePositionOf(where, bad));
  const value = fieldValue(text.slice(colon + 1), name, where);
  if (isFailure(value)) return value;
  const failure =
    name === before
      ? undefined
      : irregular.note('blank before colon', wirePositionOf(where, before[name.length], name));
  return failure ?? { name, value, where };
}

function fieldValue(raw: string, name: string, where: string): string | Failure {
  const bad = notOfValue.exec(raw)?.[0];
  if (bad === undefined) return withoutEnd(raw.replace(/^[ \t]+/, ''), blank);
  return refused(`the value of ${shortened(name)} contains ${inWords(bad)}`, wirePositionOf(where, bad));
}

/** @param text text that starts with the byte in question */
export const wirePositionOf = (where: string, text = '', header?: string): WirePosition => ({
  header,
  where,
  byte: text.charCodeAt(0) || 0,
});

const nameIn = (text: string): string | undefined => /^([^:\s]+)[ \t]*:/.exec(text)?.[1];

/** Describes a byte that is not allowed. */
function inWords(byte: string): string {
  if (byte === '\0') return 'a NUL';
  if (byte === '\r') return 'a carriage return';
  if (byte === ' ') return 'a space';
  return /[\x01-\x1f\x7f]/.test(byte) ? 'a control character' : 'a character that is forbidden there';
}

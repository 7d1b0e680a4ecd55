/** Validates the head of a response (RFC 9112 2 to 6) before the parser reads it. */
import { type Failure, failure, isFailure } from '../../failure.js';
import { type Field, fieldsOf, wireLines, wirePositionOf } from './field-lines.js';
import { type Irregular, refused, shortened, type WirePosition } from './irregular.js';

/** The parsed head, and unambiguous bytes for the parser. */
export interface HeadReading {
  readonly status: number;
  /** Names as sent, and values with one byte per character. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly chunked: boolean;
  /** Other transfer codings in order of application: gzip, deflate. */
  readonly codings: readonly string[];
  /** Replacement head with a single body length; absent if the head needs no repair. */
  readonly repaired?: string;
}

/**
 * Parses a head, including the empty line at its end.
 * @returns undefined if the first line is not an HTTP/1 status line, which is left to the parser
 */
export function readHead(bytes: string, irregular: Irregular): HeadReading | Failure | undefined {
  const before = irregular.count;
  const lines = wireLines(bytes, irregular);
  if (isFailure(lines)) return lines;
  const at = lines.findIndex(({ text }) => text !== '');
  const first = lines[at];
  const [, minor, status] = /^HTTP\/1\.([01]) (\d{3})(?: |$)/.exec(first?.text ?? '') ?? [];
  if (!first || minor === undefined) return undefined;
  const stray = /[\r\0]/.exec(first.text)?.[0];
  if (stray !== undefined) {
    const words = `the status line contains a ${stray === '\r' ? 'carriage return' : 'NUL'}`;
    return refused(words, wirePositionOf(first.where, stray));
  }
  const failure = at > 0 ? irregular.note('empty line', wirePositionOf('line 1', bytes)) : undefined;
  const fields = failure ?? fieldsOf(lines.slice(at + 1, -1), irregular);
  if (isFailure(fields)) return fields;
  const framing = framingOf(fields, minor, irregular);
  if (isFailure(framing)) return framing;
  const headers = fields.map(({ name, value }) => [name, value] as const);
  const changed = irregular.count > before || framing.codings.length > 0;
  return {
    status: Number(status),
    headers,
    chunked: framing.chunked,
    codings: framing.codings,
    ...(changed ? { repaired: repaired(first.text, headers, framing) } : {}),
  };
}

/** How the body is delimited (RFC 9112 6.3). */
interface Framing {
  readonly chunked: boolean;
  readonly codings: readonly string[];
  readonly length?: string;
  /** True if the connection must not be reused because another recipient may have seen a different end. */
  readonly last: boolean;
}

const namesFraming = /^(?:content-length|transfer-encoding)$/i;

/** Returns the head without irregularities. */
function repaired(statusLine: string, headers: HeadReading['headers'], framing: Framing): string {
  const others = headers.filter(([name]) => !namesFraming.test(name) && !(framing.last && /^connection$/i.test(name)));
  const lines = [
    ...others.map(([name, value]) => `${name}: ${value}`),
    ...(framing.chunked ? ['Transfer-Encoding: chunked'] : []),
    ...(framing.length === undefined ? [] : [`Content-Length: ${framing.length}`]),
    ...(framing.last ? ['Connection: close'] : []),
  ];
  return [statusLine, ...lines, '', ''].join('\r\n');
}

function framingOf(fields: readonly Field[], minor: string, irregular: Irregular): Framing | Failure {
  const length = lengthOf(fields, irregular);
  if (isFailure(length)) return length;
  const named = fields.find(({ name }) => /^transfer-encoding$/i.test(name));
  const codings = codingsOf(fields, irregular);
  if (isFailure(codings)) return codings;
  if (!named || codings.length === 0) return { chunked: false, codings, last: false, length: length?.value };
  const old =
    minor === '0'
      ? irregular.note('coding in HTTP/1.0', wirePositionOf(named.where, named.value, named.name))
      : undefined;
  const separate =
    length && irregular.note('length beside coding', wirePositionOf(length.where, length.value, length.name));
  const failure = old ?? separate;
  if (failure) return failure;
  const chunked = codings.at(-1) === 'chunked';
  return { chunked, codings: chunked ? codings.slice(0, -1) : codings, last: minor === '0' || length !== undefined };
}

/** Returns the length on which all Content-Length lines agree (RFC 9110 8.6). */
function lengthOf(fields: readonly Field[], irregular: Irregular): Field | undefined | Failure {
  const members = membersOf(fields, /^content-length$/i);
  const [first] = members;
  for (const each of members) {
    const bad = /[^0-9]/.exec(each.value)?.[0] ?? (each.value === '' ? '\r' : undefined);
    if (bad !== undefined) return refused(`${each.name} is not a single number`, wirePositionOf(each.where, bad));
    if (first === undefined || each === first) continue;
    if (plainNumber(each.value) !== plainNumber(first.value)) {
      const words = `it has two lengths: ${each.name} is ${shortened(first.value)} and ${shortened(each.value)}`;
      return refused(words, wirePositionOf(each.where, each.value));
    }
    const failure = irregular.note('equal lengths', wirePositionOf(each.where, each.value, each.name));
    if (failure) return failure;
  }
  return first;
}

const plainNumber = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

/** Returns the lower-case codings of Transfer-Encoding. All must be supported, and chunked may only be the last. */
function codingsOf(fields: readonly Field[], irregular: Irregular): readonly string[] | Failure {
  const codings: string[] = [];
  for (const { name, value, where } of membersOf(fields, /^transfer-encoding$/i)) {
    const coding = value.toLowerCase();
    const position = wirePositionOf(where, value, name);
    if (coding === '') continue;
    const surplus = surplusCoding(coding, codings.at(-1));
    if (surplus === undefined) {
      const problem = codingProblem(value, codings, position);
      if (problem) return problem;
      codings.push(coding);
    } else {
      const failure = irregular.note(surplus, position);
      if (failure) return failure;
    }
  }
  return codings;
}

/** The irregularity of a coding that changes nothing, if it is one. */
function surplusCoding(coding: string, before: string | undefined): 'identity coding' | 'chunked twice' | undefined {
  if (coding === 'identity') return 'identity coding';
  return coding === 'chunked' && before === 'chunked' ? 'chunked twice' : undefined;
}

function codingProblem(value: string, before: readonly string[], position: WirePosition): Failure | undefined {
  if (before.includes('chunked')) return refused(`${shortened(value)} follows chunked in Transfer-Encoding`, position);
  if (/^(?:chunked|(?:x-)?gzip|deflate)$/i.test(value)) return undefined;
  return failure('protocol', `The response has an unknown transfer coding: ${shortened(value)}.`, {
    code: 'transfer_coding',
    hint: 'Supported codings are chunked, gzip and deflate.',
  });
}

/** Returns the members of a list that spans several lines, with their positions. */
const membersOf = (fields: readonly Field[], wanted: RegExp): readonly Field[] =>
  fields
    .filter(({ name }) => wanted.test(name))
    .flatMap(field => field.value.split(',').map(each => ({ ...field, value: each.trim() })));

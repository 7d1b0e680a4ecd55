/**
 * Push parser for `multipart/mixed` (RFC 2046 5.1). Supports a preamble, CRLF or bare LF, part headers, and chunks split at any
 * byte. Each byte is searched once and copied once.
 */

interface Part {
  /** Header lines as latin-1. */
  readonly head: string;
  readonly body: Buffer;
  /** Reason why the part cannot be read, as a noun phrase for "a part has …". The body is then empty. */
  readonly problem?: string;
}

/** A parser that never fails: data after the closing delimiter is ignored. */
interface MultipartParser {
  /** Returns the parts completed by these bytes. */
  push(bytes: Buffer): Part[];
  /** Returns the size of the incomplete part in bytes, plus a fixed cost per piece for the memory it uses. */
  held(): number;
  /** True after the closing delimiter. */
  closed(): boolean;
}

/** Returns the boundary of a Content-Type. Defaults to `-`, as in the incremental delivery draft. */
export function boundaryOf(contentType: string): string {
  const match = /;\s*boundary=(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/i.exec(contentType);
  return match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2] ?? '-';
}

/** Maximum length of the white space and line ending after a delimiter. */
const maxTailLength = 256;

/** A delimiter with its end, the possible start of one, or neither. */
type DelimiterMatch = Delimiter | 'undecided' | undefined;

interface Delimiter {
  readonly end: number;
  readonly last: boolean;
}

/** Memory used by a piece in addition to its bytes. */
const pieceCost = 64;

/** @param boundary boundary without leading dashes, as returned by `boundaryOf` */
export function multipartParser(boundary: string): MultipartParser {
  const delimiter = Buffer.from(`\n--${boundary}`, 'latin1');
  /** The part so far, excluding a possible start of the next delimiter. */
  let pieces: Buffer[] = [];
  let size = 0;
  /** Bytes that have not been searched yet. The first delimiter needs no preceding line break. */
  let rest: Buffer = Buffer.from('\n');
  let started = false;
  let ended = false;

  const keep = (bytes: Buffer): void => {
    if (bytes.length === 0) return;
    pieces.push(bytes);
    size += bytes.length + pieceCost;
  };

  /** Finds the next delimiter. If there is none, one may still start at `at`. */
  const findDelimiter = (text: Buffer, from: number): { readonly at: number; readonly match?: Delimiter } => {
    for (let at = text.indexOf(delimiter, from); at >= 0; at = text.indexOf(delimiter, at + 1)) {
      const match = judge(text, at + delimiter.length);
      // A delimiter includes the CR before it.
      if (match === 'undecided') return { at: at - 1 };
      if (match !== undefined) return { at, match };
    }
    return { at: text.length - delimiter.length };
  };

  return {
    push(bytes) {
      if (ended) return [];
      const text = Buffer.concat([rest, bytes]);
      const parts: Part[] = [];
      let start = 0;
      for (;;) {
        const { at, match } = findDelimiter(text, start);
        if (match === undefined) {
          const until = Math.max(start, at);
          keep(text.subarray(start, until));
          rest = text.subarray(until);
          return parts;
        }
        keep(text.subarray(start, at));
        if (started) parts.push(partOf(Buffer.concat(pieces)));
        started = true;
        pieces = [];
        size = 0;
        start = match.end;
        if (match.last) {
          ended = true;
          rest = Buffer.alloc(0);
          return parts;
        }
      }
    },
    held: () => size + rest.length,
    closed: () => ended,
  };
}

/** Classifies a line whose rest after the delimiter starts at `from`. */
function judge(text: Buffer, from: number): DelimiterMatch {
  const line = text.toString('latin1', from, from + maxTailLength);
  // Do not wait for data after the closing delimiter: the end must not depend on chunk boundaries.
  if (line.startsWith('--')) return { end: from + 2, last: true };
  const tail = /^[ \t]*(\r?\n|$)/.exec(line);
  // Leave the line break in place, because the next delimiter may follow immediately.
  if (tail && tail[1] !== '') return { end: from + tail[0].length - 1, last: false };
  // This much white space is not a delimiter, and waiting for its end would stall the stream.
  if (line.length === maxTailLength) return undefined;
  return tail || /^(-|[ \t]*\r)$/.test(line) ? 'undecided' : undefined;
}

/** @param bytes bytes of a part, from the line break after its delimiter to the CR before the next one */
function partOf(bytes: Buffer): Part {
  const from = bytes[0] === 0x0a ? 1 : 0;
  const to = bytes.length > from && bytes[bytes.length - 1] === 0x0d ? bytes.length - 1 : bytes.length;
  const inner = bytes.subarray(from, to);
  const blank = /^\r?\n|\r?\n\r?\n/.exec(inner.toString('latin1', 0, maxHeadLength));
  if (!blank) return withoutBody(inner.toString('latin1', 0, maxHeadLength), inner.length);
  return {
    head: inner.toString('latin1', 0, blank.index),
    body: inner.subarray(blank.index + blank[0].length),
  };
}

/** Returns a part that has no blank line in its first bytes. Header lines alone are a part with an empty body. */
function withoutBody(head: string, length: number): Part {
  const part = { head, body: Buffer.alloc(0) };
  if (length > maxHeadLength) return { ...part, problem: `headers of more than ${maxHeadLength / 1024} KiB` };
  const isHeaders = head.split(/\r?\n/).every(line => line === '' || /^[!#-'*+.^`|~\w-]+:/.test(line));
  return isHeaders ? part : { ...part, problem: 'no blank line after its headers' };
}

/** Maximum length of a part's header lines. */
const maxHeadLength = 64 * 1024;

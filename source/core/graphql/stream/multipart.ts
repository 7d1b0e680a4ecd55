/**
 * `multipart/mixed` as a push parser (RFC 2046, section 5.1): preamble, CRLF or bare LF, part headers, parts and
 * boundaries cut anywhere. Each byte is searched once and copied once more when its part is whole.
 */

/** One part, undecoded. */
export interface Part {
  /** Header lines, as latin-1. */
  readonly head: string;
  readonly body: Buffer;
}

/** The parser of one body. It never fails: what stands behind the closing delimiter is passed over. */
export interface MultipartParser {
  /** Parts that these bytes completed. */
  push(bytes: Buffer): Part[];
  /** What is held because its part is not complete, in bytes: a tiny piece takes memory too. */
  held(): number;
  /** True once the closing delimiter was seen. */
  closed(): boolean;
}

/** The boundary parameter of a Content-Type; `-` when it has none, as the incremental delivery draft allows. */
export function boundaryOf(contentType: string): string {
  const found = /;\s*boundary=(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/i.exec(contentType);
  return found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2] ?? '-';
}

/** White space and a line end behind a delimiter may take this many bytes. */
const longestTail = 256;

/** What a line that begins with the delimiter is: a delimiter and where it ends, the beginning of one, or neither. */
type DelimiterMatch = { readonly end: number; readonly last: boolean } | 'undecided' | undefined;

/** What a piece costs beside its bytes. */
const pieceCost = 64;

/** A parser for one body. `boundary` is without its leading dashes, as `boundaryOf` gives it. */
export function multipartParser(boundary: string): MultipartParser {
  const delimiter = Buffer.from(`\n--${boundary}`, 'latin1');
  /** The part as far as it came, without what may belong to the next delimiter. */
  let pieces: Buffer[] = [];
  let size = 0;
  /** What has not been searched to its end. The first delimiter needs no line end before it. */
  let rest: Buffer = Buffer.from('\n');
  let started = false;
  let ended = false;

  const keep = (bytes: Buffer): void => {
    if (bytes.length === 0) return;
    pieces.push(bytes);
    size += bytes.length + pieceCost;
  };

  /** Judges the line at `at`, where the delimiter stands. */
  const judge = (text: Buffer, at: number): DelimiterMatch => {
    const from = at + delimiter.length;
    const line = text.toString('latin1', from, from + longestTail);
    // What follows the closing delimiter is of no consequence: waiting for it would make the end depend on where bytes were cut.
    if (line.startsWith('--')) return { end: from + 2, last: true };
    const tail = /^[ \t]*(\r?\n|$)/.exec(line);
    // The line end stays: the next delimiter may follow at once.
    if (tail && tail[1] !== '') return { end: from + tail[0].length - 1, last: false };
    // A line that is white space for so long is no delimiter: waiting for its end would hold the stream.
    if (line.length === longestTail) return undefined;
    return tail || /^(-|[ \t]*\r)$/.test(line) ? 'undecided' : undefined;
  };

  return {
    push(bytes) {
      if (ended) return [];
      const text = Buffer.concat([rest, bytes]);
      const parts: Part[] = [];
      let start = 0;
      let from = 0;
      for (;;) {
        const at = text.indexOf(delimiter, from);
        const found = at < 0 ? undefined : judge(text, at);
        if (at < 0 || found === 'undecided') {
          // A delimiter may have begun in the last bytes, with the CR before it.
          const until = Math.max(start, at < 0 ? text.length - delimiter.length : at - 1);
          keep(text.subarray(start, until));
          rest = text.subarray(until);
          return parts;
        }
        if (found === undefined) {
          from = at + 1;
          continue;
        }
        keep(text.subarray(start, at));
        if (started) parts.push(partOf(Buffer.concat(pieces)));
        started = true;
        pieces = [];
        size = 0;
        start = found.end;
        from = start;
        if (found.last) {
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

/** @param bytes a part from the line end behind its delimiter on, with the CR of the next delimiter's line end */
function partOf(bytes: Buffer): Part {
  const from = bytes[0] === 0x0a ? 1 : 0;
  const to = bytes.length > from && bytes[bytes.length - 1] === 0x0d ? bytes.length - 1 : bytes.length;
  const inner = bytes.subarray(from, to);
  const blank = /^\r?\n|\r?\n\r?\n/.exec(inner.toString('latin1', 0, longestHead));
  if (!blank) return { head: inner.toString('latin1', 0, longestHead), body: Buffer.alloc(0) };
  return {
    head: inner.toString('latin1', 0, blank.index),
    body: inner.subarray(blank.index + blank[0].length),
  };
}

/** Bytes that the header lines of a part may take. */
const longestHead = 64 * 1024;

/**
 * `multipart/mixed` as a push parser (RFC 2046, section 5.1): preamble, CRLF or bare LF, part headers, parts and
 * boundaries cut anywhere. Bytes go in and come out as latin-1 strings (one character a byte), so that nothing is decoded
 * before a part is whole.
 */

/** One part, a character for each byte. */
export interface Part {
  /** Header lines of the part, undecoded. */
  readonly head: string;
  readonly body: string;
}

/** The parser of one body. It never fails: what stands behind the closing delimiter is passed over. */
export interface MultipartParser {
  /** Parts that these bytes completed. */
  push(bytes: string): Part[];
  /** Bytes held because their part is not complete. */
  held(): number;
  /** True once the closing delimiter was seen. */
  closed(): boolean;
}

/** The boundary parameter of a Content-Type; `-` when it has none, as the incremental delivery draft allows. */
export function boundaryOf(contentType: string): string {
  const found = /;\s*boundary=(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/i.exec(contentType);
  return found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2] ?? '-';
}

/** A parser for one body. `boundary` is without its leading dashes, as `boundaryOf` gives it. */
export function multipartParser(boundary: string): MultipartParser {
  const delimiter = `--${boundary}`;
  let buffer = '\n';
  let started = false;
  let ended = false;
  // Where the search for the next delimiter goes on: what was searched once is not searched again.
  let from = 0;

  /** The next delimiter that stands on a line of its own, if its line is complete. */
  function nextDelimiter(): { start: number; end: number; last: boolean } | undefined {
    for (;;) {
      const at = buffer.indexOf(`\n${delimiter}`, from);
      if (at < 0) {
        from = Math.max(0, buffer.length - delimiter.length - 1);
        return undefined;
      }
      const rest = buffer.slice(at + 1 + delimiter.length, at + 1 + delimiter.length + 256);
      const tail = /^(--)?[ \t]*(\r?\n|$)/.exec(rest);
      const closing = tail?.[1] === '--';
      if (tail && (tail[2] !== '' || closing)) {
        const start = buffer[at - 1] === '\r' ? at - 1 : at;
        // The line end stays: the next delimiter may follow at once.
        const lineEnd = at + 1 + delimiter.length + tail[0].length - (tail[2] === '' ? 0 : 1);
        return { start, end: lineEnd, last: closing };
      }
      if (tail || /^(-|--[ \t]*\r?|[ \t]*\r)$/.test(rest)) {
        from = at;
        return undefined;
      }
      from = at + 1;
    }
  }

  return {
    push(bytes) {
      if (ended) return [];
      buffer += bytes;
      const parts: Part[] = [];
      for (;;) {
        const found = nextDelimiter();
        if (!found) return parts;
        if (started) parts.push(partOf(buffer.slice(0, found.start)));
        started = true;
        buffer = buffer.slice(found.end);
        from = 0;
        if (found.last) {
          ended = true;
          buffer = '';
          return parts;
        }
      }
    },
    held: () => buffer.length,
    closed: () => ended,
  };
}

/** @param text a part from the line end behind its delimiter on */
function partOf(text: string): Part {
  const inner = text.replace(/^\n/, '');
  if (/^\r?\n/.test(inner)) return { head: '', body: inner.replace(/^\r?\n/, '') };
  const blank = /\r?\n\r?\n/.exec(inner);
  if (!blank) return { head: inner, body: '' };
  return { head: inner.slice(0, blank.index), body: inner.slice(blank.index + blank[0].length) };
}

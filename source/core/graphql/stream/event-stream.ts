/**
 * Push parser for `text/event-stream` (WHATWG HTML 9.2.6 "Interpreting an event stream"). Takes chunks, returns complete
 * events, and uses bounded memory.
 */

/** An event that its blank line has completed. */
interface ServerSentEvent {
  /** The `event` field, `message` by default. */
  readonly event: string;
  /** The `data` lines joined by newlines. */
  readonly data: string;
}

/** A parser that never fails: unknown lines are ignored. */
interface EventStreamParser {
  /** Returns the events completed by this chunk. Comments (heartbeats), `id` and `retry` are ignored. */
  push(text: string): ServerSentEvent[];
  /** Returns the size of the incomplete event in characters. Empty lines count too, because they use memory. */
  held(): number;
}

/** Memory used by a line in addition to its characters. */
const lineCost = 32;

/** Creates a parser, which skips a byte order mark at the start. */
export function eventStreamParser(): EventStreamParser {
  let rest: string[] = [];
  let restLength = 0;
  let event = '';
  let data: string[] = [];
  let dataLength = 0;
  let first = true;
  // A CR at the end of a chunk may be the first half of a CRLF.
  let afterCr = false;

  function line(text: string, done: ServerSentEvent[]): void {
    if (text === '') {
      // Some servers end with a bare `event: complete`, which a browser would drop because it has no data.
      if (data.length > 0 || event === 'complete') done.push({ event: event || 'message', data: data.join('\n') });
      event = '';
      data = [];
      dataLength = 0;
      return;
    }
    const colon = text.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + (text[colon + 1] === ' ' ? 2 : 1));
    if (field === 'event') event = value;
    else if (field === 'data') {
      data.push(value);
      dataLength += value.length + lineCost;
    }
  }

  return {
    push(piece) {
      let text = piece;
      if (first && text !== '') {
        first = false;
        text = text.replace(/^\ufeff/, '');
      }
      const done: ServerSentEvent[] = [];
      let start = 0;
      if (afterCr && text.startsWith('\n')) start = 1;
      if (text !== '') afterCr = false;
      // Search again only after passing the last match. Otherwise, in a stream without CR, each line would search the rest.
      let cr = text.indexOf('\r', start);
      for (;;) {
        const lf = text.indexOf('\n', start);
        if (cr >= 0 && cr < start) cr = text.indexOf('\r', start);
        const end = lf < 0 || cr < 0 ? Math.max(lf, cr) : Math.min(lf, cr);
        if (end < 0) break;
        const fullLine = rest.length > 0 ? rest.join('') + text.slice(start, end) : text.slice(start, end);
        rest = [];
        restLength = 0;
        line(fullLine, done);
        start = end + 1;
        if (text[end] === '\r') {
          if (start === text.length) afterCr = true;
          else if (text[start] === '\n') start++;
        }
      }
      if (start < text.length) {
        rest.push(text.slice(start));
        restLength += text.length - start + lineCost;
      }
      return done;
    },
    held: () => restLength + dataLength,
  };
}

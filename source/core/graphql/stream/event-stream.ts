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
  const lines = new LineSplitter();
  const fields = new EventFields();
  let isStart = true;
  return {
    push(piece) {
      if (piece === '') return [];
      const text = isStart ? piece.replace(/^\ufeff/, '') : piece;
      isStart = false;
      const events: ServerSentEvent[] = [];
      lines.push(text, line => {
        const event = fields.addLine(line);
        if (event !== undefined) events.push(event);
      });
      return events;
    },
    held: () => lines.held + fields.held,
  };
}

/** Splits chunks of text into lines, which end with LF, CR or CRLF. */
class LineSplitter {
  /** Size of the incomplete line in characters, including `lineCost` per piece. */
  held = 0;
  #pieces: string[] = [];
  /** A CR at the end of a chunk may be the first half of a CRLF. */
  #endsWithCr = false;

  push(text: string, onLine: (line: string) => void): void {
    let start = this.#endsWithCr && text.startsWith('\n') ? 1 : 0;
    if (text !== '') this.#endsWithCr = text.endsWith('\r');
    // Search again only after passing the last match. Otherwise, in a stream without CR, each line would search the rest.
    let cr = text.indexOf('\r', start);
    for (;;) {
      const lf = text.indexOf('\n', start);
      if (cr >= 0 && cr < start) cr = text.indexOf('\r', start);
      const end = lf < 0 || cr < 0 ? Math.max(lf, cr) : Math.min(lf, cr);
      if (end < 0) break;
      onLine(this.#completed(text.slice(start, end)));
      start = end + 1;
      if (end === cr && lf === start) start++;
    }
    this.#retain(text.slice(start));
  }

  /** Returns a line from its last piece. */
  #completed(piece: string): string {
    if (this.#pieces.length === 0) return piece;
    const line = this.#pieces.join('') + piece;
    this.#pieces = [];
    this.held = 0;
    return line;
  }

  #retain(piece: string): void {
    if (piece === '') return;
    this.#pieces.push(piece);
    this.held += piece.length + lineCost;
  }
}

/** The fields of an event whose blank line has not been received. */
class EventFields {
  /** Size of the data in characters, including `lineCost` per line. */
  held = 0;
  #event = '';
  #data: string[] = [];

  /** Returns the event if the line completes it. */
  addLine(line: string): ServerSentEvent | undefined {
    if (line === '') return this.#finish();
    const colon = line.indexOf(':');
    if (colon === 0) return undefined;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'event') this.#event = value;
    if (field === 'data') {
      this.#data.push(value);
      this.held += value.length + lineCost;
    }
    return undefined;
  }

  #finish(): ServerSentEvent | undefined {
    const event = this.#event;
    const data = this.#data;
    this.#event = '';
    this.#data = [];
    this.held = 0;
    // Some servers end with a bare `event: complete`, which a browser would drop because it has no data.
    if (data.length === 0 && event !== 'complete') return undefined;
    return { event: event || 'message', data: data.join('\n') };
  }
}

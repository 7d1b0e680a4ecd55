/** Finds the end of HTTP/1 responses on a connection (RFC 9112 6) without reading their fields. */

/** The framing of a response, from its head. */
interface Framing {
  readonly status: number;
  /** Size of the body in bytes, or undefined if it ends when the connection is closed. */
  readonly length: number | 'chunked' | undefined;
  /** Whether the server closes the connection after the response. */
  readonly isLast: boolean;
}

const empty = Buffer.alloc(0);
const lineEnd = 0x0d_0a;

/** The responses of one connection, one at a time. */
export class ResponseFrames {
  readonly #method: string;
  readonly #maxHeadBytes: number;
  readonly #maxBodyBytes: number;
  /** Bytes that have been received but not read: part of a head, or of a line between chunks. */
  #rest: Buffer = empty;
  #framing: Framing | undefined;
  #keepsBody = false;
  #pieces: Buffer[] = [];
  /** Bytes of the body, or of the current chunk, that have not been received. */
  #left = 0;
  #part: 'head' | 'body' | 'chunk size' | 'chunk' | 'chunk end' | 'trailers' = 'head';
  /** Bytes of the body. */
  size = 0;
  /** The head without the empty line, in latin-1. Usually the same as before, so that it need not be read again. */
  head = '';
  /** Whether any byte has been received since `start`. */
  hasStarted = false;

  /** @param maxBodyBytes maximum size of a body that is retained */
  constructor(method: string, maxHeadBytes: number, maxBodyBytes: number) {
    this.#method = method;
    this.#maxHeadBytes = maxHeadBytes;
    this.#maxBodyBytes = maxBodyBytes;
  }

  get status(): number {
    return this.#framing?.status ?? 0;
  }

  /** Whether the connection cannot be used again. */
  get isLast(): boolean {
    return this.#framing === undefined || this.#framing.isLast || this.#rest.length > 0;
  }

  body(): Buffer {
    return this.#pieces.length === 0 ? empty : Buffer.concat(this.#pieces);
  }

  start(keepsBody: boolean): void {
    this.#keepsBody = keepsBody;
    this.#part = 'head';
    this.#rest = empty;
    this.size = 0;
    this.hasStarted = false;
    if (this.#pieces.length > 0) this.#pieces = [];
  }

  /** Reads the next bytes. Bytes after the response remain in `rest`, and the connection is not used again. */
  take(piece: Buffer): 'more' | 'complete' | 'invalid' | 'too long' {
    const state = this.#take(piece);
    return this.#keepsBody && this.size > this.#maxBodyBytes ? 'too long' : state;
  }

  #take(piece: Buffer): 'more' | 'complete' | 'invalid' {
    this.hasStarted = true;
    let data = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    this.#rest = empty;
    while (this.#part === 'head') {
      const end = data.indexOf('\r\n\r\n', 0, 'latin1');
      if (end < 0) return this.#wait(data);
      const framing = this.#readHead(data.toString('latin1', 0, end));
      data = data.subarray(end + 4);
      if (framing === undefined || framing.status === 101) return 'invalid';
      if (framing.status >= 200) this.#startBody(framing);
    }
    return this.#part === 'body' ? this.#takeBody(data) : this.#takeChunks(data);
  }

  /** Returns true if the end of the connection completes the response. */
  end(): boolean {
    return this.#part === 'body' && this.#left === Number.POSITIVE_INFINITY;
  }

  #readHead(head: string): Framing | undefined {
    if (head !== this.head || this.#framing === undefined) this.#framing = framingOf(head, this.#method);
    this.head = head;
    return this.#framing;
  }

  #startBody({ length }: Framing): void {
    this.#part = length === 'chunked' ? 'chunk size' : 'body';
    this.#left = typeof length === 'number' ? length : Number.POSITIVE_INFINITY;
  }

  #takeBody(data: Buffer): 'more' | 'complete' {
    this.#rest = this.#takeContent(data);
    return this.#left === 0 ? 'complete' : 'more';
  }

  #takeChunks(bytes: Buffer): 'more' | 'complete' | 'invalid' {
    let data = bytes;
    while (this.#part !== 'trailers') {
      if (this.#part === 'chunk') {
        data = this.#takeContent(data);
        if (this.#left > 0) return 'more';
        this.#part = 'chunk end';
      }
      if (this.#part === 'chunk end') {
        if (data.length < 2) return this.#wait(data);
        if (data.readUInt16BE(0) !== lineEnd) return 'invalid';
        data = data.subarray(2);
        this.#part = 'chunk size';
      }
      const end = data.indexOf('\r\n', 0, 'latin1');
      if (end < 0) return this.#wait(data);
      const line = data.toString('latin1', 0, end);
      data = data.subarray(end + 2);
      if (!this.#startChunk(line)) return 'invalid';
    }
    return this.#takeTrailers(data);
  }

  /** Reads the line with the size of a chunk (RFC 9112 7.1). Returns false if it is invalid. */
  #startChunk(line: string): boolean {
    const [, digits] = /^([\da-f]{1,12})[ \t]*(?:;.*)?$/i.exec(line) ?? [];
    if (digits === undefined) return false;
    this.#left = Number.parseInt(digits, 16);
    this.#part = this.#left === 0 ? 'trailers' : 'chunk';
    return true;
  }

  #takeTrailers(bytes: Buffer): 'more' | 'complete' | 'invalid' {
    let data = bytes;
    for (;;) {
      const end = data.indexOf('\r\n', 0, 'latin1');
      if (end < 0) return this.#wait(data);
      data = data.subarray(end + 2);
      if (end > 0) continue;
      this.#rest = data;
      return 'complete';
    }
  }

  /** Takes bytes of the body or the current chunk, and returns the bytes after them. */
  #takeContent(data: Buffer): Buffer {
    const length = Math.min(this.#left, data.length);
    this.#left -= length;
    this.size += length;
    if (this.#keepsBody && length > 0) this.#pieces.push(data.subarray(0, length));
    return length < data.length ? data.subarray(length) : empty;
  }

  #wait(data: Buffer): 'more' | 'invalid' {
    this.#rest = data;
    return data.length > this.#maxHeadBytes ? 'invalid' : 'more';
  }
}

const lengthField = /\r\ncontent-length:([^\r]*)/gi;
const codingField = /\r\ntransfer-encoding:([^\r]*)/gi;
const connectionField = /\r\nconnection:([^\r]*)/gi;

/** Returns undefined if the head is invalid or its framing is ambiguous. */
function framingOf(head: string, method: string): Framing | undefined {
  const [, minor, digits] = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: .*)?(?:\r\n|$)/.exec(head) ?? [];
  const isMalformed = /\0|\r(?!\n)|(?<!\r)\n|\r\n(?![^\s:]+:)/.test(head);
  if (digits === undefined || isMalformed) return undefined;
  const status = Number(digits);
  const values = (field: RegExp): readonly string[] => [...head.matchAll(field)].map(([, value = '']) => value.trim());
  const [lengths, codings] = [values(lengthField), values(codingField)];
  const [length = ''] = lengths;
  const isChunked = codings.length > 0;
  if (lengths.some(each => each !== length || !/^\d{1,15}$/.test(each))) return undefined;
  if (isChunked && (lengths.length > 0 || minor === '0' || codings.join().toLowerCase() !== 'chunked'))
    return undefined;
  const options = values(connectionField).join().toLowerCase();
  const closes = /\bclose\b/.test(options) || (minor === '0' && !/\bkeep-alive\b/.test(options));
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304)
    return { status, length: 0, isLast: closes };
  if (isChunked) return { status, length: 'chunked', isLast: closes };
  return lengths.length > 0
    ? { status, length: Number(length), isLast: closes }
    : { status, length: undefined, isLast: true };
}

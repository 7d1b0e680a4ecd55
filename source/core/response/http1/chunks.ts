/** Validates the chunked coding (RFC 9112 7.1) before the parser reads it. */
import { type Failure, failure, isFailure } from '../../failure.js';
import { fieldsOf, wireLines, wirePositionOf } from './field-lines.js';
import { type Irregular, refused } from './irregular.js';

export interface ChunkReader {
  /** True after the last chunk and the trailers have arrived. */
  readonly done: boolean;
  /** Returns the bytes to pass to the parser. An incomplete line is held back. */
  read(bytes: Buffer): readonly Buffer[] | Failure;
}

/** Maximum length of a chunk-size line including extensions. */
const maxLineBytes = 16 * 1024;
const maxTrailerBytes = 256 * 1024;
/** Maximum number of hexadecimal digits that fit in a safe integer. */
const maxDigits = 13;

const atFault = 'The server or a proxy is broken. Only the part before that was received.';

/** Minimum chunk size in bytes for which the fast path to the next chunk pays off. */
const worthwhile = 1024;

const none = Buffer.alloc(0);

const begins = (bytes: Buffer, at: number, what: Buffer): boolean =>
  what.length > 0 && bytes.compare(what, 0, what.length, at, Math.min(bytes.length, at + what.length)) === 0;

const strayIn = (line: string): string => /[^0-9a-f]/i.exec(line)?.[0] ?? line;

/** Returns true for framing fields, which are forbidden in trailers (RFC 9110 6.5.1) although a parser might obey them. */
const isFraming = (name: string): boolean => /^(?:content-length|transfer-encoding)$/i.test(name);

/** @param irregular collects tolerated violations */
export function chunkReader(irregular: Irregular): ChunkReader {
  let state: 'size' | 'data' | 'end of data' | 'trailers' | 'done' = 'size';
  let chunk = 1;
  let size = 0;
  /** Remaining bytes of this chunk. */
  let left = 0;
  /** Bytes between chunks of equal size. A large body mostly repeats them, so comparing them is fast. */
  let between = none;
  /** Beginning of an incomplete line. */
  let held = '';
  const trailers: string[] = [];
  let trailerBytes = 0;

  const place = (byte: string) => ({ where: `chunk ${chunk}`, byte: byte.charCodeAt(0) });

  /** Returns a complete line for the parser, or an empty text while trailers continue. */
  function taken(line: string): string | Failure {
    if (state === 'size') return sizeLine(line);
    if (state === 'trailers') return trailerLine(line);
    const failure = line === '\n' ? irregular.note('bare LF', place('\n')) : undefined;
    state = 'size';
    chunk++;
    return failure ?? '\r\n';
  }

  function sizeLine(line: string): string | Failure {
    const [, hex = '', blanks = '', extension = ''] =
      /^([0-9a-f]+)([ \t]*)(;[\t\x20-\x7e\x80-\xff]*)?\r?\n$/i.exec(line) ?? [];
    const digits = hex.replace(/^0+/, '');
    if (hex === '') return refused('the size of a chunk is not a number', place(strayIn(line)), atFault);
    if (digits.length > maxDigits) return refused('the size of a chunk is too large', place(line), atFault);
    const failure = sizeIrregularity(line, blanks);
    if (failure) return failure;
    size = Number.parseInt(digits || '0', 16);
    left = size;
    state = size > 0 ? 'data' : 'trailers';
    const proper = `${hex}${extension}\r\n`;
    between = size < worthwhile ? none : Buffer.from(`\r\n${proper}`, 'latin1');
    return proper;
  }

  function sizeIrregularity(line: string, blanks: string): Failure | undefined {
    const failure = line.endsWith('\r\n') ? undefined : irregular.note('bare LF', place('\n'));
    if (failure || blanks === '') return failure;
    return irregular.note('blank after size', place(blanks));
  }

  function trailerLine(line: string): string | Failure {
    trailers.push(line);
    trailerBytes += line.length;
    if (line !== '\r\n' && line !== '\n') return '';
    state = 'done';
    const lines = wireLines(trailers.join(''), irregular, ' of the trailers');
    const fields = isFailure(lines) ? lines : fieldsOf(lines.slice(0, -1), irregular);
    if (isFailure(fields)) return fields;
    const framing = fields.find(({ name }) => isFraming(name));
    const failure =
      framing && irregular.note('framing in trailers', wirePositionOf(framing.where, framing.name, framing.name));
    if (failure) return failure;
    return [
      ...fields.filter(({ name }) => !isFraming(name)).map(({ name, value }) => `${name}: ${value}\r\n`),
      '\r\n',
    ].join('');
  }

  /** Returns the problem of an incomplete line, if it already has one. */
  function hopeless(start: string): Failure | undefined {
    const stray = state === 'end of data' ? /^\r?([^\r\n]|\r(?!\n|$))/.exec(start)?.[1] : undefined;
    if (stray !== undefined) return refused('a chunk is longer than its declared size', place(stray), atFault);
    if (state === 'trailers' ? start.length + trailerBytes <= maxTrailerBytes : start.length <= maxLineBytes)
      return undefined;
    const what =
      state === 'trailers'
        ? 'trailers of the response are longer than 256 KiB'
        : 'line of a chunk is longer than 16 KiB';
    return failure('limit', `The ${what}.`, { hint: 'The server is broken or hostile.' });
  }

  return {
    get done() {
      return state === 'done';
    },
    // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: with a function per state, small chunks take 5 to 10 % longer.
    read(bytes) {
      const seen: Buffer[] = [];
      /** Start of the bytes that are passed on unchanged. */
      let from = 0;
      let at = 0;
      const handOn = (until: number, instead: string, next: number): void => {
        if (until > from) seen.push(bytes.subarray(from, until));
        if (instead !== '') seen.push(Buffer.from(instead, 'latin1'));
        from = next;
      };
      while (at < bytes.length && state !== 'done') {
        if (state === 'data') {
          const some = Math.min(left, bytes.length - at);
          at += some;
          left -= some;
          if (left === 0) state = 'end of data';
          continue;
        }
        if (state === 'end of data' && held === '' && begins(bytes, at, between)) {
          at += between.length;
          left = size;
          state = 'data';
          chunk++;
          continue;
        }
        const end = bytes.indexOf(10, at) + 1;
        const next = end || bytes.length;
        const came = bytes.toString('latin1', at, next);
        const line = held + came;
        const instead = hopeless(line) ?? (end > 0 ? taken(line) : '');
        if (isFailure(instead)) return instead;
        if (instead !== came) handOn(at, instead, next);
        held = end > 0 ? '' : line;
        at = next;
      }
      handOn(bytes.length, '', bytes.length);
      return seen;
    },
  };
}

/** Collects the head of an HTTP/1 response from the bytes of a connection. */

export const maxHeadBytes = 256 * 1024;

export interface HeadBytes {
  readonly size: number;
  /** Number of the last bytes that follow the head. */
  readonly left: number;
  /** The head once complete; `none` if this is not HTTP/1. */
  take(bytes: Buffer): Buffer | 'none' | undefined;
  all(): readonly Buffer[];
}

const LF = 10;
const CR = 13;
const start = Buffer.from('HTTP/');

export function headBytes(): HeadBytes {
  const pieces: Buffer[] = [];
  let size = 0;
  let left = 0;
  /** Bytes of the first non-empty line, as far as needed to recognise HTTP/1. */
  let known = 0;
  /** Whether the current line is empty or only has a carriage return. */
  let empty = true;

  /** Returns false if the first non-empty line does not begin with `HTTP/`. */
  function continuesStart(byte: number | undefined): boolean {
    if (known === 0 && empty) return true;
    if (byte !== start[known]) return false;
    known++;
    return true;
  }

  return {
    get size() {
      return size;
    },
    get left() {
      return left;
    },
    all: () => pieces,
    take(bytes) {
      pieces.push(bytes);
      size += bytes.length;
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at];
        if (byte === LF) {
          if (known > 0 && empty) {
            left = bytes.length - at - 1;
            return Buffer.concat(pieces, size - left);
          }
          empty = true;
        } else if (byte !== CR) {
          empty = false;
        }
        if (known < start.length && !continuesStart(byte)) return 'none';
      }
      return undefined;
    },
  };
}

/** The head of an HTTP/1 answer, gathered from the bytes of a connection. */

/** A head may be as long as this, in bytes. */
export const maxHeadBytes = 256 * 1024;

/** The bytes of a head as they come. */
export interface HeadBytes {
  /** All bytes that were taken. */
  readonly size: number;
  /** How many of the last bytes belong to what follows the head. */
  readonly left: number;
  /** The head, once it is whole; `none`: this is not HTTP/1. */
  take(bytes: Buffer): Buffer | 'none' | undefined;
  /** What was taken. */
  all(): readonly Buffer[];
}

const LF = 10;
const CR = 13;
const start = Buffer.from('HTTP/');

/** Nothing is taken yet. */
export function headBytes(): HeadBytes {
  const pieces: Buffer[] = [];
  let size = 0;
  let left = 0;
  /** Bytes of the first line that is not empty, as far as they tell what this is. */
  let known = 0;
  /** The line that is being read has nothing but a carriage return so far. */
  let empty = true;
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
        if (known < start.length && (known > 0 || !empty)) {
          if (byte !== start[known]) return 'none';
          known++;
        }
      }
      return undefined;
    },
  };
}

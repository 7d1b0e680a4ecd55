/**
 * Reads a response before Node's parser does, and passes on only unambiguous messages (RFC 9112). It replaces the socket's
 * `push`, so it covers http, https, tunnels, Unix sockets, upgrades and persistent connections. Unchunked bodies pass through.
 */
import type { ClientRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Failure, FailureError, failure, isFailure } from '../../../core/failure.js';
import { type ChunkReader, chunkReader } from '../../../core/response/http1/chunks.js';
import { type HeadReading, readHead } from '../../../core/response/http1/head.js';
import { type Irregularity, irregular } from '../../../core/response/http1/irregular.js';
import { type HeadBytes, headBytes, maxHeadBytes } from './head-bytes.js';

interface CarefulOptions {
  /** `--strict`: violations are rejected. */
  readonly strict: boolean;
  /** Each head as received, including interim and rejected ones; one character per byte. */
  readonly onHead?: (bytes: string) => void;
}

export interface HeadProgress {
  /** The last head; absent if it was not HTTP/1. */
  readonly head: HeadReading | undefined;
  /** Grows while a chunked body arrives. */
  readonly irregularities: readonly Irregularity[];
}

/** Must be called before the request has a socket. */
export function readCarefully(request: ClientRequest, options: CarefulOptions): HeadProgress {
  const noted = irregular(options.strict);
  let head: HeadReading | undefined;
  request.once('socket', (socket: Duplex) => {
    const hear = (bytes: string): HeadReading | Failure | undefined => {
      options.onHead?.(bytes);
      const read = readHead(bytes, noted);
      head = isFailure(read) ? undefined : read;
      return read;
    };
    listen(socket, request.method, hear, () => chunkReader(noted));
  });
  return {
    get head() {
      return head;
    },
    irregularities: noted.irregularities,
  };
}

const tooLong = (): Failure =>
  failure('limit', "The response's headers are larger than 256 KiB.", {
    code: 'HPE_HEADER_OVERFLOW',
    hint: 'The server is broken or hostile.',
  });

const halfHead = (): Failure =>
  failure('network', 'The connection was closed in the middle of the response head.', {
    code: 'half_head',
    hint: 'Try again. --debug-log FILE records the received bytes.',
  });

/** Replaces the socket's `push` until the head, or the chunked body, is complete. */
function listen(
  socket: Duplex,
  method: string,
  hear: (bytes: string) => HeadReading | Failure | undefined,
  chunksOf: () => ChunkReader,
): void {
  const push = socket.push.bind(socket);
  let gathering: HeadBytes | undefined = headBytes();
  let chunks: ChunkReader | undefined;

  const stopReading = (): void => {
    gathering = undefined;
    chunks = undefined;
    Reflect.deleteProperty(socket, 'push');
  };
  const handOn = (pieces: readonly Buffer[]): boolean => pieces.reduce((more, piece) => push(piece) && more, true);
  const refuse = (why: Failure): boolean => {
    stopReading();
    socket.destroy(new FailureError(why));
    return false;
  };

  function ofHead(bytes: Buffer, head: HeadBytes): boolean {
    const complete = head.take(bytes);
    if (head.size - head.left > maxHeadBytes) return refuse(tooLong());
    if (complete === undefined) return true;
    if (complete === 'none') {
      stopReading();
      return handOn(head.all());
    }
    const read = hear(complete.toString('latin1'));
    if (isFailure(read)) return refuse(read);
    const seen = read?.repaired === undefined ? complete : Buffer.from(read.repaired, 'latin1');
    const rest = bytes.subarray(bytes.length - head.left);
    gathering = undefined;
    if (read && isInterim(read.status)) gathering = headBytes();
    else if (read?.chunked && mayHaveBody(method, read.status)) chunks = chunksOf();
    else stopReading();
    const more = push(seen);
    return rest.length > 0 && !socket.destroyed ? socket.push(rest) : more;
  }

  function ofBody(bytes: Buffer, chunks: ChunkReader): boolean {
    const seen = chunks.read(bytes);
    if (isFailure(seen)) return refuse(seen);
    if (chunks.done) stopReading();
    return handOn(seen);
  }

  socket.push = (bytes: Buffer | null) => {
    if (bytes !== null && gathering) return ofHead(bytes, gathering);
    if (bytes !== null && chunks) return ofBody(bytes, chunks);
    const half = gathering?.all() ?? [];
    stopReading();
    if (half.length === 0) return push(bytes);
    hear(Buffer.concat(half).toString('latin1'));
    return refuse(halfHead());
  };
}

/** Whether another head follows; 101 is final here. */
const isInterim = (status: number): boolean => status >= 100 && status < 200 && status !== 101;

const mayHaveBody = (method: string, status: number): boolean =>
  method !== 'HEAD' && status !== 204 && status !== 304 && status !== 101;

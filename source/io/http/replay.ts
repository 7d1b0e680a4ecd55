/**
 * Repeats a request that was sent once, for `--repeat`. Its bytes are rendered once by node:http and written to the connections
 * of its agent. Responses are only framed (RFC 9112 6); their fields are read if a check needs them.
 */
import type { Agent } from 'node:http';
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type Failure, FailureError, failure, isFailure } from '../../core/failure.js';
import { isIdempotent } from '../../core/request/again/retry.js';
import type { BodySpec } from '../../core/request/spec.js';
import type { Environment } from '../../environment.js';
import { maxHeldBytes, tooLong } from './collect.js';
import type { Connection } from './connection/agent.js';
import { maxHeadBytes } from './connection/head-bytes.js';
import { hostPortOf, serverNameOf } from './connection/reroute.js';
import { connectTooLate } from './early-ends.js';
import { explain } from './errors.js';
import type { ResponseHead } from './exchange.js';
import { openRequest } from './native-request.js';
import { ResponseFrames } from './response-frames.js';
import type { AttemptRequest } from './wire.js';

/** A response without the details of its exchange. */
interface Replayed {
  readonly status: number;
  /** Status line and fields as received, without the empty line: untrusted. */
  readonly head: string;
  /** Empty unless it was requested. */
  readonly body: Buffer;
  /** Size of the body in bytes as received. */
  readonly size: number;
}

/** Sends the request. Resolves to undefined if a reused connection was closed before the response. */
export type Replay = (keepsBody: boolean) => Promise<Replayed | Failure | undefined>;

/** Returns a function that sends the request. Each connection is used for one request at a time. */
export async function replayer(
  wire: AttemptRequest,
  body: BodySpec | undefined,
  { signal }: Environment,
): Promise<Replay> {
  const bytes = await rendered(wire, body?.kind === 'bytes' ? body.bytes : undefined);
  const idle: ReplayConnection[] = [];
  const open = new Set<ReplayConnection>();
  signal.addEventListener('abort', () => {
    const reason = isFailure(signal.reason) ? new FailureError(signal.reason) : new Error('interrupted');
    for (const each of [...open]) each.end(reason);
  });
  return keepsBody =>
    new Promise(resolve => {
      let connection = idle.pop();
      if (connection === undefined) {
        connection = new ReplayConnection(wire, bytes, idle, open);
        open.add(connection);
      }
      connection.send(keepsBody, resolve);
    });
}

/** Returns the bytes that node:http writes for a request. */
function rendered(wire: AttemptRequest, body: Uint8Array | undefined): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const sink = new Duplex({
    read() {},
    write(piece: Buffer, _, done) {
      pieces.push(piece);
      done();
    },
  });
  const options = { createConnection: () => sink } as unknown as Connection['options'];
  const plain = { ...wire, url: new URL(wire.url.href.replace(/^https:/, 'http:')) };
  const connection = { options, agent: undefined as unknown as Agent };
  const request = openRequest(httpRequest, { ...plain, connection }, { onTunnel() {} });
  return new Promise(resolve => {
    request.once('finish', () => {
      request.destroy();
      resolve(Buffer.concat(pieces));
    });
    request.end(body);
  });
}

/** Opens a connection that the agent would open for the request. */
function connect({ url, connection }: AttemptRequest, later: (error: Error | null, socket?: Socket) => void) {
  const isSecure = url.protocol === 'https:';
  const options = {
    ...connection.options,
    ...hostPortOf(url),
    noDelay: true,
    ...(isSecure ? { ALPNProtocols: ['http/1.1'], ...serverNameOf(url) } : {}),
  };
  const agent = connection.agent as unknown as {
    createConnection(given: object, callback: typeof later): Socket | undefined;
  };
  return agent.createConnection(options, later);
}

/** A connection that sends one request at a time. */
class ReplayConnection {
  readonly #wire: AttemptRequest;
  readonly #bytes: Buffer;
  readonly #idle: ReplayConnection[];
  readonly #open: Set<ReplayConnection>;
  readonly #frames: ResponseFrames;
  #socket: Socket | undefined;
  /** Ends the connection if it cannot be opened in time. */
  readonly #timer: NodeJS.Timeout;
  #resolve: ((result: Replayed | Failure | undefined) => void) | undefined;
  /** Whether a response was received on this connection before the current request. */
  #isReused = false;

  constructor(wire: AttemptRequest, bytes: Buffer, idle: ReplayConnection[], open: Set<ReplayConnection>) {
    this.#wire = wire;
    this.#bytes = bytes;
    this.#idle = idle;
    this.#open = open;
    this.#frames = new ResponseFrames(wire.method, maxHeadBytes, maxHeldBytes);
    const tooLate = (): void => this.end(new FailureError(connectTooLate(wire)));
    this.#timer = setTimeout(tooLate, wire.connectTimeoutMs);
    const made = connect(wire, (error, socket) => {
      if (error) this.end(error);
      if (this.#socket || !socket) return;
      clearTimeout(this.#timer);
      this.#attach(socket);
    });
    if (made) this.#attach(made);
  }

  send(keepsBody: boolean, resolve: (result: Replayed | Failure | undefined) => void): void {
    this.#resolve = resolve;
    this.#frames.start(keepsBody);
    this.#socket?.ref();
    this.#socket?.write(this.#bytes);
  }

  #attach(socket: Socket): void {
    this.#socket = socket;
    socket.once(this.#wire.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(this.#timer));
    socket.on('data', (piece: Buffer) => this.#take(piece));
    socket.on('end', () => (this.#frames.end() ? this.#done() : this.end(hangUp())));
    socket.on('error', error => this.end(error));
    socket.on('close', () => this.end(hangUp()));
    if (this.#resolve) socket.write(this.#bytes);
  }

  #take(piece: Buffer): void {
    // Nothing was requested, so the server violates the protocol.
    const state = this.#resolve ? this.#frames.take(piece) : 'invalid';
    if (state === 'complete') this.#done();
    else if (state !== 'more') this.end(new FailureError(state === 'invalid' ? invalid : tooLong));
  }

  #done(): void {
    const resolve = this.#resolve;
    const { status, head, size, isLast } = this.#frames;
    const body = this.#frames.body();
    this.#resolve = undefined;
    this.#isReused = true;
    if (isLast) this.end(hangUp());
    else {
      this.#socket?.unref();
      this.#idle.push(this);
    }
    resolve?.({ status, head, body, size });
  }

  /** Closes the connection. The error is the result of the current request. */
  end(error: NodeJS.ErrnoException): void {
    if (!this.#open.delete(this)) return;
    const at = this.#idle.indexOf(this);
    if (at >= 0) this.#idle.splice(at, 1);
    clearTimeout(this.#timer);
    this.#socket?.destroy();
    const isStale = this.#isReused && !this.#frames.hasStarted && /^(?:ECONNRESET|EPIPE)$/.test(error.code ?? '');
    this.#resolve?.(isStale && isIdempotent(this.#wire.method) ? undefined : explain(error, this.#wire.route));
    this.#resolve = undefined;
  }
}

/** The error that node:http reports if a connection is closed before the response is complete. */
const hangUp = (): NodeJS.ErrnoException => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

const invalid = failure('protocol', 'A repeated response is not valid HTTP/1.1.', {
  hint: 'Send the request without --repeat to see the response.',
});

/** Returns the head of a replayed response. */
export function headOf({ head, status }: Replayed): ResponseHead {
  const [first = '', ...lines] = head.split('\r\n');
  return {
    httpVersion: first.slice(5, 8),
    status,
    reason: first.slice(13),
    headers: lines.map(line => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trim()] as const;
    }),
  };
}

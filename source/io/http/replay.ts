/** Repeats a request that was sent once, with as little work as node:http allows: for `--repeat`. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type Failure, FailureError, isFailure } from '../../core/failure.js';
import type { BodySpec } from '../../core/request/spec.js';
import type { Environment } from '../../environment.js';
import { explain } from './errors.js';
import { linesOf, type ResponseHead } from './exchange.js';
import { openRequest } from './native-request.js';
import type { AttemptRequest } from './wire.js';

/** A response without the details of its exchange. */
interface Replayed {
  readonly head: ResponseHead;
  /** Empty unless it was requested. */
  readonly body: Buffer;
  /** Size of the body in bytes as received. */
  readonly size: number;
}

/** Methods that may be sent again after a reused connection was closed (RFC 9110 9.2.2). */
const idempotent = /^(?:GET|HEAD|PUT|DELETE|OPTIONS|TRACE|QUERY)$/;

/**
 * Returns a function that sends the request, or resolves with undefined if a reused connection was closed before the response.
 * @param keepsBody whether to collect the body
 */
export async function replayer(
  wire: AttemptRequest,
  body: BodySpec | undefined,
  { signal }: Environment,
): Promise<(keepsBody: boolean) => Promise<Replayed | Failure | undefined>> {
  const requester = wire.url.protocol === 'https:' ? (await import('node:https')).request : httpRequest;
  const bytes = body?.kind === 'bytes' ? body.bytes : undefined;
  const running = new Set<{ destroy(error: Error): void }>();
  signal.addEventListener('abort', () => {
    const reason = isFailure(signal.reason) ? new FailureError(signal.reason) : new Error('interrupted');
    for (const each of running) each.destroy(reason);
  });
  return keepsBody =>
    new Promise(resolve => {
      const request = openRequest(requester, wire, { onTunnel() {} });
      running.add(request);
      const end = (result: Replayed | Failure | undefined): void => {
        running.delete(request);
        resolve(result);
      };
      request.once('error', (error: NodeJS.ErrnoException) => {
        const isStale = request.reusedSocket && /^(?:ECONNRESET|EPIPE)$/.test(error.code ?? '');
        end(isStale && idempotent.test(wire.method) ? undefined : explain(error, wire.route));
      });
      request.once('response', (message: IncomingMessage) => {
        const pieces: Buffer[] = [];
        let size = 0;
        message.on('data', (piece: Buffer) => {
          size += piece.length;
          if (keepsBody) pieces.push(piece);
        });
        message.once('error', error => end(explain(error, wire.route)));
        message.once('end', () => {
          const { httpVersion, statusCode: status = 0, statusMessage: reason = '', rawHeaders } = message;
          end({
            head: { httpVersion, status, reason, headers: linesOf(rawHeaders) },
            body: Buffer.concat(pieces),
            size,
          });
        });
      });
      request.end(bytes);
    });
}

/** Failures of HTTP/2: resets and GOAWAY from the server, and responses that violate RFC 9113. */
import { type Failure, failure } from '../../../core/failure.js';

/** Error codes by number (RFC 9113, section 7). */
const names = [
  ...['NO_ERROR', 'PROTOCOL_ERROR', 'INTERNAL_ERROR', 'FLOW_CONTROL_ERROR', 'SETTINGS_TIMEOUT', 'STREAM_CLOSED'],
  ...['FRAME_SIZE_ERROR', 'REFUSED_STREAM', 'CANCEL', 'COMPRESSION_ERROR', 'CONNECT_ERROR', 'ENHANCE_YOUR_CALM'],
  ...['INADEQUATE_SECURITY', 'HTTP_1_1_REQUIRED'],
];

export const errorCodes = { none: 0, internal: 2, refused: 7, cancel: 8, compression: 9, calm: 11 } as const;

const nameOf = (code: number): string => names[code] ?? String(code);

const withoutHttp2 = 'Pass --http1.1 to avoid HTTP/2.';

const hints: Readonly<Record<number, string>> = {
  2: 'Try again, or pass --retry N.',
  7: 'The server did not process the request. Try again.',
  11: 'The server limits requests. Pass --retry N to wait and try again.',
  12: 'Pass --tls-min 1.3 for a stronger connection, or --http1.1.',
};

const hintFor = (code: number): string => hints[code] ?? withoutHttp2;

/** An RST_STREAM from the server. */
export const serverReset = (code: number, hasHead: boolean): Failure =>
  failure(
    'protocol',
    `The server reset the HTTP/2 stream ${hasHead ? 'in the middle of the body' : 'without a response'}: ${nameOf(code)}.`,
    { code: `h2_${code}`, hint: hintFor(code) },
  );

/** A GOAWAY from the server. */
export interface GoAway {
  readonly code: number;
  /** The last stream that the server has processed or will process. */
  readonly last: number;
  /** Additional debug data: untrusted. */
  readonly debug: string;
}

/** Code of a failure that ended a request before the server processed it (RFC 9113, section 8.7). */
const unprocessedCode = 'h2_unprocessed';

/** Returns the failure for a stream ended by a GOAWAY. Without an error, the server did not process the request. */
export function serverGoneAway({ code, debug }: GoAway): Failure {
  const detail = debug === '' ? '' : ` ("${debug.slice(0, 200)}")`;
  return failure('protocol', `The server closed the HTTP/2 connection: ${nameOf(code)}${detail}.`, {
    code: code === errorCodes.none ? unprocessedCode : `h2_${code}`,
    hint: code === errorCodes.none ? 'The server did not process the request. Try again.' : hintFor(code),
  });
}

const violation = (what: string): Failure =>
  failure('protocol', `The response violates HTTP/2: ${what}.`, { code: 'h2_violation', hint: withoutHttp2 });

/** The failure for a frame other than CONTINUATION in the middle of a header block (RFC 9113, section 6.10). */
export const interruptedBlock: Failure = violation('PROTOCOL_ERROR (a frame in the middle of a header block)');

const tooLarge = (text: string): Failure =>
  failure('limit', text, { code: 'h2_headers', hint: 'Pass --http1.1, which allows 256 KiB of headers in total.' });

/**
 * Returns the failure for a connection that apiclient closed with a GOAWAY.
 * @param debug detail from nghttp2
 * @param isLongBlock whether the latest header block has several frames
 */
export function connectionViolation(code: number, debug: string, isLongBlock: boolean): Failure {
  if (code !== errorCodes.compression) return violation(`${nameOf(code)}${debug === '' ? '' : ` (${debug})`}`);
  // nghttp2 rejects a header of more than 64 KiB with the same code, at its first bytes.
  return isLongBlock
    ? tooLarge('The response has a header larger than 64 KiB, the limit over HTTP/2.')
    : violation('its headers cannot be decoded (COMPRESSION_ERROR)');
}

/** Progress of a response when its stream broke. */
export interface Progress {
  readonly hasHead: boolean;
  /** Bytes of the body received. */
  readonly size: number;
  /** The value of content-length, or NaN without one. */
  readonly announced: number;
}

/** Returns the failure for a response that made apiclient reset the stream. */
export function streamViolation(code: number, { hasHead, size, announced }: Progress): Failure {
  if (code === errorCodes.calm) return tooLarge('The response headers exceed 256 KiB or 10,000 lines.');
  if (code !== protocolError) return violation(nameOf(code));
  if (!hasHead) return violation('a header has a forbidden name or value, such as a name in upper case');
  if (announced === size || Number.isNaN(announced)) return violation('its trailers are malformed');
  return wrongLength(announced, size);
}

const wrongLength = (announced: number, size: number): Failure =>
  violation(`content-length is ${announced}, but the body has ${size > announced ? 'more' : size} bytes`);

const protocolError = 1;

/** Returns the failure for an error of node:http2 that has no code in RFC 9113. */
export const sessionViolation = ({ message }: Error, { announced, size }: Progress): Failure =>
  size > announced ? wrongLength(announced, size) : violation(message.replace(/\.$/, ''));

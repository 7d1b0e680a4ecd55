/** Common request headers that descriptions need not list, with typical values. */

/** Name, meaning, and suggested values. */
type RequestHeader = readonly [name: string, description: string, values?: readonly string[]];

const encodings = ['gzip', 'br', 'deflate', 'zstd', 'identity'];

/** Defined in RFC 9110 unless another document is given. */
// biome-ignore format: one header, one row
export const requestHeaders: readonly RequestHeader[] = [
  ['Accept', 'Media types of the response.', ['application/json', 'application/problem+json', 'text/plain', '*/*']],
  ['Content-Type', 'Media type of the body.', ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']],
  ['Authorization', 'Proof of who asks.', ['Bearer ', 'Basic ']],
  ['Accept-Encoding', 'Codings of the response.', encodings],
  ['Accept-Language', 'Languages of the response.'],
  ['Cache-Control', 'Whether a kept response will do (RFC 9111).', ['no-cache', 'no-store', 'max-age=0', 'only-if-cached']],
  ['Connection', 'What holds for this connection only.', ['close', 'keep-alive']],
  ['Content-Encoding', 'Codings of the body.', encodings],
  ['Content-Language', 'Language of the body.'],
  ['Cookie', 'Cookies of the server (RFC 6265).'],
  ['Date', 'When the request was made.'],
  ['Expect', 'What the server must do first.', ['100-continue']],
  ['From', 'E-mail address of the person who asks.'],
  ['Host', 'Host and port of the server.'],
  ['Idempotency-Key', 'Sent twice, it is done once.'],
  ['If-Match', 'Only if it still has this ETag.', ['*']],
  ['If-Modified-Since', 'Only if it changed since.'],
  ['If-None-Match', 'Only if it has no such ETag.', ['*']],
  ['If-Range', 'The range, if it still has this ETag or date.'],
  ['If-Unmodified-Since', 'Only if it did not change since.'],
  ['Max-Forwards', 'How many proxies may pass it on.'],
  ['Origin', 'The origin that asks (RFC 6454).'],
  ['Prefer', 'What would be liked (RFC 7240).', ['return=minimal', 'return=representation', 'respond-async', 'handling=strict', 'handling=lenient']],
  ['Proxy-Authorization', 'Proof of who asks, for a proxy.'],
  ['Range', 'Only a part of it.', ['bytes=0-']],
  ['Referer', 'The page that led here.'],
  ['TE', 'Transfer codings of the response.', ['trailers']],
  ['User-Agent', 'The program that asks.'],
];

/** Common request headers that descriptions need not list, with typical values. */

/** Name, meaning, and suggested values. */
type RequestHeader = readonly [name: string, description: string, values?: readonly string[]];

const encodings = ['gzip', 'br', 'deflate', 'zstd', 'identity'];

/** Defined in RFC 9110 unless another document is given. */
// biome-ignore format: one header, one row
export const requestHeaders: readonly RequestHeader[] = [
  ['Accept', 'Accepted media types of the response.', ['application/json', 'application/problem+json', 'text/plain', '*/*']],
  ['Content-Type', 'Media type of the body.', ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']],
  ['Authorization', 'Credentials of the client.', ['Bearer ', 'Basic ']],
  ['Accept-Encoding', 'Accepted codings of the response.', encodings],
  ['Accept-Language', 'Accepted languages of the response.'],
  ['Cache-Control', 'Rules for cached responses (RFC 9111).', ['no-cache', 'no-store', 'max-age=0', 'only-if-cached']],
  ['Connection', 'Options for this connection only.', ['close', 'keep-alive']],
  ['Content-Encoding', 'Codings of the body.', encodings],
  ['Content-Language', 'Language of the body.'],
  ['Cookie', 'Cookies from the server (RFC 6265).'],
  ['Date', 'When the request was made.'],
  ['Expect', 'Conditions the server must meet first.', ['100-continue']],
  ['From', 'E-mail address of the sender.'],
  ['Host', 'Host and port of the server.'],
  ['Idempotency-Key', 'Makes a repeated request run only once.'],
  ['If-Match', 'Only if it still has this ETag.', ['*']],
  ['If-Modified-Since', 'Only if it changed since.'],
  ['If-None-Match', 'Only if it has no such ETag.', ['*']],
  ['If-Range', 'The range, if it still has this ETag or date.'],
  ['If-Unmodified-Since', 'Only if it did not change since.'],
  ['Max-Forwards', 'Maximum number of proxies.'],
  ['Origin', 'Origin of the request (RFC 6454).'],
  ['Prefer', 'Preferences of the client (RFC 7240).', ['return=minimal', 'return=representation', 'respond-async', 'handling=strict', 'handling=lenient']],
  ['Proxy-Authorization', 'Credentials for a proxy.'],
  ['Range', 'Requested part of the response.', ['bytes=0-']],
  ['Referer', 'The page that led here.'],
  ['TE', 'Transfer codings of the response.', ['trailers']],
  ['User-Agent', 'Name of the client program.'],
];

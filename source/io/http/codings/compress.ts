/** `--compress`: content codings of request bodies (RFC 9110 8.4). A chunk. */
import { Readable, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { type Failure, isFailure, usageError } from '../../../core/failure.js';
import type { BodyCoding, BodySpec, RequestSpec } from '../../../core/request/spec.js';
import type { Environment } from '../../../environment.js';
import { holdBody } from '../upload/held-body.js';
import { openBody } from '../upload.js';

const { createZstdCompress } = zlib as { createZstdCompress?: () => Transform };

/** Encoders; zstd is in Node since 22.15. */
const encoders: Readonly<Record<BodyCoding, (() => Transform) | undefined>> = {
  gzip: () => zlib.createGzip(),
  br: () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
  deflate: () => zlib.createDeflate(),
  zstd: createZstdCompress && (() => createZstdCompress()),
};

/** Returns the request with its body compressed, in memory if it is small, so that its length is known. */
export async function compressBody(spec: RequestSpec, environment: Environment): Promise<RequestSpec | Failure> {
  const { compress, body, ...rest } = spec;
  if (compress === undefined) return spec;
  if (body === undefined)
    return usageError('--compress has no effect without a body.', 'Usage: apiclient POST URL -d @FILE --compress gzip');
  const create = encoders[compress];
  if (create === undefined)
    return usageError(`--compress ${compress} requires Node 22.15 or later.`, 'Use --compress br.');
  if (spec.headers.some(({ name }) => /^content-encoding$/i.test(name)))
    return usageError('--compress sets Content-Encoding, but the request already has one.', 'Remove one of them.');
  const bodySource = await openBody(body, environment);
  if (isFailure(bodySource)) return bodySource;
  const compressed: BodySpec = {
    kind: 'stdin',
    begun: {
      head: new Uint8Array(),
      rest: encoded(Readable.from(bodySource.chunks()), create()),
      close: bodySource.close,
    },
  };
  const headers = [...spec.headers, { name: 'Content-Encoding', value: compress }];
  return holdBody({ ...rest, headers, body: compressed }, environment);
}

/** Compresses a stream. Its errors reach the reader, and a reader that stops ends it. */
function encoded(source: Readable, encoder: Transform): Readable {
  source.once('error', error => encoder.destroy(error));
  encoder.once('close', () => source.destroy());
  return source.pipe(encoder);
}

/** The one HTTP engine: every request of the program (plain, token, introspection, operation) is sent here, by got. */
import got, { RequestError } from 'got';
import { type Failure, failure } from '../../core/failure.js';
import type { HeaderLine, RequestSpec } from '../../core/request/spec.js';
import { reveal } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import type { HttpResponse } from './exchange.js';

/**
 * Sends a request and answers when the head of the last response is there. Expected failures are values.
 * @param options.signal aborts the exchange, also while the body is read
 */
export async function send(
  spec: RequestSpec,
  environment: Environment,
  options: { readonly signal?: AbortSignal } = {},
): Promise<HttpResponse | Failure> {
  const started = environment.monotonic();
  const headers: Record<string, string> = {};
  const lines: HeaderLine[] = [...spec.headers];
  for (const line of lines) headers[line.name] = reveal(line.value);
  try {
    const stream = got.stream(spec.url, {
      method: spec.method as 'GET',
      headers,
      followRedirect: false,
      decompress: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      signal: options.signal ?? environment.signal,
      ...(spec.body?.kind === 'bytes' ? { body: spec.body.bytes } : {}),
    });
    const response = await new Promise<import('got').Response>((resolve, reject) => {
      stream.once('response', resolve);
      stream.once('error', reject);
    });
    const timing: { firstByteMs: number; totalMs?: number } = {
      firstByteMs: environment.monotonic() - started,
    };
    stream.once('end', () => {
      timing.totalMs = environment.monotonic() - started;
    });
    const raw = response.rawHeaders;
    return {
      httpVersion: response.httpVersion,
      status: response.statusCode,
      reason: response.statusMessage ?? '',
      headers: raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as const] : [])),
      request: {
        method: spec.method,
        shownUrl: spec.url,
        httpVersion: response.httpVersion,
        headers: lines,
      },
      url: spec.url,
      redirects: [],
      body: stream,
      timing,
    };
  } catch (error) {
    if (error instanceof RequestError)
      return failure('network', error.message, {
        code: error.code,
        cause: error,
      });
    throw error;
  }
}

/** Helpers for building a request and reading its response. */

import { type Failure, isFailure } from '../../source/core/failure.js';
import type { NetworkOptions } from '../../source/core/options.js';
import { defaultNetwork } from '../../source/core/request/default-network.js';
import { buildHeaders } from '../../source/core/request/headers.js';
import type { Credentials, RequestSpec } from '../../source/core/request/spec.js';
import type { HttpResponse } from '../../source/io/http/exchange.js';

export const plainNetwork: NetworkOptions = defaultNetwork;

export interface RequestParts {
  readonly method?: string;
  readonly network?: Partial<NetworkOptions>;
  readonly credentials?: Partial<Credentials>;
  readonly headers?: readonly string[];
  readonly body?: RequestSpec['body'] | string;
}

/** A request with common defaults. `headers` are in the form `Name: value`. */
export function requestFor(url: string, parts: RequestParts = {}): RequestSpec {
  const { body } = parts;
  const options = (parts.headers ?? []).map(line => {
    const at = line.indexOf(':');
    return { kind: 'set' as const, name: line.slice(0, at), value: line.slice(at + 1).trim() };
  });
  return {
    method: parts.method ?? 'GET',
    url,
    ...buildHeaders(options),
    ...(body === undefined
      ? {}
      : { body: typeof body === 'string' ? { kind: 'bytes', bytes: Buffer.from(body) } : body }),
    credentials: { apiKeys: [], ...parts.credentials },
    network: { ...plainNetwork, ...parts.network },
  };
}

/** The response. Throws an error with the failure's text. */
export function answered(value: HttpResponse | Failure): HttpResponse {
  if (isFailure(value)) throw new Error(`${value.kind}: ${value.text}`);
  return value;
}

/** The complete body. A failure of the stream is thrown unchanged. */
export async function bodyOf(response: HttpResponse): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response.body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The error with which the body's stream fails. */
export async function bodyFailure(response: HttpResponse): Promise<Failure> {
  try {
    const body = await bodyOf(response);
    throw new Error(`the body ended well after ${body.length} bytes`);
  } catch (error) {
    const { failure } = error as { failure?: Failure };
    if (failure) return failure;
    throw error;
  }
}

import { withDefaultHeaders } from '../../core/graphql/request.js';
import type { BodySpec, HeaderLine, RequestSpec } from '../../core/request/spec.js';
import type { Endpoint } from './transport.js';

interface EndpointRequest {
  readonly method: string;
  /** Overrides the endpoint's URL. */
  readonly url?: string;
  readonly accept: string;
  /** Other default header lines. The user's lines override all defaults. */
  readonly lines?: readonly HeaderLine[];
  /** A JSON text as the body. */
  readonly json?: string;
  readonly body?: BodySpec;
}

/** Returns a request to an endpoint, with the endpoint's headers, credentials and options. */
export function endpointRequest(
  endpoint: Endpoint,
  { method, url = endpoint.url, accept, lines = [], json, body }: EndpointRequest,
): RequestSpec {
  const { headers, removed, credentials, network, hidden } = endpoint;
  const defaults: HeaderLine[] = [{ name: 'Accept', value: accept }, ...lines];
  if (json !== undefined) defaults.push({ name: 'Content-Type', value: 'application/json' });
  return {
    method,
    url,
    headers: withDefaultHeaders(defaults, headers, removed),
    removed,
    body: json === undefined ? body : { kind: 'bytes', bytes: Buffer.from(json) },
    credentials,
    network,
    hidden,
  };
}

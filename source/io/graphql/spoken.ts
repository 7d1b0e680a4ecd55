/** Detects whether a server supports GraphQL, with at most two `{ __typename }` requests. */
import type { DocumentKind } from '../../core/document-kind.js';
import { isFailure } from '../../core/failure.js';
import { mediaType } from '../../core/graphql/response.js';
import { objectIn } from '../../core/json/loose.js';
import type { RequestSpec } from '../../core/request/spec.js';
import { appendQuery } from '../../core/request/url.js';
import type { Environment } from '../../environment.js';
import { collect } from '../http/collect.js';
import { headerOf } from '../http/exchange.js';
import { send } from '../http/send.js';
import { endpointRequest } from './endpoint-request.js';
import type { Endpoint } from './transport.js';

/** `refused`: credentials are required. `silent`: no response. */
type Spoken = DocumentKind | 'refused' | 'silent';

const maxAskMs = 10_000;
const maxBytes = 1024 * 1024;

/**
 * Tries a GET first, which changes nothing (RFC 9110 9.2.1): a POST could create a resource on a server that is not GraphQL.
 * GraphQL servers need not support GET, and then reject it.
 */
export async function spokenAt(endpoint: Endpoint, environment: Environment): Promise<Spoken> {
  let refused = false;
  for (const method of ['GET', 'POST'] as const) {
    const response = await send(question(method, endpoint), environment);
    if (isFailure(response)) return 'silent';
    if (mediaType(headerOf(response, 'content-type')) === 'text/event-stream') {
      // It may never end.
      response.body.destroy();
      return 'http';
    }
    const body = await collect(response.body, maxBytes);
    if (isFailure(body)) return 'http';
    if (isResult(body.toString('utf8'))) return 'graphql';
    if (response.status < 400) return 'http';
    if (response.status === 401 || response.status === 403) refused = true;
  }
  return refused ? 'refused' : 'http';
}

function question(method: 'GET' | 'POST', endpoint: Endpoint): RequestSpec {
  const { network, url } = endpoint;
  const timeoutMs = Math.min(network.timeoutMs ?? maxAskMs, maxAskMs);
  const limited = { ...endpoint, network: { ...network, retries: 0, timeoutMs } };
  return method === 'GET'
    ? endpointRequest(limited, { method, url: appendQuery(url, [['query', '{__typename}']]), accept: '*/*' })
    : endpointRequest(limited, { method, accept: '*/*', json: '{"query":"{__typename}"}' });
}

/** Whether this is a GraphQL response: data of the requested type, or errors with messages. */
function isResult(text: string): boolean {
  const { data, errors } = (objectIn(text) ?? {}) as {
    readonly data?: { readonly __typename?: unknown } | null;
    readonly errors?: readonly ({ readonly message?: unknown } | null)[];
  };
  return typeof data?.__typename === 'string' || (Array.isArray(errors) && typeof errors[0]?.message === 'string');
}

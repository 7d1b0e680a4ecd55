/** Fetches a document that may be a description. Credentials are only sent to their origin. */
import { forOtherOrigin } from '../../core/credentials/request-credentials.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { maxText } from '../../core/openapi/document/read.js';
import { readUrl } from '../../core/request/read-url.js';
import { mediaType } from '../../core/response/content-kind.js';
import { fieldValues } from '../../core/response/field-values.js';
import { endpointRequest } from '../graphql/endpoint-request.js';
import type { Endpoint, RunContext } from '../graphql/transport.js';
import { collect } from '../http/collect.js';
import { headerOf } from '../http/exchange.js';
import { send as sendHere } from '../http/send.js';

/** A complete response. */
export interface Fetched {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly contentType: string;
  /** The values of its Link headers (RFC 8288), joined. */
  readonly links: string;
  /** Number of redirects that were followed. */
  readonly redirects: number;
  /** Target of a redirect that was not followed. */
  readonly location?: string;
}

const accept =
  'application/vnd.oai.openapi+json, application/openapi+json, application/json, application/yaml;q=0.9, */*;q=0.5';

/** Time limit of all requests of one search for a description, in milliseconds. */
const maxSearchMs = 60_000;

/** Resolves whatever the status. */
export async function fetchDocument(
  url: string,
  endpoint: Endpoint,
  { environment, note, jar, send = sendHere }: RunContext,
  follow = true,
): Promise<Fetched | Failure> {
  const { network } = endpoint;
  const limited = {
    ...network,
    follow,
    maxRedirects: Math.min(network.maxRedirects, 5),
    timeoutMs: Math.min(network.timeoutMs ?? maxSearchMs, maxSearchMs),
  };
  const spec = endpointRequest({ ...endpoint, network: limited }, { method: 'GET', url, accept });
  const same = readUrl(url)?.origin === readUrl(endpoint.url)?.origin;
  const response = await send(same ? spec : forOtherOrigin(spec), environment, {
    onNote: note,
    jar,
  });
  if (isFailure(response)) return response;
  // An event stream is no description, and may never end.
  const isStream = mediaType(headerOf(response, 'content-type')).type === 'text/event-stream';
  if (isStream) response.body.destroy();
  const bytes = isStream
    ? Buffer.alloc(0)
    : await collect(response.body, Math.min(network.maxSize ?? maxText, maxText));
  if (isFailure(bytes))
    return bytes.kind === 'limit'
      ? failure('limit', `${url} exceeds 64 MiB.`, { hint: 'Check the URL: descriptions are limited to 64 MiB.' })
      : bytes;
  const location = headerOf(response, 'location');
  return {
    redirects: response.redirects.length,
    location,
    url: response.url,
    status: response.status,
    text: bytes.toString('utf8'),
    contentType: headerOf(response, 'content-type') ?? '',
    links: fieldValues(response.headers, 'link').join(', '),
  };
}

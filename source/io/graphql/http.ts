/** An operation over one HTTP exchange: POST with JSON, or GET for queries. */
import { isFailure } from '../../core/failure.js';
import { judge } from '../../core/graphql/answer.js';
import { acceptIncremental, acceptResult, getUrl, jsonBody, withDefaults } from '../../core/graphql/request.js';
import type { BodySpec, HeaderLine, RequestSpec } from '../../core/request/spec.js';
import { type HttpResponse, headerOf } from '../http/exchange.js';
import { send } from '../http/send.js';
import { collect } from './collect.js';
import type { Endpoint, Operation, RunContext, RunEvent, Transport } from './transport.js';

/** POST, or GET when `get` is set (the caller has refused mutations before). */
export function httpTransport(options: { readonly get?: boolean } = {}): Transport {
  return {
    name: options.get ? 'GET' : 'POST',
    run: (operation, endpoint, context) => exchange(requestOf(operation, endpoint, options.get ?? false), context),
  };
}

/** The request an operation becomes; also what `--curl` and `--dry-run` print. */
export function requestOf(operation: Operation, endpoint: Endpoint, get: boolean): RequestSpec {
  const defaults: HeaderLine[] = [{ name: 'Accept', value: operation.incremental ? acceptIncremental : acceptResult }];
  let body: BodySpec | undefined;
  if (!get) {
    defaults.push({ name: 'Content-Type', value: 'application/json' });
    body = { kind: 'bytes', bytes: Buffer.from(jsonBody(operation)) };
  } else {
    // Apollo's guard against forged requests lets a GET pass only with a header that no plain HTML form can send.
    defaults.push({ name: 'Apollo-Require-Preflight', value: 'true' });
  }
  return {
    method: get ? 'GET' : 'POST',
    url: get ? getUrl(endpoint.url, operation) : endpoint.url,
    headers: withDefaults(defaults, endpoint.headers, endpoint.removed),
    removed: endpoint.removed,
    ...(body ? { body } : {}),
    credentials: endpoint.credentials,
    network: endpoint.network,
  };
}

async function* exchange(spec: RequestSpec, context: RunContext): AsyncGenerator<RunEvent> {
  const response = await send(spec, context.environment, { signal: context.signal });
  if (isFailure(response)) {
    yield { kind: 'failed', failure: response };
    return;
  }
  yield headEvent(response);
  yield* whole(response, spec);
}

export const headEvent = (response: HttpResponse): RunEvent => ({
  kind: 'head',
  request: response.request,
  response,
  redirects: response.redirects,
  timing: response.timing,
});

/** An answer that is one body: read to its end and judged. */
export async function* whole(response: HttpResponse, spec: RequestSpec): AsyncGenerator<RunEvent> {
  const body = await collect(response.body, spec.network.maxSize);
  if (isFailure(body)) {
    yield { kind: 'failed', failure: body };
    return;
  }
  const text = body.toString('utf8').replace(/^\ufeff/, '');
  const judgement = judge({ status: response.status, reason: response.reason, ...contentType(response) }, text);
  if (!judgement.graphql) {
    yield { kind: 'failed', failure: judgement.failure, body };
    return;
  }
  yield {
    kind: 'result',
    text: judgement.text,
    bytes: body,
    summary: judgement.summary,
    partial: false,
    ...(judgement.note === undefined ? {} : { note: judgement.note }),
  };
}

function contentType(response: HttpResponse): { contentType?: string } {
  const value = headerOf(response, 'content-type');
  return value === undefined ? {} : { contentType: value };
}

/** Which kind of document a URL is for, where nobody said: operations of GraphQL or requests. */
import type { GraphqlCommand } from '../../core/command.js';
import { mayPrompt } from '../../core/credentials/flags.js';
import { isFailure } from '../../core/failure.js';
import { defaultHeaders } from '../../core/request/headers.js';
import { readUrl } from '../../core/request/read-url.js';
import type { RequestSpec } from '../../core/request/spec.js';
import { appendQuery } from '../../core/request/url.js';
import type { DocumentKind } from '../../core/tab-texts.js';
import type { Environment } from '../../environment.js';
import { collect } from '../../io/graphql/collect.js';
import { readEndpoint } from '../../io/graphql/endpoint.js';
import { cachedSchema } from '../../io/graphql/introspect.js';
import type { Endpoint } from '../../io/graphql/transport.js';
import { send } from '../../io/http/send.js';
import { readKept } from '../../io/openapi/kept.js';
import { note } from '../note.js';

/** A slow server is taken for one of GraphQL: its screen says what it waits for. */
const maxAskMs = 10_000;
const maxBytes = 1024 * 1024;

/** At most two requests: `{ __typename }`, where neither the URL nor anything kept says it. */
export async function speaks(
  command: GraphqlCommand & { readonly url: string },
  environment: Environment,
): Promise<DocumentKind> {
  const { url, profile, auth } = command;
  if (profile?.openapi !== undefined) return 'http';
  const path = readUrl(url)?.pathname ?? '';
  if (/graph(?:i?ql)?\b|gql\b/i.test(path)) return 'graphql';
  if (/\.(?:json|ya?ml)$/i.test(path)) return 'http';
  // A login is the screen's to ask for.
  if (auth.oauth2 !== undefined || mayPrompt(auth)) return 'graphql';
  const endpoint = await readEndpoint(url, command, environment, { ask: false });
  if (isFailure(endpoint)) return 'graphql';
  if (await cachedSchema(endpoint, { environment, signal: environment.signal })) return 'graphql';
  if (await readKept(endpoint, environment)) return 'http';
  const slow = setTimeout(() => note(environment, `Asking ${url} whether it speaks GraphQL`), 500);
  const kind = await asked(endpoint, environment).finally(() => clearTimeout(slow));
  return kind;
}

/**
 * By a GET first, which changes nothing (RFC 9110 9.2.1): a POST to what is no GraphQL could make something there. Servers of
 * GraphQL need not know GET, and refuse it then.
 */
async function asked(endpoint: Endpoint, environment: Environment): Promise<DocumentKind> {
  for (const method of ['GET', 'POST'] as const) {
    const response = await send(question(method, endpoint), environment);
    if (isFailure(response)) return 'graphql';
    const body = await collect(response.body, maxBytes);
    if (isFailure(body)) return 'http';
    if (isResult(body.toString('utf8'))) return 'graphql';
    if (response.status < 400) return 'http';
  }
  return 'http';
}

function question(method: 'GET' | 'POST', { url, headers, removed, credentials, network }: Endpoint): RequestSpec {
  const isGet = method === 'GET';
  const own = [...(isGet ? [] : [{ name: 'Content-Type', value: 'application/json' }]), ...headers];
  return {
    method,
    url: isGet ? appendQuery(url, [['query', '{__typename}']]) : url,
    headers: [
      ...defaultHeaders.filter(({ name }) => !own.some(each => each.name.toLowerCase() === name.toLowerCase())),
      ...own,
    ],
    removed,
    credentials,
    ...(isGet ? {} : { body: { kind: 'bytes', bytes: new TextEncoder().encode('{"query":"{__typename}"}') } as const }),
    network: { ...network, retries: 0, timeoutMs: Math.min(network.timeoutMs ?? maxAskMs, maxAskMs) },
  };
}

/** A response of GraphQL: data of the type that was asked for, or errors with messages. */
function isResult(text: string): boolean {
  try {
    const { data, errors } = JSON.parse(text) as {
      readonly data?: { readonly __typename?: unknown };
      readonly errors?: readonly { readonly message?: unknown }[];
    };
    return typeof data?.__typename === 'string' || (Array.isArray(errors) && typeof errors[0]?.message === 'string');
  } catch {
    return false;
  }
}

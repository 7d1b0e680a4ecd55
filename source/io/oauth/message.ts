/**
 * One request to an authorization server and its complete response, sent by our engine, so that proxy, CA, client certificate
 * and timeouts apply. Secrets that the server echoes are masked in failures.
 */
import type * as oauth from 'oauth4webapi';
import { isSecretName } from '../../core/credentials/header.js';
import { type Failure, FailureError, failure, isFailure } from '../../core/failure.js';
import { maskOf } from '../../core/masking/mask.js';
import { bodyParameters, formParameters, shownParameter } from '../../core/oauth/protocol/step.js';
import type { RawResponse } from '../../core/oauth/token-response.js';
import type { NetworkOptions } from '../../core/options.js';
import { readUrl } from '../../core/request/read-url.js';
import { reveal, type Secret, secret } from '../../core/secret.js';
import { version } from '../../core/version.js';
import { collect } from '../http/collect.js';
import { headerOf } from '../http/exchange.js';
import type { DPoPSigner } from './client/dpop.js';
import type { TokenContext } from './context.js';
import { tellStep } from './login/login-ui.js';

/** Time limit of one response if the user has set none, in milliseconds. */
const maxResponseMs = 60_000;
const maxResponseBytes = 1024 * 1024;

/** The user's network options without those that only apply to the API request. */
const serverNetwork = (network: NetworkOptions): NetworkOptions => {
  const { unixSocket: _socket, cookieJar: _jar, timeoutMs: _bound, ...rest } = network;
  return {
    ...rest,
    follow: false,
    retries: 0,
    cookies: [],
    netrc: false,
    maxSize: maxResponseBytes,
    // `--timeout` covers everything done for a token; the signal enforces it.
    ...(network.timeoutMs === undefined ? { timeoutMs: maxResponseMs } : {}),
  };
};

interface OAuthMessage {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends one message, with a proof if there is a key for one, and reads the complete response. Never follows a redirect. */
export async function exchange(
  context: TokenContext,
  url: string,
  what: string,
  message: OAuthMessage,
  dpop?: DPoPSigner,
): Promise<RawResponse | Failure> {
  const { environment, network, signal, tools } = context;
  const target = new URL(url);
  const unsigned = { method: message.method, url: target, target: `${target.pathname}${target.search}`, headers: [] };
  const proof = await dpop?.sign(unsigned);
  if (isFailure(proof)) return proof;
  showRequest(context, target, what, { ...message, headers: { ...message.headers, ...proofHeaders(proof) } });
  const response = await tools.send(
    {
      method: message.method,
      url,
      headers: [
        { name: 'User-Agent', value: `apiclient/${version}` },
        ...Object.entries(message.headers).map(([name, value]) => ({
          name,
          value: isSecretName(name) ? secret(value) : value,
        })),
        ...(proof ?? []),
      ],
      removed: [],
      body: message.body === undefined ? undefined : { kind: 'bytes', bytes: Buffer.from(message.body, 'utf8') },
      credentials: { apiKeys: [] },
      network: serverNetwork(network),
    },
    environment,
    { signal },
  );
  if (isFailure(response)) return unreachable(what, response);
  dpop?.readResponse(unsigned, response, () => {});
  const bytes = await collect(response.body);
  if (isFailure(bytes)) {
    signal.throwIfAborted();
    return unreachable(what, bytes);
  }
  const location = headerOf(response, 'location');
  const retryAfter = headerOf(response, 'retry-after');
  const date = Date.parse(headerOf(response, 'date') ?? '');
  const text = bytes.toString('utf8');
  const hide = maskOf(secretsIn(message));
  tellStep(context.ui, {
    kind: 'response',
    name: shortName(what),
    status: response.status,
    parameters: bodyParameters(text).map(each => ({ ...each, value: hide(each.value) })),
  });
  return {
    status: response.status,
    contentType: headerOf(response, 'content-type') ?? '',
    location,
    retryAfter,
    skewMs: Number.isNaN(date) ? undefined : environment.now() - date,
    text,
  };
}

/** "The token request to https://…" without the URL. */
const shortName = (what: string): string => what.replace(/ (?:to|at) \S+$/, '');

const proofHeaders = (lines: readonly { readonly name: string; readonly value: string | Secret }[] = []) =>
  Object.fromEntries(lines.map(({ name, value }) => [name, reveal(value)]));

/** Reports a request as a step: its form, and the header fields relevant to the protocol. */
function showRequest(
  { ui }: TokenContext,
  { origin, pathname, searchParams }: URL,
  what: string,
  message: OAuthMessage,
): void {
  const { authorization, DPoP } = message.headers as Readonly<Record<string, string | undefined>>;
  tellStep(ui, {
    kind: 'request',
    name: shortName(what),
    method: message.method,
    url: `${origin}${pathname}`,
    parameters: [
      ...(authorization === undefined ? [] : [shownParameter('Authorization', authorization)]),
      ...(DPoP === undefined ? [] : [shownParameter('DPoP', DPoP)]),
      ...formParameters(searchParams),
      ...bodyParameters(message.body ?? ''),
    ],
  });
}

/** A request without a response is a failed login too; interruptions and timeouts retain their kind. */
function unreachable(what: string, found: Failure): Failure {
  if (found.kind === 'interrupted' || found.kind === 'terminated' || found.kind === 'usage') return found;
  // Hints for downloads (a larger limit, resuming) do not apply to a token response.
  const ownHint = ['network', 'tls', 'timeout', 'file'].includes(found.kind);
  const hint = ownHint
    ? found.hint
    : 'Try again. If it fails again, check that the URL is the right endpoint of that server.';
  return failure(found.kind === 'timeout' ? 'timeout' : 'login', `${what} failed: ${found.text}`, {
    code: 'unreachable',
    hint,
    cause: found,
  });
}

/** Limit for redirects of a message without credentials. */
const maxHops = 5;

interface FetchOptions {
  readonly dpop?: DPoPSigner | undefined;
  /** Status that the library expects for success. */
  readonly status?: number;
  /** Whether redirects to the same origin are followed. Only for messages without credentials. */
  readonly follows?: boolean;
}

/**
 * oauth4webapi's fetch, implemented with our engine. Failures are thrown as exceptions.
 * @param normalize converts the response to the JSON that the library expects
 */
export const fetchWith =
  (
    context: TokenContext,
    what: string,
    normalize: (raw: RawResponse) => object | Failure,
    { dpop, status = 200, follows = false }: FetchOptions = {},
  ) =>
  async (url: string, init: oauth.CustomFetchOptions<string, unknown>): Promise<Response> => {
    const { 'user-agent': _agent, ...headers } = init.headers;
    const body = init.body instanceof URLSearchParams ? init.body.toString() : undefined;
    const message = { method: init.method, headers, body };
    const exchangeAt = (address: string) => exchange(context, address, what, message, dpop);
    const raw = await (follows ? followed(url, exchangeAt) : exchangeAt(url));
    const response = isFailure(raw) ? raw : normalize({ ...raw, hide: maskOf(secretsIn(message)) });
    if (isFailure(response)) throw new FailureError(response);
    return new Response(JSON.stringify(response), { status, headers: { 'content-type': 'application/json' } });
  };

/** Follows redirects to the same origin, and returns the last response. */
async function followed(
  url: string,
  exchangeAt: (url: string) => Promise<RawResponse | Failure>,
): Promise<RawResponse | Failure> {
  let at = new URL(url);
  let raw = await exchangeAt(url);
  for (let hop = 0; hop < maxHops && !isFailure(raw); hop++) {
    const isRedirect = [301, 302, 303, 307, 308].includes(raw.status);
    const next = isRedirect && raw.location ? readUrl(raw.location, at) : undefined;
    if (next?.origin !== at.origin) return raw;
    at = next;
    raw = await exchangeAt(at.href);
  }
  return raw;
}

/** Parameters whose values are masked if a server echoes them. */
const sentSecrets =
  /^(?:client_secret|client_assertion|assertion|subject_token|actor_token|refresh_token|token|password|code|code_verifier|device_code|request)$/;

/** The secrets of a request, also in their decoded forms. */
function secretsIn({ body, headers }: OAuthMessage): readonly string[] {
  const form = [...new URLSearchParams(body)].filter(([name]) => sentSecrets.test(name)).map(([, value]) => value);
  const [scheme, basic = ''] = (headers.authorization ?? '').split(' ');
  const pair = scheme === 'Basic' ? Buffer.from(basic, 'base64').toString('utf8') : '';
  const secret = pair.slice(pair.indexOf(':') + 1);
  return [...form, basic, secret, decodedForm(secret)];
}

const decodedForm = (text: string): string => new URLSearchParams(`x=${text}`).get('x') ?? '';

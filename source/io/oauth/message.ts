/**
 * One message to an authorization server and its whole answer, carried by our own engine, so that proxy, CA, client
 * certificate and timeouts hold. What the server repeats of our secrets is no part of a failure's words.
 */
import type * as oauth from 'oauth4webapi';
import { isSecretName } from '../../core/credentials/header.js';
import { type Failure, FailureError, failure, failureIn, isFailure } from '../../core/failure.js';
import { bodyParameters, formParameters, shownParameter } from '../../core/oauth/protocol/step.js';
import type { RawReply } from '../../core/oauth/token-reply.js';
import type { NetworkOptions } from '../../core/options.js';
import { wordMask } from '../../core/request/echo-mask.js';
import { reveal, type Secret, secret } from '../../core/secret.js';
import { version } from '../../core/version.js';
import { headerOf } from '../http/exchange.js';
import type { DPoPSigner } from './client/dpop.js';
import type { TokenContext } from './context.js';
import { tellStep } from './login/login-ui.js';

/** How long one answer may take where the user has set no bound: nobody should wait for ever. */
const longestMs = 60_000;
const largest = 1024 * 1024;

/** The user's network wishes, without what belongs to the API request alone. */
const serverNetwork = (network: NetworkOptions): NetworkOptions => {
  const { unixSocket: _socket, cookieJar: _jar, timeoutMs: _bound, ...rest } = network;
  return {
    ...rest,
    follow: false,
    retries: 0,
    cookies: [],
    netrc: false,
    maxSize: largest,
    // `--timeout` is the bound of all that is done for a token, which the signal watches over.
    ...(network.timeoutMs === undefined ? { timeoutMs: longestMs } : {}),
  };
};

interface OAuthMessage {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends one message, with a proof if there is a key for one, and reads the whole answer. Never follows a redirect. */
export async function exchange(
  context: TokenContext,
  url: string,
  what: string,
  message: OAuthMessage,
  dpop?: DPoPSigner,
): Promise<RawReply | Failure> {
  const { environment, network, signal, tools } = context;
  const at = new URL(url);
  const asked = { method: message.method, url: at, target: `${at.pathname}${at.search}`, headers: [] };
  const proof = await dpop?.sign(asked);
  if (isFailure(proof)) return proof;
  tellRequest(context, at, what, { ...message, headers: { ...message.headers, ...proofHeaders(proof) } });
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
      ...(message.body === undefined ? {} : { body: { kind: 'bytes', bytes: Buffer.from(message.body, 'utf8') } }),
      credentials: { apiKeys: [] },
      network: serverNetwork(network),
    },
    environment,
    { signal },
  );
  if (isFailure(response)) return unreachable(what, response);
  dpop?.heard(asked, response, () => {});
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > largest) {
        response.body.destroy();
        return failure('login', `${what} was answered with more than 1 MiB.`, { hint: 'Check the URL.' });
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    return unreachable(what, failureIn(error) ?? failure('network', (error as Error).message));
  }
  const location = headerOf(response, 'location');
  const retryAfter = headerOf(response, 'retry-after');
  const text = Buffer.concat(chunks).toString('utf8');
  const hide = wordMask(secretsIn(message));
  tellStep(context.ui, {
    kind: 'response',
    name: shortName(what),
    status: response.status,
    parameters: bodyParameters(text).map(found => ({ ...found, value: hide(found.value) })),
  });
  return {
    status: response.status,
    contentType: headerOf(response, 'content-type') ?? '',
    location,
    retryAfter,
    text,
  };
}

/** "The token request to https://…" without its end. */
const shortName = (what: string): string => what.replace(/ (?:to|at) \S+$/, '');

const proofHeaders = (lines: readonly { readonly name: string; readonly value: string | Secret }[] = []) =>
  Object.fromEntries(lines.map(({ name, value }) => [name, reveal(value)]));

/** Tells of a request: what of its head matters to the protocol, and its form. */
function tellRequest(
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

/** A request that had no answer is a failed login too; interruption and time-out stay what they are. */
function unreachable(what: string, found: Failure): Failure {
  if (found.kind === 'interrupted' || found.kind === 'terminated' || found.kind === 'usage') return found;
  // Hints for downloads (a larger limit, resuming) do not apply to a token response.
  const ownHint = ['network', 'tls', 'timeout', 'file'].includes(found.kind);
  const hint = ownHint
    ? found.hint
    : 'Try again; if it stays so, check the URL: is it the right endpoint of that server?';
  return failure(found.kind === 'timeout' ? 'timeout' : 'login', `${what} failed: ${found.text}`, {
    code: 'unreachable',
    hint,
    cause: found,
  });
}

/**
 * oauth4webapi's fetch: our engine, and `straighten` between it and the library. A failure travels as an exception.
 * `status` is what the library wants of a good answer.
 */
export const fetchWith =
  (
    context: TokenContext,
    what: string,
    straighten: (raw: RawReply) => object | Failure,
    { dpop, status = 200 }: { readonly dpop?: DPoPSigner | undefined; readonly status?: number } = {},
  ) =>
  async (url: string, init: oauth.CustomFetchOptions<string, unknown>): Promise<Response> => {
    const { 'user-agent': _agent, ...headers } = init.headers;
    const body = init.body instanceof URLSearchParams ? init.body.toString() : undefined;
    const message = { method: init.method, headers, body };
    const raw = await exchange(context, url, what, message, dpop);
    const response = isFailure(raw) ? raw : straighten({ ...raw, hide: wordMask(secretsIn(message)) });
    if (isFailure(response)) throw new FailureError(response);
    return new Response(JSON.stringify(response), { status, headers: { 'content-type': 'application/json' } });
  };

/** Parameters that an echoing server must not bring to the screen. */
const sentSecrets =
  /^(?:client_secret|client_assertion|assertion|subject_token|actor_token|refresh_token|token|password|code|code_verifier|device_code|request)$/;

/** The secrets of a request. */
function secretsIn({ body, headers }: OAuthMessage): readonly string[] {
  const form = [...new URLSearchParams(body)].filter(([name]) => sentSecrets.test(name)).map(([, value]) => value);
  const [scheme, basic = ''] = (headers.authorization ?? '').split(' ');
  const pair = scheme === 'Basic' ? Buffer.from(basic, 'base64').toString('utf8') : '';
  const own = pair.slice(pair.indexOf(':') + 1);
  return [...form, basic, own, decodedForm(own)];
}

const decodedForm = (text: string): string => new URLSearchParams(`x=${text}`).get('x') ?? '';

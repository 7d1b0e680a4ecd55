/**
 * Requests to an authorization server: oauth4webapi writes and checks the messages, our own engine carries them, so that
 * proxy, CA, client certificate and timeouts hold. Answers that bend the rules are straightened before the library sees them.
 */
import * as oauth from 'oauth4webapi';
import type { NetworkOptions, OAuth2Options } from '../../core/command.js';
import { isSecretName } from '../../core/credentials/header.js';
import { type Failure, FailureError, failure, failureIn, isFailure } from '../../core/failure.js';
import { sameText } from '../../core/oauth/callback.js';
import { type ClientProof, proveClient } from '../../core/oauth/client-auth.js';
import { decodeJwt } from '../../core/oauth/jwt.js';
import { alsoOf, type KeptToken } from '../../core/oauth/kept-token.js';
import { type RawReply, readTokenReply, scopeNote } from '../../core/oauth/token-reply.js';
import { bullets, reveal, type Secret, secret } from '../../core/secret.js';
import { version } from '../../core/version.js';
import { headerOf } from '../http/exchange.js';
import type { ClientKey } from './client-key.js';
import type { TokenContext } from './context.js';
import type { DPoPSigner } from './dpop.js';

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

interface Message {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends one message, with a proof if there is a key for one, and reads the whole answer. Never follows a redirect. */
export async function exchange(
  context: TokenContext,
  url: string,
  what: string,
  message: Message,
  dpop?: DPoPSigner,
): Promise<RawReply | Failure> {
  const { environment, network, signal, tools } = context;
  const at = new URL(url);
  const asked = { method: message.method, url: at, target: `${at.pathname}${at.search}`, headers: [] };
  const proof = await dpop?.sign(asked);
  if (isFailure(proof)) return proof;
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
  dpop?.heard(asked, response);
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
  return {
    status: response.status,
    contentType: headerOf(response, 'content-type') ?? '',
    ...(location === undefined ? {} : { location }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    text: Buffer.concat(chunks).toString('utf8'),
  };
}

/** A request that had no answer is a failed login too; interruption and time-out stay what they are. */
function unreachable(what: string, found: Failure): Failure {
  if (found.kind === 'interrupted' || found.kind === 'terminated' || found.kind === 'usage') return found;
  // What helps with a download (another bound, going on where it stopped) is no help here.
  const ownHint = ['network', 'tls', 'timeout', 'file'].includes(found.kind);
  const hint = ownHint
    ? found.hint
    : 'Try again; if it stays so, check the URL: is it the right endpoint of that server?';
  return failure(found.kind === 'timeout' ? 'timeout' : 'login', `${what} failed: ${found.text}`, {
    code: 'unreachable',
    ...(hint === undefined ? {} : { hint }),
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
    const message = { method: init.method, headers, ...(body === undefined ? {} : { body }) };
    const raw = await exchange(context, url, what, message, dpop);
    const answer = isFailure(raw) ? raw : straighten(raw);
    if (isFailure(answer)) throw new FailureError(withoutEchoes(answer, message));
    return new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } });
  };

/** What a server that repeats what it was sent must not bring to the screen. */
const sentSecrets =
  /^(?:client_secret|client_assertion|assertion|subject_token|actor_token|refresh_token|token|password|code|code_verifier|device_code|request)$/;

/** A failure whose words repeat none of the secrets of the request. */
function withoutEchoes(found: Failure, { body, headers }: Message): Failure {
  const form = [...new URLSearchParams(body)].filter(([name]) => sentSecrets.test(name)).map(([, value]) => value);
  const [scheme, basic = ''] = (headers.authorization ?? '').split(' ');
  const pair = scheme === 'Basic' ? Buffer.from(basic, 'base64').toString('utf8') : '';
  const own = pair.slice(pair.indexOf(':') + 1);
  const secrets = [...form, basic, own, decodedForm(own)].filter(each => each.length >= 4);
  const masked = (text: string): string => secrets.reduce((left, each) => left.replaceAll(each, bullets), text);
  return { ...found, text: masked(found.text), ...(found.hint === undefined ? {} : { hint: masked(found.hint) }) };
}

const decodedForm = (text: string): string => new URLSearchParams(`x=${text}`).get('x') ?? '';

/** Runs a step of oauth4webapi. Our failures come back as values; what the library itself refuses becomes one. */
export async function byLibrary<T>(
  what: string,
  step: () => Promise<T>,
  { dpop }: Pick<Server, 'dpop'> = {},
): Promise<T | Failure> {
  const first = await once(what, step);
  // RFC 9449 8: asked for a nonce, which is known now. All is made anew, because a client assertion counts once.
  return isFailure(first) && first.code === 'use_dpop_nonce' && dpop ? once(what, step) : first;
}

async function once<T>(what: string, step: () => Promise<T>): Promise<T | Failure> {
  try {
    return await step();
  } catch (error) {
    const carried = failureIn(error);
    if (carried) return carried;
    if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
      return failure('login', `${what} was answered in a way that cannot be used: ${error.message}.`, {
        code: error.code,
        cause: error,
      });
    }
    throw error;
  }
}

/** The endpoints in use and how the client proves itself at them. */
export interface Server {
  readonly metadata: oauth.AuthorizationServer & { readonly token_endpoint: string };
  readonly proof: ServerProof;
  /** Makes the proofs of `--oauth2-dpop`, by this key. */
  readonly dpop?: DPoPSigner;
  readonly dpopKey?: Secret;
}

/** A proof that may be by a key. */
export interface ServerProof extends ClientProof {
  readonly clientKey?: ClientKey;
}

/** Lets plain http through the library; the user is warned of it elsewhere (`plainHttpNote`). */
export const libraryOptions = { [oauth.allowInsecureRequests]: true } as const;

/** What oauth4webapi calls client authentication. */
export function authOf({ metadata, proof }: Server, { issuer }: OAuth2Options): oauth.ClientAuth {
  const { clientKey, clientSecret, method } = proof;
  const forAudience = (payload: Record<string, oauth.JsonValue | undefined>): void => {
    // Without an issuer the token endpoint is the one name of the server that is known (RFC 7523 3).
    if (issuer === undefined) payload.aud = metadata.token_endpoint;
  };
  if (method === 'private_key_jwt' && clientKey) {
    const { alg, key, kid } = clientKey;
    return oauth.PrivateKeyJwt(kid === undefined ? { key } : { key, kid }, {
      [oauth.modifyAssertion](header, payload) {
        header.alg = alg;
        forAudience(payload);
      },
    });
  }
  if (method === 'client_secret_jwt' && clientSecret !== undefined) {
    return oauth.ClientSecretJwt(reveal(clientSecret), {
      [oauth.modifyAssertion]: (_header, payload) => forAudience(payload),
    });
  }
  return (_server, _client, body, headers) => proveClient(proof, body, headers);
}

/** What a login knows beyond its parameters. */
interface OfLogin {
  /** For the words of an error. */
  readonly redirectUri?: string;
  /** What the ID token must repeat. */
  readonly nonce?: string;
}

/** OpenID Connect Core 3.1.3.7, number 11: an ID token without our nonce belongs to another login. */
function foreignIdToken(idToken: string | undefined, nonce: string | undefined, what: string): Failure | undefined {
  if (idToken === undefined || nonce === undefined) return undefined;
  const found = decodeJwt(idToken)?.claims.nonce;
  if (typeof found === 'string' && sameText(found, nonce)) return undefined;
  return failure(
    'login',
    `${what} gave an ID token that belongs to another login: its nonce is not the one asked for.`,
    {
      code: 'nonce',
      hint: 'The token is not used. Do not go on with this server before you know why.',
    },
  );
}

/** One token request (RFC 6749 3.2). */
export async function requestToken(
  context: TokenContext,
  server: Server,
  grantType: string,
  parameters: readonly (readonly [name: string, value: string])[],
  { redirectUri, nonce }: OfLogin = {},
): Promise<KeptToken | Failure> {
  const { environment, options, ui } = context;
  const { metadata, proof } = server;
  const what = `The token request to ${metadata.token_endpoint}`;
  const client: oauth.Client = { client_id: proof.clientId };
  const began = environment.now();
  let idToken: string | undefined;
  const customFetch = fetchWith(
    context,
    what,
    raw => {
      const read = readTokenReply(raw, what, options, redirectUri);
      if (isFailure(read)) return read;
      const { id_token: own, ...rest } = read;
      idToken = own;
      // The library would check more of it than is promised where no issuer is named.
      return foreignIdToken(own, nonce, what) ?? rest;
    },
    { dpop: server.dpop },
  );
  const reply = await byLibrary(
    what,
    async () => {
      const response = await oauth.genericTokenEndpointRequest(
        metadata,
        client,
        authOf(server, options),
        grantType,
        parameters.map(([name, value]) => [name, value]),
        { ...libraryOptions, [oauth.customFetch]: customFetch },
      );
      return oauth.processGenericTokenEndpointResponse(metadata, client, response);
    },
    server,
  );
  if (isFailure(reply)) return reply;
  const changed = grantType === 'refresh_token' ? undefined : scopeNote(options.scope, reply.scope);
  if (changed) ui.note(changed);
  const scope = reply.scope ?? options.scope;
  const also = alsoOf(options);
  const bound = reply.token_type === 'dpop' && server.dpopKey !== undefined;
  if (server.dpopKey !== undefined && !bound) {
    ui.warn('The server gave a Bearer token: it does not bind tokens to keys (DPoP), whoever has this one can use it.');
  }
  const revocation = metadata.revocation_endpoint;
  return {
    accessToken: secret(reply.access_token),
    ...(reply.refresh_token === undefined ? {} : { refreshToken: secret(reply.refresh_token) }),
    // Counted from before the request: a slow answer never makes a token look fresher than it is.
    ...(reply.expires_in === undefined ? {} : { expiresAt: began + reply.expires_in * 1000 }),
    obtainedAt: began,
    ...(scope === undefined ? {} : { scope }),
    ...(idToken === undefined ? {} : { idToken: secret(idToken) }),
    flow: options.flow,
    clientId: options.clientId,
    server: options.issuer ?? metadata.token_endpoint,
    ...(options.username === undefined ? {} : { user: options.username }),
    ...(also.length === 0 ? {} : { also }),
    ...(options.account === undefined ? {} : { account: options.account }),
    ...(context.seed === undefined ? {} : { seed: context.seed.mark }),
    ...(bound ? { dpopKey: server.dpopKey } : {}),
    ...(revocation === undefined ? {} : { revocation: { endpoint: revocation, open: proof.method === 'none' } }),
  };
}

import { mayPrompt } from '../../core/credentials/flags.js';
import { forOtherOrigin } from '../../core/credentials/request-credentials.js';
import { type Failure, isFailure } from '../../core/failure.js';
import { fillHeaders, secretTexts } from '../../core/http-file/captured-values.js';
import type { AuthOptions, NetworkOptions } from '../../core/options.js';
import { logEnd } from '../../io/debug-log.js';
import { endpointElsewhere, readEndpoint } from '../../io/graphql/endpoint.js';
import type { Endpoint } from '../../io/graphql/transport.js';
import type { Jar } from '../../io/http/cookies/jar.js';
import type { HeldToken } from '../../io/oauth/held-token.js';
import type { Session as StoredSession } from '../../io/sessions/session.js';
import type { Identity, SessionPlace } from '../model/identity.js';
import type { Dispatch, EffectContext } from './context.js';
import { loginUi } from './login.js';

/**
 * Resolves a URL with the credentials of an identity, once for both. Prompts for passwords on the plain terminal and for logins
 * in their overlay.
 */
export async function endpointOf(
  url: string,
  context: EffectContext,
  identity: Identity = context.identity,
): Promise<Endpoint | Failure> {
  const { environment } = context;
  const { values = new Map() } = identity;
  const headers = fillHeaders(identity.headers, values, environment);
  if (isFailure(headers)) return headers;
  const read = context.endpoints.get(identity) ?? new Map<string, Endpoint>();
  context.endpoints.set(identity, read);
  const cached = read.get(url);
  // A timestamp or random number in a header must be generated again.
  const isMade = identity.headers.some(each => each.kind === 'set' && /\{\{%?\s*\$/.test(each.value));
  if (cached !== undefined && !(isMade && !mayPrompt(identity.auth))) return cached;
  const { auth } = identity;
  const hidden = secretTexts(values);
  const options = { ...context.command, ...identity, headers, hidden, network: networkFor(url, context) };
  const endpoint = await withPrompts(auth, context, () =>
    readEndpoint(url, options, environment, loginOptions(auth, context)),
  );
  if (isFailure(endpoint)) {
    if (context.log !== undefined) logEnd(context.log, endpoint, undefined);
  } else read.set(url, endpoint);
  return endpoint;
}

/** Reports the logged-in account of this endpoint to the screen, if known. */
export function reportAccount({ account }: Endpoint, { auth }: Identity, dispatch: Dispatch): void {
  if (auth.oauth2 !== undefined) dispatch({ type: 'identity/account', login: auth.oauth2, account });
}

/** The endpoint of a URL from a flag, with the identity configured for it. */
export async function endpointNamed(url: string, context: EffectContext): Promise<Endpoint | Failure> {
  const { environment, command } = context;
  const { auth, headers } = sessionAt(url, context, context.identity) ? context.identity : command;
  const configuredAuth = command.elsewhere?.get(url)?.auth ?? auth;
  return withPrompts(configuredAuth, context, () =>
    endpointElsewhere(url, { ...command, auth, headers }, environment, () => loginOptions(configuredAuth, context)),
  );
}

/** Reads an endpoint. If its login may prompt, the terminal is lent meanwhile. */
const withPrompts = (
  auth: AuthOptions,
  context: EffectContext,
  read: () => Promise<Endpoint | Failure>,
): Promise<Endpoint | Failure> => (mayPrompt(auth) ? context.session().lend(read) : read());

/** Options for logging in on the screen, with a token that all tabs of the login share. */
const loginOptions = (auth: AuthOptions, context: EffectContext) => ({
  ui: loginUi(context),
  shared: (key: string, hold: () => Promise<HeldToken | Failure>) => sharedToken(key, hold, auth, context),
});

/** Requests the token of a login once for all tabs that share it. A failed request is repeated. */
async function sharedToken(
  key: string,
  hold: () => Promise<HeldToken | Failure>,
  auth: AuthOptions,
  context: EffectContext,
): Promise<HeldToken | Failure> {
  const login = auth.oauth2 ?? auth;
  const tokens = context.tokens.get(login) ?? new Map<string, Promise<HeldToken | Failure>>();
  context.tokens.set(login, tokens);
  const token = tokens.get(key) ?? hold();
  tokens.set(key, token);
  const held = await token.catch((error: unknown) => {
    tokens.delete(key);
    throw error;
  });
  if (isFailure(held)) tokens.delete(key);
  return held;
}

/** True for the server of the command line, which is the server of its URL or the first one used. */
export function isHome(url: string, context: EffectContext): boolean {
  context.origin ??= new URL(context.command.url ?? url).origin;
  return new URL(url).origin === context.origin;
}

/** Key of a session, whether or not it is open. */
export const sessionKey = ({ name, origin, isReadOnly }: SessionPlace): string =>
  JSON.stringify([name, origin, isReadOnly]);

/** The session of an identity, if the URL has the session's origin. */
export const sessionAt = (
  url: string,
  { sessions }: EffectContext,
  { session }: Identity,
): StoredSession | undefined =>
  session?.origin === new URL(url).origin ? sessions.get(sessionKey(session)) : undefined;

/** The cookie jar of the session, if the URL has the session's origin. */
export const sessionJar = (url: string, context: EffectContext, identity: Identity): Jar | undefined =>
  sessionAt(url, context, identity)?.jar;

/** Restricts cookies and the client certificate to their server, as on a redirect. */
export function networkFor(url: string, context: EffectContext): NetworkOptions {
  const { network } = context.command;
  return isHome(url, context)
    ? network
    : forOtherOrigin({ credentials: { apiKeys: [] }, headers: [], network }).network;
}

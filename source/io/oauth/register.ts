/** Registers a client at a server with open registration (RFC 7591). */
import { type Failure, failure, isFailure } from '../../core/failure.js';
import { callbackPort, deviceGrant } from '../../core/oauth/flows.js';
import { type JsonObject, readRawResponse } from '../../core/oauth/token-response.js';
import type { TokenContext } from './context.js';
import { exchange } from './message.js';
import { resolveServer } from './server.js';

/**
 * Registers a public client for browser logins, and for the device flow if the server supports it. Returns the unchanged
 * response.
 */
export async function register(context: TokenContext): Promise<JsonObject | Failure> {
  const { options } = context;
  const server = await resolveServer(context);
  if (isFailure(server)) return server;
  const endpoint = server.metadata.registration_endpoint;
  if (typeof endpoint !== 'string') {
    return failure(
      'login',
      `The server ${server.metadata.issuer} does not advertise a client registration endpoint (RFC 7591).`,
      {
        hint: 'Register the client on the website of the server, with the redirect URI http://127.0.0.1:8484/callback.',
      },
    );
  }
  const what = `The registration request to ${endpoint}`;
  const wanted = {
    client_name: 'apiclient',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    redirect_uris: [options.redirectUri ?? `http://127.0.0.1:${options.port || callbackPort}/callback`],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token', ...(server.deviceUrl ? [deviceGrant] : [])],
    scope: options.scope,
  };
  const raw = await exchange(context, endpoint, what, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  });
  if (isFailure(raw)) return raw;
  const said = readRawResponse(raw, what, options);
  if (isFailure(said)) {
    const closed = raw.status === 401 || raw.status === 403;
    return closed
      ? failure('login', `${what} was rejected (${raw.status}): the server does not allow open registration.`, {
          hint: 'Register the client on the website of the server.',
        })
      : said;
  }
  return typeof said.client_id === 'string' && said.client_id !== ''
    ? said
    : failure('login', `${what} returned no client ID.`);
}

/**
 * Explains OAuth error codes and suggests the next step (RFC 6749 4.1.2.1 and 5.2, RFC 8628 3.5, RFC 9396 5, OpenID Connect
 * Core 3.1.2.6). The server's own message is quoted afterwards, and the printer sanitizes it.
 */

import { type Failure, failure } from '../failure.js';
import type { OAuth2Options } from '../options.js';
import { orList } from '../or-list.js';
import { flowNames, type OAuth2Flow } from './flows.js';

const words: Readonly<Record<string, string>> = {
  invalid_request: 'the server considers the request malformed',
  invalid_client: 'the server rejected the client ID or secret',
  invalid_grant: 'the server rejected this grant',
  unauthorized_client: 'this client is not allowed to use this flow',
  unsupported_grant_type: 'the server does not support this flow',
  unsupported_response_type: 'the server does not support the authorization code flow',
  invalid_scope: 'the server does not know or allow this scope',
  invalid_target: 'the server does not know or allow this resource',
  invalid_authorization_details: 'the server does not know or allow these authorization details',
  access_denied: 'access was denied',
  server_error: 'internal server error',
  temporarily_unavailable: 'the server is overloaded or temporarily down',
  expired_token: 'the code was not entered in time',
  login_required: 'the server requires a login first',
  consent_required: 'the server requires consent first',
  interaction_required: 'the server requires interaction with the user first',
  // GitHub returns these with status 200
  bad_verification_code: 'the code is wrong or expired',
  incorrect_client_credentials: 'the server rejected the client ID or secret',
  redirect_uri_mismatch: 'the redirect URI is not registered for this client',
};

/** Returns true if an error code is defined by a specification or used by a major server. */
export const isKnownError = (code: string): boolean => Object.hasOwn(words, code);

const grantHints: Readonly<Record<OAuth2Flow, string>> = {
  authorization_code:
    'The code was already used, has expired, or belongs to another redirect URI or client. Try again.',
  client_credentials: 'Check the client ID and the secret.',
  password: 'Check the user name and the password.',
  device_code: 'The code has expired or was already used. Try again.',
  token_exchange: 'Check --oauth2-subject-token and its type (--oauth2-param subject_token_type=…).',
  jwt_bearer: 'Check --oauth2-assertion: issuer, audience, times and signing key.',
  refresh_token: 'The refresh token was used, revoked or has expired. Get a new one.',
};

/** Returns the next step after a rejected client authentication. */
export function clientHint({ clientAuth, clientKey, clientSecret }: OAuth2Options): string {
  if (clientKey !== undefined && clientAuth !== 'basic' && clientAuth !== 'post')
    return 'Servers expect different audiences: try --oauth2-client-audience token-url, or issuer. Otherwise check the client ID, the clock, and that the server has the public key.';
  if (clientAuth === 'tls_client_auth')
    return 'Check the client ID, and that the server knows the certificate of --cert.';
  if (clientSecret === undefined)
    return 'If this client has a secret, give it after the client id: id:SECRET, id:env:NAME or id: to be asked.';
  return clientAuth === 'post'
    ? 'Check the client ID and the secret. Most servers require --oauth2-client-auth basic.'
    : 'Check the client ID and the secret. Some servers require --oauth2-client-auth post.';
}

/** Returns the next step, if there is one. */
function hintFor(code: string, options: OAuth2Options, redirectUri?: string): string | undefined {
  switch (code) {
    case 'invalid_client':
    case 'incorrect_client_credentials':
      return clientHint(options);
    case 'invalid_grant':
    case 'bad_verification_code':
      return grantHints[options.flow];
    case 'unauthorized_client':
      return `Allow the grant type ${options.flow} for the client "${options.clientId}" at the server, or use another flow.`;
    case 'unsupported_grant_type':
      return `Use another flow: ${orList(flowNames)}.`;
    case 'invalid_scope':
      return options.scope === undefined
        ? 'Pass the required scopes with --oauth2-scope.'
        : `Check --oauth2-scope "${options.scope}".`;
    case 'invalid_target':
      return options.params.some(([name]) => name === 'resource')
        ? 'Check the resource given with --oauth2-param.'
        : 'Pass the resource with --oauth2-param resource=https://api.example.com/';
    case 'invalid_authorization_details':
      return 'Check the types and members of --oauth2-param authorization_details.';
    case 'redirect_uri_mismatch':
      return `Register ${redirectUri ?? 'the redirect URI'} for this client at the server, or choose another with --oauth2-redirect-uri.`;
    case 'access_denied':
      return 'Run the command again and allow access.';
    case 'expired_token':
      return 'Run the command again for a new code.';
    case 'server_error':
    case 'temporarily_unavailable':
      return 'Try again later.';
    default:
      return undefined;
  }
}

/** An error response (RFC 6749 4.1.2.1, 5.2). All of it is untrusted text. */
interface ServerError {
  /** `error` as sent by the server. */
  readonly code: string;
  readonly description?: string;
  /** `error_uri`. */
  readonly uri?: string;
}

/**
 * Returns the failure for an `error` response.
 * @param what beginning of the message: "The token request to https://…"
 * @param hide masks parts of the request that the server repeats; a known code repeats nothing
 */
export function serverErrorFailure(
  what: string,
  { code: given, description, uri }: ServerError,
  options: OAuth2Options,
  redirectUri?: string,
  hide: (text: string) => string = text => text,
): Failure {
  const meaning = isKnownError(given) ? words[given] : undefined;
  const shown = meaning === undefined ? hide(given) : given;
  const said = description ? ` “${cut(hide(description), 300)}”` : '';
  const more = uri ? ` See ${cut(hide(uri), 200)}` : '';
  const hint = hintFor(given, options, redirectUri);
  // A sentence instead of a code is not an OAuth error but the server's own message.
  if (/\s/.test(shown)) {
    const hint = 'Check that the URL is the right endpoint of that server.';
    return failure('login', `${what} failed: “${cut(shown, 300)}”`, { hint });
  }
  const text = meaning
    ? `${what} failed: ${meaning} (${cut(shown, 80)}).${said}${more}`
    : `${what} failed with the error ${cut(shown, 80)}.${said}${more}`;
  return failure('login', text, { code: given, hint });
}

/** Truncates an untrusted text to `length` characters. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;

/** Prints the steps of a login: each message with its parameters and their purpose. */

import { formatDuration } from '../duration.js';
import type { DecodedJwt } from '../jwt.js';
import { moment } from '../status-lines.js';
import type { ProtocolParameter, ProtocolStep } from './step.js';

/** Purpose of each parameter, with the RFC that defines it. */
const words: Readonly<Record<string, string>> = {
  response_type: 'parameters of the callback',
  client_id: 'client ID',
  client_secret: 'authenticates the client',
  client_assertion: 'authenticates the client with a signed token (RFC 7523)',
  redirect_uri: 'where the browser is redirected',
  scope: 'permissions of the token',
  state: 'ties the callback to this run',
  nonce: 'ties the ID token to this run',
  code_challenge: 'SHA-256 of a secret of this run (PKCE, RFC 7636)',
  code_challenge_method: 'how the challenge was made',
  code_verifier: 'the secret of this run (PKCE, RFC 7636)',
  code: 'counts once, for a token',
  grant_type: 'grant used to request the token',
  refresh_token: 'gets the next token',
  access_token: 'authorizes API requests',
  id_token: 'identifies the user',
  token_type: 'how the token is sent',
  expires_in: 'lifetime in seconds',
  iss: 'who answers (RFC 9207)',
  resource: 'the API the token is for (RFC 8707)',
  audience: 'the API the token is for',
  authorization_details: 'permissions of the token in detail (RFC 9396)',
  request: 'the parameters, signed (RFC 9101)',
  request_uri: 'reference to the pushed request (RFC 9126)',
  response: 'the callback, signed (JARM)',
  dpop_jkt: 'the key the token will be bound to (RFC 9449)',
  DPoP: 'proves possession of the key (RFC 9449)',
  Authorization: 'authenticates the client',
  device_code: 'polls for the end of the login (RFC 8628)',
  user_code: 'code for the user to enter',
  verification_uri: 'page where the user enters it',
  interval: 'seconds between two polls',
  subject_token: 'token to exchange (RFC 8693)',
  actor_token: 'acting party (RFC 8693)',
  assertion: 'the grant, a signed token (RFC 7523)',
  acr_values: 'required strength of the login',
  max_age: 'maximum seconds since the last login',
  error: 'why not',
  error_description: 'reason given by the server',
};

/** Maximum length of a value. A longer one would obscure the others. */
const maxValueLength = 300;

const cut = (text: string): string =>
  text.length <= maxValueLength ? text : `${text.slice(0, maxValueLength)}… (${text.length} characters)`;

function parameterLines({ name, value, jwt }: ProtocolParameter, now: number): readonly string[] {
  const meaning = Object.hasOwn(words, name) ? words[name] : undefined;
  const line = `  ${name}: ${cut(value)}${meaning === undefined ? '' : `  (${meaning})`}`;
  return jwt === undefined ? [line] : [line, ...jwtLines(jwt, now)];
}

/** Formats the readable parts of a signed token. */
function jwtLines({ header, claims }: DecodedJwt, now: number): readonly string[] {
  const { exp } = claims;
  const ends = typeof exp === 'number' ? [`    ${expiryWords(exp * 1000, now)}`] : [];
  return [
    `    header ${cut(JSON.stringify(header))}`,
    `    claims ${JSON.stringify(claims).slice(0, 4000)}`,
    ...ends,
    '    signature not verified here; run apiclient auth token --decode',
  ];
}

/** Formats an expiration time. */
const expiryWords = (at: number, now: number): string =>
  at > now ? `expires ${moment(at)} (${formatDuration(at - now)} left)` : `expired ${moment(at)}`;

/**
 * Formats a step as lines. Parts are untrusted, so each line must be sanitized before it is shown. @param now milliseconds
 * since 1970
 */
export function protocolLines(step: ProtocolStep, now: number): readonly string[] {
  const heading = headingOf(step, now);
  return step.kind === 'kept'
    ? [heading]
    : [heading, ...step.parameters.flatMap(parameter => parameterLines(parameter, now))];
}

function headingOf(step: ProtocolStep, now: number): string {
  switch (step.kind) {
    case 'request':
      return `OAuth: ${step.name}: ${step.method} ${step.url}`;
    case 'response':
      return `OAuth: response to ${step.name.replace(/^The /, 'the ')}: ${step.status}`;
    case 'authorization':
      return `OAuth: a browser is to open ${step.url}`;
    case 'callback':
      return `OAuth: the browser came back to ${step.url}`;
    case 'kept':
      return `OAuth: stored the token: ${step.expiresAt === undefined ? 'the server did not report its lifetime' : expiryWords(step.expiresAt, now)}`;
  }
}

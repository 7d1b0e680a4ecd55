/** The next step after each error, with the exact responses of servers and as vendors document them. */
import { isFailure } from '../../../source/core/failure.js';
import { checkCallback, checkPasted } from '../../../source/core/oauth/login/callback.js';
import { type RawResponse, readTokenResponse } from '../../../source/core/oauth/token-response.js';
import type { OAuth2Options } from '../../../source/core/options.js';
import { secret } from '../../../source/core/secret.js';
import { oauthOptions } from '../../support/oauth.js';

const code = (more: Partial<OAuth2Options> = {}) =>
  oauthOptions({ flow: 'authorization_code', clientId: 'app', port: 8484, ...more });
const machine = (more: Partial<OAuth2Options> = {}) =>
  oauthOptions({
    flow: 'client_credentials',
    clientId: 'app',
    clientSecret: { from: 'text', value: secret('hush') },
    ...more,
  });
const entra = 'https://login.microsoftonline.com/contoso.example/v2.0';

type Case = [
  name: string,
  body: object | string,
  options: OAuth2Options,
  hint: string | RegExp,
  more?: Partial<RawResponse>,
];

const cases: readonly Case[] = [
  // https://github.com/openauthjs/openauth, issuer.ts
  [
    'OpenAuth without a client in the body',
    { error: 'missing `client_id` form value' },
    machine(),
    'The server expects the client in the body. Pass --oauth2-client-auth post.',
  ],
  [
    'OpenAuth without a provider',
    { error: 'missing `provider` form value' },
    machine({ clientAuth: 'post' }),
    'Pass --oauth2-param provider=NAME.',
  ],
  // https://community.auth0.com: a client credentials request without an audience and without a default
  [
    'Auth0 without an audience',
    { error: 'invalid_request', error_description: 'Missing required parameter: audience' },
    machine(),
    'Pass --oauth2-param audience=https://api.example.com.',
  ],
  [
    'Entra v1 without a resource',
    {
      error: 'invalid_request',
      error_description:
        "AADSTS900144: The request body must contain the following parameter: 'resource'. Trace ID: 0 Correlation ID: 0 Timestamp: 2026-01-01 00:00:00Z",
      error_codes: [900144],
    },
    machine(),
    'Pass --oauth2-param resource=https://api.example.com/.',
  ],
  [
    'a server that does not accept forms',
    '',
    machine(),
    /^The server does not accept a form here.*pass it with -B\.$/,
    { status: 415 },
  ],
  [
    'a server that explains in JSON that it does not accept forms',
    { statusCode: 415, message: 'Unsupported Media Type: application/x-www-form-urlencoded' },
    machine(),
    /^The server does not accept a form here/,
    { status: 415 },
  ],
  // https://auth0.com/docs/get-started/authentication-and-authorization-flow/client-credentials-flow
  [
    'Auth0 without a client grant',
    {
      error: 'access_denied',
      error_description:
        'Client is not authorized to access "https://api.example.com". You might probably want to create a "client-grant" associated to this API.',
    },
    machine(),
    'Allow the client "app" to use the API in the server\'s settings.',
    { status: 403 },
  ],
  // https://learn.microsoft.com/en-us/entra/identity-platform/reference-error-codes
  [
    'Entra without consent',
    {
      error: 'invalid_grant',
      error_description:
        "AADSTS65001: The user or administrator has not consented to use the application with ID 'app' named 'Shop'. Send an interactive authorization request for this user and resource.",
      error_codes: [65001],
      suberror: 'consent_required',
    },
    code({ issuer: entra }),
    'A user or an administrator must consent to the permissions of this client. An administrator can do it at https://login.microsoftonline.com/contoso.example/adminconsent?client_id=app.',
  ],
  [
    'Entra with a scope that is not /.default',
    {
      error: 'invalid_scope',
      error_description:
        'AADSTS1002012: The provided value for scope api://shop/read is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier (application ID URI).',
    },
    machine({ scope: 'api://shop/read' }),
    'Pass the API with the suffix /.default: --oauth2-scope api://API_CLIENT_ID/.default',
  ],
  [
    'Entra with a client that must have a secret',
    {
      error: 'invalid_client',
      error_description:
        "AADSTS7000218: The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
    },
    code(),
    'Give the client a secret, or allow public client flows under Authentication in its app registration.',
    { status: 401 },
  ],
  [
    'a refused grant type, with the supported ones in the metadata',
    { error: 'unsupported_grant_type' },
    machine(),
    'Use another flow: authorization_code or refresh_token.',
    { grants: ['authorization_code', 'refresh_token', 'client_credentials'] },
  ],
  [
    'a refused grant type, without metadata',
    { error: 'unsupported_grant_type' },
    machine(),
    'Use another flow: authorization_code, password, device_code, token_exchange, jwt_bearer or refresh_token.',
  ],
  // django-oauth-toolkit (oauthlib, MissingCodeChallengeError)
  [
    'django-oauth-toolkit without PKCE',
    { error: 'invalid_request', error_description: 'Code challenge required.' },
    code({ pkce: false }),
    'Remove --oauth2-no-pkce.',
  ],
  // https://docs.slack.dev/reference/methods/oauth.v2.access: errors have status 200
  [
    'Slack with an unknown client',
    { ok: false, error: 'invalid_client_id' },
    code(),
    'Check the client ID "app". It is not registered with the server.',
    { status: 200 },
  ],
  [
    'Slack with another redirect URI',
    { ok: false, error: 'bad_redirect_uri' },
    code(),
    'Register exactly http://127.0.0.1:8484/callback for client app, or pass --oauth2-redirect-uri.',
    { status: 200 },
  ],
  // https://docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
  [
    'GitHub with another redirect URI',
    {
      error: 'redirect_uri_mismatch',
      error_description: 'The redirect_uri MUST match the registered callback URL for this application.',
    },
    code(),
    'Register exactly http://127.0.0.1:8484/callback for client app, or pass --oauth2-redirect-uri.',
    { status: 200 },
  ],
  [
    'OpenAuth with another redirect URI',
    { error: 'invalid_redirect_uri', error_description: 'Redirect URI mismatch' },
    code(),
    /^Register exactly http:\/\/127\.0\.0\.1:8484\/callback for client app/,
  ],
  [
    'a scope that the server does not know',
    { error: 'invalid_scope', error_description: 'The following scopes are invalid: admin' },
    code({ scope: 'openid admin api.read' }),
    'Pass only --oauth2-scope "openid api.read".',
  ],
  [
    'a scope that is not in the metadata',
    { error: 'invalid_scope' },
    code({ scope: 'admin' }),
    'The server supports --oauth2-scope "openid email".',
    { scopes: ['openid', 'email'] },
  ],
  [
    'a missing scope',
    { error: 'invalid_scope' },
    code(),
    'Pass the required scopes with --oauth2-scope "openid email".',
    { scopes: ['openid', 'email'] },
  ],
  // OpenID Connect Core 3.1.2.6
  ...['login_required', 'consent_required', 'interaction_required'].flatMap((error): Case[] => [
    [
      `${error} with prompt=none`,
      { error },
      code({ params: [['prompt', 'none']] }),
      'Remove --oauth2-param prompt=none, so that the server can show its pages.',
    ],
    [`${error} in a login`, { error }, code(), 'Run the command again and complete every page that the server shows.'],
    [
      `${error} without a user`,
      { error },
      machine(),
      'A user must log in once. Use the flow authorization_code or device_code.',
    ],
  ]),
  [
    'a slow clock, with a signed assertion',
    { error: 'invalid_client', error_description: 'assertion is not yet valid' },
    machine({ clientKey: 'key.pem' }),
    'The clock of this computer is 5 min slow, compared with the server. Correct it and try again.',
    { status: 401, skewMs: -300_000 },
  ],
];

test.each<Case>(cases)('%s', (_, body, options, hint, more = {}) => {
  const isText = typeof body === 'string';
  const raw = {
    status: 400,
    contentType: isText ? 'text/plain' : 'application/json',
    text: isText ? body : JSON.stringify(body),
  };
  const read = readTokenResponse({ ...raw, ...more }, 'The token request', options, 'http://127.0.0.1:8484/callback');
  if (!isFailure(read)) throw new Error('It is not a failure.');
  if (typeof hint === 'string') expect(read.hint).toBe(hint);
  else expect(read.hint).toMatch(hint);
});

test.each([
  [{ error: 'invalid_client', error_description: 'No such client' }, 'No such client'],
  [{ error: 'Unauthorized', message: 'Wrong key', statusCode: 401 }, 'Wrong key'],
  [{ message: 'Wrong key', statusCode: 401 }, 'Wrong key'],
  [{ detail: 'Authentication credentials were not provided.' }, 'Authentication credentials were not provided.'],
  [{ errorCode: 'E0000021', errorSummary: 'Bad request' }, 'Bad request'],
  [{ type: 'about:blank', title: 'Forbidden', status: 403 }, 'Forbidden'],
  [{ errors: [{ message: 'First' }, { message: 'Second' }] }, 'First'],
  [{ errors: ['First'] }, 'First'],
  [{ error: { code: 'x', message: 'Inner' } }, 'Inner'],
])('the explanation in %j is quoted', (body, text) => {
  const read = readTokenResponse(
    { status: 401, contentType: 'application/json', text: JSON.stringify(body) },
    'The token request',
    machine(),
  );
  expect(isFailure(read) ? read.text : '').toContain(`“${text}”`);
});

describe('a callback', () => {
  const expected = { state: 's', issuerPromised: false };
  const uri = 'http://127.0.0.1:8484/callback';
  const denied = 'error=access_denied&error_description=User denied access';

  test('with an error and no state is reported, but does not end the login', () => {
    expect(checkCallback(new URLSearchParams(denied), expected, code(), uri)).toMatchObject({
      kind: 'stranger',
      report: 'The server reports access_denied: "User denied access".',
    });
  });

  test('that is pasted with an error and no state ends the login', () => {
    expect(checkPasted(`${uri}?${denied}`, expected, code(), uri, true)).toMatchObject({
      kind: 'failed',
      failure: { code: 'access_denied', text: expect.stringContaining('“User denied access”') },
    });
    expect(checkPasted(`${uri}?${denied}&state=other`, expected, code(), uri, true)).toMatchObject({
      kind: 'stranger',
    });
  });

  test('is not the address of the login page', () => {
    const page = 'https://login.example.com/authorize?client_id=app&state=s&redirect_uri=x';
    expect(checkPasted(page, expected, code(), uri, true)).toMatchObject({
      kind: 'stranger',
      why: expect.stringMatching(/^That is the address of the login page\. Log in there first\./),
    });
  });
});

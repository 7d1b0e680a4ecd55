/** The next step after each error, with the exact responses of servers and as vendors document them. */

import { isFailure } from '../../../source/core/failure.js';
import { hintText } from '../../../source/core/hint.js';
import { checkCallback, checkPasted } from '../../../source/core/oauth/login/callback.js';
import { nextStep, nextSteps, type Rejection } from '../../../source/core/oauth/next-steps.js';
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
  // https://learn.microsoft.com/en-us/troubleshoot/entra/entra-id/app-integration/error-code-aadsts50011-redirect-uri-mismatch
  [
    'Entra with another redirect URI',
    {
      error: 'invalid_request',
      error_description:
        "AADSTS50011: The redirect URI 'http://127.0.0.1:8484/callback' specified in the request does not match the redirect URIs configured for the application 'app'.",
      error_codes: [50011],
    },
    code({ issuer: entra }),
    'Register exactly http://127.0.0.1:8484/callback for client app, or pass --oauth2-redirect-uri.',
  ],
  [
    'Entra without the client in the tenant',
    {
      error: 'unauthorized_client',
      error_description:
        "AADSTS700016: Application with identifier 'app' was not found in the directory 'Contoso'. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant. You may have sent your authentication request to the wrong tenant.",
      error_codes: [700016],
    },
    machine({ issuer: entra }),
    'Check the client ID "app" and the tenant in the server\'s URL.',
  ],
  [
    'Entra without the API in the tenant',
    {
      error: 'invalid_resource',
      error_description:
        'AADSTS500011: The resource principal named api://shop was not found in the tenant named Contoso.',
      error_codes: [500011],
    },
    machine({ issuer: entra, scope: 'api://shop/.default' }),
    'This tenant has no API with that name. Check --oauth2-scope "api://shop/.default".',
  ],
  [
    'Entra with an unknown scope',
    {
      error: 'invalid_scope',
      error_description:
        "AADSTS70011: The provided value for the input parameter 'scope' isn't valid. The scope https://example.contoso.com/activity.read isn't valid.",
      error_codes: [70011],
    },
    code({ issuer: entra, scope: 'openid https://example.contoso.com/activity.read' }),
    'Pass only --oauth2-scope "openid".',
  ],
  // https://github.com/auth0-samples/auth0-angular-samples/issues/201
  [
    'Auth0 with a wrong secret',
    { error: 'access_denied', error_description: 'Unauthorized' },
    machine(),
    'Check the client ID and the secret. Some servers require --oauth2-client-auth post.',
    { status: 401 },
  ],
  [
    'Auth0 with an unknown audience',
    { error: 'access_denied', error_description: 'Service not enabled within domain: https://api.example.com' },
    machine(),
    'No API has this audience. Check --oauth2-param audience.',
    { status: 403 },
  ],
  // https://github.com/ibi-group/datatools-server/issues/487
  [
    'Auth0 without the grant type',
    {
      error: 'unauthorized_client',
      error_description: "Grant type 'client_credentials' not allowed for the client.",
      error_uri: 'https://auth0.com/docs/clients/client-grant-types',
    },
    machine(),
    'Allow the grant type client_credentials for the client "app" at the server, or use another flow.',
    { status: 403 },
  ],
  // https://github.com/expo/auth0-example/issues/21
  [
    'Auth0 with another redirect URI',
    {
      error: 'access_denied',
      error_description:
        'Callback URL not approved for this client application. Approved callback URLs can be adjusted in your application settings',
    },
    code(),
    /^Register exactly http:\/\/127\.0\.0\.1:8484\/callback for client app/,
  ],
  // https://support.okta.com/help/s/article/openid-connect-oidc-redirect-uri
  [
    'Okta with another redirect URI',
    {
      error: 'invalid_request',
      error_description: "The 'redirect_uri' parameter must be a Login redirect URI in the client app settings.",
    },
    code(),
    /^Register exactly http:\/\/127\.0\.0\.1:8484\/callback for client app/,
  ],
  // https://developer.okta.com/docs/guides/dpop/
  [
    'Okta with a client that must send DPoP proofs',
    { error: 'invalid_dpop_proof', error_description: 'The DPoP proof JWT header is missing.' },
    machine(),
    'The server requires DPoP proofs. Pass --oauth2-dpop.',
  ],
  [
    'Okta with an unknown client',
    {
      errorCode: 'invalid_client',
      errorSummary: "Invalid value for 'client_id' parameter.",
      errorLink: 'invalid_client',
      errorId: 'oae',
      errorCauses: [],
    },
    machine(),
    'Check the client ID and the secret. Some servers require --oauth2-client-auth post.',
    { status: 401 },
  ],
  [
    'Okta without an access policy',
    {
      error: 'access_denied',
      error_description: 'Policy evaluation failed for this request, please check the policy configurations.',
    },
    machine(),
    'Allow the client "app" to use the API in the server\'s settings.',
  ],
  // https://docs.aws.amazon.com/cognito/latest/developerguide/token-endpoint.html: errors have no description
  [
    'Cognito with an unknown client',
    { error: 'invalid_client' },
    machine({ clientAuth: 'post' }),
    'Check the client ID and the secret. Most servers require --oauth2-client-auth basic.',
  ],
  [
    'Cognito with a used code',
    { error: 'invalid_grant' },
    code(),
    'The code was already used, has expired, or belongs to another redirect URI or client. Try again.',
  ],
  [
    'Cognito without the grant type',
    { error: 'unauthorized_client' },
    code(),
    'Allow the grant type authorization_code for the client "app" at the server, or use another flow.',
  ],
  // https://developers.google.com/identity/protocols/oauth2/native-app
  [
    'Google without the secret of a desktop client',
    { error: 'invalid_request', error_description: 'client_secret is missing.' },
    code(),
    'If this client has a secret, put it after the client ID: id:SECRET, id:env:NAME, or id: for a prompt.',
  ],
  [
    'Google with another redirect URI',
    { error: 'redirect_uri_mismatch', error_description: 'Bad Request' },
    code(),
    /^Register exactly http:\/\/127\.0\.0\.1:8484\/callback for client app/,
  ],
  [
    'GitHub with a wrong secret',
    {
      error: 'incorrect_client_credentials',
      error_description: 'The client_id and/or client_secret passed are incorrect.',
      error_uri:
        '/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/#incorrect-client-credentials',
    },
    code({ clientAuth: 'post', clientSecret: { from: 'text', value: secret('hush') } }),
    'Check the client ID and the secret. Most servers require --oauth2-client-auth basic.',
    { status: 200 },
  ],
  [
    'GitHub with a used code',
    { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' },
    code(),
    'The code was already used, has expired, or belongs to another redirect URI or client. Try again.',
    { status: 200 },
  ],
  // https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps#error-codes-for-the-device-flow
  [
    'GitHub without the device flow',
    { error: 'device_flow_disabled', error_description: 'Device Flow must be explicitly enabled for this App' },
    oauthOptions({ flow: 'device_code', clientId: 'app' }),
    'Enable the device flow in the settings of the app "app".',
    { status: 200 },
  ],
  [
    'Slack with a used code',
    { ok: false, error: 'invalid_code' },
    code(),
    /^The code was already used/,
    { status: 200 },
  ],
  [
    'Slack with a wrong secret',
    { ok: false, error: 'bad_client_secret' },
    code({ clientAuth: 'post', clientSecret: { from: 'text', value: secret('hush') } }),
    'Check the client ID and the secret. Most servers require --oauth2-client-auth basic.',
    { status: 200 },
  ],
  [
    'a client without a secret',
    { error: 'invalid_client' },
    code(),
    'If this client has a secret, put it after the client ID: id:SECRET, id:env:NAME, or id: for a prompt.',
    { status: 401 },
  ],
  [
    'a client certificate',
    { error: 'invalid_client' },
    machine({ clientAuth: 'tls_client_auth' }),
    'Check the client ID, and that the certificate from --cert is registered with the server.',
    { status: 401 },
  ],
  [
    'a signed assertion',
    { error: 'invalid_client' },
    machine({ clientKey: 'key.pem' }),
    /--oauth2-client-audience token-url/,
    { status: 401 },
  ],
  ...(
    [
      ['password', 'Check the user name and the password.'],
      ['device_code', 'The code has expired or was already used. Try again.'],
      ['token_exchange', 'Check --oauth2-subject-token and its type (--oauth2-param subject_token_type=…).'],
      ['jwt_bearer', 'Check --oauth2-assertion: issuer, audience, times and signing key.'],
      ['refresh_token', 'The refresh token has expired, was revoked, or was already used. Get a new one.'],
    ] as const
  ).map(
    ([flow, hint]): Case => [
      `a rejected grant in the flow ${flow}`,
      { error: 'invalid_grant' },
      oauthOptions({ flow, clientId: 'app' }),
      hint,
    ],
  ),
  ['denied access', { error: 'access_denied' }, code(), 'Run the command again and allow access.'],
  [
    'a missing resource',
    { error: 'invalid_target' },
    machine(),
    'Pass the resource with --oauth2-param resource=https://api.example.com/',
  ],
  [
    'an unknown resource',
    { error: 'invalid_target' },
    machine({ params: [['resource', 'urn:x']] }),
    'Check the resource given with --oauth2-param.',
  ],
  [
    'unknown authorization details',
    { error: 'invalid_authorization_details' },
    code(),
    'Check the types and members of --oauth2-param authorization_details.',
  ],
  [
    'an expired code',
    { error: 'expired_token' },
    oauthOptions({ flow: 'device_code', clientId: 'app' }),
    'Run the command again for a new code.',
  ],
  ['an internal error', { error: 'server_error' }, machine(), 'Try again later.', { status: 500 }],
  [
    'a sentence instead of a code',
    { error: 'Not found here' },
    machine(),
    'Check that the URL is the right endpoint of that server.',
    { status: 404 },
  ],
];

/** Rejections by an API (RFC 6750 3.1). */
const apiCases: readonly [string, Omit<Rejection, 'code'>, string][] = [
  [
    'an API names the missing scope',
    { status: 403, options: machine({ scope: 'read' }), token: { scope: 'write', grantedScope: 'read email' } },
    'The token lacks a scope that the server requires. Pass --oauth2-scope "read email write".',
  ],
  [
    'an API forbids the request',
    { status: 403, options: machine(), token: { grantedScope: 'read' } },
    'The credentials do not permit this request. Its scope is "read".',
  ],
  [
    'an API rejects a token',
    { status: 401, options: machine(), token: { contents: 'Its audience is a.', required: 'The API requires b.' } },
    'Its audience is a. The API requires b.',
  ],
];

test.each(apiCases)('%s', (_, rejection, hint) => {
  expect(nextStep({ code: '', ...rejection })).toBe(hint);
});

test('every row of the table has a case', () => {
  const rejections: readonly Rejection[] = [
    ...cases.map(([, body, options, , more]): Rejection => {
      const members: Readonly<Record<string, unknown>> = typeof body === 'string' ? {} : { ...body };
      const { error, errorCode, error_description: description, errorSummary, message } = members;
      const explanation = description ?? errorSummary ?? message;
      return {
        code: String(error ?? errorCode ?? ''),
        ...(explanation === undefined ? {} : { description: String(explanation) }),
        options,
        status: 400,
        ...more,
      };
    }),
    ...apiCases.map(([, rejection]): Rejection => ({ code: '', ...rejection })),
  ];
  const words = (rejection: Rejection, rows?: typeof nextSteps): string => hintText(nextStep(rejection, rows) ?? '');
  const isUsed = (row: (typeof nextSteps)[number]): boolean =>
    rejections.some(rejection => words(rejection, [row]) !== '' && words(rejection) === words(rejection, [row]));
  expect(nextSteps.filter(row => !isUsed(row))).toEqual([]);
});

test.each<Case>(cases)('%s', (_, body, options, hint, more = {}) => {
  const isText = typeof body === 'string';
  const raw = {
    status: 400,
    contentType: isText ? 'text/plain' : 'application/json',
    text: isText ? body : JSON.stringify(body),
  };
  const read = readTokenResponse({ ...raw, ...more }, 'The token request', options, 'http://127.0.0.1:8484/callback');
  if (!isFailure(read)) throw new Error('It is not a failure.');
  if (typeof hint === 'string') expect(hintText(read.hint ?? '')).toBe(hint);
  else expect(hintText(read.hint ?? '')).toMatch(hint);
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

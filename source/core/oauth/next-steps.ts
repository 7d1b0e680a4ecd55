/**
 * The next step after a rejected request, in one table: the server's error, the flow, and the request that was sent. The first
 * row that matches wins, so specific rows precede general ones. Rows cite the server or document that defines the error.
 */

import { loginHints } from '../credentials/challenges.js';
import { type Hint, hint, step, tryAgain } from '../hint.js';
import type { OAuth2Options } from '../options.js';
import { orList } from '../or-list.js';
import { flowNames, flowOf, grantTypeOf, type OAuth2Flow } from './flows.js';

/** A request that a server rejected. All texts from the server are untrusted. */
export interface Rejection {
  /** Error code as sent by the server; empty if it sent none. */
  readonly code: string;
  /** Explanation by the server. */
  readonly description?: string | undefined;
  readonly status?: number | undefined;
  readonly options: OAuth2Options;
  readonly redirectUri?: string | undefined;
  /** `grant_types_supported` and `scopes_supported` of the server's metadata. */
  readonly grants?: readonly string[] | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** The access token with which an API was called, if the rejection is the API's. */
  readonly token?: RejectedByApi | undefined;
}

/** An API's rejection of a token. */
interface RejectedByApi {
  /** Description of the token's issuer, audience and scope; `undefined` if the token is opaque. */
  readonly contents?: string | undefined;
  /** Description of what the API requires. */
  readonly required?: string | undefined;
  /** Scope granted with the token. */
  readonly grantedScope?: string | undefined;
  /** Scope that the API requires. */
  readonly scope?: string | undefined;
}

interface Row {
  /** Error codes. Absent for any. */
  readonly code?: RegExp;
  /** Texts that all occur in the code or its explanation. Absent for any. */
  readonly texts?: readonly RegExp[];
  readonly status?: number;
  readonly flow?: OAuth2Flow;
  readonly when?: (rejection: Rejection) => boolean;
  /** The next step. `name` is the group of the last pattern that has one. */
  readonly next: Hint | ((rejection: Rejection, name: string) => Hint | undefined);
}

const has = ({ params }: OAuth2Options, name: string): boolean => params.some(([each]) => each === name);

/** Returns the next step after a rejected client authentication. */
export function clientHint({ clientAuth, clientKey, clientSecret }: OAuth2Options): Hint {
  if (clientKey !== undefined && clientAuth !== 'basic' && clientAuth !== 'post')
    return 'Servers expect different audiences: try --oauth2-client-audience token-url, or issuer. Otherwise check the client ID, the clock, and that the server has the public key.';
  if (clientAuth === 'tls_client_auth')
    return 'Check the client ID, and that the certificate from --cert is registered with the server.';
  if (clientSecret === undefined)
    return hint`If this client has a secret, ${step('fill-in', 'put it after the client ID: id:SECRET, id:env:NAME, or id: for a prompt', 'Client secret')}.`;
  return clientAuth === 'post'
    ? 'Check the client ID and the secret. Most servers require --oauth2-client-auth basic.'
    : 'Check the client ID and the secret. Some servers require --oauth2-client-auth post.';
}

/** Values for parameters that servers require, for a hint. */
const exampleOf: Readonly<Record<string, string>> = {
  audience: 'https://api.example.com',
  resource: 'https://api.example.com/',
};

/** The rows, in the order in which they are tried. */
export const nextSteps: readonly Row[] = [
  // Rejections by an API (RFC 6750 3.1)
  {
    status: 403,
    when: ({ token }) => token?.scope !== undefined,
    next: ({ token, options }) => {
      const scopes = [
        ...new Set(`${token?.grantedScope ?? options.scope ?? ''} ${token?.scope}`.split(' ').filter(Boolean)),
      ];
      return `The token lacks a scope that the server requires. Pass --oauth2-scope "${scopes.join(' ')}".`;
    },
  },
  {
    status: 403,
    when: ({ token }) => token !== undefined,
    next: ({ token }) => `${loginHints.forbidden} ${token?.contents ?? scopeOf(token?.grantedScope)}`,
  },
  {
    status: 401,
    when: ({ token }) => token !== undefined,
    next: ({ token }) =>
      [
        ...(token?.contents ? [token.contents] : ['The token is opaque.', scopeOf(token?.grantedScope)]),
        token?.required,
      ]
        .filter(Boolean)
        .join(' '),
  },
  // OpenAuth accepts the client only in the form: "missing `client_id` form value"
  {
    texts: [/missing|required|must contain/i, /\bclient_(?:id|secret)\b/i],
    when: ({ options }) => options.clientSecret !== undefined && options.clientAuth !== 'post',
    next: 'The server expects the client in the body. Pass --oauth2-client-auth post.',
  },
  // OpenAuth (`provider`), Auth0 (`audience`), Entra v1 and ADFS (`resource`; AADSTS900144)
  {
    code: /^(?:invalid_request|invalid_target|invalid_resource)?$|\s/,
    texts: [/\b(?:missing|required|must contain|must be|must have)\b/i, /\b(provider|audience|resource)\b/i],
    next: ({ options }, parameter) => {
      const name = parameter.toLowerCase();
      return has(options, name) ? undefined : `Pass --oauth2-param ${name}=${exampleOf[name] ?? 'NAME'}.`;
    },
  },
  // Entra: https://learn.microsoft.com/en-us/entra/identity-platform/reference-error-codes
  {
    texts: [/AADSTS(?:65001|90094|65004)\b/],
    next: ({ options }) =>
      `A user or an administrator must consent to the permissions of this client. An administrator can do it at ${adminConsent(options)}.`,
  },
  {
    texts: [/AADSTS(?:1002012|70011)\b/],
    flow: 'client_credentials',
    next: 'Pass the API with the suffix /.default: --oauth2-scope api://API_CLIENT_ID/.default',
  },
  {
    texts: [/AADSTS(?:50011|500113)\b/],
    next: rejection => registerHint(rejection),
  },
  {
    texts: [/AADSTS(?:7000218)\b/],
    next: 'Give the client a secret, or allow public client flows under Authentication in its app registration.',
  },
  {
    texts: [/AADSTS700016\b/],
    next: ({ options }) => `Check the client ID "${options.clientId}" and the tenant in the server's URL.`,
  },
  {
    texts: [/AADSTS500011\b/],
    next: ({ options }) => `This tenant has no API with that name. Check --oauth2-scope "${options.scope ?? ''}".`,
  },
  // Google: "client_secret is missing."
  {
    texts: [/missing|required|must contain/i, /\bclient_secret\b/i],
    when: ({ options }) => options.clientSecret === undefined && options.clientKey === undefined,
    next: ({ options }) => clientHint(options),
  },
  {
    status: 415,
    next: hint`The server does not accept a form here, although RFC 6749 requires one. Check that the URL is the token endpoint. ${step('change-login', 'If it accepts only JSON, get a token with apiclient POST URL --json, and pass it with -B.')}`,
  },
  // Auth0 for wrong client authentication: https://github.com/auth0-samples/auth0-angular-samples/issues/201
  {
    code: /^access_denied$/,
    status: 401,
    texts: [/\bUnauthorized$/],
    next: ({ options }) => clientHint(options),
  },
  // Auth0: https://github.com/expo/auth0-example/issues/21
  {
    texts: [/\bcallback url\b/i, /\b(?:mismatch|not (?:approved|allowed))\b/i],
    next: rejection => registerHint(rejection),
  },
  // Auth0 for an unknown audience
  {
    texts: [/\bService not (?:enabled|found)\b/i],
    next: 'No API has this audience. Check --oauth2-param audience.',
  },
  // Auth0 without a client grant, Okta without an access policy
  {
    code: /^access_denied$/,
    flow: 'client_credentials',
    next: ({ options }) => `Allow the client "${options.clientId}" to use the API in the server's settings.`,
  },
  {
    code: /^access_denied$/,
    next: hint`${tryAgain} and allow access.`,
  },
  {
    code: /^(?:unsupported_grant_type)$/,
    next: ({ options, grants }) => {
      const refusedGrant = flowOf(options.flow).grant ?? options.flow;
      const flows = flowNames.filter(name => name !== options.flow && (grants?.includes(grantTypeOf(name)) ?? true));
      if (flows.length === 0)
        return `The server supports only ${orList([...(grants ?? [])].filter(each => each !== refusedGrant))}.`;
      return `Use another flow: ${orList(flows)}.`;
    },
  },
  {
    texts: [
      /\bredirect[_ ]ur[il]\b/i,
      // Okta: "must be a Login redirect URI", https://support.okta.com/help/s/article/openid-connect-oidc-redirect-uri
      /\b(?:mismatch(?:ing)?|invalid|unregistered|unknown|not (?:registered|allowed|authorized|valid|match)|must be)\b/i,
    ],
    next: rejection => registerHint(rejection),
  },
  // Okta requires DPoP proofs from new machine clients: https://developer.okta.com/docs/guides/dpop/
  {
    code: /^invalid_dpop_proof$/,
    when: ({ options }) => options.dpop !== true,
    next: 'The server requires DPoP proofs. Pass --oauth2-dpop.',
  },
  // GitHub: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps#error-codes-for-the-device-flow
  {
    code: /^device_flow_disabled$/,
    next: ({ options }) => `Enable the device flow in the settings of the app "${options.clientId}".`,
  },
  {
    code: /^unauthorized_client$/,
    next: ({ options }) =>
      `Allow the grant type ${options.flow} for the client "${options.clientId}" at the server, or use another flow.`,
  },
  // django-oauth-toolkit: "Code challenge required."; better-auth: "pkce is required"; Hydra: "must include a code_challenge"
  {
    texts: [/\b(?:pkce|code[_ ]challenge(?:_method)?)\b/i, /\b(?:required|missing|must include)\b/i],
    when: ({ options }) => !options.pkce,
    next: 'Remove --oauth2-no-pkce.',
  },
  {
    code: /^invalid_scope$/,
    next: rejection => scopeHint(rejection),
  },
  // Slack: https://docs.slack.dev/reference/methods/oauth.v2.access
  {
    code: /^(?:invalid_client_id|bad_client_id)$/,
    next: ({ options }) => `Check the client ID "${options.clientId}". It is not registered with the server.`,
  },
  {
    code: /^(?:invalid_client|incorrect_client_credentials|bad_client_secret)$/,
    next: ({ options }) => clientHint(options),
  },
  {
    // Google, GitHub; Slack; OpenAuth; Cognito, Twitch
    code: /^(?:redirect_uri_mismatch|bad_redirect_uri|invalid_redirect_uri|redirect_mismatch)$/,
    next: rejection => registerHint(rejection),
  },
  {
    code: /^(?:invalid_grant|bad_verification_code|invalid_code|code_already_used)$/,
    next: ({ options }) => flowOf(options.flow).rejected,
  },
  // OpenID Connect Core 3.1.2.6
  {
    code: /^(?:login_required|consent_required|interaction_required|account_selection_required)$/,
    when: ({ options }) => options.params.some(([name, value]) => name === 'prompt' && value === 'none'),
    next: 'Remove --oauth2-param prompt=none, so that the server can show its pages.',
  },
  {
    code: /^(?:login_required|consent_required|interaction_required|account_selection_required)$/,
    next: ({ options }) =>
      flowOf(options.flow).person
        ? hint`${tryAgain} and complete every page that the server shows.`
        : 'A user must log in once. Use the flow authorization_code or device_code.',
  },
  {
    code: /^invalid_target$/,
    next: ({ options }) =>
      has(options, 'resource')
        ? 'Check the resource given with --oauth2-param.'
        : 'Pass the resource with --oauth2-param resource=https://api.example.com/',
  },
  {
    code: /^invalid_authorization_details$/,
    next: 'Check the types and members of --oauth2-param authorization_details.',
  },
  { code: /^expired_token$/, next: hint`${tryAgain} for a new code.` },
  { code: /^(?:server_error|temporarily_unavailable)$/, next: 'Try again later.' },
  // A sentence instead of a code is not an OAuth error but the server's own message.
  { code: /\s/, next: 'Check that the URL is the right endpoint of that server.' },
];

/** Returns the next step after a rejection, if there is one. */
export function nextStep(rejection: Rejection, rows = nextSteps): Hint | undefined {
  const { code, description = '' } = rejection;
  const text = `${code} ${description}`.slice(0, 2000);
  for (const row of rows) {
    if (!isRowFor(row, rejection)) continue;
    const matches = (row.texts ?? []).map(pattern => pattern.exec(text));
    if (matches.includes(null) || row.when?.(rejection) === false) continue;
    const next = typeof row.next === 'function' ? row.next(rejection, matches.at(-1)?.[1] ?? '') : row.next;
    if (next !== undefined) return next;
  }
  return undefined;
}

/** Whether the row applies to the rejection's code, flow and status. Absent ones apply to any. */
const isRowFor = (row: Row, { code, options, status }: Rejection): boolean =>
  (row.code === undefined || row.code.test(code)) &&
  (row.flow === undefined || row.flow === options.flow) &&
  (row.status === undefined || row.status === status);

type Registration = Pick<Rejection, 'options' | 'redirectUri'>;

/** The redirect URI and the client to register, as the object of "register". */
const registration = ({ options, redirectUri }: Registration): string =>
  `exactly ${redirectUri ?? options.redirectUri ?? `http://127.0.0.1:${options.port}/callback`} for client ${options.clientId}, or pass --oauth2-redirect-uri.`;

/** Names the redirect URI to register. */
export const registerHint = (login: Registration): string => `Register ${registration(login)}`;

/** Names the redirect URI to register if the browser shows an error. The server does not report it to the program. */
export const errorPageHint = (login: Registration): string =>
  `If the page shows an error, register ${registration(login)}`;

const scopeOf = (granted: string | undefined): string => (granted === undefined ? '' : `Its scope is "${granted}".`);

/** Returns a hint with the scopes that the server did not refuse. */
function scopeHint({ description = '', options, scopes }: Rejection): string {
  const scopeList = scopes?.slice(0, 30).join(' ');
  if (options.scope === undefined)
    return scopeList
      ? `Pass the required scopes with --oauth2-scope "${scopeList}".`
      : 'Pass the required scopes with --oauth2-scope.';
  const named = new Set(description.split(/[^\w:./-]+|\.(?=\s|$)/));
  const requestedScopes = options.scope.split(' ').filter(Boolean);
  const isRefused = (scope: string): boolean => named.has(scope) || (scopes !== undefined && !scopes.includes(scope));
  const acceptedScopes = requestedScopes.filter(scope => !isRefused(scope));
  if (acceptedScopes.length > 0 && acceptedScopes.length < requestedScopes.length)
    return `Pass only --oauth2-scope "${acceptedScopes.join(' ')}".`;
  return scopeList ? `The server supports --oauth2-scope "${scopeList}".` : `Check --oauth2-scope "${options.scope}".`;
}

/** Address at which an administrator of an Entra tenant consents for all users. */
function adminConsent({ issuer, tokenUrl, authUrl, clientId }: OAuth2Options): string {
  const [, origin = 'https://login.microsoftonline.com', tenant = 'TENANT'] =
    /^(https:\/\/[^/]+)\/([^/]+)/.exec(issuer ?? tokenUrl ?? authUrl ?? '') ?? [];
  return `${origin}/${tenant}/adminconsent?client_id=${encodeURIComponent(clientId)}`;
}

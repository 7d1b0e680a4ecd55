/** The authorization server: its endpoints from flags or from its metadata (RFC 8414, OpenID discovery), and the client's proof. */
import * as oauth from 'oauth4webapi';
import { type Failure, failure, isFailure, usageError } from '../../core/failure.js';
import { cut } from '../../core/oauth/error-words.js';
import { flowOf } from '../../core/oauth/flows.js';
import { endpointUrl, plainHttpNote } from '../../core/oauth/redirect.js';
import { type JsonObject, type RawReply, readObject } from '../../core/oauth/token-reply.js';
import { readUrl } from '../../core/request/read-url.js';
import { clientSecretVariable } from '../secrets.js';
import type { TokenContext } from './context.js';
import { byLibrary, fetchWith, libraryOptions, type Server } from './endpoint.js';

const nameEndpoints =
  'The endpoints can be named: the token URL after the flow, --oauth2-auth-url, --oauth2-device-url.';

/** Metadata of `--oauth2-issuer`: OpenID's well-known place first, then RFC 8414's. */
async function discover(context: TokenContext, issuer: string): Promise<oauth.AuthorizationServer | Failure> {
  const checked = endpointUrl('--oauth2-issuer', issuer);
  if (isFailure(checked)) return checked;
  let first: Failure | undefined;
  for (const algorithm of ['oidc', 'oauth2'] as const) {
    const what = `The metadata request to ${issuer}`;
    const straighten = (raw: RawReply): JsonObject | Failure => {
      if (raw.status !== 200) return failure('login', `${what} was answered with status ${raw.status}.`);
      const found = readObject(raw, what);
      if (isFailure(found)) return found;
      return typeof found.issuer === 'string' && readUrl(found.issuer)
        ? simpleMembers(found)
        : failure('login', `${what} was answered without an issuer.`);
    };
    const customFetch = fetchWith(context, what, straighten);
    const found = await byLibrary(what, async () => {
      const url = new URL(checked);
      const response = await oauth.discoveryRequest(url, {
        algorithm,
        ...libraryOptions,
        [oauth.customFetch]: customFetch,
      });
      return oauth.processDiscoveryResponse(url, response);
    });
    if (!isFailure(found)) return found;
    if (found.kind !== 'login' || found.code === 'unreachable') return found;
    if (found.code === oauth.JSON_ATTRIBUTE_COMPARISON) return wrongIssuer(issuer, found);
    first ??= found;
  }
  return failure('login', first?.text ?? `There is no metadata at ${issuer}.`, {
    hint: `Check --oauth2-issuer. ${nameEndpoints}`,
  });
}

/** All that RFC 8414 defines is of these kinds; anything else would only break whoever believes it. */
function simpleMembers(found: JsonObject): JsonObject {
  const isText = (value: unknown): boolean => typeof value === 'string';
  const isSimple = ([name, value]: [string, unknown]): boolean =>
    isText(value) ||
    (Array.isArray(value) ? value.every(isText) : typeof value === 'boolean' && !/_endpoint$/.test(name));
  return Object.fromEntries(Object.entries(found).filter(isSimple));
}

/** RFC 8414 3.3: metadata that names another issuer must not be used. */
function wrongIssuer(issuer: string, found: Failure): Failure {
  const cause = (found.cause as { cause?: { body?: { issuer?: unknown } } } | undefined)?.cause;
  const named = typeof cause?.body?.issuer === 'string' ? ` (${cut(cause.body.issuer, 200)})` : '';
  return failure('login', `The metadata at ${issuer} names another issuer${named}.`, {
    hint: 'If that is the right one, give it as --oauth2-issuer.',
  });
}

/** The client's secret, if it has one. A machine's flow makes no sense without, so the variable is looked at there too. */
async function readClientSecret(context: TokenContext) {
  const { environment, options, tools } = context;
  const implied = flowOf(options.flow).machine && environment.variables[clientSecretVariable] !== undefined;
  const source = options.clientSecret ?? (implied ? ({ from: 'env', name: clientSecretVariable } as const) : undefined);
  return source && tools.readSecret(source, environment, { variable: clientSecretVariable });
}

/** Puts together where to ask and how to prove who asks. Warns once about plain http. */
export async function resolveServer(context: TokenContext): Promise<Server | Failure> {
  const { options, ui } = context;
  const found: oauth.AuthorizationServer | Failure =
    options.issuer === undefined ? { issuer: '' } : await discover(context, options.issuer);
  if (isFailure(found)) return found;
  const endpoints: Record<string, string> = {};
  const wanted = [
    ['token_endpoint', 'The token URL', 'token endpoint', options.tokenUrl],
    ['authorization_endpoint', '--oauth2-auth-url', 'login page', options.authUrl],
    ['device_authorization_endpoint', '--oauth2-device-url', 'device endpoint', options.deviceUrl],
  ] as const;
  for (const [member, flag, name, given] of wanted) {
    const value = given ?? found[member];
    if (typeof value !== 'string') continue;
    const needed = member === 'token_endpoint' || member === flowOf(options.flow).endpoint?.member;
    const url = endpointUrl(given === undefined ? `The metadata's ${member}` : flag, value);
    if (isFailure(url)) {
      if (given !== undefined) return url;
      if (needed) return failure('login', url.text, { hint: nameEndpoints });
      continue;
    }
    const warning = needed ? plainHttpNote(name, url) : undefined;
    if (warning) ui.note(warning);
    endpoints[member] = url;
  }
  const tokenEndpoint = endpoints.token_endpoint;
  if (tokenEndpoint === undefined) {
    return options.issuer === undefined
      ? usageError('--oauth2 has no token URL.')
      : failure('login', `The metadata of ${options.issuer} names no token endpoint.`, {
          hint: 'Give the token URL after the flow.',
        });
  }
  const clientSecret = await readClientSecret(context);
  if (isFailure(clientSecret)) return clientSecret;
  const metadata = {
    ...found,
    ...endpoints,
    token_endpoint: tokenEndpoint,
    issuer: found.issuer || new URL(tokenEndpoint).origin,
  };
  return {
    metadata,
    proof: {
      clientId: options.clientId,
      ...(clientSecret === undefined ? {} : { clientSecret }),
      method: methodFor(found, context, clientSecret !== undefined),
    },
  };
}

/** Basic unless the user says otherwise, or the server's metadata offers only the body (RFC 8414 2). */
function methodFor(found: oauth.AuthorizationServer, context: TokenContext, hasSecret: boolean): 'basic' | 'post' {
  const { options, ui } = context;
  const offered = found.token_endpoint_auth_methods_supported;
  if (!hasSecret || options.clientAuth === 'post' || !Array.isArray(offered)) return options.clientAuth;
  if (offered.includes('client_secret_basic') || !offered.includes('client_secret_post')) return 'basic';
  ui.note('The server takes the client secret only in the body; it is sent there, as with --oauth2-client-auth post.');
  return 'post';
}

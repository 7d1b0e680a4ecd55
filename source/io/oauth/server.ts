/**
 * The authorization server: its endpoints from flags or from its metadata (RFC 8414, OpenID discovery), and client
 * authentication.
 */

import * as oauth from 'oauth4webapi';
import { type Failure, failure, isFailure, usageError } from '../../core/failure.js';
import { hint, step } from '../../core/hint.js';
import { isObject } from '../../core/json/loose.js';
import { chooseMethod, missingProof, type ProofMeans } from '../../core/oauth/client/client-auth.js';
import { flowOf } from '../../core/oauth/flows.js';
import { endpointUrl, plainHttpNote } from '../../core/oauth/login/redirect.js';
import { type JsonObject, type RawResponse, readObject } from '../../core/oauth/token-response.js';
import type { OAuth2Options } from '../../core/options.js';
import { readUrl } from '../../core/request/read-url.js';
import { reveal, type Secret } from '../../core/secret.js';
import { truncate } from '../../core/truncate.js';
import { clientSecretVariable } from '../secrets.js';
import { readClientKey } from './client/client-key.js';
import { clientSecretSource, readKeyText } from './client/proof.js';
import type { TokenContext } from './context.js';
import { byLibrary, libraryOptions, type Server, type ServerProof } from './endpoint.js';
import { fetchWith } from './message.js';

const nameEndpoints = hint`The endpoints can be named: ${step('field', 'the token URL after the flow', 'Token URL')}, --oauth2-auth-url, --oauth2-device-url.`;

const enterTokenUrl = hint`${step('fill-in', 'Give the token URL after the flow', 'Token URL')}.`;

/** Metadata of `--oauth2-issuer`: OpenID's well-known URL first, then RFC 8414's. */
async function discover(context: TokenContext, issuer: string): Promise<oauth.AuthorizationServer | Failure> {
  const checked = endpointUrl('--oauth2-issuer', issuer);
  if (isFailure(checked)) return checked;
  const { insecureHttp } = context.options;
  const risk = plainHttpNote('issuer', checked);
  if (risk && !insecureHttp) {
    return usageError(
      `The issuer ${new URL(checked).origin} uses plain http, so anyone on the network path can redirect your secret.`,
      'Use https, pass the endpoints instead, or add --oauth2-insecure-http.',
    );
  }
  if (risk) context.ui.warn(risk);
  let first: Failure | undefined;
  let named = '';
  const { acceptIssuer } = context.options;
  for (const algorithm of ['oidc', 'oauth2'] as const) {
    const what = `The metadata request to ${issuer}`;
    const straighten = (raw: RawResponse): JsonObject | Failure => {
      if (raw.status !== 200) return failure('login', `${what} returned status ${raw.status}.`);
      const metadata = readObject(raw, what);
      if (isFailure(metadata)) return metadata;
      if (typeof metadata.issuer !== 'string' || !readUrl(metadata.issuer))
        return failure('login', `${what} returned no issuer.`);
      named = metadata.issuer;
      return simpleMembers(metadata);
    };
    // The issuer in the document is compared, whatever its address.
    const customFetch = fetchWith(context, what, straighten, { follows: true });
    const metadata = await byLibrary(what, async () => {
      const url = new URL(checked);
      const response = await oauth.discoveryRequest(url, {
        algorithm,
        ...libraryOptions,
        [oauth.customFetch]: customFetch,
      });
      const isAccepted = acceptIssuer !== undefined && readUrl(named)?.href === readUrl(acceptIssuer)?.href;
      return oauth.processDiscoveryResponse(isAccepted ? new URL(named) : url, response);
    });
    if (!isFailure(metadata)) return metadata;
    if (metadata.kind !== 'login' || metadata.code === 'unreachable') return metadata;
    if (metadata.code === oauth.JSON_ATTRIBUTE_COMPARISON) return wrongIssuer(issuer, metadata);
    first ??= metadata;
  }
  return failure('login', first?.text ?? `No metadata at ${issuer}.`, {
    hint: hint`Check --oauth2-issuer. ${nameEndpoints}`,
  });
}

/** Everything that RFC 8414 defines has one of these types; other values would only break their readers. */
function simpleMembers(metadata: JsonObject): JsonObject {
  const isText = (value: unknown): boolean => typeof value === 'string';
  const isSimple = ([name, value]: [string, unknown]): boolean =>
    isText(value) ||
    (name === 'mtls_endpoint_aliases' && isObject(value)) ||
    (Array.isArray(value) ? value.every(isText) : typeof value === 'boolean' && !/_endpoint$/.test(name));
  return Object.fromEntries(Object.entries(metadata).filter(isSimple));
}

/** RFC 8414 3.3: metadata with another issuer must not be used. */
function wrongIssuer(issuer: string, found: Failure): Failure {
  const cause = (found.cause as { cause?: { body?: { issuer?: unknown } } } | undefined)?.cause;
  const named = typeof cause?.body?.issuer === 'string' ? ` (${truncate(cause.body.issuer, 200)})` : '';
  if (/\{tenant_?id\}/i.test(named)) {
    return failure('login', `The metadata at ${issuer} is a template for all tenants${named}.`, {
      hint: 'Pass your tenant: --oauth2-issuer https://login.microsoftonline.com/TENANT_ID/v2.0',
    });
  }
  const other = named === '' ? 'URL' : named.slice(2, -1);
  return failure('login', `The metadata at ${issuer} names another issuer${named}.`, {
    hint: `If that is the right server, pass --oauth2-issuer ${other}. If the server has two names, add --oauth2-accept-issuer ${other}.`,
  });
}

/** The token endpoint of `--oauth2-issuer`. */
export async function tokenEndpoint(context: TokenContext): Promise<string | undefined | Failure> {
  const metadata = await discover(context, context.options.issuer ?? '');
  return isFailure(metadata) ? metadata : metadata.token_endpoint;
}

/** The client's secret, if it has one. */
async function readClientSecret(context: TokenContext) {
  const { environment, options, proof, signal, tools } = context;
  if (proof?.texts.secret) return proof.texts.secret;
  const source = clientSecretSource(options, environment);
  return source && tools.readSecret(source, { ...environment, signal }, { variable: clientSecretVariable });
}

/**
 * Endpoints by their names in the metadata, and the flags that override them. Those with a name in notes are used only by a flow
 * that needs them, and the others whenever there is one.
 */
const endpoints: readonly Endpoint[] = [
  { member: 'token_endpoint', flag: 'The token URL', option: 'tokenUrl', name: 'token endpoint' },
  { member: 'authorization_endpoint', flag: '--oauth2-auth-url', option: 'authUrl', name: 'login page' },
  {
    member: 'device_authorization_endpoint',
    flag: '--oauth2-device-url',
    option: 'deviceUrl',
    name: 'device endpoint',
  },
  { member: 'pushed_authorization_request_endpoint' },
  { member: 'revocation_endpoint', flag: '--oauth2-revocation-url', option: 'revocationUrl' },
  { member: 'introspection_endpoint', flag: '--oauth2-introspection-url', option: 'introspectionUrl' },
  { member: 'userinfo_endpoint', flag: '--oauth2-userinfo-url', option: 'userinfoUrl' },
];

interface Endpoint {
  readonly member: keyof oauth.AuthorizationServer & `${string}_endpoint`;
  readonly flag?: string;
  readonly option?: keyof OAuth2Options & `${string}Url`;
  readonly name?: string;
}

/**
 * Notes that an endpoint that will receive credentials has another origin than its issuer, or uses plain http.
 * @param issuer whose metadata contains the endpoint
 */
export function noteEndpoint({ ui }: TokenContext, name: string, endpoint: string, issuer?: string): void {
  const warning = plainHttpNote(name, endpoint);
  if (warning) ui.warn(warning);
  if (issuer !== undefined && new URL(endpoint).origin !== readUrl(issuer)?.origin)
    ui.note(`The ${name} of ${issuer} has another origin: ${endpoint}`);
}

/** The URL of each endpoint, or undefined if it is not used. */
type EndpointUrls = Readonly<Partial<Record<Endpoint['member'], string>>>;

/** RFC 8705 5: the endpoints of a server for clients with a certificate. The browser uses the regular one. */
const aliasesOf = (metadata: oauth.AuthorizationServer): EndpointUrls => ({
  ...(metadata.mtls_endpoint_aliases as EndpointUrls | undefined),
  authorization_endpoint: undefined,
});

/** The endpoints from flags, otherwise from the metadata. */
function endpointsOf(
  context: TokenContext,
  metadata: oauth.AuthorizationServer,
  byCertificate: boolean,
): EndpointUrls | Failure {
  const aliases = byCertificate ? aliasesOf(metadata) : {};
  const urls: Record<string, string | undefined> = {};
  for (const endpoint of endpoints) {
    const { member } = endpoint;
    const url = urlOf(context, endpoint, aliases[member] ?? metadata[member], metadata.issuer);
    if (isFailure(url)) return url;
    urls[member] = url;
  }
  return urls;
}

/**
 * Returns the URL of an endpoint, and adds notes about one that the flow needs.
 * @param listed in the metadata. It is not checked if the flow does not need it, and ignored if it is invalid and optional.
 */
function urlOf(
  context: TokenContext,
  { flag = '', member, name, option }: Endpoint,
  listed: unknown,
  issuer: string,
): string | undefined | Failure {
  const { options } = context;
  const isNeeded = member === 'token_endpoint' || member === flowOf(options.flow).endpoint?.member;
  const given = option && options[option];
  if (given !== undefined) {
    const url = endpointUrl(flag, given);
    if (isNeeded && name !== undefined && !isFailure(url)) noteEndpoint(context, name, url);
    return url;
  }
  if (typeof listed !== 'string') return undefined;
  const url = endpointUrl(`The metadata's ${member}`, listed);
  if (name === undefined) return isFailure(url) ? undefined : url;
  if (!isNeeded) return undefined;
  if (isFailure(url)) return failure('login', url.text, { hint: nameEndpoints });
  noteEndpoint(context, name, url, issuer);
  return url;
}

/**
 * Combines endpoints and client authentication. Warns once about plain http.
 * @param dpopKey key to which the token to be renewed is bound
 */
export async function resolveServer(context: TokenContext, dpopKey?: Secret): Promise<Server | Failure> {
  const { environment, options } = context;
  const found: oauth.AuthorizationServer | Failure =
    options.issuer === undefined ? { issuer: '' } : await discover(context, options.issuer);
  if (isFailure(found)) return found;
  const proof = await proofOf(context, found);
  if (isFailure(proof)) return proof;
  const bindsCertificate =
    context.network.certFile !== undefined && found.tls_client_certificate_bound_access_tokens === true;
  const used = endpointsOf(context, found, bindsCertificate || proof.method === 'tls_client_auth');
  if (isFailure(used)) return used;
  const tokenEndpoint = used.token_endpoint;
  if (tokenEndpoint === undefined) {
    return options.issuer === undefined
      ? usageError('--oauth2 has no token URL.', enterTokenUrl)
      : failure('login', `The metadata of ${options.issuer} contains no token endpoint.`, {
          hint: enterTokenUrl,
        });
  }
  const deviceUrl = options.deviceUrl ?? found.device_authorization_endpoint;
  const server: Server = {
    metadata: {
      ...found,
      ...used,
      token_endpoint: tokenEndpoint,
      issuer: found.issuer || new URL(tokenEndpoint).origin,
    },
    proof,
    bindsCertificate,
    deviceUrl: typeof deviceUrl === 'string' && readUrl(deviceUrl) ? deviceUrl : undefined,
  };
  if (!options.dpop) return server;
  const { dpopSigner, newDPoPKey } = await import('./client/dpop.js');
  const key = dpopKey ?? (await newDPoPKey());
  return { ...server, dpopKey: key, dpop: dpopSigner(key, environment) };
}

/** Reads the client's private key. @param algorithms supported by the server, if it lists them */
async function clientKeyOf(file: string, context: TokenContext, algorithms: readonly string[] | undefined) {
  const text = context.proof?.texts.key ?? (await readKeyText(context.options, context.environment));
  return isFailure(text) ? text : readClientKey(file, reveal(text), algorithms);
}

/** The client and its authentication. */
async function proofOf(context: TokenContext, metadata: oauth.AuthorizationServer): Promise<ServerProof | Failure> {
  const { network, options, ui } = context;
  const clientSecret = await readClientSecret(context);
  if (isFailure(clientSecret)) return clientSecret;
  const algorithms = metadata.token_endpoint_auth_signing_alg_values_supported;
  const known = Array.isArray(algorithms) ? algorithms : undefined;
  const clientKey = options.clientKey === undefined ? undefined : await clientKeyOf(options.clientKey, context, known);
  if (isFailure(clientKey)) return clientKey;
  const means = new Set<ProofMeans>([
    ...(clientSecret === undefined ? [] : (['secret'] as const)),
    ...(clientKey === undefined ? [] : (['key'] as const)),
    ...(network.certFile === undefined ? [] : (['certificate'] as const)),
  ]);
  const missing = options.clientAuth && missingProof(options.clientAuth, means);
  if (missing) return missing;
  const offered = metadata.token_endpoint_auth_methods_supported;
  const { method, note } = chooseMethod(options.clientAuth, means, Array.isArray(offered) ? offered : undefined);
  if (note !== undefined) ui.note(note);
  return {
    clientId: options.clientId,
    clientSecret,
    clientKey,
    method,
  };
}

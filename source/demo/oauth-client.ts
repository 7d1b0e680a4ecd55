/** The demo's OAuth clients, client authentication, and endpoints to which clients post a form. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { freshNonce } from './dpop.js';
import { claimsOf, clientKeyPath, demoSignedClient } from './oauth-signed.js';
import { type DemoRequest, sendJson } from './route.js';

export const demoClient = 'demo';
/** Secret of `demoClient`, printed in the index, so it protects nothing. */
export const demoSecret = 'demo-secret';
/** Public client without a secret, which uses PKCE. */
export const demoPublicClient = 'demo-public';

export const demoClients: readonly string[] = [demoClient, demoPublicClient, demoSignedClient];

/** `token_endpoint_auth_methods_supported` (RFC 8414 2). */
export const clientMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;

/** An error response of RFC 6749 5.2. */
export class OAuthErrorResponse extends Error {
  readonly code: string;
  constructor(code: string, description = '') {
    super(description);
    this.code = code;
  }
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Parameters of a form that authenticate its client. */
export const proofParameters = ['client_secret', 'client_assertion', 'client_assertion_type'] as const;

const decode = (text: string): string => new URLSearchParams(`x=${text}`).get('x') ?? '';

/** Returns the client that a form request authenticates. */
export async function clientOf({ header, url }: DemoRequest, form: URLSearchParams): Promise<string> {
  const assertion = form.get('client_assertion');
  if (assertion !== null) return signedClient(assertion, url, form);
  const encoded = /^Basic +(\S+)$/i.exec(header('authorization') ?? '')?.[1];
  const [id = '', secret] = encoded
    ? Buffer.from(encoded, 'base64').toString('utf8').split(':').map(decode)
    : [form.get('client_id') ?? '', form.get('client_secret') ?? undefined];
  if (id === demoPublicClient && secret === undefined) return id;
  if (id === demoClient && secret === demoSecret) return id;
  throw new OAuthErrorResponse(
    'invalid_client',
    `Known clients: ${demoClient} with the secret ${demoSecret}, ${demoPublicClient} without a secret, and ${demoSignedClient} with the key from ${clientKeyPath}.`,
  );
}

/** RFC 7523 2.2 and 3: issuer and subject are the client. */
async function signedClient(assertion: string, url: URL, form: URLSearchParams): Promise<string> {
  if (form.get('client_assertion_type') !== assertionType)
    throw new OAuthErrorResponse('invalid_client', `client_assertion_type must be ${assertionType}.`);
  const claims = await claimsOf(assertion, url, { once: true, required: ['sub', 'jti'] });
  if (typeof claims === 'string') throw new OAuthErrorResponse('invalid_client', claims);
  const named = form.get('client_id') ?? demoSignedClient;
  if (claims.sub !== demoSignedClient || named !== demoSignedClient)
    throw new OAuthErrorResponse('invalid_client', `Only ${demoSignedClient} may sign, and only for itself.`);
  return demoSignedClient;
}

/** A request from an authenticated client. */
interface ClientRequest {
  readonly client: string;
  readonly form: URLSearchParams;
  readonly request: DemoRequest;
}

/** Handles an endpoint's requests: `work` produces the response's JSON; thrown errors become error responses (RFC 6749 5.2). */
export const endpoint =
  (work: (from: ClientRequest) => object | Promise<object>, status = 200) =>
  async (request: DemoRequest, response: ServerResponse): Promise<void> => {
    try {
      const form = new URLSearchParams(request.body.toString('utf8'));
      const client = await clientOf(request, form);
      sendJson(response, await work({ client, form, request }), status, { 'Cache-Control': 'no-store' });
    } catch (error) {
      if (!(error instanceof OAuthErrorResponse)) throw error;
      const body = { error: error.code, error_description: error.message || undefined };
      const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
      if (error.code === 'invalid_client') headers['WWW-Authenticate'] = 'Basic realm="apiclient demo"';
      if (error.code === 'use_dpop_nonce') headers['DPoP-Nonce'] = freshNonce();
      sendJson(response, body, headers['WWW-Authenticate'] ? 401 : 400, headers);
    }
  };

/** The S256 challenge of a verifier (RFC 7636 4.6). */
export const challengeOf = (verifier: string | null): string | undefined =>
  verifier === null ? undefined : createHash('sha256').update(verifier).digest('base64url');

/** Whether a redirect URI is on this machine. Any port is accepted (RFC 8252 7.3). */
export const isOwnRedirect = (uri: string): boolean => /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\//.test(uri);

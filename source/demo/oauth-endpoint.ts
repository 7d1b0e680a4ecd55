/** Endpoints to which a client posts a form and that respond with JSON. */
import type { ServerResponse } from 'node:http';
import { freshNonce } from './dpop.js';
import { clientOf, OAuthErrorResponse } from './oauth-client.js';
import { type DemoRequest, sendJson } from './route.js';

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

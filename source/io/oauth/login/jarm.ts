/** Signed authorization responses (JARM): with `--oauth2-param response_mode=jwt` or `query.jwt` they arrive as one JWT. */
import * as oauth from 'oauth4webapi';
import { isFailure } from '../../../core/failure.js';
import { decodeJwt } from '../../../core/oauth/jwt.js';
import {
  asksSigned,
  type ExpectedCallback,
  equalInConstantTime,
  unsigned,
} from '../../../core/oauth/login/callback.js';
import type { TokenContext } from '../context.js';
import { byLibrary, libraryOptions, type Server } from '../endpoint.js';
import { readJwks } from '../jwks.js';
import { fetchWith } from '../message.js';

/**
 * Returns the parameters of a signed response after verifying its signature. An unsigned response is returned unchanged. A
 * string explains why the response is not trusted; it is then treated as a stranger's.
 */
export async function verifySignedResponse(
  context: TokenContext,
  server: Server,
  expected: ExpectedCallback,
  query: URLSearchParams,
): Promise<URLSearchParams | string> {
  const response = query.get('response');
  if (response === null || query.has('code') || query.has('error'))
    return asksSigned(context.options) ? unsigned : query;
  const { claims } = decodeJwt(response) ?? {};
  if (!claims) return 'Its signed response cannot be parsed.';
  // Do not fetch keys for a response that any page in the browser could have sent.
  if (typeof claims.state !== 'string' || !equalInConstantTime(claims.state, expected.state)) {
    return 'Its state does not belong to this login.';
  }
  const what = `The request for the keys of ${server.metadata.issuer}`;
  const opened = await byLibrary(what, () =>
    oauth.validateJwtAuthResponse(
      server.metadata,
      { client_id: context.options.clientId },
      new URLSearchParams({ response }),
      expected.state,
      { ...libraryOptions, [oauth.customFetch]: fetchWith(context, what, raw => readJwks(raw, what)) },
    ),
  );
  if (isFailure(opened)) return `Its signature is not trusted: ${opened.text}`;
  return new URLSearchParams(opened);
}

/**
 * Sends the authorization request: in the URL of the login page (RFC 6749 4.1.1), signed (JAR, RFC 9101), or pushed in advance
 * so that the URL only contains a reference (PAR, RFC 9126).
 */
import * as oauth from 'oauth4webapi';
import { type Failure, failure, isFailure } from '../../../core/failure.js';
import { withParameters } from '../../../core/oauth/login/authorization-url.js';
import { type RawResponse, readRawResponse } from '../../../core/oauth/token-response.js';
import type { TokenContext } from '../context.js';
import { askServer, byLibrary, type Server } from '../endpoint.js';
import { noteEndpoint } from '../server.js';

type Parameters = readonly (readonly [name: string, value: string])[];

/** The URL that the user opens to log in. */
export async function loginUrl(
  context: TokenContext,
  server: Server,
  endpoint: string,
  parameters: Parameters,
): Promise<string | Failure> {
  const signed = await maybeSigned(context, server, parameters);
  if (isFailure(signed)) return signed;
  const { metadata } = server;
  if (!context.options.par && metadata.require_pushed_authorization_requests !== true) {
    return withParameters(endpoint, signed);
  }
  const pushed = await push(context, server, signed);
  return isFailure(pushed)
    ? pushed
    : withParameters(endpoint, [
        ['client_id', context.options.clientId],
        ['request_uri', pushed],
      ]);
}

/**
 * With a client key, and if the server accepts request objects, the parameters are signed: they cannot be changed on their way
 * through the browser.
 */
async function maybeSigned(
  context: TokenContext,
  server: Server,
  parameters: Parameters,
): Promise<Parameters | Failure> {
  const { metadata, proof } = server;
  const required = metadata.require_signed_request_object === true;
  const { clientKey } = proof;
  if (!clientKey) {
    return required
      ? failure('login', `The server ${metadata.issuer} accepts only signed authorization requests (RFC 9101).`, {
          hint: 'Pass the private key of the client with --oauth2-client-key FILE.',
        })
      : parameters;
  }
  const algorithms = metadata.request_object_signing_alg_values_supported;
  const taken =
    metadata.request_parameter_supported === true && (!Array.isArray(algorithms) || algorithms.includes(clientKey.alg));
  if (!required && !taken) return parameters;
  const what = 'The signed authorization request';
  const request = await byLibrary(what, () =>
    oauth.issueRequestObject(
      metadata,
      { client_id: context.options.clientId },
      parameters.map(([name, value]) => [name, value]),
      { key: clientKey.key, kid: clientKey.kid },
      {
        [oauth.modifyAssertion](header) {
          header.alg = clientKey.alg;
        },
      },
    ),
  );
  if (isFailure(request)) return request;
  // OpenID Connect Core 6.1 requires these as well; RFC 9101 allows them.
  const common = parameters.filter(([name]) => ['client_id', 'response_type', 'scope'].includes(name));
  return [...common, ['request', request]];
}

/** Pushes the parameters and returns their reference. */
async function push(context: TokenContext, server: Server, parameters: Parameters): Promise<string | Failure> {
  const { metadata, proof } = server;
  const { options } = context;
  const endpoint = metadata.pushed_authorization_request_endpoint;
  if (endpoint === undefined) {
    return failure('login', 'The server does not advertise an endpoint for pushed authorization requests (RFC 9126).', {
      hint: options.issuer === undefined ? 'Pass the server with --oauth2-issuer.' : 'Remove --oauth2-par.',
    });
  }
  noteEndpoint(context, 'pushed authorization endpoint', endpoint, metadata.issuer);
  const what = `The pushed authorization request to ${endpoint}`;
  const client = { client_id: proof.clientId };
  const pushed = parameters
    .filter(([name]) => name !== 'client_id')
    .map(([name, value]): [string, string] => [name, value]);
  const request = { what, normalize: (raw: RawResponse) => readRawResponse(raw, what, options), status: 201 };
  const reference = await askServer(context, server, { ...request, isBound: true }, async (_, auth, library) => {
    const response = await oauth.pushedAuthorizationRequest(metadata, client, auth, pushed, library);
    return oauth.processPushedAuthorizationResponse(metadata, client, response);
  });
  return isFailure(reference) ? reference : String(reference.request_uri);
}

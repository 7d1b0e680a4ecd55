/** Fetches an API's metadata about its authorization servers (RFC 9728 3). Sends no credentials. */
import { type Failure, isFailure } from '../../core/failure.js';
import { type ProtectedResource, readProtectedResource } from '../../core/oauth/protected-resource.js';
import { readObject } from '../../core/oauth/token-response.js';
import type { NetworkOptions, OAuth2Options } from '../../core/options.js';
import type { Environment } from '../../environment.js';
import type { LoginUi } from './login/login-ui.js';
import { exchange } from './message.js';
import { withTokenContext } from './token.js';

/** No credentials: only the route to the metadata is needed. */
const nobody: OAuth2Options = {
  flow: 'authorization_code',
  clientId: '',
  port: 0,
  params: [],
  pkce: true,
  browser: false,
  cache: false,
};

/** @param requested the URL that responded with 401; metadata of another resource is a failure */
export async function fetchResourceMetadata(
  metadataUrl: string,
  requested: string,
  network: NetworkOptions,
  environment: Environment,
  ui: LoginUi,
): Promise<ProtectedResource | Failure> {
  const what = `The request for the metadata of the API at ${metadataUrl}`;
  // A certificate is for the API; the metadata is public.
  const { certFile: _, keyFile: __, keyPass: ___, ...way } = network;
  const raw = await withTokenContext(nobody, way, environment, ui, context =>
    exchange(context, metadataUrl, what, { method: 'GET', headers: { accept: 'application/json' } }),
  );
  const metadata = isFailure(raw) ? raw : readObject(raw, what);
  return isFailure(metadata) ? metadata : readProtectedResource(metadata, requested);
}

/** A 401 that says where its tokens come from (RFC 9728): on a terminal that is looked up after a question. */
import { readChallenges } from '../../core/credentials/challenges.js';
import { isFailure } from '../../core/failure.js';
import { loginFlags, readProtectedResource, resourceMetadataUrl } from '../../core/oauth/protected-resource.js';
import { readObject } from '../../core/oauth/token-reply.js';
import type { NetworkOptions, OAuth2Options, OutputOptions } from '../../core/options.js';
import type { Environment } from '../../environment.js';
import type { HttpResponse } from '../../io/http/exchange.js';
import { lineLoginUi } from '../../io/oauth/login/line-login.js';
import { exchange } from '../../io/oauth/message.js';
import { withTokenContext } from '../../io/oauth/token.js';
import { note } from '../note.js';

/** Nobody's login: only the way to the metadata is needed. */
const nobody: OAuth2Options = {
  flow: 'authorization_code',
  clientId: '',
  port: 0,
  params: [],
  pkce: true,
  browser: false,
  cache: false,
};

/** Tells what is known; never fails, because the response itself has been shown. */
export async function offerLogin(
  response: HttpResponse,
  { method, network, output, url }: { method: string; network: NetworkOptions; output: OutputOptions; url: string },
  environment: Environment,
): Promise<void> {
  const values = response.headers
    .filter(([name]) => name.toLowerCase() === 'www-authenticate')
    .map(([, value]) => value);
  const challenges = readChallenges(values);
  const metadataUrl = resourceMetadataUrl(challenges);
  if (metadataUrl === undefined) return;
  const ui = lineLoginUi(environment, output);
  const where = `The API says where its tokens come from: ${metadataUrl}`;
  if (!ui.askLine) return note(environment, where);
  const asked = await ui.askLine(`${where}. Look there? [y/N]`, environment.signal).catch(() => undefined);
  if (!/^\s*y(?:es)?\s*$/i.test(asked ?? '')) return;
  const what = `The request for the metadata of the API at ${metadataUrl}`;
  // A certificate is for the API; the metadata is public.
  const { certFile: _, keyFile: __, keyPass: ___, ...way } = network;
  const raw = await withTokenContext(nobody, way, environment, ui, context =>
    exchange(context, metadataUrl, what, { method: 'GET', headers: { accept: 'application/json' } }),
  );
  const metadata = isFailure(raw) ? raw : readObject(raw, what);
  const found = isFailure(metadata) ? metadata : readProtectedResource(metadata, url);
  if (isFailure(found)) {
    note(environment, `${found.text}${found.hint === undefined ? '' : ` ${found.hint}`}`);
    return;
  }
  const scope = challenges.map(({ params }) => params.get('scope')).find(each => each !== undefined);
  note(environment, `Tokens for ${found.resource} come from ${found.issuer}. With the id of your client:`);
  note(environment, `apiclient ${method} ${url} ${loginFlags(found, scope)}`);
}

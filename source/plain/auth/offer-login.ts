/** A 401 that says where its tokens come from (RFC 9728): on a terminal that is looked up after a question. */
import { isFailure } from '../../core/failure.js';
import { loginFlags } from '../../core/oauth/protected-resource.js';
import { resourceChallenge } from '../../core/oauth/resource-challenge.js';
import type { NetworkOptions, OutputOptions } from '../../core/options.js';
import type { Environment } from '../../environment.js';
import type { HttpResponse } from '../../io/http/exchange.js';
import { lineLoginUi } from '../../io/oauth/login/line-login.js';
import { fetchResourceMetadata } from '../../io/oauth/resource-metadata.js';
import { note } from '../note.js';

/** The request that was refused, as it is typed. */
export interface RefusedCommand {
  /** Its first word: a method, or `graphql`. */
  readonly method: string;
  readonly url: string;
  readonly network: NetworkOptions;
  readonly output: OutputOptions;
}

/** Tells what is known; never fails, because the response itself has been shown. */
export async function offerLogin(
  response: Pick<HttpResponse, 'headers'>,
  { method, network, output, url }: RefusedCommand,
  environment: Environment,
): Promise<void> {
  const challenge = resourceChallenge(response.headers);
  if (challenge === undefined) return;
  const { metadataUrl, scope } = challenge;
  const ui = lineLoginUi(environment, output);
  const where = `The API says where its tokens come from: ${metadataUrl}`;
  if (!ui.askLine) return note(environment, where);
  const asked = await ui.askLine(`${where}. Look there? [y/N]`, environment.signal).catch(() => undefined);
  if (!/^\s*y(?:es)?\s*$/i.test(asked ?? '')) return;
  const found = await fetchResourceMetadata(metadataUrl, url, network, environment, ui);
  if (isFailure(found)) {
    note(environment, `${found.text}${found.hint === undefined ? '' : ` ${found.hint}`}`);
    return;
  }
  note(environment, `Tokens for ${found.resource} come from ${found.issuer}. With the id of your client:`);
  note(environment, `apiclient ${method} ${url} ${loginFlags(found, scope)}`);
}

/** Handles a 401 with a link to the API's metadata (RFC 9728): on a terminal, offers to look up the authorization server. */
import { expectedFailure, failureLine, isFailure } from '../../core/failure.js';
import { loginFlags, resourceChallenge } from '../../core/oauth/protected-resource.js';
import type { NetworkOptions, OutputOptions } from '../../core/options.js';
import type { Environment } from '../../environment.js';
import type { HttpResponse } from '../../io/http/exchange.js';
import { lineLoginUi } from '../../io/oauth/login/line-login.js';
import { fetchResourceMetadata } from '../../io/oauth/resource-metadata.js';
import { note } from '../note.js';
import { isYes } from '../parts/ask.js';

/** The rejected request, as typed. */
interface RefusedCommand {
  /** Its first word: a method, or `graphql`. */
  readonly method: string;
  readonly url: string;
  readonly network: NetworkOptions;
  readonly output: OutputOptions;
}

/** Prints the findings. Never fails: the response itself has been printed. */
export async function offerLogin(
  response: Pick<HttpResponse, 'headers'>,
  { method, network, output, url }: RefusedCommand,
  environment: Environment,
): Promise<void> {
  const challenge = resourceChallenge(response.headers);
  if (challenge === undefined) return;
  const { metadataUrl, scope } = challenge;
  const ui = lineLoginUi(environment, output);
  const where = `The API names its authorization server at ${metadataUrl}`;
  if (!ui.askLine) return note(environment, where);
  const reply = await ui.askLine(`${where}. Look it up? [y/N]`, environment.signal).catch(expectedFailure);
  if (reply === undefined || isFailure(reply) || !isYes(reply)) return;
  const metadata = await fetchResourceMetadata(metadataUrl, url, network, environment, ui);
  if (isFailure(metadata)) {
    note(environment, failureLine(metadata));
    return;
  }
  note(environment, `${metadata.issuer} issues tokens for ${metadata.resource}. To log in with your client ID:`);
  note(environment, `apiclient ${method} ${url} ${loginFlags(metadata, scope)}`);
}

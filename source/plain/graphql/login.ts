/** Login prompts for `--oauth2`. Without the flag nothing is loaded. */
import type { GraphqlCommand } from '../../core/command.js';
import type { Environment } from '../../environment.js';
import type { EndpointOptions } from '../../io/graphql/endpoint.js';

/** Prompts by lines on the terminal; empty without `--oauth2`. */
export async function loginOptions(
  { auth, output }: Pick<GraphqlCommand, 'auth' | 'output'>,
  environment: Environment,
): Promise<EndpointOptions> {
  return auth.oauth2
    ? { ui: (await import('../../io/oauth/login/line-login.js')).lineLoginUi(environment, output), oneRun: true }
    : {};
}

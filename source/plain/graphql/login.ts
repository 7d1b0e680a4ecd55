/** Who is asked when `--oauth2` needs a login. Without the flag nothing is loaded. */
import type { GraphqlCommand } from '../../core/command.js';
import type { Environment } from '../../environment.js';
import type { EndpointOptions } from '../../io/graphql/endpoint.js';

/** The questions are asked on the terminal's lines; empty without `--oauth2`. */
export async function loginOptions(
  { auth, output }: GraphqlCommand,
  environment: Environment,
): Promise<EndpointOptions> {
  return auth.oauth2
    ? { ui: (await import('../../io/oauth/login/line-login.js')).lineLoginUi(environment, output), oneRun: true }
    : {};
}

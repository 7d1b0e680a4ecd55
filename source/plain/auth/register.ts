/**
 * `apiclient auth register`: registers a public client if the server allows it (RFC 7591), and prints the command that logs in
 * with it.
 */
import type { AuthCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { typedClientId } from '../../core/oauth/spec.js';
import { shellWord } from '../../core/request/shell.js';
import { asciiJson } from '../../core/response/ascii-json.js';
import type { Environment } from '../../environment.js';
import { lineLoginUi } from '../../io/oauth/login/line-login.js';
import { withTokenContext } from '../../io/oauth/token.js';

/** Prints the registration as returned by the server, including its secrets, which the user needs. */
export async function registerClient(command: AuthCommand, environment: Environment): Promise<number | Failure> {
  const { auth, network, output } = command;
  const { oauth2 } = auth;
  const issuer = oauth2?.issuer;
  if (!oauth2 || issuer === undefined)
    return usageError('auth register needs an authorization server.', 'Pass --oauth2-issuer URL.');
  const ui = lineLoginUi(environment, output);
  const { register } = await import('../../io/oauth/register.js');
  const registration = await withTokenContext(oauth2, network, environment, ui, register);
  if (isFailure(registration)) return registration;
  const id = String(registration.client_id);
  ui.note(`Registered at ${issuer}: public client ${id}, for logins in the browser.`);
  if (registration.client_secret !== undefined)
    ui.note('The server also issued a client secret. Pass it after the client ID, and save this output.');
  const scope = typeof registration.scope === 'string' ? ` --oauth2-scope ${shellWord(registration.scope)}` : '';
  const spec = shellWord(`authorization_code::${typedClientId(id)}`);
  ui.note(`To log in: apiclient auth login --oauth2 ${spec} --oauth2-issuer ${shellWord(issuer)}${scope}`);
  environment.stdout.write(`${asciiJson(registration, 2)}\n`);
  return 0;
}

/** `apiclient auth doctor`: prints the result of each check, the settings to enter at the provider, and a profile. */
import type { AuthCommand } from '../../core/command.js';
import { writtenFlags } from '../../core/credentials/written-flags.js';
import { type Failure, failure, isFailure, usageError } from '../../core/failure.js';
import { flowOf } from '../../core/oauth/flows.js';
import type { OAuth2Options } from '../../core/options.js';
import { safeLine } from '../../core/response/safe-text.js';
import { bullets } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { type Check, checkLogin, redirectUriOf } from '../../io/oauth/doctor.js';
import { lineLoginUi } from '../../io/oauth/login/line-login.js';
import { withTokenContext } from '../../io/oauth/token.js';

/** Returns 0 if no check failed. */
export async function runDoctor(command: AuthCommand, environment: Environment): Promise<number | Failure> {
  const { auth, network, output, url } = command;
  const { oauth2 } = auth;
  if (!oauth2) return usageError('auth doctor needs an authorization server.', 'Pass an issuer or a profile: @NAME.');
  const write = (text: string): void => void environment.stdout.write(`${safeLine(text)}\n`);
  const results: Check[] = [];
  const report = (check: Check): void => {
    results.push(check);
    write(`${check.result}  ${check.name}: ${check.text}`);
    if (check.result === 'fail' && check.fix) write(`      Fix: ${check.fix}`);
  };
  const ui = lineLoginUi(environment, output);
  const problem = await withTokenContext(oauth2, network, environment, ui, context => checkLogin(context, url, report));
  if (isFailure(problem)) return problem;
  write('');
  write("In the provider's console:");
  for (const line of consoleLines(oauth2)) write(`  ${line}`);
  write('');
  write('Profile for the configuration file:');
  for (const line of profileLines(oauth2, url)) write(line);
  const count = results.filter(({ result }) => result === 'fail').length;
  if (count === 0) return 0;
  return failure('login', `${count} of ${results.length} checks failed.`, {
    hint: 'Follow the lines that begin with "Fix", and run the command again.',
  });
}

/** Settings to enter for the client at the provider. */
function consoleLines(options: OAuth2Options): readonly string[] {
  const { clientSecret, flow, scope } = options;
  const client = clientSecret === undefined ? ', public client (no secret)' : '';
  return [
    `Application type: ${flowOf(flow).person ? `native or desktop${client}` : 'machine to machine (service)'}`,
    `Grant types: ${flowOf(flow).grant ?? flow}${flowOf(flow).person ? ', refresh_token' : ''}`,
    ...(flow === 'authorization_code' ? [`Redirect URI: ${redirectUriOf({ options })}`, 'PKCE: S256'] : []),
    ...(scope === undefined ? [] : [`Scopes: ${scope}`]),
  ];
}

/** A profile with this login. Secrets are read from the environment. */
function profileLines(options: OAuth2Options, url = 'https://api.example.com'): readonly string[] {
  const flags: Record<string, string | true | string[]> = {};
  for (const [flag, value = ''] of writtenFlags({ oauth2: options, apiKeys: [] })) {
    const name = flag.replace(/^--/, '');
    const text = value.replaceAll(bullets, 'env:CLIENT_SECRET');
    const before = flags[name];
    flags[name] = before === undefined ? text || true : [before, text].flat().map(String);
  }
  const profile = { profiles: { api: { url: url.replace(/[?#].*$/s, ''), flags } } };
  return JSON.stringify(profile, null, 2).split('\n');
}

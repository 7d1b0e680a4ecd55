/** The command line with the configuration behind it: what was typed wins without a word. */
import type { Command, HostIdentity } from '../core/command.js';
import { type Config, flagsFor } from '../core/config.js';
import { withoutLogin } from '../core/credentials/configured.js';
import { settlesAuthorization } from '../core/credentials/given.js';
import { type Failure, isFailure } from '../core/failure.js';
import { parse } from './parse.js';

/**
 * Parses a line over the configuration's flags.
 * @param load reads the configuration; not called for help, version and completions, which a broken one must not stop
 * @param file the configuration's path, for a failure that comes from it
 */
export function configured(argv: readonly string[], load: () => Config | Failure, file: string): Command | Failure {
  const typed = parse(argv);
  if (isFailure(typed) || typed.kind === 'help' || typed.kind === 'version' || typed.kind === 'completion')
    return typed;
  const config = load();
  if (isFailure(config)) return config;
  const words = flagsFor(config, 'url' in typed ? typed.url : undefined);
  const command = words.length === 0 ? typed : parse(argv, saysWhoWeAre(typed) ? withoutLogin(words) : words);
  if (isFailure(command)) return { ...command, text: `${file}: ${command.text}` };
  if (!('screen' in command)) return command;
  const keys = config.keys.size === 0 ? {} : { keys: config.keys };
  const hosts = saysWhoWeAre(typed) ? {} : { hosts: hostsOf(argv, config) };
  return { ...command, screen: { ...command.screen, ...keys, ...hosts } };
}

/** What this line would say of itself on each origin of the configuration; a mistake there is told when it is gone to by name. */
function hostsOf(argv: readonly string[], config: Config): ReadonlyMap<string, HostIdentity> {
  const hosts = new Map<string, HostIdentity>();
  if (config.hosts.size === 0) return hosts;
  for (const origin of ['', ...config.hosts.keys()]) {
    const command = parse(argv, flagsFor(config, origin));
    if (isFailure(command) || command.kind !== 'graphql') continue;
    hosts.set(origin, { auth: command.auth, headers: command.headers });
  }
  return hosts;
}

/** Whether the line says who we are: then the configuration does not. */
const saysWhoWeAre = (command: Command): boolean =>
  'auth' in command && settlesAuthorization({ headers: [], ...command });

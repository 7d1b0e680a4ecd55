/** The command line with the configuration behind it: what was typed wins without a word. */
import type { Command } from '../core/command.js';
import { type Config, flagsFor, withoutLogin } from '../core/config.js';
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
  if (config.keys.size === 0 || !('screen' in command)) return command;
  return { ...command, screen: { ...command.screen, keys: config.keys } };
}

function saysWhoWeAre(command: Command): boolean {
  if (!('auth' in command)) return false;
  const { basic, bearer, oauth2 } = command.auth;
  const own =
    'headers' in command && command.headers.some(each => /^authorization$/i.test('name' in each ? each.name : ''));
  return Boolean(basic || bearer || oauth2 || own);
}

/** Flags from the user's configuration, used unless the command line overrides them. */
import { isFlow, takesFlag } from '../core/oauth/flows.js';
import type { CommandName, FlagName } from './flags.js';
import type { Occurrence, Tokens } from './tokens.js';

/** Mutually exclusive flags. Typing one also overrides another's default. */
const rivals: readonly (readonly FlagName[])[] = [
  ['ipv4', 'ipv6'],
  ['http1.1', 'http2'],
  ['download', 'output'],
  ['oauth2-port', 'oauth2-redirect-uri'],
  ['print', 'include', 'verbose'],
];

/**
 * Prepends defaults to the typed flags. Silently drops a default that does not apply to the command or the `--oauth2` flow, or
 * that was also typed. Repeatable flags keep both.
 */
export function withDefaults(defaults: Tokens, typed: Tokens, command: CommandName): Tokens {
  const overridden = ({ flag }: Occurrence): boolean => {
    const names: readonly FlagName[] = [
      ...(flag.repeat === 'collect' ? [] : [flag.name]),
      ...rivals.filter(pair => pair.includes(flag.name)).flat(),
    ];
    return typed.occurrences.some(other => names.includes(other.flag.name));
  };
  const flow = [...defaults.occurrences, ...typed.occurrences]
    .findLast(({ flag }) => flag.name === 'oauth2')
    ?.value.toString()
    .split(':', 1)[0];
  const idle = ({ flag: { name } }: Occurrence): boolean =>
    name.startsWith('oauth2-') && !(isFlow(flow) && takesFlag(flow, `--${name}`));
  const defaultFlags = defaults.occurrences.filter(
    each => each.flag.commands.includes(command) && !overridden(each) && !idle(each),
  );
  return defaultFlags.length === 0
    ? typed
    : { occurrences: [...defaultFlags, ...typed.occurrences], words: typed.words };
}

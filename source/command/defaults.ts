/** Flags that hold when the command line does not say otherwise: those of the user's configuration. */
import { isFlow, takesFlag } from '../core/oauth/flows.js';
import type { CommandName, FlagName } from './flags.js';
import type { Occurrence, Tokens } from './tokens.js';

/** Flags that exclude each other: one on the command line also overrides the other's default. */
const rivals: readonly (readonly FlagName[])[] = [
  ['ipv4', 'ipv6'],
  ['download', 'output'],
  ['oauth2-port', 'oauth2-redirect-uri'],
  ['print', 'include', 'verbose'],
];

/**
 * Puts defaults in front of what was typed. A default that does not belong to the command or to the flow of `--oauth2`, or
 * that was typed too, is left out without a word; of a flag that may be repeated both stay.
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
  const kept = defaults.occurrences.filter(
    each => each.flag.commands.includes(command) && !overridden(each) && !idle(each),
  );
  return kept.length === 0 ? typed : { occurrences: [...kept, ...typed.occurrences], words: typed.words };
}

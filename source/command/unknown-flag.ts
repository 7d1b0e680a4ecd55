/** Advice on flags that are not in the table. */

import { nearest } from '../core/near-miss.js';
import { flagNamed, flagOfLetter, flagTable, shownName } from './flags.js';
import { flagOfOtherTool } from './other-tools.js';

type Advice = readonly [text: string, hint: string];

/** `--name`, with its possible value; `argv` is the whole line. */
export function unknownLongFlag(name: string, value: string | undefined, argv: readonly string[]): Advice {
  const names = flagTable.map(flag => shownName(flag).slice(2));
  const near = nearest(name, names);
  const hint = flagOfOtherTool(`--${name}`, value, argv) ?? (near && `Did you mean --${near}?`);
  return [`Unknown flag --${name}.`, hint ?? 'apiclient --help lists all flags.'];
}

/** `-x`, alone or in a cluster, with the rest of the cluster and line. */
export function unknownShortFlag(
  letter: string,
  rest: string,
  after: string | undefined,
  argv: readonly string[],
): Advice {
  const text = `Unknown flag -${letter}.`;
  // `-json` and `-timeout` lack a dash.
  const longFlag = flagNamed(letter + rest);
  if (longFlag && rest !== '') return [`Unknown flag -${letter}${rest}.`, `Did you mean --${longFlag.name}?`];
  const foreign = flagOfOtherTool(`-${letter}`, rest || after, argv);
  if (foreign) return [text, foreign];
  const near = flagOfLetter(letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase());
  return [
    text,
    near
      ? `Did you mean -${near.short}, --${near.name}?`
      : 'apiclient --help lists all flags. A word that begins with - stands after --.',
  ];
}

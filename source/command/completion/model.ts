/** What the three completion scripts have in common: the flag table in the terms a shell needs. */
import { flowNames } from '../../core/oauth/flows.js';
import { authActions, commandNames, usualMethods } from '../first-word.js';
import { type CommandName, type Completes, type Flag, flagTable, isNegatable, shownName } from '../flags.js';
import { guides, otherTopics } from '../help/guides.js';

/** What a shell offers for a flag's value; `none`: nothing, it is free text. */
export type ValueKind = Completes | 'choices' | 'none';

/** What completes the value of a flag; a table of choices wins over all else. */
export const valueKind = (flag: Flag): ValueKind => (flag.choices ? 'choices' : (flag.completes ?? 'none'));

/** Flags whose value is the next word unless it is attached. */
export const takesNextWord = (flag: Flag): boolean => flag.value !== undefined && !flag.optional;

/** Every way to write a flag's name: `-H`, `--header`; `--no-x` beside its positive form. */
export function spellings(flag: Flag): readonly string[] {
  const names = [...(flag.short ? [`-${flag.short}`] : []), `--${flag.name}`];
  return isNegatable(flag) ? [...names, `--no-${flag.name}`] : names;
}

/** Every way that is offered: the letter, and the long form as help shows it. */
export const offered = (flag: Flag): readonly string[] => [...(flag.short ? [`-${flag.short}`] : []), shownName(flag)];

/** Commands as the scripts tell them apart. The full screen without a command takes what a request takes, and more. */
export const commands = [
  'request',
  'graphql',
  'auth',
  'profiles',
  'demo',
  'run',
  'completion',
  'help',
] as const satisfies readonly CommandName[];

/** The flags a command takes, in the order of the table. */
export const flagsOf = (command: CommandName): readonly Flag[] =>
  flagTable.filter(flag => flag.commands.includes(command));

/** What the first word may be. */
export const firstWords: readonly string[] = [...usualMethods, ...commandNames];

/** Words after a command that are not free text. */
export const wordsAfter: Readonly<Record<string, readonly string[]>> = {
  auth: authActions,
  completion: ['bash', 'zsh', 'fish'],
  help: [...commandNames, ...Object.keys(guides), ...Object.keys(otherTopics)],
};

/** Flows with the colon that follows them. */
export const flowWords: readonly string[] = flowNames.map(flow => `${flow}:`);

/** The letters of switches: they may stand before another letter in one word. */
export const switchLetters: string = flagTable
  .flatMap(flag => (flag.short && flag.value === undefined ? [flag.short] : []))
  .join('');
/** The letters of flags with a value: they end such a word. */
export const valueLetters: string = flagTable
  .flatMap(flag => (flag.short && takesNextWord(flag) ? [flag.short] : []))
  .join('');

/**
 * The grammar of line mode: a table of commands, of which the longest name that begins the line wins. A command accepts only the
 * text that its row describes, so that a misspelled command never becomes free text.
 */
import { nearest } from '../../core/near-miss.js';
import type { State } from '../model/state.js';
import { type DispatchAll, type Reply, refuse } from './reply.js';

/** A command that can be typed. */
export interface LineCommand {
  /** Words, which match in any case. */
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Text after the name, as shown in the help. Absent if the command takes none. */
  readonly argument?: string;
  /** Whether the text after the name belongs to the command. After `NAME:`, any text is accepted. */
  accepts?(text: string, state: State): boolean;
  readonly help: string;
  /** Heading in the short help. */
  readonly group?: string;
  /** The key on the screen, for the help. */
  readonly key?: string;
  /** True if the command works in lists and prompts as well. */
  readonly isGlobal?: true;
  /** @param isFree true if the text follows a colon */
  run(text: string, state: State, act: DispatchAll, isFree: boolean): Reply;
}

/** A command as typed. */
interface TypedCommand {
  readonly command: LineCommand;
  readonly text: string;
  /** True if the text follows a colon. */
  readonly isFree: boolean;
}

export const namesOf = ({ name, aliases = [] }: LineCommand): readonly string[] => [name, ...aliases];

/** How the command is typed: `read [LINE]`. */
export const formOf = ({ name, argument }: LineCommand): string =>
  argument === undefined ? name : `${name} ${argument}`;

/**
 * Returns the text after a name and its separator, or undefined if the line does not begin with the name. `isFree` is true after
 * a colon.
 */
function textAfter(name: string, line: string): { readonly text: string; readonly isFree: boolean } | undefined {
  if (line.slice(0, name.length).toLowerCase() !== name.toLowerCase()) return undefined;
  const [, end, colon, text = ''] = /^(?:($)|(\s*:)|\s|(?=[{(]))\s*(.*)$/s.exec(line.slice(name.length)) ?? [];
  return end === undefined && text === '' && colon === undefined ? undefined : { text, isFree: colon !== undefined };
}

/** Finds the command of a line. Returns the reason if there is none. */
export function commandOf(line: string, commands: readonly LineCommand[], state: State): TypedCommand | Reply {
  let firstMatch: LineCommand | undefined;
  const named = commands
    .flatMap(command => namesOf(command).map((name, at) => ({ name, at, command })))
    // A command's name takes precedence over an equal alias. Aliases are tried in the order of the commands.
    .sort((a, b) => b.name.length - a.name.length || Math.sign(a.at) - Math.sign(b.at));
  for (const { name, command } of named) {
    const after = textAfter(name, line);
    if (after === undefined) continue;
    const { text, isFree } = after;
    const isAccepted = isFree
      ? command.argument !== undefined
      : text === '' || (command.argument !== undefined && (command.accepts?.(text, state) ?? true));
    if (isAccepted) return { command, text, isFree };
    firstMatch ??= command;
  }
  return refuse(unknownWords(line, commands, firstMatch));
}

function unknownWords(line: string, commands: readonly LineCommand[], firstMatch: LineCommand | undefined): string {
  const lowerLine = line.toLowerCase();
  const all = commands.flatMap(namesOf);
  const similarNames = (lowerLine.length < 3 ? [] : all)
    .filter(name => name.toLowerCase().startsWith(lowerLine) || name.toLowerCase().endsWith(` ${lowerLine}`))
    .slice(0, maxNamed);
  const candidates =
    similarNames.length > 0
      ? similarNames
      : [nearest(lowerLine, all) ?? nearest(lowerLine.split(/\s/, 1)[0] ?? '', all)];
  const suggestions = candidates.filter(name => name !== undefined);
  const offer =
    suggestions.length > 0 && suggestions[0] !== firstMatch?.name ? `Did you mean ${suggestions.join(' or ')}?` : '';
  if (firstMatch === undefined) return `Unknown command ${shorten(line)}. ${offer || 'Type help.'}`;
  const usage =
    firstMatch.argument === undefined ? `${firstMatch.name} takes no text.` : `Usage: ${formOf(firstMatch)}.`;
  const freeTextHint =
    firstMatch.accepts !== undefined && firstMatch.argument !== undefined
      ? ` Type ${firstMatch.name}: before other text.`
      : '';
  return [`Unknown command ${shorten(line)}.`, offer, `${usage}${freeTextHint}`].filter(Boolean).join(' ');
}

/** Maximum number of commands suggested. */
const maxNamed = 4;

/** Maximum characters of a line that are repeated in a reply. */
const maxRepeated = 60;

const shorten = (line: string): string => (line.length > maxRepeated ? `${line.slice(0, maxRepeated)} and more` : line);

export const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** Reasons are replies; commands are not. */
export const isReply = (parsed: TypedCommand | Reply): parsed is Reply => 'lines' in parsed;

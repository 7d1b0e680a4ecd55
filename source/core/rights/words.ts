/** Determines the rights that the command-line words of a request need. */
import { maskedWord } from '../masking/by-name.js';
import { type FilePlace, fileRight } from './paths.js';
import { type Right, rightOf, variableRight } from './right.js';
import type { RightClass } from './table.js';

/** A flag in a file. */
export interface FlagUse {
  /** Long name of the flag. */
  readonly name: string;
  /** False for `--no-<name>`. */
  readonly value: string | boolean;
  readonly kind: RightClass;
}

/** Words of a request as parsed, without flags from the command line and the configuration. */
export interface ReadWords<Command> {
  readonly flags: readonly FlagUse[];
  /** Parsed commands: one or, if the words cannot be parsed together, one for each word. */
  readonly commands: readonly Command[];
}

/** Origins of a request. */
interface Origins {
  /** Server that receives credentials. */
  readonly server: string;
  /** Server as written in the file, possibly with a name that a response fills in. */
  readonly named: string;
}

/** Reason, as a sentence, why a request must not be sent even if its file is trusted. */
export type RefusedWords = string;

/**
 * Returns the rights of the words, or why they are rejected.
 * @param template the words with names for values that are only known when the request is sent
 */
export function wordRights(
  { flags, commands }: ReadWords<unknown>,
  template: ReadWords<unknown>,
  origins: Origins,
  place: FilePlace,
): readonly Right[] | RefusedWords {
  const banned = flags.find(({ kind, value }) => kind === 'never' && value !== false);
  if (banned) return `--${banned.name} cannot be set by a file.`;
  // A response may fill in values, but it must not choose flags.
  if (flags.map(nameOf).join(' ') !== template.flags.map(nameOf).join(' '))
    return '# @flags: a response or a variable would add a flag.';
  const { current: base } = place;
  const { files, variables, prompts } = sourcesIn(commands);
  return [
    ...flags.flatMap((use, index) => flagRight(use, template.flags[index] ?? use, origins, place) ?? []),
    ...variables.map(variableRight),
    ...files.flatMap(file =>
      file === '-'
        ? rightOf('read-any', 'standard input')
        : (fileRight('read', { actual: file, template: file, base }, place) ?? []),
    ),
    ...prompts.map(label => rightOf('ask', label, { to: origins.server })),
  ];
}

const nameOf = ({ name, value }: FlagUse): string => `${value === false ? 'no-' : ''}${name}`;

function flagRight(
  { kind, name, value }: FlagUse,
  shown: FlagUse,
  { server, named }: Origins,
  place: FilePlace,
): Right | undefined {
  if (value === false) return undefined;
  const flag = `--${name}`;
  const text = String(shown.value);
  const word = value === true ? flag : maskedWord(`${flag}=${text}`);
  switch (kind) {
    case 'free':
    case 'other':
    case 'never':
      return undefined;
    case 'reroute':
      return rightOf(kind, ...rerouted(name, text, named));
    case 'weaken':
      return rightOf(kind, `TLS with ${named}`, { by: word });
    case 'send':
      return rightOf(kind, name === 'netrc' ? 'your netrc password' : `your session "${text}"`, {
        to: server,
        by: flag,
      });
    case 'log-in':
      return rightOf(kind, `for ${named}`, { by: word });
    case 'ask':
      return rightOf(kind, text, { to: server });
    case 'read':
    case 'read-any':
    case 'write': {
      // -z takes a date or a file. A leading `-` means older.
      const strip = (typed: string | boolean): string =>
        name === 'time-cond' ? String(typed).replace(/^[-+]/, '') : String(typed);
      if (text === '-') return undefined;
      const isFormat = name === 'report';
      const file = (typed: string | boolean): string =>
        isFormat ? String(typed).replace(/^[^=]*=?/, '') : strip(typed);
      return fileRight(
        kind,
        { actual: file(value), template: file(shown.value), base: place.current, by: flag },
        place,
      );
    }
  }
}

/** Describes how a flag reroutes connections. */
function rerouted(name: string, text: string, origin: string): readonly [string, Pick<Right, 'to' | 'by'>] {
  const by = `--${name}`;
  if (name === 'noproxy') return [origin, { to: 'no proxy', by: `${by}=${text}` }];
  if (name === 'proxy') return [origin, { to: text === '' ? 'no proxy' : text.replace(/\/\/[^/@]*@/, '//'), by }];
  const [, from = ':', to = text] = /^((?:\[[^\]]*\]|[^:[\]]*):[^:]*):(.*)$/s.exec(text) ?? [];
  return [from === ':' || name === 'unix-socket' ? origin : from, { to: name === 'unix-socket' ? text : to, by }];
}

/** Files, variables and prompts that the values of a parsed command read. */
interface ReadSources {
  readonly files: readonly string[];
  readonly variables: readonly string[];
  /** Labels of prompts. */
  readonly prompts: readonly string[];
}

/**
 * Finds every source in a command at any position: `{ from: 'file', path }`, `{ from: 'env', name }`, `{ from: 'prompt', label
 * }` and `-H @FILE`. New flags require no change here.
 */
function sourcesIn(command: unknown): ReadSources {
  const [files, variables, prompts]: [Set<string>, Set<string>, Set<string>] = [new Set(), new Set(), new Set()];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { from, kind, path, name, label } = value as Readonly<Record<string, unknown>>;
    if (from === 'stdin') files.add('-');
    if ((from === 'file' || kind === 'file') && typeof path === 'string') files.add(path);
    if (from === 'env') variables.add(String(name));
    if (from === 'prompt') prompts.add(String(label));
    for (const member of Object.values(value)) walk(member);
  };
  walk(command);
  return { files: [...files], variables: [...variables], prompts: [...prompts] };
}

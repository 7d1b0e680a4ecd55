/**
 * argv -> tokens, once per line. meow alone corrupts values (it unquotes `--json='"abc"'`, reads `-d -i` as two flags, drops
 * `--data=`) and exits on errors. Therefore the tokeniser splits argv by the flag table, meow reads numbers as placeholders for
 * the flags and words, and everything else reads the tokens that meow returns.
 */
import meow from 'meow';
import type { Failure } from '../core/failure.js';
import { memoizeWeak } from '../core/memoize-weak.js';
import { type FlagName, flagTable } from './flags.js';
import { tokenise } from './tokenise.js';
import type { FlagTokens, PositionedValue, Tokens } from './tokens.js';
import { collectUsageErrors } from './usage-errors.js';

interface Line extends Tokens {
  /** The first usage error. The tokens are those that could be read. */
  readonly problem: Failure | undefined;
}

/** Reads a command line. It is parsed several times if the configuration has flags, but read only once. */
export const readLine = memoizeWeak((argv: readonly string[]): Line => {
  const errors = collectUsageErrors();
  const tokens = throughMeow(tokenise(argv, errors));
  return { ...tokens, problem: errors.first };
});

/** `http1` for `http1.1`: meow reads a dot as a path in an object. */
const plainName = (name: string): string => name.replace(/\.\d/, '');

const camelCase = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

// meow uses the caller's module only to find package.json, which we pass.
const nowhere = { url: 'file:///apiclient' } as ImportMeta;

function throughMeow({ occurrences, words }: Tokens): Tokens {
  const names = occurrences.map(({ flag }) => plainName(flag.name));
  const { flags, input } = meow('', {
    importMeta: nowhere,
    pkg: { name: 'apiclient' },
    description: false,
    autoHelp: false,
    autoVersion: false,
    argv: [
      ...names.map((name, position) => `--${name}=${position}`),
      '--',
      ...words.map((_, position) => String(position)),
    ],
    flags: Object.fromEntries(names.map(name => [camelCase(name), { type: 'string', isMultiple: true } as const])),
  });
  const positions = Object.values(flags as Readonly<Record<string, readonly string[]>>).flat();
  return {
    occurrences: positions.sort((a, b) => Number(a) - Number(b)).flatMap(at => occurrences[Number(at)] ?? []),
    words: input.map(at => words[Number(at)] ?? ''),
  };
}

/** The flags of a line by name. */
export function flagTokens({ occurrences, words }: Tokens): FlagTokens {
  const positioned = (name: FlagName): readonly PositionedValue[] =>
    occurrences.flatMap(({ flag, value }, position) =>
      flag.name === name && typeof value === 'string' ? [{ value, position }] : [],
    );
  return {
    has: name => occurrences.some(({ flag }) => flag.name === name),
    on(name, standard = false) {
      const last = occurrences.findLast(({ flag }) => flag.name === name);
      return last === undefined ? standard : last.value !== false;
    },
    last: name => positioned(name).at(-1)?.value,
    positioned,
    all: name => positioned(name).map(({ value }) => value),
    words,
  };
}

/**
 * Returns the flags of a line as words, in the order of the table and with values after `=`.
 * @param omitted flags to leave out
 */
export const flagWords = (given: FlagTokens, omitted: readonly string[] = []): readonly string[] =>
  flagTable.flatMap(({ name, value }) => {
    if (!given.has(name) || omitted.includes(name)) return [];
    if (value !== undefined) return given.all(name).map(each => `--${name}=${each}`);
    return [given.on(name) ? `--${name}` : `--no-${name}`];
  });

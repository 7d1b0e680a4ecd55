/**
 * Parses flags with meow. meow gets numbers as placeholders for values and words, and its results are mapped back. It never
 * exits.
 */
import meow from 'meow';
import type { FlagName } from './flags.js';
import type { FlagTokens, PositionedValue, Tokens } from './tokens.js';

/** `http1` for `http1.1`: meow reads a dot as a path in an object. */
const plainName = (name: string): string => name.replace(/\.\d/, '');

const camelNames = new Map<string, string>();

/** Cached, because it is called for every flag of the table several times per line. */
function camel(name: string): string {
  const flag = camelNames.get(name);
  if (flag !== undefined) return flag;
  const made = plainName(name).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  camelNames.set(name, made);
  return made;
}

// meow uses the caller's module only to find package.json, which we pass.
const nowhere = { url: 'file:///apiclient' } as ImportMeta;

export function byMeow(tokens: Tokens): FlagTokens {
  const { occurrences, words } = tokens;
  const parsed = meow('', {
    importMeta: nowhere,
    pkg: { name: 'apiclient' },
    description: false,
    autoHelp: false,
    autoVersion: false,
    argv: [
      ...occurrences.map(({ flag }, position) => `--${plainName(flag.name)}=${position}`),
      '--',
      ...words.map((_, position) => String(position)),
    ],
    flags: Object.fromEntries(
      occurrences.map(({ flag }) => [camel(flag.name), { type: 'string', isMultiple: true } as const]),
    ),
  });
  const places = (name: FlagName): readonly number[] => {
    const value = (parsed.flags as Record<string, unknown>)[camel(name)];
    return Array.isArray(value) ? value.map(Number) : [];
  };
  const placed = (name: FlagName): readonly PositionedValue[] =>
    places(name).flatMap(position => {
      const value = occurrences[position]?.value;
      return typeof value === 'string' ? [{ value, position }] : [];
    });
  return {
    has: name => places(name).length > 0,
    on(name, standard = false) {
      const position = places(name).at(-1);
      return position === undefined ? standard : occurrences[position]?.value !== false;
    },
    last: name => placed(name).at(-1)?.value,
    positioned: placed,
    all: name => placed(name).map(({ value }) => value),
    words: parsed.input.map(position => words[Number(position)] ?? ''),
  };
}

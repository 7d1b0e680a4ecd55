/** argv -> flags with their values, byte for byte, and words, by the flag table. */
import { nearest } from '../core/near-miss.js';
import { flagNamed, flagOfLetter, flagOfLongName, flagTable, type KnownFlag, shownForm, shownName } from './flags.js';
import { flagOfOtherTool } from './other-tools.js';
import type { Occurrence, Tokens } from './tokens.js';
import type { UsageErrors } from './usage-errors.js';

/** Characters that editors and chat programs substitute for `-` or `--`: hyphens, en and em dash, minus. */
const dashes = /^[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]+/;

/** The intended flag of `–v` or `—json`, or undefined for a word. Values are not shown. */
function flagWithOtherDash(typed: string): { readonly shown: string; readonly flag: string } | undefined {
  const [dash] = dashes.exec(typed) ?? [];
  if (dash === undefined) return undefined;
  const [name = ''] = typed.slice(dash.length).split('=', 1);
  if (flagOfLongName(name)) return { shown: `${dash}${name}`, flag: `--${name}` };
  return name !== '' && [...name].every(letter => flagOfLetter(letter))
    ? { shown: `${dash}${name}`, flag: `-${name}` }
    : undefined;
}

/** Parses argv with the flag table. Unknown flags and missing values are rejected, and parsing continues. */
export function tokenise(argv: readonly string[], errors: UsageErrors): Tokens {
  return new Tokeniser(argv, errors).read();
}

class Tokeniser {
  readonly #argv: readonly string[];
  readonly #errors: UsageErrors;
  readonly #occurrences: Occurrence[] = [];
  readonly #words: string[] = [];
  #next = 0;

  constructor(argv: readonly string[], errors: UsageErrors) {
    this.#argv = argv;
    this.#errors = errors;
  }

  read(): Tokens {
    while (this.#next < this.#argv.length) {
      const typed = this.#argv[this.#next++] ?? '';
      if (typed === '--') {
        this.#words.push(...this.#argv.slice(this.#next));
        break;
      }
      if (typed.startsWith('--')) this.#long(typed);
      else if (typed.startsWith('-') && typed !== '-') this.#cluster(typed);
      else this.#word(typed);
    }
    return { occurrences: this.#occurrences, words: this.#words };
  }

  #word(typed: string): void {
    const meant = flagWithOtherDash(typed);
    if (meant)
      this.#errors.add(
        `${meant.shown} begins with a typographic dash instead of a hyphen.`,
        `Did you mean ${meant.flag}? To pass the word literally, put it after --.`,
      );
    this.#words.push(typed);
  }

  #long(typed: string): void {
    const equals = typed.indexOf('=');
    const name = typed.slice(2, equals < 0 ? undefined : equals);
    const attached = equals < 0 ? undefined : typed.slice(equals + 1);
    const flag = flagOfLongName(name, this.#argv[0]);
    if (!flag) this.#errors.add(...unknownLongFlag(name, attached ?? this.#argv[this.#next], this.#argv));
    else if (flag.value === undefined && attached !== undefined) {
      this.#errors.add(`--${name} does not take a value.`, `Usage: --${name}`);
    } else if (flag.value === undefined) this.#add(flag, (flag.typed ?? flag.name) === name);
    else if (attached !== undefined) this.#add(flag, attached);
    else if (flag.optional) this.#add(flag, true);
    else this.#takeNext(flag, `--${name}`);
  }

  #cluster(typed: string): void {
    for (let at = 1; at < typed.length; at++) {
      // By code point, so that messages never split a surrogate pair.
      const letter = String.fromCodePoint(typed.codePointAt(at) ?? 0);
      const flag = flagOfLetter(letter);
      if (!flag || flag.value !== undefined) {
        this.#lastOfCluster(letter, flag, typed.slice(at + letter.length));
        return;
      }
      this.#add(flag, true);
    }
  }

  /** A letter that takes the rest of its cluster as a value, or that is unknown. */
  #lastOfCluster(letter: string, flag: KnownFlag | undefined, rest: string): void {
    if (!flag) this.#errors.add(...unknownShortFlag(letter, rest, this.#argv[this.#next], this.#argv));
    else if (rest === '') this.#takeNext(flag, `-${letter}`);
    else this.#add(flag, rest);
  }

  /** Always the value, even with a leading dash; otherwise some values could not be given. */
  #takeNext(flag: KnownFlag, typed: string): void {
    const value = this.#argv[this.#next++];
    if (value === undefined) this.#errors.add(`${typed} needs a value.`, `Usage: ${shownForm(flag)}`);
    else this.#add(flag, value);
  }

  #add(flag: KnownFlag, value: Occurrence['value']): void {
    this.#occurrences.push({ flag, value });
  }
}

/** Advice on flags that are not in the table. */
type Advice = readonly [text: string, hint: string];

/** Handles `--name`, optionally with a value; `argv` is the whole line. */
function unknownLongFlag(name: string, value: string | undefined, argv: readonly string[]): Advice {
  const names = flagTable.map(flag => shownName(flag).slice(2));
  const near = nearest(name, names);
  const hint = flagOfOtherTool(`--${name}`, value, argv) ?? (near && `Did you mean --${near}?`);
  return [`Unknown flag --${name}.`, hint ?? 'Run apiclient --help to list all flags.'];
}

/** Handles `-x`, alone or in a cluster, with the rest of the cluster and line. */
function unknownShortFlag(letter: string, rest: string, after: string | undefined, argv: readonly string[]): Advice {
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
      : 'Run apiclient --help to list all flags. Put a word that begins with - after --.',
  ];
}

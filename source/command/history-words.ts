/** Command lines in the history: masked when they are stored, and combined with new words when they are repeated. */
import { type Failure, usageError } from '../core/failure.js';
import { maskedItem, maskedWord, maskText } from '../core/masking/by-name.js';
import { shellWord } from '../core/request/shell.js';
import { bullets } from '../core/secret.js';
import { isStoredInFile, wordsLeft } from '../core/session/words.js';
import { flagOfLongName } from './flags.js';
import { readLine } from './read-line.js';
import type { Occurrence } from './tokens.js';

/** Words of a line: those that are not flags, and flags as `--name=value`, both in the order typed. */
interface LineWords {
  readonly words: readonly string[];
  readonly flags: readonly string[];
}

function lineWords(argv: readonly string[]): LineWords {
  const { words, occurrences } = readLine(argv);
  return { words, flags: occurrences.map(flagWord) };
}

function flagWord({ flag, value }: Occurrence): string {
  const name = flag.typed ?? flag.name;
  if (typeof value === 'string') return `--${name}=${value}`;
  return value ? `--${name}` : `--no-${name}`;
}

const joinWords = ({ words, flags }: LineWords): readonly string[] => [
  ...flags,
  ...(words.some(word => word.startsWith('-')) ? ['--'] : []),
  ...words,
];

/** Returns a line for the history, without its secrets. */
export function historyWords(argv: readonly string[]): readonly string[] {
  const { words, flags } = lineWords(argv);
  return joinWords({
    words: words.map(maskedItem),
    flags: flags.map(word => {
      const maskedText = maskedWord(word);
      if (maskedText !== word) return maskedText;
      const [, name = '', value] = /^(--[^=]+=)([\s\S]*)$/.exec(word) ?? [];
      return value === undefined ? word : name + maskText(value);
    }),
  });
}

/** Returns a request as the text of a `.http` file, for the full screen. */
export function historyEntryText(argv: readonly string[], method: string, url: string): string {
  const { words, flags } = lineWords(argv);
  const line = [...flags, ...words.slice(2)].map(shellWord).join(' ');
  return `${line === '' ? '' : `# @flags ${line}\n`}${method} ${url}\n`;
}

/** Name of an item with its operator, and name of a flag with its equals sign. */
const subjectOf = (word: string): string =>
  /^--[^=]+/.exec(word)?.[0] ?? /^(?:\\.|[^\\=:@])+(?::=@?|==@?|=@?|:)/s.exec(word)?.[0].replace(/@$/, '') ?? word;

/**
 * Returns a stored line with the words typed after `again`. A typed flag replaces the stored one unless both have an effect,
 * and a typed item replaces the one with its name. Fails if a masked value is left.
 */
export function wordsAgain(
  storedWords: readonly string[],
  typedWords: readonly string[],
  number: number,
): readonly string[] | Failure {
  const before = lineWords(storedWords);
  const after = lineWords([before.words[0] ?? '', ...typedWords]);
  const items = after.words.slice(1);
  const newer = after.flags.filter(isStoredInFile);
  const subjects = new Set([...items, ...after.flags].map(subjectOf));
  const flags = before.flags.filter(word => {
    if (isStoredInFile(word)) return wordsLeft([word], newer).length > 0;
    const [, name = ''] = /^--([^=]+)/.exec(word) ?? [];
    return flagOfLongName(name, before.words[0])?.repeat === 'collect' || !subjects.has(subjectOf(word));
  });
  const words = before.words.filter((word, at) => at < 2 || !subjects.has(subjectOf(word)));
  const wordWithSecret = [...flags, ...words].find(word => word.includes(bullets));
  if (wordWithSecret !== undefined) {
    const subject = subjectOf(wordWithSecret);
    const form = words.includes(wordWithSecret) ? `${subject}…` : `${subject}=…`;
    return usageError(
      `The history does not store secrets, and this request had one in ${words.indexOf(wordWithSecret) === 1 ? 'its URL' : subject}.`,
      words.indexOf(wordWithSecret) === 1
        ? 'Type the request again.'
        : `Pass it again: apiclient again ${number} ${form}`,
    );
  }
  return joinWords({ words: [...words, ...items], flags: [...flags, ...after.flags] });
}

/** The words of a line that are saved in its session. */
import { isStored } from '../core/session/words.js';
import { flagTokens, flagWords, readLine } from './read-line.js';

/** Headers, login flags and cookies of a line, with values after `=`. */
export const sessionWords = (argv: readonly string[]): readonly string[] =>
  flagWords(flagTokens(readLine(argv))).filter(isStored);

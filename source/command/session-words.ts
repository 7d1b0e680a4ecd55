/** The words of a line that are saved in its session. */
import { isStored } from '../core/session/words.js';
import { flagTable } from './flags.js';
import { flagTokens, readLine } from './read-line.js';

/** Headers, login flags and cookies of a line, with values after `=`. */
export function sessionWords(argv: readonly string[]): readonly string[] {
  const given = flagTokens(readLine(argv));
  return flagTable
    .flatMap(({ name, value }) => {
      if (!given.has(name)) return [];
      if (value !== undefined) return given.all(name).map(each => `--${name}=${each}`);
      return given.on(name) ? [`--${name}`] : [];
    })
    .filter(isStored);
}

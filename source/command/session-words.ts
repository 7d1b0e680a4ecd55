/** The words of a line that are saved in its session. */
import { isStored } from '../core/session/words.js';
import { byMeow } from './by-meow.js';
import { flagTable } from './flags.js';
import { tokenise } from './tokenise.js';
import { collectUsageErrors } from './usage-errors.js';

/** Headers, login flags and cookies of a line, with values after `=`. */
export function sessionWords(argv: readonly string[]): readonly string[] {
  const given = byMeow(tokenise(argv, collectUsageErrors()));
  return flagTable
    .flatMap(({ name, value }) => {
      if (!given.has(name)) return [];
      if (value !== undefined) return given.all(name).map(each => `--${name}=${each}`);
      return given.on(name) ? [`--${name}`] : [];
    })
    .filter(isStored);
}

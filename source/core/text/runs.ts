/** Functions for runs of characters in untrusted texts that visit each character once. */

/**
 * Returns the start of the longest end of a text in which each character matches, or none does. A pattern like `/\s+$/` would
 * start at each character of every run within the text, so 100 kB of blanks between two words would take seconds.
 * @param mark expression for one UTF-16 unit, without the flag `g`
 */
function startOfEnd(text: string, mark: RegExp, matches: boolean): number {
  let from = text.length;
  while (from > 0 && mark.test(text.charAt(from - 1)) === matches) from--;
  return from;
}

/** Returns the matching characters at the end of a text. */
export const endOf = (text: string, mark: RegExp): string => text.slice(startOfEnd(text, mark, true));

/** Removes matching characters from the end of a text. */
export const withoutEnd = (text: string, mark: RegExp): string => text.slice(0, startOfEnd(text, mark, true));

/** Returns the text after the last matching character, or the entire text if there is none. */
export const afterLast = (text: string, mark: RegExp): string => text.slice(startOfEnd(text, mark, false));

/** Returns the text on one line: each run of white space that contains a line end becomes one blank. */
export const onOneLine = (text: string): string => text.replace(/\s+/g, run => (run.includes('\n') ? ' ' : run));

/** Returns the text on one line: each line end becomes a visible mark, so that a name sent by a server cannot start a line. */
export const withMarkedEnds = (text: string): string => text.replace(/\r\n|[\r\n]/g, '\u240a');

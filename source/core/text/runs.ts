/** Functions for runs of characters in untrusted texts that visit each character once. */

/**
 * Removes matching characters from the end of a text. A pattern like `/\s+$/` would start at each character of every run within
 * the text, so 100 kB of blanks between two words would take seconds.
 * @param mark expression for one character, without the flag `g`
 */
export function withoutEnd(text: string, mark: RegExp): string {
  let to = text.length;
  while (to > 0 && mark.test(text.charAt(to - 1))) to--;
  return text.slice(0, to);
}

/**
 * Returns the text after the last matching character, or the entire text if there is none. `/[^&]*$/` would start at each
 * character before it.
 */
export function afterLast(text: string, mark: RegExp): string {
  let from = text.length;
  while (from > 0 && !mark.test(text.charAt(from - 1))) from--;
  return text.slice(from);
}

/** Returns the text on one line: each run of white space that contains a line end becomes one blank. */
export const onOneLine = (text: string): string => text.replace(/\s+/g, run => (run.includes('\n') ? ' ' : run));

/** Returns the text on one line: each line end becomes a visible mark, so that a name sent by a server cannot start a line. */
export const withMarkedEnds = (text: string): string => text.replace(/\r\n|[\r\n]/g, '\u240a');

/** Runs of characters in texts that somebody else wrote, each looked at once. */

/**
 * Without the characters at its end that fit. A pattern like `/\s+$/` would begin at each of the characters of every run within the
 * text, so that 100 kB of blanks between two words took seconds.
 * @param mark fits one character, without the flag `g`
 */
export function withoutEnd(text: string, mark: RegExp): string {
  let to = text.length;
  while (to > 0 && mark.test(text.charAt(to - 1))) to--;
  return text.slice(0, to);
}

/** All after the last character that fits; the whole text if none does. `/[^&]*$/` would begin at each character before it. */
export function afterLast(text: string, mark: RegExp): string {
  let from = text.length;
  while (from > 0 && !mark.test(text.charAt(from - 1))) from--;
  return text.slice(from);
}

/** On one line: each run of white space that has a line end is one blank. */
export const onOneLine = (text: string): string => text.replace(/\s+/g, run => (run.includes('\n') ? ' ' : run));

/** On one line: a line end is a visible mark, so that a name of a server cannot begin a line. */
export const withMarkedEnds = (text: string): string => text.replace(/\r\n|[\r\n]/g, '\u240a');

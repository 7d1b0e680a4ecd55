/**
 * The end of a text, read backwards. A regular expression such as `/\s+$/` tries every start, so a long run of characters in the
 * middle of a text takes a time that grows with its square.
 */

/** The longest end of a text in which every character matches. @param character an expression without flags for one UTF-16 unit */
export function endOf(text: string, character: RegExp): string {
  let from = text.length;
  while (from > 0 && character.test(text.charAt(from - 1))) from--;
  return text.slice(from);
}

/** The text without that end. */
export const withoutEnd = (text: string, character: RegExp): string =>
  text.slice(0, text.length - endOf(text, character).length);

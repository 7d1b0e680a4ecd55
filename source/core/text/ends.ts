/**
 * Finds the matching end of a text by reading backwards. A regular expression such as `/\s+$/` tries every start, so its time
 * grows with the square of the length of a run in the middle of the text.
 */

/**
 * Returns the longest end of a text in which every character matches. @param character expression without flags for one UTF-16
 * unit
 */
export function endOf(text: string, character: RegExp): string {
  let from = text.length;
  while (from > 0 && character.test(text.charAt(from - 1))) from--;
  return text.slice(from);
}

export const withoutEnd = (text: string, character: RegExp): string =>
  text.slice(0, text.length - endOf(text, character).length);

/** Splits texts and names into words. */
import { nameOf } from './name.js';

/** Scripts that have no spaces between words, and pictures. Each of their characters is a word. */
const single = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Extended_Pictographic}]/u;
const apart = new RegExp(`${single.source}|(?:(?!${single.source})[\\p{L}\\p{N}])+`, 'gu');

/** Splits a text into runs of letters and digits. `图书📚` is three words. */
export const wordsOf = (text: string): string[] => text.match(isSpaceless(text) ? apart : /[\p{L}\p{N}]+/gu) ?? [];

/** Returns true if a text contains a character that is a word by itself. */
export const isSpaceless = (text: string): boolean => /[^\u0000-\u0dff]/.test(text) && single.test(text);

/** Maximum length of a name to split. A longer one is a single word. */
const maxSplit = 250;

/** Splits `getPetById` or `/pets/{pet-id}` into lower-case words. */
export function nameWords(text: string): readonly string[] {
  const { starts } = nameOf(text);
  if (text.length > maxSplit) return wordsOf(text.slice(0, maxSplit).toLowerCase());
  return starts.flatMap((at, nth) => wordsOf(text.slice(at, starts[nth + 1] ?? text.length).toLowerCase()));
}

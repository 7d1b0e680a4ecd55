/** Words of texts and names. */
import { nameOf } from './name.js';

/** Scripts that write no space between words, and pictures: each of their characters is a word. */
const single = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Extended_Pictographic}]/u;
const apart = new RegExp(`${single.source}|(?:(?!${single.source})[\\p{L}\\p{N}])+`, 'gu');

/** Letters and digits between anything else; `图书📚` is three words. */
export const wordsOf = (text: string): string[] => text.match(isSpaceless(text) ? apart : /[\p{L}\p{N}]+/gu) ?? [];

/** True if some character of a text is a word by itself. */
export const isSpaceless = (text: string): boolean => /[^\u0000-\u0dff]/.test(text) && single.test(text);

/** Longer names have one word. */
const maxSplit = 250;

/** `getPetById`, `/pets/{pet-id}` -> their words in lower case. */
export function nameWords(text: string): readonly string[] {
  const { starts } = nameOf(text);
  if (text.length > maxSplit) return wordsOf(text.slice(0, maxSplit).toLowerCase());
  return starts.flatMap((at, nth) => wordsOf(text.slice(at, starts[nth + 1] ?? text.length).toLowerCase()));
}

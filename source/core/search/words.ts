/** Splits texts and names into words, and reduces English words to stems by rules, without a dictionary. */
import { memoizeTexts } from '../memoize-weak.js';
import { nameOf } from './name.js';

/** Scripts that have no spaces between words, and pictures. Each of their characters is a word. */
const single = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Extended_Pictographic}]/u;
const apart = new RegExp(`${single.source}|(?:(?!${single.source})[\\p{L}\\p{N}])+`, 'gu');

/** Splits a text into runs of letters and digits. `图书📚` is three words. */
export const wordsOf = (text: string): string[] => text.match(isSpaceless(text) ? apart : /[\p{L}\p{N}]+/gu) ?? [];

/** Returns true if a text contains a character that is a word by itself. */
const isSpaceless = (text: string): boolean => /[^\u0000-\u0dff]/.test(text) && single.test(text);

/** Maximum length of a name to split. A longer one is a single word. */
const maxSplit = 250;

/** Splits `getPetById` or `/pets/{pet-id}` into lower-case words. */
export function nameWords(text: string): readonly string[] {
  const { starts } = nameOf(text);
  if (text.length > maxSplit) return wordsOf(text.slice(0, maxSplit).toLowerCase());
  return starts.flatMap((at, nth) => wordsOf(text.slice(at, starts[nth + 1] ?? text.length).toLowerCase()));
}

/** Forms that the rules would miss or confuse with another word. */
const irregular: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  indices: 'index',
  sent: 'send',
  paid: 'pay',
  payment: 'pay',
  bought: 'buy',
  buyer: 'buy',
  sold: 'sell',
  seller: 'sell',
  made: 'make',
  found: 'find',
  built: 'build',
  shown: 'show',
  written: 'write',
  wrote: 'write',
  chosen: 'choose',
  running: 'run',
  used: 'use',
  usage: 'use',
  using: 'use',
  subscription: 'subscrib',
  refund: 'refund',
  description: 'describ',
  customer: 'customer',
  customers: 'customer',
  author: 'author',
  authors: 'author',
  production: 'production',
  status: 'status',
  news: 'news',
  comment: 'comment',
  comments: 'comment',
  register: 'registr',
  registrant: 'registr',
  registrants: 'registr',
  expiry: 'expir',
  authenticated: 'authenticated',
  viewer: 'viewer',
  viewers: 'viewer',
  number: 'number',
  numbers: 'number',
};

const hasVowel = /[aeiouy]/;
const maxStems = 50_000;

/**
 * Returns the stem of a lower-case word: "deleting", "deletion" and "deletes" have the same stem. Words with letters other than
 * a–z are their own stems.
 */
export const stem = memoizeTexts(maxStems, stemOf);

function stemOf(word: string): string {
  if (Object.hasOwn(irregular, word)) return irregular[word] ?? word;
  if (word.length < 4 || word.length > 40 || !/^[a-z]+$/.test(word)) return word.length === 3 ? ending(word) : word;
  const single = withoutPlural(word);
  if (Object.hasOwn(irregular, single)) return irregular[single] ?? single;
  return ending(withoutSuffix(single));
}

/** Removes a plural ending from a word. */
export function withoutPlural(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** Suffixes, with the number of letters that must remain. */
const suffixes: readonly (readonly [suffix: string, least: number])[] = [
  ['ing', 3],
  ['ion', 4],
  ['ed', 3],
  ['ment', 4],
  ['able', 4],
  ['er', 4],
  ['or', 4],
  ['ee', 4],
  ['ly', 4],
];

function withoutSuffix(word: string): string {
  const match = suffixes.find(([suffix, least]) => {
    const rest = word.length - suffix.length;
    return rest >= least && word.endsWith(suffix) && hasVowel.test(word.slice(0, rest));
  });
  if (match === undefined || /eed$/.test(word)) return word;
  return word.slice(0, -match[0].length);
}

/** Removes final letters that differ between forms of a word: "activat(e)" and "activ(e)", "notif(y)" and "notific(ation)". */
function ending(word: string): string {
  let end = word;
  if (end.length > 3 && end.endsWith('e')) end = end.slice(0, -1);
  if (end.endsWith('ificat')) end = end.slice(0, -3);
  else if (end.length > 6 && end.endsWith('at')) end = end.slice(0, -2);
  if (end.length > 3 && /([bcdfghjklmnpqrstvwxz])\1$/.test(end)) end = end.slice(0, -1);
  return end.length > 2 && /[^aeiou]y$/.test(end) ? `${end.slice(0, -1)}i` : end;
}

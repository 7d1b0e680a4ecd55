/** Measures how closely a query word matches the name of a field or type, and how much of the name it covers. */

import { memoizeWeak } from '../../memoize-weak.js';
import { maskOf, type Name } from '../../search/name.js';
import { nearRange } from '../../search/near-match.js';
import type { SearchIndex } from './entries.js';

/** How exactly a word matches part of a name. `slip` is a match with a typo. */
export const exactness = { whole: 1, plural: 0.95, beginning: 0.8, slip: 0.6 } as const;

/** Matches of a word. Lists are parallel to the names of the corpus. */
export interface WordMatches {
  /** Matching names. */
  readonly ids: readonly number[];
  /** One of `exactness`, or 0 if the word is not in the name. */
  readonly scores: Float32Array;
  /** Number of letters of the name that the word covers, plus a bonus if the name starts with it. */
  readonly covers: Float32Array;
  /** False if the word matches no name at all. */
  readonly fits: boolean;
  /** True if the word matches only with a typo. */
  readonly isSlip: boolean;
  /** True if the word asks for a count and therefore also matches fields whose type implies one. */
  readonly asksHowMany: boolean;
}

/** Words that ask for a count. */
const howMany = new Set(['count', 'number', 'total']);

/** A name without `_`, with the start of each part and the end of the last one. */
export interface Parts {
  readonly text: string;
  readonly bounds: readonly number[];
}

/** Splits a name into parts. `city_area` and `cityArea` both become `cityarea`, with parts at 0 and 4. */
export function partsOf({ low, starts }: Name): Parts {
  const text = low.replaceAll('_', '');
  const bounds =
    text.length === low.length ? [...starts] : starts.map(at => low.slice(0, at).replaceAll('_', '').length);
  if (bounds[0] !== 0) bounds.unshift(0);
  bounds.push(text.length);
  return { text, bounds };
}

/** Bonus for a match at the start, in letters. */
const beginning = 0.5;
/** Number of words whose matches are cached. While the user types, only the last word changes. */
const maxKept = 32;
const matchesOf = memoizeWeak((_: SearchIndex) => new Map<string, WordMatches>());

/**
 * Returns the matches of a word in the names of fields and types.
 * @param word letters and digits only, in lower case
 * @param parts parts by name number; names without parts are skipped
 */
export function matchWord(index: SearchIndex, word: string, parts: readonly (Parts | undefined)[]): WordMatches {
  const ofIndex = matchesOf(index);
  const match = ofIndex.get(word);
  const matches = match ?? look(index, word, parts);
  ofIndex.delete(word);
  ofIndex.set(word, matches);
  for (const [oldest] of ofIndex) {
    if (ofIndex.size <= maxKept) break;
    ofIndex.delete(oldest);
  }
  return matches;
}

function look(
  { corpus: { names, nameMasks } }: SearchIndex,
  word: string,
  parts: readonly (Parts | undefined)[],
): WordMatches {
  const scores = new Float32Array(names.length);
  const covers = new Float32Array(names.length);
  const forms = formsOf(word);
  const ids: number[] = [];
  const needed = maskOf(word.replace(/(?:ies|es|s|y)$/, ''));
  for (let id = 0; id < nameMasks.length; id++) {
    const name = ((nameMasks[id] ?? 0) & needed) === needed ? parts[id] : undefined;
    if (name === undefined) continue;
    const score = fitOf(name, word, forms);
    if (score === 0) continue;
    ids.push(id);
    scores[id] = score;
    const begins = [word, ...forms].some(form => name.text.startsWith(form)) ? beginning : 0;
    covers[id] = begins + (score === exactness.plural ? coverOf(name, forms) : word.length);
  }
  const asksHowMany = howMany.has(word);
  if (ids.length > 0 || asksHowMany) return { ids, scores, covers, fits: true, isSlip: false, asksHowMany };
  const mask = maskOf(word);
  for (let id = 0; id < nameMasks.length; id++) {
    const missing = mask & ~(nameMasks[id] ?? 0);
    const name = (missing & (missing - 1)) === 0 && parts[id] !== undefined ? names[id] : undefined;
    if (name === undefined || nearRange(name, word, mask) === undefined) continue;
    ids.push(id);
    scores[id] = exactness.slip;
    covers[id] = Math.min(word.length, name.low.length);
  }
  return { ids, scores, covers, fits: ids.length > 0, isSlip: ids.length > 0, asksHowMany };
}

/** Returns the singular or plural form of a noun: `city` for `cities` and vice versa. */
function formsOf(word: string): readonly string[] {
  if (word.length < 2) return [];
  const forms = [`${word}s`, `${word}es`];
  if (word.endsWith('y')) forms.push(`${word.slice(0, -1)}ies`);
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  if (word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.endsWith('s')) forms.push(word.slice(0, -1));
  return forms.filter(form => form.length > 1);
}

const isPart = ({ text, bounds }: Parts, at: number, word: string): boolean =>
  text.startsWith(word, at) && bounds.includes(at + word.length);

function fitOf(name: Parts, word: string, forms: readonly string[]): number {
  const { text, bounds } = name;
  let best = 0;
  for (let nth = 0; nth < bounds.length - 1; nth++) {
    const at = bounds[nth] ?? 0;
    if (text.startsWith(word, at)) {
      if (bounds.includes(at + word.length)) return exactness.whole;
      best = Math.max(best, exactness.beginning);
    }
    if (best < exactness.plural && forms.some(form => isPart(name, at, form))) best = exactness.plural;
  }
  return best;
}

const coverOf = (name: Parts, forms: readonly string[]): number =>
  forms.find(form => name.bounds.some(at => isPart(name, at, form)))?.length ?? 0;

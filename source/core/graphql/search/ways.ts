/**
 * Finds the path that a query of several words means: `order city` finds `order.shippingAddress.city`. The schema is a graph,
 * and the query selects the shortest path through states of (type, words already matched), found with Dijkstra's algorithm. A
 * step gets cheaper the more of its name the words cover, and more expensive for parts that the query does not mention. Words
 * can be in any order.
 */
import type { SearchIndex } from './entries.js';
import { Walk, type Way } from './walk.js';
import { wayGraphOf } from './way-graph.js';
import { matchWord } from './word-match.js';

/** Maximum number of words. Each further word doubles the number of states, so longer queries are not searched for paths. */
const maxWords = 6;
/** Maximum number of types times word sets. A search uses 25 bytes for each. */
const maxStates = 2 ** 22;

/** The best paths, best first, with each field at most once, and the words each matches, as bits. */
export interface Ways {
  readonly ways: readonly Way[];
  readonly masks: readonly number[];
  /** True if a word matches only with a typo. */
  readonly isGuess: boolean;
}

/** Surcharge for paths that match with a typo. */
const guessed = 1.5;

export const noWays: Ways = { ways: [], masks: [], isGuess: false };

/**
 * Returns the paths with all words that match anything, or with all but one of them.
 * @param typed words as typed, in lower case
 */
export function findWays(index: SearchIndex, typed: readonly string[]): Ways {
  const words = typed.map(word => word.replace(/[^\p{L}\p{N}]+/gu, ''));
  if (words.filter(Boolean).length < 2 || words.length > maxWords) return noWays;
  const graph = wayGraphOf(index);
  const matches = words.map(word => matchWord(index, word, graph.namesOf));
  const fitting = words.flatMap((word, at) => (word !== '' && matches[at]?.fits ? [at] : []));
  if (fitting.length < 2 || graph.typeNames.length << fitting.length > maxStates) return noWays;
  const { full, near } = new Walk(
    index,
    graph,
    fitting.flatMap(at => matches[at] ?? []),
  ).run();
  const isGuess = fitting.some(at => matches[at]?.isSlip === true);
  const ways = [...full, ...near].map(way => (isGuess ? { ...way, cost: way.cost + guessed } : way));
  const spread = (mask: number): number =>
    fitting.reduce((bits, word, at) => ((mask & (1 << at)) === 0 ? bits : bits | (1 << word)), 0);
  return { ways, masks: ways.map(({ mask }) => spread(mask)), isGuess };
}

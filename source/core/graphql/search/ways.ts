/**
 * Finds the way that a question of several words means: `order city` is `order.shippingAddress.city`. The schema is a graph, and a
 * question the shortest way in it over states of (type, words already matched), by Dijkstra. A step costs the less the more of its
 * name the words cover; what the words do not ask for costs more. Words may be in any order.
 */
import type { SearchIndex } from './entries.js';
import { Walk, type Way } from './walk.js';
import { wayGraphOf } from './way-graph.js';
import { matchWord } from './word-match.js';

/** With more words, ways are not searched: states double with each. */
const maxWords = 6;
/** Types times sets of words: memory of a search is 25 bytes for each. */
const maxStates = 2 ** 22;

/** The best ways, best first, each field once, and the words that each has, as bits. */
export interface Ways {
  readonly ways: readonly Way[];
  readonly masks: readonly number[];
  /** Some word matches only with a typing slip. */
  readonly isGuess: boolean;
}

/** Added to the cost of ways with a typing slip. */
const guessed = 1.5;

export const noWays: Ways = { ways: [], masks: [], isGuess: false };

/**
 * The ways that have all words that match anything, or all but one of them.
 * @param typed in lower case, as typed
 */
export function findWays(index: SearchIndex, typed: readonly string[]): Ways {
  const words = typed.map(word => word.replace(/[^\p{L}\p{N}]+/gu, ''));
  if (words.filter(Boolean).length < 2 || words.length > maxWords) return noWays;
  const graph = wayGraphOf(index);
  const matches = words.map(word => matchWord(index, word, graph.parts));
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

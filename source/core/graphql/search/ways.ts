/**
 * Finds the way that a question of several words means: `order city` is `order.shippingAddress.city`. The schema is a graph, and a
 * question the shortest way in it over states of (type, words already matched), by Dijkstra. A step costs the less the more of its
 * name the words cover; what the words do not ask for costs more. Words may stand in any order.
 */
import type { SearchIndex } from './entries.js';
import { Walk, type Way } from './walk.js';
import { wayGraphOf } from './way-graph.js';
import { exactness, matchWord } from './word-match.js';

/** More words are not looked for along ways: states double with each. */
const maxWords = 6;
/** Types times sets of words: memory of a search is 25 bytes for each. */
const maxStates = 2 ** 22;

/** The best ways, best first, each field once. */
export interface Ways {
  readonly ways: readonly Way[];
  /** The one word that the ways leave out, because none has all; undefined: they have all. */
  readonly dropped?: string;
  /** Some word fits only but for a slip of typing. */
  readonly isGuess: boolean;
}

const none: Ways = { ways: [], isGuess: false };

/**
 * The ways that fit the words, else those that fit all but one.
 * @param typed in lower case, as typed
 */
export function findWays(index: SearchIndex, typed: readonly string[]): Ways {
  const words = typed.map(word => word.replace(/[^\p{L}\p{N}]+/gu, '')).filter(word => word !== '');
  if (words.length < 2 || words.length > maxWords) return none;
  const graph = wayGraphOf(index);
  if (graph.typeNames.length << words.length > maxStates) return none;
  const matches = words.map(word => matchWord(index, word, graph.parts));
  const fitting = words.filter((_, at) => matches[at]?.fits);
  if (fitting.length === words.length) {
    const { full, near } = new Walk(index, graph, matches).run();
    const isGuess = matches.some(({ scores }) => scores.includes(Math.fround(exactness.slip)));
    const [best] = near;
    if (best === undefined) return { ways: full, isGuess };
    const dropped = words.find((_, at) => (best.mask & (1 << at)) === 0) ?? '';
    return { ways: near.filter(({ mask }) => mask === best.mask), dropped, isGuess: true };
  }
  if (fitting.length < words.length - 1) return none;
  const dropped = words.find((_, at) => !matches[at]?.fits) ?? '';
  const { full } = new Walk(
    index,
    graph,
    matches.filter(({ fits }) => fits),
  ).run();
  return full.length === 0 ? none : { ways: full, dropped, isGuess: true };
}

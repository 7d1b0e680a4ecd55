/** Parses a typed query into words with their alternatives. */
import { lower, maskOf, nameOf } from './name.js';
import { nearRange } from './name-match.js';
import type { Intent, Synonyms } from './synonyms.js';
import { nameWords, stem } from './words.js';

/** A word or phrase of a query. */
export interface AskedWord {
  /** Text in lower case. The words of a phrase are separated by blanks. */
  readonly text: string;
  readonly stem: string;
  /** Stems of words with the same meaning, and how much each is worth, up to 1. */
  readonly synonyms: ReadonlyMap<string, number>;
  /** True for the verb of the query. */
  readonly isVerb: boolean;
  /** True for the last word, which may be incomplete. */
  readonly isUnfinished: boolean;
  /** True for a word that a result may lack and still count as complete: "my", or the verb of "list repositories". */
  readonly isOptional: boolean;
  /** The word joined with the word before or after it, such as "oncall" in "on call". */
  readonly joined: readonly string[];
}

/** A parsed query. */
export interface Asked {
  readonly text: string;
  readonly words: readonly AskedWord[];
  /** Intent of the query's verb, or undefined if there is no verb. */
  readonly intent: Intent | undefined;
  /** True if the query certainly starts with a verb that writes, such as "create" or "label" in "label an issue". */
  readonly isAction: boolean;
  /** The entire text in lower case, if it is a single word without blanks. */
  readonly single: string | undefined;
}

/** Maximum number of characters to read in a query, and maximum number of words. */
const maxLength = 200;
const maxWords = 12;

/** Articles, prepositions, pronouns and auxiliary verbs. */
export const small: ReadonlySet<string> = new Set(
  'a am an and another any are as at be by can could did do does for from has have her his how i if in into is it its not of on one or our out over s so some t than that the their them there these they this those to up was what when where which who will with you your'.split(
    ' ',
  ),
);

/** Returns true for a word to ignore. In a query of two words, prepositions count: "by time". */
const isSmall = (word: string, count: number): boolean =>
  small.has(word) && (count > 2 || /^(?:an?|the|s)$/.test(word));

/** Parses a query. Never fails. */
export function ask(typed: string, synonyms: Synonyms): Asked {
  const text = typed.slice(0, maxLength);
  const trimmed = lower(text.trim());
  const ordered = ownersFirst(withParticle(text.split(/\s+/).flatMap(nameWords), synonyms), synonyms);
  const { all } = ordered;
  const words = phrasesIn(ordered, !/\s$/.test(text), synonyms);
  const askedWords = words.length > 0 || all.length === 0 ? words : all.slice(0, maxWords).map(plainWord);
  const isQuestion = startsQuestion.test(trimmed);
  const firstVerb = isVerbBefore(all) ? askedWords[0] : undefined;
  const verb = isQuestion ? undefined : (verbOf(askedWords, synonyms) ?? firstVerb);
  const plainIntent = verb === undefined ? describedIntent(askedWords, synonyms) : intentOfVerb(verb, synonyms);
  const intent = isQuestion ? 'read' : plainIntent;
  const isOptional = verb !== undefined && askedWords.length > 1 && reading.has(verb.text);
  const isCertain = isVerbBefore(all) || plainVerbs.some(({ low }) => low === verb?.text);
  return {
    text,
    words: askedWords.map(word => (word === verb ? { ...word, isVerb: true, isOptional } : word)),
    intent,
    isAction: intent !== undefined && intent !== 'read' && isCertain,
    single: trimmed !== '' && !/\s/.test(trimmed) ? trimmed : undefined,
  };
}

/**
 * Returns the words and phrases that are not ignored.
 * @param isOpen true if the word that was typed last may be incomplete
 */
function phrasesIn({ all, typedLast }: OrderedWords, isOpen: boolean, synonyms: Synonyms): readonly AskedWord[] {
  const words: AskedWord[] = [];
  for (let at = 0; at < all.length && words.length < maxWords; ) {
    const phrase = synonyms.phraseAt(all, at);
    const length = phrase?.length ?? 1;
    const word = all.slice(at, at + length).join(' ');
    const isUnfinished = isOpen && at <= typedLast && typedLast < at + length;
    if (phrase !== undefined || isUnfinished || !isSmall(word, all.length)) {
      const stemmed = phrase?.stem ?? stem(word);
      words.push({
        text: word,
        stem: stemmed,
        synonyms: synonyms.of(stemmed),
        isVerb: false,
        isOptional: pronouns.has(word),
        isUnfinished,
        joined: joinedForms(word, all[at - 1], all[at + length]),
      });
    }
    at += length;
  }
  return words;
}

/** Returns a word or phrase joined with the words before and after it, and without its blanks. */
const joinedForms = (word: string, before: string | undefined, after: string | undefined): readonly string[] => [
  ...(before === undefined ? [] : [before + word]),
  ...(after === undefined ? [] : [word + after]),
  ...(word.includes(' ') ? [word.replaceAll(' ', '')] : []),
];

/** Words in the order in which names contain them, and the position of the word that was typed last. */
interface OrderedWords {
  readonly all: readonly string[];
  readonly typedLast: number;
}

/** Moves an owner to the front: "comments on an issue" becomes "on an issue comments". A leading verb stays first. */
function ownersFirst(words: readonly string[], synonyms: Synonyms): OrderedWords {
  const typedLast = words.length - 1;
  const preposition = isVerbBefore(words) ? /^in$/ : /^(?:in|on)$/;
  const at = words.findIndex(
    (word, nth) => nth > 0 && (word === 'of' || (preposition.test(word) && article.test(words[nth + 1] ?? ''))),
  );
  if (at < 0 || at === typedLast) return { all: words, typedLast };
  // "list of countries" reads like "list countries".
  if (at === 1 && reading.has(words[0] ?? ''))
    return { all: [words[0] ?? '', ...words.slice(2)], typedLast: typedLast - 1 };
  const start = at > 1 && synonyms.intentOf(words[0] ?? '') !== undefined ? 1 : 0;
  const owner = words.slice(at);
  return {
    all: [...words.slice(0, start), ...owner, ...words.slice(start, at)],
    typedLast: start + owner.length - 1,
  };
}

/** Moves the particle of a two-word verb to the verb: "turn the light off" becomes "turn off the light". */
function withParticle(words: readonly string[], synonyms: Synonyms): readonly string[] {
  const [verb = ''] = words;
  const at = words.findIndex(
    (word, nth) => nth > 1 && particles.test(word) && synonyms.phraseAt([verb, word], 0) !== undefined,
  );
  const particle = words[at];
  return particle === undefined ? words : [verb, particle, ...words.slice(1, at), ...words.slice(at + 1)];
}

const particles = /^(?:off|on|out|up|down|back|away)$/;

const article = /^(?:an?|the)$/;

/** Returns a word without alternatives. */
export const plainWord = (text: string): AskedWord => ({
  text,
  stem: stem(text),
  synonyms: new Map(),
  isVerb: false,
  isOptional: false,
  isUnfinished: false,
  joined: [],
});

/** Verbs that may come last: "volume remove". */
const plainVerbs = 'create add update edit set delete remove destroy'.split(' ').map(nameOf);

/** Returns the plain verb that a word matches exactly or with a typo. */
function plainVerb(word: string): string | undefined {
  const mask = maskOf(word);
  return plainVerbs.find(verb => verb.low === word || nearRange(verb, word, mask)?.[1] === verb.low.length)?.low;
}

/** Finds the verb, which can be the first word, or the last of up to three. */
function verbOf(words: readonly AskedWord[], synonyms: Synonyms): AskedWord | undefined {
  const [first] = words;
  const last = words.length > 1 && words.length <= 3 ? words.at(-1) : undefined;
  const verb = last !== undefined && plainVerb(last.text) !== undefined ? last : first;
  if (verb === undefined || isParticiple(verb.text)) return undefined;
  return (synonyms.intentOf(keyOf(verb)) ?? plainVerb(verb.text)) === undefined ? undefined : verb;
}

const intentOfVerb = (verb: AskedWord, synonyms: Synonyms): Intent =>
  synonyms.intentOf(keyOf(verb)) ?? synonyms.intentOf(plainVerb(verb.text) ?? '') ?? 'write';

/** Returns true if the second word makes the first one a verb: "comment on issue", "label an issue". */
const isVerbBefore = ([first = '', second = '', third]: readonly string[]): boolean =>
  third !== undefined && afterVerb.test(second) && !small.has(first) && !first.endsWith('s');

/** Words that start a question about data. */
const startsQuestion =
  /^(?:is|are|was|were|does|did|has|have|who|whose|what|when|where|which|how (?:many|much|old|tall|long|big|fast|far|often)) /;

const afterVerb = /^(?:on|to|into|an?|the|my|this|all|someone)$/;

/** Verbs that every operation that reads matches. */
const reading = new Set('get list show find fetch read view see retrieve'.split(' '));

/** Words that limit a query to the user's own data or mean any user, which few names and descriptions mention. */
const pronouns = new Set(['my', 'me', 'mine', 'all', 'someone', 'somebody']);

/**
 * Returns the intent of a query without a verb that starts with a participle, such as "liked songs" and "running containers".
 */
const describedIntent = (words: readonly AskedWord[], synonyms: Synonyms): Intent | undefined =>
  words.some(word => isParticiple(word.text) && synonyms.intentOf(keyOf(word)) !== undefined) ? 'read' : undefined;

/** Returns a word, or the stem of a phrase. */
const keyOf = ({ text, stem: stemmed }: AskedWord): string => (text.includes(' ') ? stemmed : text);

const isParticiple = (word: string): boolean => /[a-z]{3}(?:ed|ing|ment|tion)$/.test(word);

/** Returns the verb after "un" or "re": `unfollow`, `resend`. */
export const innerVerb = (word: string): string | undefined => /^(?:un|re)([a-z]{3,})$/.exec(word)?.[1];

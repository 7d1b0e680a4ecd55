/** A searchable set of documents: words with the documents that contain them, and names. */
import { addTo } from '../add-to.js';
import { small } from './ask.js';
import { type Name, nameOf } from './name.js';
import { builtInSynonyms, type Intent } from './synonyms.js';
import { nameWords, stem, wordsOf } from './words.js';

/**
 * Weight of each field, and how strongly longer fields are discounted and from which length (BM25F). With `isAround`, the field
 * describes the document's surroundings and is not searched for a single word.
 */
const fieldTable = {
  name: { weight: 4, b: 0.5, usual: 2.5 },
  title: { weight: 4, b: 0.5, usual: 5 },
  lastSegment: { weight: 3, b: 0.5, usual: 1.5 },
  path: { weight: 1.5, b: 0.5, usual: 4 },
  verbs: { weight: 1.5, b: 0, usual: 1 },
  pathParameters: { weight: 1.2, b: 0.5, usual: 2 },
  tags: { weight: 1, b: 0.5, usual: 2 },
  text: { weight: 0.8, b: 0.75, usual: 20 },
  parameters: { weight: 0.6, b: 0.5, usual: 4 },
  way: { weight: 1.5, b: 0.5, usual: 4, isAround: true },
  owner: { weight: 1.5, b: 0.5, usual: 2, isAround: true },
  result: { weight: 1.2, b: 0.5, usual: 2, isAround: true },
  inputs: { weight: 0.6, b: 0.5, usual: 4, isAround: true },
  body: { weight: 0.4, b: 0.75, usual: 12, isAround: true },
  details: { weight: 0.3, b: 0.75, usual: 30, isAround: true },
};

interface FieldRule {
  readonly weight: number;
  readonly b: number;
  readonly usual: number;
  readonly isAround?: boolean;
}

/** A part of a document. */
type FieldName = keyof typeof fieldTable;

/** A document. Words are the numbers returned by `Corpus.words` and `Corpus.textWords`. */
export interface SearchDocument {
  /** Names by which it can be found character by character. The words of the first one count as its name. */
  readonly names: readonly string[];
  /** Descriptive title. Adjacent words of a query count more if they are adjacent here too. */
  readonly title?: string;
  readonly fields: readonly (readonly [field: FieldName, words: readonly number[]])[];
  /** Factor for its scores: how likely this kind of document is to be meant. */
  readonly prior: number;
  readonly intent?: Intent;
  readonly isDeprecated?: boolean;
  /** Position among documents with equal scores, from 0 to 511. */
  readonly order: number;
  /** Position if its complete name is typed. Defaults to `order`. */
  readonly exactOrder?: number;
}

/** Maximum number of documents in the index. */
export const maxDocuments = 4_194_304;
/**
 * Factor by which a posting multiplies its document number. The posting also contains twice its weight, plus 1 if a field of
 * the document itself contains the word.
 */
export const postingSize = 256;
/** Highest weight in a posting. */
export const maxWeight = 127;
/** Saturation of repeated words. */
const k1 = 1.3;
/** Maximum number of characters to read in a text. */
const maxText = 600;
/** Separates name and title in `sequences`. */
export const noWord = -1;

/** Value of `Corpus.intentOf` for each intent; 0 if there is none. */
export const intentNumbers: Readonly<Record<Intent, number>> = { read: 1, write: 2, destroy: 3 };

/** Indexed documents. Lists whose names end in `Of` are parallel to the documents. */
export class Corpus {
  readonly words: string[] = [];
  readonly wordIds = new Map<string, number>();
  readonly byStem = new Map<string, number[]>();
  /** 1 for words that are verbs. */
  readonly isVerb: number[] = [];
  /** 1 for articles, prepositions and the like. */
  readonly isSmall: number[] = [];
  /** 1 for words that indicate a removal. */
  readonly isDestructive: number[] = [];
  /** Documents of each word, encoded as described at `postingSize`. */
  readonly postings: number[][] = [];
  /** Words by their first code unit, which other forms of a word nearly always share. */
  readonly byFirst = new Map<number, number[]>();
  readonly names: Name[] = [];
  /** Masks of the names, which exclude most of them quickly. */
  readonly nameMasks: number[] = [];
  readonly nameIds = new Map<string, number>();
  /** Number of documents with each name. */
  readonly nameUses: number[] = [];
  /** Start of the names of document d, which are `nameAt[nameStarts[d]]` up to `nameStarts[d + 1]`. */
  readonly nameStarts: number[] = [0];
  readonly nameAt: number[] = [];
  /**
   * Start of the words in the name and title of document d, in order, with `noWord` between name and title. Bounds are as for
   * names.
   */
  readonly sequenceStarts: number[] = [0];
  readonly sequences: number[] = [];
  readonly priorOf: number[] = [];
  readonly intentOf: number[] = [];
  /** True if any document has an intent. */
  hasIntents = false;
  readonly isDeprecatedOf: number[] = [];
  readonly orderOf: number[] = [];
  readonly exactOrderOf: number[] = [];
  readonly #nameWords = new Map<string, readonly number[]>();
  readonly #textWords = new Map<string, readonly number[]>();
  readonly #weights = new Map<number, number>();
  readonly #own = new Set<number>();

  get size(): number {
    return this.priorOf.length;
  }

  /** Returns the words of a name or path. */
  wordsOfName(name: string): readonly number[] {
    let ids = this.#nameWords.get(name);
    if (ids === undefined) {
      ids = nameWords(name).map(word => this.#wordId(word));
      this.#nameWords.set(name, ids);
    }
    return ids;
  }

  /** Returns the words of a sentence or description. */
  wordsOfText(text: string | undefined): readonly number[] {
    if (text === undefined || text === '') return none;
    let ids = this.#textWords.get(text);
    if (ids === undefined) {
      ids = wordsOf(text.slice(0, maxText).toLowerCase()).map(word => this.#wordId(word));
      this.#textWords.set(text, ids);
    }
    return ids;
  }

  /** Adds a document. Its number is the number of documents before it. */
  add(document: SearchDocument): void {
    const at = this.size;
    if (at >= maxDocuments) return;
    const { names, title, fields, prior, intent, isDeprecated = false, order, exactOrder = order } = document;
    for (const name of names) this.nameAt.push(this.#nameId(name));
    this.nameStarts.push(this.nameAt.length);
    for (const word of this.wordsOfName(names[0] ?? '')) this.sequences.push(word);
    if (title !== undefined) this.sequences.push(noWord, ...this.wordsOfText(title));
    this.sequenceStarts.push(this.sequences.length);
    this.priorOf.push(prior * (isDeprecated ? 0.8 : 1));
    this.intentOf.push(intent === undefined ? 0 : intentNumbers[intent]);
    this.hasIntents ||= intent !== undefined;
    this.isDeprecatedOf.push(isDeprecated ? 1 : 0);
    this.orderOf.push(Math.min(order, maxOrder));
    this.exactOrderOf.push(Math.min(exactOrder, maxOrder));
    this.#addPostings(at, fields);
  }

  #addPostings(at: number, fields: SearchDocument['fields']): void {
    const sums = this.#weights;
    sums.clear();
    const own = this.#own;
    own.clear();
    for (const [field, words] of fields) {
      const { weight, b, usual, isAround = false }: FieldRule = fieldTable[field];
      const each = weight / (1 - b + (b * words.length) / usual);
      for (const word of words) {
        sums.set(word, (sums.get(word) ?? 0) + each);
        if (!isAround) own.add(word);
      }
    }
    for (const [word, sum] of sums) {
      const weight = Math.max(1, Math.round((maxWeight * sum) / (k1 + sum)));
      this.postings[word]?.push(at * postingSize + weight * 2 + (own.has(word) ? 1 : 0));
    }
  }

  /** Frees memory that is needed only for adding documents. */
  finish(): void {
    this.#nameWords.clear();
    this.#textWords.clear();
  }

  #wordId(word: string): number {
    let id = this.wordIds.get(word);
    if (id !== undefined) return id;
    id = this.words.push(word) - 1;
    this.wordIds.set(word, id);
    this.postings.push([]);
    // "not" is not a form of "note".
    if (!small.has(word)) addTo(this.byStem, stem(word), id);
    addTo(this.byFirst, word.charCodeAt(0), id);
    const intent = builtInSynonyms.intentOf(word);
    this.isSmall.push(small.has(word) ? 1 : 0);
    this.isVerb.push(intent === undefined ? 0 : 1);
    this.isDestructive.push(intent === 'destroy' ? 1 : 0);
    return id;
  }

  #nameId(name: string): number {
    let id = this.nameIds.get(name);
    if (id === undefined) {
      const prepared = nameOf(name);
      id = this.names.push(prepared) - 1;
      this.nameMasks.push(prepared.mask);
      this.nameIds.set(name, id);
      this.nameUses.push(0);
    }
    this.nameUses[id] = (this.nameUses[id] ?? 0) + 1;
    return id;
  }
}

const none: readonly number[] = [];
export const maxOrder = 511;

/** Parses search text. */
import { type EntryKind, isSpaceless, wordsOf } from './entries.js';
import { lower } from './name.js';

/** Letters of a query that count. */
const maxQueryLength = 200;
/** Shorter words would be found in every description. */
const minTextLength = 2;

/** `user.na` and `user(id`: names like `na` in what is called like `user`; `user na`: the same, or both in one name. */
export interface Query {
  /** As typed. */
  readonly typed: string;
  /** The last word: what the name must be like; empty: any name. */
  readonly name: string;
  /** The words before: what the owner must be like. */
  readonly owners: readonly string[];
  /** All in one, for names of several words; empty where a point divides them. */
  readonly joined: string;
  /** `(` if an argument is typed, else `.` if a point divides words. */
  readonly pointed: '' | '.' | '(';
  /** For descriptions: every word begins a word there; empty: they are not searched. */
  readonly words: readonly string[];
  /** Only these kinds: `field:`, `@skip`; undefined: all. */
  readonly kinds: ReadonlySet<EntryKind> | undefined;
}

/** Prefixes that limit the results to one kind: `field:name`, `enum:`. */
const kindFilters = {
  field: ['field'],
  type: ['type'],
  arg: ['argument'],
  input: ['input'],
  enum: ['enumValue'],
  directive: ['directive'],
} as const satisfies Readonly<Record<string, readonly EntryKind[]>>;

const filter = /(^|\s)(field|type|arg|input|enum|directive):/g;

/** Never fails: what has no meaning is left out. */
export function parseQuery(text: string): Query {
  const typed = text.slice(0, maxQueryLength);
  const kinds = new Set<EntryKind>();
  const unfiltered = lower(typed).replace(filter, (_, space: string, kind: keyof typeof kindFilters) => {
    for (const each of kindFilters[kind]) kinds.add(each);
    return space;
  });
  const low = unfiltered.trimStart();
  const directives = low.startsWith('@');
  if (directives) kinds.add('directive');
  const bare = (directives ? low.slice(1) : low).replace(/[:)!]/g, '');
  const parts = bare.split(/[\s.(]+/);
  // Characters that stand together are looked for together.
  const words = bare.split(/\s+/).flatMap(part => (isSpaceless(part) ? [wordsOf(part).join(' ')] : wordsOf(part)));
  const pointed = /[.(]/.test(bare);
  // A space at the end is the beginning of a next word that nobody knows yet; a point asks for all that is inside.
  while (!pointed && parts.length > 1 && parts.at(-1) === '') parts.pop();
  const name = parts.at(-1) ?? '';
  return {
    typed,
    name,
    owners: parts.slice(0, -1).filter(part => part !== ''),
    pointed: bare.includes('(') ? '(' : pointed ? '.' : '',
    joined: pointed ? '' : parts.join(''),
    words: pointed || directives || (words.join('').length < minTextLength && !isSpaceless(bare)) ? [] : words,
    kinds: kinds.size === 0 ? undefined : kinds,
  };
}

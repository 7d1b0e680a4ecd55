/** Names of values that refer to objects: `bookId`, `project_gid`, `ids` of a field that returns books. */
import { memoizeTexts } from '../memoize-weak.js';
import { nameWords, stem, withoutPlural } from '../search/words.js';

/** Suffixes of type names that do not change which object is meant. */
const roles = /^(?:compact|response|dto|summary|base|basic|simple|full|resource|detail|representation|v\d+)$/;

/** Words of a name in lower case, the last one in the singular: `line item` for `LineItems`. */
export function singularWords(name: string): readonly string[] {
  const words = [...nameWords(name)];
  while (words.length > 1 && roles.test(words.at(-1) ?? '')) words.pop();
  const last = words.pop();
  return last === undefined ? [] : [...words, withoutPlural(last)];
}

const maxKeys = 5000;

/** A key that is the same for all spellings of a name: `bookID`, `book_ids` and `Book id`. */
export const singularKey = memoizeTexts(maxKeys, name => keyOf(singularWords(name)));

function keyOf(words: readonly string[]): string {
  return words.map(stem).join(' ');
}

/** Last words of a name that always mean an identifier, in order of preference. */
export const identifiers: readonly string[] = ['id', 'gid', 'uuid', 'guid', 'sid', 'oid', 'iid', 'pk'];
/** Last words of a name that mean an identifier after the name of a type. */
const handleWords: ReadonlySet<string> = new Set([
  ...['key', 'slug', 'code', 'number', 'name', 'login', 'handle', 'username', 'email', 'sha'],
]);

/** The type and member that a name refers to. */
export interface Reference {
  /** Keys of the type in the name, the most specific one first: `parent project`, `project`. Empty for `id`. */
  readonly types: readonly string[];
  /** Key of the member in the name, or undefined if the name is only a type. */
  readonly member: string | undefined;
  /** True if the member is an identifier, for which another identifier of the object can be used. */
  readonly isIdentifier: boolean;
}

/** Splits the name of a value into a type and a member. */
export function referenceOf(name: string): Reference {
  const words = singularWords(name.split(/[_-]or[_-]|(?<=[a-z])Or(?=[A-Z])/, 1)[0] ?? '');
  const last = words.at(-1) ?? '';
  const isIdentifier = identifiers.includes(last);
  const hasMember = isIdentifier || handleWords.has(last);
  const type = hasMember ? words.slice(0, -1) : words;
  return {
    types: type.map((_, at) => keyOf(type.slice(at))),
    member: hasMember ? stem(last) : undefined,
    isIdentifier,
  };
}

/** True if the words of a key contain the words of another, as in `updat book payload` and `book`. */
export const containsKey = (key: string, part: string): boolean => ` ${key} `.includes(` ${part} `);

/** Parses search text. */
import { lower } from '../../search/name.js';
import type { EntryKind } from './entries.js';

/** Maximum number of significant characters in a query. */
const maxQueryLength = 200;

/**
 * A parsed query. `user.na` and `user(id` match names like `na` inside elements like `user`. Without a dot, words may match
 * anything.
 */
export interface Query {
  readonly typed: string;
  /** The typed text in its original case, without prefixes and marks. */
  readonly bare: string;
  /** The last word in lower case, possibly empty. */
  readonly name: string;
  /** The words before the last one, in lower case. */
  readonly owners: readonly string[];
  /** `(` if an argument is typed, or `.` if a dot separates the words. */
  readonly pointed: '' | '.' | '(';
  /** Kinds to return (`field:name`, `@skip`), or undefined for all. */
  readonly kinds: ReadonlySet<EntryKind> | undefined;
  /** `op:` limits the results to fields of root types. */
  readonly isOperation: boolean;
}

/** Prefixes that limit the results to one kind: `field:name`, `enum:`. */
const kindFilters: Readonly<Record<string, EntryKind>> = {
  field: 'field',
  op: 'field',
  type: 'type',
  arg: 'argument',
  input: 'input',
  enum: 'enumValue',
  directive: 'directive',
};

const filter = /(^|\s)(field|op|type|arg|input|enum|directive):/gi;

/** Parses a query. Never fails: marks without a meaning are dropped. */
export function parseQuery(text: string): Query {
  const typed = text.slice(0, maxQueryLength);
  const kinds = new Set<EntryKind>();
  let isOperation = false;
  const unfiltered = typed.replace(filter, (_, space: string, prefix: string) => {
    const kind = kindFilters[lower(prefix)];
    if (kind !== undefined) kinds.add(kind);
    isOperation ||= lower(prefix) === 'op';
    return space;
  });
  const start = unfiltered.trimStart();
  if (start.startsWith('@')) kinds.add('directive');
  const bare = start.replace(/^@/, '').replace(/[:)!]/g, '');
  const parts = lower(bare).split(/[\s.(]+/);
  const [pointed = ''] = (['(', '.'] as const).filter(mark => bare.includes(mark));
  // After a blank the next word is not known yet. After a dot all members match.
  while (pointed === '' && parts.length > 1 && parts.at(-1) === '') parts.pop();
  return {
    typed,
    bare,
    name: parts.at(-1) ?? '',
    owners: parts.slice(0, -1).filter(part => part !== ''),
    pointed,
    kinds: kinds.size === 0 ? undefined : kinds,
    isOperation,
  };
}

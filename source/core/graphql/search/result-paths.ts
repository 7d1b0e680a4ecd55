/** Position of a result in the tree, and the path to it in words. */
import { argument, field, input, type Path, type PathStep } from '../builder/schema/path.js';
import type { Entry, SearchIndex } from './entries.js';
import { routeTo } from './routes.js';

/** The two ways to show a result: as a row of the query tree, or in the browser of schema names. */
export interface ResultPaths {
  /** Row below a root; absent if no root leads to the element. */
  readonly path?: Path;
  /** Names below Types (`User`, `posts`, `first`) or below Directives. */
  readonly browse: { readonly group: 'types' | 'directives'; readonly names: readonly string[] };
}

/** Maximum total length of the names above a row, because the tree identifies each row by the names of all rows above it. */
const maxLetters = 20_000;

/**
 * Returns the paths of an entry.
 * @param foundPath path of a field if it is not the shortest one
 */
export function resultPaths(index: SearchIndex, entry: Entry, foundPath?: Path): ResultPaths {
  if (foundPath !== undefined) return { path: foundPath, browse: { group: 'types', names: [entry.owner, entry.name] } };
  const { kind, name, owner } = entry;
  if (kind === 'directive') return { browse: { group: 'directives', names: [name] } };
  if (kind === 'argument' && entry.field === '') {
    return { browse: { group: 'directives', names: [owner.slice(1), name] } };
  }
  if (kind === 'type') return { browse: { group: 'types', names: [name] } };
  const names = kind === 'argument' ? [owner, entry.field, name] : [owner, name];
  const browse = { group: 'types', names } as const;
  if (kind === 'enumValue') return { browse };
  const route = routeTo(index.reach, owner);
  if (route === undefined) return { browse };
  const member = kind === 'input' ? input(name) : field(name);
  const last = kind === 'argument' ? [field(entry.field), argument(name)] : [member];
  const path = { root: route.root, steps: [...route.steps, ...last] };
  return path.steps.reduce((sum, step) => sum + lettersOf(step), 0) > maxLetters ? { browse } : { path, browse };
}

function lettersOf(step: PathStep): number {
  if (step.kind === 'item') return 0;
  return (step.kind === 'on' ? (step.type ?? '') : step.name).length;
}

const rootWords = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription', fragment: 'Fragment' } as const;

/** Returns the rows to expand in order: `Query`, `viewer`, `… on User`, `posts`, `(first:)`. */
export function textOfResult(paths: ResultPaths): readonly string[] {
  const { path, browse } = paths;
  if (path === undefined) return [browse.group === 'types' ? 'Types' : 'Directives', ...browse.names];
  return textOfPath(path);
}

/** Like `textOfResult`, for any row of the query. */
export const textOfPath = ({ root, steps }: Path): readonly string[] => [rootWords[root], ...steps.map(wordOf)];

/** Returns true if the path starts with a mutation. */
export const isWriting = ([root]: readonly string[]): boolean => root === rootWords.mutation;

function wordOf(step: PathStep): string {
  switch (step.kind) {
    case 'argument':
      return `(${step.name}:)`;
    case 'on':
      return `… on ${step.type ?? ''}`;
    case 'item':
      return `[${step.index}]`;
    case 'spread':
      return `...${step.name}`;
    case 'directive':
      return `@${step.name}`;
    default:
      return step.name;
  }
}

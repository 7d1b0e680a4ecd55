/** The number of ticks, counted once per text. */
import { type DefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import type { ParsedText } from '../../core/graphql/builder/text/query-document.js';
import { memoizeWeak } from '../../core/memoize-weak.js';
import type { State } from '../model/state.js';

const countsOf = memoizeWeak((_: ParsedText) => new Map<number, number>());

/**
 * Number of ticked leaf fields in the definition that the tree shows, including its fragments.
 */
export function tickedCount({ query }: Pick<State, 'query'>): number {
  const { lastValid } = query.document;
  const { active } = query;
  const node = active === undefined ? undefined : lastValid.definitions[active];
  if (node === undefined || active === undefined) return 0;
  const known = countsOf(lastValid);
  let count = known.get(active);
  if (count === undefined) {
    count = leavesOf(node, fragmentsOf(lastValid.definitions));
    known.set(active, count);
  }
  return count;
}

type Fragments = ReadonlyMap<string, DefinitionNode>;

const fragmentsOf = (definitions: readonly DefinitionNode[]): Fragments =>
  new Map(
    definitions.flatMap(each => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
  );

/**
 * `visit` of graphql-js takes thirty times as long, because it calls its visitors for every node, including arguments and
 * types.
 */
function leavesOf(definition: DefinitionNode, fragments: Fragments, counts = new Map<string, number>()): number {
  const waiting = [definition as { readonly selectionSet?: SelectionSetNode }];
  let count = 0;
  const inFragment = (name: string): number => {
    const fragment = fragments.get(name);
    // A fragment counts each time it is spread. A fragment that contains itself is invalid, so that spread counts as 0.
    if (fragment !== undefined && !counts.has(name)) {
      counts.set(name, 0);
      counts.set(name, leavesOf(fragment, fragments, counts));
    }
    return counts.get(name) ?? 0;
  };
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const each of node.selectionSet?.selections ?? []) {
      if (each.kind === Kind.FIELD && each.selectionSet === undefined) count++;
      else if (each.kind === Kind.FRAGMENT_SPREAD) count += inFragment(each.name.value);
      else waiting.push(each);
    }
  }
  return count;
}

/** Fields of selection sets and fragments of a document. */
import { type DefinitionNode, type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

export const fragmentsOf = (definitions: readonly DefinitionNode[]): Fragments =>
  new Map(
    definitions.flatMap(node => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
  );

/** Returns the name of a field in the response. */
export const responseKeyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/**
 * Visits the fields of selection sets with the type that each is selected on, including those in fragments (GraphQL
 * specification 6.3.2). Each fragment is entered once.
 * @param type type that the sets are selected on
 */
export function eachField(
  sets: readonly SelectionSetNode[],
  fragments: Fragments,
  type: string | undefined,
  visit: (node: FieldNode, on: string | undefined) => void,
): void {
  const work = sets.map(set => ({ set, on: type }));
  const entered = new Set<string>();
  for (const { set, on } of work)
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        visit(node, on);
        continue;
      }
      const inner = node.kind === Kind.INLINE_FRAGMENT ? node : newFragment(node.name.value);
      if (inner) work.push({ set: inner.selectionSet, on: inner.typeCondition?.name.value ?? on });
    }

  function newFragment(name: string): FragmentDefinitionNode | undefined {
    if (entered.has(name)) return undefined;
    entered.add(name);
    return fragments.get(name);
  }
}

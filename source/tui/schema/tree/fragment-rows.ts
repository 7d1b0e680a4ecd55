/** Rows of fragments in a selection: type conditions, spreads, and the directives of any selection. */

import type {
  FieldNode,
  FragmentDefinitionNode,
  FragmentSpreadNode,
  InlineFragmentNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import { directiveOf } from '../../../core/graphql/builder/schema/lookups.js';
import { child, directive, on, type Path, spread } from '../../../core/graphql/builder/schema/path.js';
import type { SchemaView } from '../../../core/graphql/builder/schema/schema-view.js';
import type { ParsedText } from '../../../core/graphql/builder/text/query-document.js';
import { usesOfFragment } from '../../../core/graphql/builder/text/usage.js';
import type { SchemaType } from '../../../core/graphql/schema-types.js';
import type { Row, TickState } from '../../model/tree.js';
import type { VariableValues } from '../../variables/values.js';
import { queryRow } from './row.js';
import { argumentRows } from './value-rows.js';

/** A selection set, in the text or not, and its position. */
export interface SelectionContext {
  readonly view: SchemaView;
  readonly good: ParsedText;
  readonly typeName: string;
  /** Its selections in the text. Absent if it is not in the text or has no braces. */
  readonly set: SelectionSetNode | undefined;
  readonly path: Path;
  /** Depth of its rows. */
  readonly depth: number;
  /** Values of the variables, shown below arguments that are variables. */
  readonly variables: VariableValues | undefined;
  /** Types (and `...fragments`) above it, to detect cycles. */
  readonly above: readonly string[];
}

/** Creates the rows below a composite type. Passed in, because fields and fragments contain each other. */
type RowsBelow = (inside: SelectionContext) => readonly Row[];

/** A fragment of the text with its index among those of its kind. */
export interface IndexedFragment<Node> {
  readonly node: Node;
  readonly nth: number;
}

/** `composite`: the selection needs subfields. */
export function markOf(node: FieldNode | InlineFragmentNode | undefined, composite: boolean): TickState {
  if (node === undefined) return 'absent';
  return composite && (node.selectionSet?.selections.length ?? 0) === 0 ? 'partial' : 'ticked';
}

/** `@directive` rows of a selection, with their arguments. */
export function directiveRows(
  inside: SelectionContext,
  node: SelectionNode | undefined,
  path: Path,
  depth: number,
): Row[] {
  const counts = new Map<string, number>();
  return (node?.directives ?? []).map(each => {
    const name = each.name.value;
    const nth = counts.get(name) ?? 0;
    counts.set(name, nth + 1);
    const known = directiveOf(inside.view, name);
    const at = child(path, directive(name, nth));
    const args = known?.args ?? [];
    const given = each.arguments ?? [];
    const context = { view: inside.view, text: inside.good.text, parent: `@${name}`, variables: inside.variables };
    return queryRow(at, depth, {
      kind: 'directive',
      name: `@${name}`,
      mark: 'ticked',
      description: known?.description,
      children: args.length + given.length > 0 ? () => argumentRows(context, args, given, at, depth + 1) : undefined,
    });
  });
}

/** `… on T` rows for every possible type, and for other types used in the text. */
export function conditionRows(
  inside: SelectionContext,
  type: SchemaType | undefined,
  given: readonly IndexedFragment<InlineFragmentNode>[],
  below: RowsBelow,
): Row[] {
  const rows: Row[] = [];
  const named = new Set<string>();
  for (const each of given) {
    const name = each.node.typeCondition?.name.value ?? null;
    if (name !== null && (each.node.directives?.length ?? 0) === 0) named.add(name);
    rows.push(conditionRow(inside, name, each.node, each.nth, below));
  }
  if (type?.kind !== 'UNION' && type?.kind !== 'INTERFACE') return rows;
  for (const name of type.possibleTypes)
    if (!named.has(name)) rows.push(conditionRow(inside, name, undefined, 0, below));
  return rows;
}

function conditionRow(
  inside: SelectionContext,
  name: string | null,
  node: InlineFragmentNode | undefined,
  nth: number,
  below: RowsBelow,
): Row {
  const typeName = name ?? inside.typeName;
  const path = child(inside.path, on(name, nth, (node?.directives?.length ?? 0) > 0));
  const described = inside.view.type(typeName)?.description;
  return queryRow(path, inside.depth, {
    kind: 'on',
    name: name ?? '',
    typeName,
    mark: markOf(node, true),
    description: described,
    cyclic: name !== null && inside.above.includes(typeName),
    children: () => [
      ...directiveRows(inside, node, path, inside.depth + 1),
      ...below({
        ...inside,
        typeName,
        set: node?.selectionSet,
        path,
        depth: inside.depth + 1,
        above: [...inside.above, typeName],
      }),
    ],
  });
}

/** `...Fragment` rows, which expand to the fragment's definition. */
export function spreadRow(
  inside: SelectionContext,
  { node, nth }: IndexedFragment<FragmentSpreadNode>,
  below: RowsBelow,
): Row {
  const name = node.name.value;
  const path = child(inside.path, spread(name, nth));
  const fragment = inside.good.fragments.get(name);
  const label = `...${name}`;
  const circle = inside.above.includes(label);
  const typeName = fragment?.typeCondition.name.value;
  const depth = inside.depth + 1;
  const rowsOf = ({ selectionSet: set }: FragmentDefinitionNode, type: string): readonly Row[] => [
    ...directiveRows(inside, node, path, depth),
    ...below({ ...inside, typeName: type, set, path, depth, above: [...inside.above, label, type] }),
  ];
  return queryRow(path, inside.depth, {
    kind: 'spread',
    name: label,
    mark: 'ticked',
    detail:
      fragment === undefined ? 'no such fragment' : `on ${typeName} ${usesText(usesOfFragment(inside.good, name))}`,
    typeName,
    cyclic: circle,
    children: fragment === undefined || typeName === undefined || circle ? undefined : () => rowsOf(fragment, typeName),
  });
}

/** Number of uses of a fragment, shown in the row because an edit below a spread changes all of them. */
const usesText = (uses: number): string => (uses === 1 ? 'used once' : `used ${uses} times`);

/** Rows below a composite type: its fields, type conditions and fragments, with what the text has of them. */
import {
  type FieldNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { SchemaField, SchemaType } from '../../../core/graphql/schema-types.js';
import { directiveOf, fieldOf, isComposite, typenameField } from '../../../core/graphql/selection/lookups.js';
import { child, directive, field as fieldStep, on, type Path, spread } from '../../../core/graphql/selection/path.js';
import type { ParsedText } from '../../../core/graphql/selection/query-document.js';
import type { SchemaView } from '../../../core/graphql/selection/schema-view.js';
import { usesOfFragment } from '../../../core/graphql/selection/usage.js';
import { type Mark, queryRow, type Row } from './row.js';
import { argumentRows } from './value-rows.js';

/** The inside of something that holds selections. */
export interface Inside {
  readonly view: SchemaView;
  readonly good: ParsedText;
  readonly typeName: string;
  /** Its selections in the text; absent: it is not there, or has no braces. */
  readonly set: SelectionSetNode | undefined;
  readonly path: Path;
  /** Depth of the rows made. */
  readonly depth: number;
  /** Types (and `...fragments`) above, to mark circles. */
  readonly above: readonly string[];
}

/** All rows of an inside, in the order they are shown: type conditions of unions, fields, other conditions, spreads. */
export function selectionRows(inside: Inside): readonly Row[] {
  const { view, typeName, set } = inside;
  const type = view.type(typeName);
  const present = grouped(set);
  const rows: Row[] = [];
  const conditions = conditionRows(inside, type, present.conditions);
  if (type?.kind === 'UNION') rows.push(...conditions);
  const known = new Set<string>();
  for (const field of type?.fields ?? []) {
    known.add(field.name);
    rows.push(...fieldRows(inside, field, present.fields.get(field.name)));
  }
  for (const [name, nodes] of present.fields) {
    if (known.has(name)) continue;
    known.add(name);
    const field = fieldOf(view, typeName, name);
    if (field !== undefined) rows.push(...fieldRows(inside, field, nodes));
    else rows.push(...nodes.map((node, nth) => unknownField(inside, node, nth)));
  }
  if (!known.has('__typename') && (type?.kind === 'UNION' || type?.kind === 'INTERFACE')) {
    rows.push(...fieldRows(inside, typenameField, undefined));
  }
  if (type?.kind !== 'UNION') rows.push(...conditions);
  rows.push(...present.spreads.map(each => spreadRow(inside, each.node, each.nth)));
  return rows;
}

interface Grouped {
  readonly fields: ReadonlyMap<string, readonly FieldNode[]>;
  readonly conditions: readonly { readonly node: InlineFragmentNode; readonly nth: number }[];
  readonly spreads: readonly { readonly node: FragmentSpreadNode; readonly nth: number }[];
}

const nothing: Grouped = { fields: new Map(), conditions: [], spreads: [] };

function grouped(set: SelectionSetNode | undefined): Grouped {
  if (set === undefined || set.selections.length === 0) return nothing;
  const fields = new Map<string, FieldNode[]>();
  const counts = new Map<string, number>();
  const conditions: { node: InlineFragmentNode; nth: number }[] = [];
  const spreads: { node: FragmentSpreadNode; nth: number }[] = [];
  const nthOf = (key: string): number => {
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    return nth;
  };
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD) {
      const list = fields.get(node.name.value);
      if (list === undefined) fields.set(node.name.value, [node]);
      else list.push(node);
    } else if (node.kind === Kind.INLINE_FRAGMENT) {
      const key = `${node.typeCondition?.name.value ?? ''} ${(node.directives?.length ?? 0) > 0}`;
      conditions.push({ node, nth: nthOf(key) });
    } else spreads.push({ node, nth: nthOf(`...${node.name.value}`) });
  }
  return { fields, conditions, spreads };
}

/** A field's rows: one for each time it is in the text, or one that is not ticked. */
function fieldRows(inside: Inside, field: SchemaField, nodes: readonly FieldNode[] | undefined): Row[] {
  if (nodes === undefined || nodes.length === 0) return [fieldRow(inside, field, undefined, 0)];
  return nodes.map((node, nth) => fieldRow(inside, field, node, nth));
}

function fieldRow(inside: Inside, field: SchemaField, node: FieldNode | undefined, nth: number): Row {
  const { view, good, depth, typeName, above } = inside;
  const path = child(inside.path, fieldStep(field.name, nth));
  const target = view.type(field.type.name);
  const composite = isComposite(target);
  const kind = target?.kind === 'UNION' ? 'union' : target?.kind === 'INTERFACE' ? 'interface' : undefined;
  const opens = composite || field.args.length > 0 || (node?.directives?.length ?? 0) > 0;
  return queryRow(path, depth, {
    kind: 'field',
    name: field.name,
    ...(node?.alias === undefined ? {} : { alias: node.alias.value }),
    type: field.type,
    typeName: field.type.name,
    parent: typeName,
    mark: markOf(node, composite),
    ...(kind === undefined ? {} : { detail: kind }),
    ...(field.description === undefined ? {} : { description: field.description }),
    ...(field.deprecated === undefined ? {} : { deprecated: field.deprecated }),
    ...(composite && above.includes(field.type.name) ? { cyclic: true } : {}),
    ...(opens
      ? {
          children: () => [
            ...argumentRows(
              { view, text: good.text, parent: `${typeName}.${field.name}` },
              field.args,
              node?.arguments ?? [],
              path,
              depth + 1,
            ),
            ...directiveRows(inside, node, path, depth + 1),
            ...(composite
              ? selectionRows({
                  ...inside,
                  typeName: field.type.name,
                  set: node?.selectionSet,
                  path,
                  depth: depth + 1,
                  above: [...above, field.type.name],
                })
              : []),
          ],
        }
      : {}),
  });
}

function markOf(node: FieldNode | InlineFragmentNode | undefined, composite: boolean): Mark {
  if (node === undefined) return 'absent';
  return composite && (node.selectionSet?.selections.length ?? 0) === 0 ? 'partial' : 'ticked';
}

function unknownField(inside: Inside, node: FieldNode, nth: number): Row {
  return queryRow(child(inside.path, fieldStep(node.name.value, nth)), inside.depth, {
    kind: 'field',
    name: node.name.value,
    mark: 'ticked',
    parent: inside.typeName,
    detail: 'not in the schema',
  });
}

function directiveRows(inside: Inside, node: SelectionNode | undefined, path: Path, depth: number): Row[] {
  const counts = new Map<string, number>();
  return (node?.directives ?? []).map(each => {
    const name = each.name.value;
    const nth = counts.get(name) ?? 0;
    counts.set(name, nth + 1);
    const known = directiveOf(inside.view, name);
    const at = child(path, directive(name, nth));
    const args = known?.args ?? [];
    const given = each.arguments ?? [];
    return queryRow(at, depth, {
      kind: 'directive',
      name: `@${name}`,
      mark: 'ticked',
      ...(known?.description === undefined ? {} : { description: known.description }),
      ...(args.length + given.length > 0
        ? {
            children: () =>
              argumentRows(
                { view: inside.view, text: inside.good.text, parent: `@${name}` },
                args,
                given,
                at,
                depth + 1,
              ),
          }
        : {}),
    });
  });
}

/** `… on T` for every type that can be there, and for those the text names besides. */
function conditionRows(inside: Inside, type: SchemaType | undefined, given: Grouped['conditions']): Row[] {
  const rows: Row[] = [];
  const named = new Set<string>();
  for (const each of given) {
    const name = each.node.typeCondition?.name.value ?? null;
    if (name !== null && (each.node.directives?.length ?? 0) === 0) named.add(name);
    rows.push(conditionRow(inside, name, each.node, each.nth));
  }
  if (type?.kind !== 'UNION' && type?.kind !== 'INTERFACE') return rows;
  for (const name of type.possibleTypes) if (!named.has(name)) rows.push(conditionRow(inside, name, undefined, 0));
  return rows;
}

function conditionRow(inside: Inside, name: string | null, node: InlineFragmentNode | undefined, nth: number): Row {
  const typeName = name ?? inside.typeName;
  const path = child(inside.path, on(name, nth, (node?.directives?.length ?? 0) > 0));
  const described = inside.view.type(typeName)?.description;
  return queryRow(path, inside.depth, {
    kind: 'on',
    name: name ?? '',
    typeName,
    mark: markOf(node, true),
    ...(described === undefined ? {} : { description: described }),
    ...(inside.above.includes(typeName) && name !== null ? { cyclic: true } : {}),
    children: () => [
      ...directiveRows(inside, node, path, inside.depth + 1),
      ...selectionRows({
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

function spreadRow(inside: Inside, node: FragmentSpreadNode, nth: number): Row {
  const name = node.name.value;
  const path = child(inside.path, spread(name, nth));
  const fragment = inside.good.fragments.get(name);
  const label = `...${name}`;
  const circle = inside.above.includes(label);
  const typeName = fragment?.typeCondition.name.value;
  return queryRow(path, inside.depth, {
    kind: 'spread',
    name: label,
    mark: 'ticked',
    detail:
      fragment === undefined ? 'no such fragment' : `on ${typeName} ${usesText(usesOfFragment(inside.good, name))}`,
    ...(typeName === undefined ? {} : { typeName }),
    ...(circle ? { cyclic: true } : {}),
    ...(fragment === undefined || circle || typeName === undefined
      ? {}
      : {
          children: () => [
            ...directiveRows(inside, node, path, inside.depth + 1),
            ...selectionRows({
              ...inside,
              typeName,
              set: fragment.selectionSet,
              path,
              depth: inside.depth + 1,
              above: [...inside.above, label, typeName],
            }),
          ],
        }),
  });
}

/** An edit below a fragment changes all of its places: the row says how many there are. */
const usesText = (uses: number): string => (uses === 1 ? 'used once' : `used ${uses} times`);

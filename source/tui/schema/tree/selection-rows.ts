/** Rows below a composite type: its fields, type conditions and fragments, with their state in the text. */

import { type FieldNode, type FragmentSpreadNode, type InlineFragmentNode, Kind, type SelectionSetNode } from 'graphql';
import { fieldOf, isComposite, typenameField } from '../../../core/graphql/builder/schema/lookups.js';
import { child, field as fieldStep, type Path, pathKey } from '../../../core/graphql/builder/schema/path.js';
import type { SchemaField, SchemaType } from '../../../core/graphql/schema-types.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import type { Row } from '../../model/tree.js';
import {
  conditionRows,
  directiveRows,
  type IndexedFragment,
  markOf,
  type SelectionContext,
  spreadRow,
} from './fragment-rows.js';
import { joined, queryRow } from './row.js';
import { absentRows } from './row-cache.js';
import { argumentRows } from './value-rows.js';

/** All rows of a selection set in display order: type conditions of unions, fields, other conditions, spreads. */
export function selectionRows(inside: SelectionContext): readonly Row[] {
  const type = inside.view.type(inside.typeName);
  const present = grouped(inside.set);
  const conditions = conditionRows(inside, type, present.conditions, selectionRows);
  const isUnion = type?.kind === 'UNION';
  const lacksTypename = (isUnion || type?.kind === 'INTERFACE') && !present.fields.has('__typename');
  return joined([
    isUnion ? conditions : [],
    ...describedFieldRows(inside, type, present.fields),
    ...otherFieldRows(inside, type, present.fields),
    lacksTypename ? fieldRows(inside, typenameField, undefined) : [],
    isUnion ? [] : conditions,
    present.spreads.map(each => spreadRow(inside, each, selectionRows)),
  ]);
}

type PresentFields = GroupedSelections['fields'];

/**
 * Rows for the fields of a type. Rows of absent fields are copied from the cache in stretches, so that the cost of a key
 * depends on its change.
 */
function describedFieldRows(
  inside: SelectionContext,
  type: SchemaType | undefined,
  present: PresentFields,
): readonly (readonly Row[])[] {
  const fields = type?.fields ?? [];
  const place = `${pathKey(inside.path)} ${inside.depth} ${inside.above.join()}`;
  const absent = absentRows(inside.view, place, () => fields.map(field => fieldRow(inside, field, undefined, 0)));
  const parts: (readonly Row[])[] = [];
  let done = 0;
  for (const at of presentIndices(type, present)) {
    const field = fields[at] as SchemaField;
    parts.push(absent.slice(done, at), fieldRows(inside, field, present.get(field.name)));
    done = at + 1;
  }
  parts.push(done === 0 ? absent : absent.slice(done));
  return parts;
}

const presentIndices = (type: SchemaType | undefined, present: PresentFields): readonly number[] =>
  type === undefined
    ? []
    : [...present.keys()].flatMap(name => indicesIn(type).get(name) ?? []).sort((one, other) => one - other);

/** Index of each field of a type. */
const indicesIn = memoizeWeak(
  (type: SchemaType): ReadonlyMap<string, number> => new Map(type.fields.map((field, at) => [field.name, at])),
);

/** Rows for `__typename`, and for fields that the type does not have. */
function otherFieldRows(
  inside: SelectionContext,
  type: SchemaType | undefined,
  present: PresentFields,
): readonly (readonly Row[])[] {
  const names = [...present].filter(([name]) => type === undefined || !indicesIn(type).has(name));
  return names.map(([name, nodes]) => {
    const field = fieldOf(inside.view, inside.typeName, name);
    return field === undefined
      ? nodes.map((node, nth) => unknownField(inside, node, nth))
      : fieldRows(inside, field, nodes);
  });
}

interface GroupedSelections {
  readonly fields: ReadonlyMap<string, readonly FieldNode[]>;
  readonly conditions: readonly IndexedFragment<InlineFragmentNode>[];
  readonly spreads: readonly IndexedFragment<FragmentSpreadNode>[];
}

const nothing: GroupedSelections = { fields: new Map(), conditions: [], spreads: [] };

function grouped(set: SelectionSetNode | undefined): GroupedSelections {
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

/** A field's rows: one for each time it is in the text, or an unticked one. */
function fieldRows(inside: SelectionContext, field: SchemaField, nodes: readonly FieldNode[] | undefined): Row[] {
  if (nodes === undefined || nodes.length === 0) return [fieldRow(inside, field, undefined, 0)];
  return nodes.map((node, nth) => fieldRow(inside, field, node, nth));
}

const abstractWords: Partial<Readonly<Record<SchemaType['kind'], string>>> = { UNION: 'union', INTERFACE: 'interface' };

function fieldRow(inside: SelectionContext, field: SchemaField, node: FieldNode | undefined, nth: number): Row {
  const { view, depth, typeName, above } = inside;
  const path = child(inside.path, fieldStep(field.name, nth));
  const target = view.type(field.type.name);
  // Selections of a type that the schema lacks are shown anyway.
  const composite = isComposite(target) || node?.selectionSet !== undefined;
  const opens = composite || field.args.length > 0 || (node?.directives?.length ?? 0) > 0;
  return queryRow(path, depth, {
    kind: 'field',
    name: field.name,
    alias: node?.alias?.value,
    type: field.type,
    typeName: field.type.name,
    parent: typeName,
    mark: markOf(node, composite),
    detail: target && abstractWords[target.kind],
    description: field.description,
    deprecated: field.deprecated,
    cyclic: composite && above.includes(field.type.name),
    children: opens ? () => fieldChildren(inside, field, node, path, composite) : undefined,
  });
}

/** The arguments, directives and selections of a field. */
function fieldChildren(
  inside: SelectionContext,
  { name, args, type }: SchemaField,
  node: FieldNode | undefined,
  path: Path,
  composite: boolean,
): readonly Row[] {
  const { view, good, typeName, variables, above } = inside;
  const depth = inside.depth + 1;
  const context = { view, text: good.text, parent: `${typeName}.${name}`, variables };
  const below = { ...inside, typeName: type.name, set: node?.selectionSet, path, depth, above: [...above, type.name] };
  return joined([
    argumentRows(context, args, node?.arguments ?? [], path, depth),
    directiveRows(inside, node, path, depth),
    composite ? selectionRows(below) : [],
  ]);
}

/**
 * A field of the text that the schema does not (or no longer) contain. It can still be seen and removed, with its selections.
 */
function unknownField(inside: SelectionContext, node: FieldNode, nth: number): Row {
  const path = child(inside.path, fieldStep(node.name.value, nth));
  const { view, good, depth } = inside;
  const opens =
    (node.arguments?.length ?? 0) + (node.directives?.length ?? 0) + (node.selectionSet?.selections.length ?? 0) > 0;
  const context = { view, text: good.text, parent: node.name.value, variables: inside.variables };
  const below = { ...inside, typeName: '', set: node.selectionSet, path, depth: depth + 1 };
  return queryRow(path, depth, {
    kind: 'field',
    name: node.name.value,
    alias: node.alias?.value,
    mark: 'ticked',
    parent: inside.typeName,
    detail: 'unknown',
    children: opens
      ? () => [
          ...argumentRows(context, [], node.arguments ?? [], path, depth + 1),
          ...directiveRows(inside, node, path, depth + 1),
          ...selectionRows(below),
        ]
      : undefined,
  });
}

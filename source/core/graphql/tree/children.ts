/** The rows below a row, made when it is opened: from the schema, and from what the text has at that place. */
import { type DirectiveNode, Kind, type SelectionNode } from 'graphql';
import type { SchemaField, SchemaType } from '../schema-types.js';
import { directiveOf, fieldOf, isComposite, typenameField } from '../selection/lookups.js';
import { child, directive, field, on, type Path, stepKey } from '../selection/path.js';
import { isFragment, isOperation } from '../selection/query-document.js';
import { countStep, isOf, type Place, resolve, stepOf } from '../selection/resolve.js';
import type { SchemaView } from '../selection/schema-view.js';
import type { Row } from './row.js';
import { below, docsOf, type RowSource, shows, typeShape } from './row-shape.js';
import { enumRows, inputRows, valueRows } from './value-rows.js';

/** The rows at the top: the roots the schema has, the active fragment, Types, Directives. */
export function rootRows(source: RowSource): readonly Row[] {
  const { view, parsed, active } = source;
  const rows: Row[] = [];
  const node = active === undefined ? undefined : parsed.definitions[active];
  if (isFragment(node)) {
    const type = node.typeCondition.name.value;
    rows.push(rootRow(view, 'fragment', `fragment ${node.name.value}`, type));
  }
  for (const root of ['query', 'mutation', 'subscription'] as const) {
    const type = view.roots[root];
    const shown = !source.onlyTicked || (isOperation(node) && node.operation === root);
    if (type !== undefined && shown) rows.push(rootRow(view, root, type, type));
  }
  if (source.onlyTicked) return rows;
  rows.push(below(undefined, 'types', { kind: 'group', name: 'Types', count: view.typeNames.length, canOpen: true }));
  const count = view.directives.length;
  rows.push(below(undefined, 'directives', { kind: 'group', name: 'Directives', count, canOpen: count > 0 }));
  return rows;
}

function rootRow(view: SchemaView, root: Path['root'], name: string, type: string): Row {
  const known = view.type(type);
  return below(undefined, root, {
    kind: 'root',
    name,
    path: { root, steps: [] },
    ...typeShape(view, type),
    count: known?.fields.length ?? 0,
    canOpen: true,
    seen: [type],
    ...(known?.description !== undefined && { description: known.description }),
  });
}

/** The rows below `row`, in the order they are shown. */
export function childRows(source: RowSource, row: Row): readonly Row[] {
  switch (row.kind) {
    case 'group':
      return row.id === 'types' ? typeRows(source, row) : directiveRows(source, row);
    case 'type':
      return typeMembers(source, row);
    case 'member':
      return typeMembers(source, row);
    case 'directive':
      return inputRows(source, row, directiveOf(source.view, row.name)?.args ?? [], 'argument');
    case 'argument':
    case 'input':
    case 'item':
      return valueRows(source, row);
    case 'directiveUse':
      return inputRows(source, row, directiveOf(source.view, row.name)?.args ?? [], 'argument');
    case 'enumValue':
      return [];
    default:
      return selectionRows(source, row);
  }
}

function typeRows({ view }: RowSource, row: Row): readonly Row[] {
  return view.typeNames.map(name => {
    const type = view.type(name);
    return below(row, name, {
      kind: 'type',
      name,
      ...typeShape(view, name),
      ...docsOf(type),
      oneOf: type?.oneOf ?? false,
      canOpen: type !== undefined && type.kind !== 'SCALAR' && type.kind !== 'UNKNOWN',
      seen: [name],
    });
  });
}

const directiveRows = ({ view }: RowSource, row: Row): readonly Row[] =>
  view.directives.map(known =>
    below(row, known.name, { kind: 'directive', name: known.name, ...docsOf(known), canOpen: known.args.length > 0 }),
  );

/** Below a type of the Types group: what it is made of. Nothing here can be ticked. */
function typeMembers(source: RowSource, row: Row): readonly Row[] {
  const { view } = source;
  const type = view.type(row.type ?? '');
  if (type === undefined) return [];
  const names = type.kind === 'OBJECT' ? [] : type.possibleTypes;
  return [
    ...type.fields.filter(known => shows(source, known)).map(known => fieldRow(view, row, known, known.name)),
    ...inputRows(source, row, type.inputFields, 'input'),
    ...enumRows(source, row, type),
    ...[...names, ...type.interfaces].map(name =>
      below(row, `= ${name}`, {
        kind: 'member',
        name,
        ...typeShape(view, name),
        cycle: row.seen.includes(name),
        canOpen: view.type(name) !== undefined,
        seen: [...row.seen, name],
      }),
    ),
  ];
}

function fieldRow(view: SchemaView, row: Row, known: SchemaField, key: string, path?: Path): Row {
  const { name } = known.type;
  const composite = isComposite(view.type(name));
  return below(row, key, {
    kind: 'field',
    name: known.name,
    ...(path && { path }),
    typeText: known.type.text,
    ...typeShape(view, name),
    ...docsOf(known),
    ...(row.type !== undefined && { parentType: row.type }),
    cycle: composite && row.seen.includes(name),
    canOpen: composite || known.args.length > 0,
    seen: composite ? [...row.seen, name] : row.seen,
  });
}

/** Below a root, field, type condition or spread. */
function selectionRows(source: RowSource, row: Row): readonly Row[] {
  const { view, parsed, active } = source;
  const { path } = row;
  const resolution = path && resolve(view, parsed, active, path);
  const level = resolution?.levels.at(-1);
  const place = level ? level.inside : resolution?.start;
  const rows: Row[] = [];
  if (path && level?.node) rows.push(...directiveUses(row, path, level.node));
  if (row.kind === 'field') {
    const known = fieldOf(view, row.parentType, row.name);
    rows.push(...inputRows(source, row, known?.args ?? [], 'argument'));
  }
  const type = row.type === undefined ? undefined : view.type(row.type);
  if (isComposite(type) && type) rows.push(...fieldRows(source, row, type, place));
  if (path) {
    if (type && type.kind !== 'OBJECT') rows.push(...conditionRows(source, row, path, type, place));
    if (place?.set) rows.push(...textRows(source, row, path, type, place));
  }
  return rows;
}

function directiveUses(row: Row, path: Path, node: SelectionNode): readonly Row[] {
  const counts = new Map<string, number>();
  return (node.directives ?? []).map((use: DirectiveNode) => {
    const name = use.name.value;
    const nth = counts.get(name) ?? 0;
    counts.set(name, nth + 1);
    const step = directive(name, nth);
    return below(row, stepKey(step), { kind: 'directiveUse', name, path: child(path, step), canOpen: true });
  });
}

/** One row per field of the type, or one per occurrence if it is in the text. */
function fieldRows(source: RowSource, row: Row, type: SchemaType, place: Place | undefined): readonly Row[] {
  const rows: Row[] = [];
  const counts = new Map<string, number>();
  for (const node of place?.set?.selections ?? []) {
    if (node.kind === Kind.FIELD) counts.set(node.name.value, (counts.get(node.name.value) ?? 0) + 1);
  }
  const meta = row.path === undefined ? [] : [typenameField, ...rootMeta(source, row, counts)];
  for (const known of [...type.fields, ...meta]) {
    const count = counts.get(known.name) ?? 0;
    if (count === 0 && (!shows(source, known) || (source.onlyTicked && row.path))) continue;
    for (let nth = 0; nth < Math.max(1, count); nth++) {
      const step = field(known.name, nth);
      rows.push(fieldRow(source.view, row, known, stepKey(step), row.path && child(row.path, step)));
    }
  }
  return rows;
}

/** `__schema` and `__type` are shown where they are used. */
const rootMeta = (source: RowSource, row: Row, counts: ReadonlyMap<string, number>): readonly SchemaField[] =>
  ['__schema', '__type'].flatMap(name => (counts.has(name) ? (fieldOf(source.view, row.type, name) ?? []) : []));

/** `… on T` for each possible type of a union or interface. */
function conditionRows(
  source: RowSource,
  row: Row,
  path: Path,
  type: SchemaType,
  place: Place | undefined,
): readonly Row[] {
  const rows: Row[] = [];
  for (const name of type.possibleTypes) {
    const count = countStep(place?.set, on(name));
    if (count === 0 && source.onlyTicked) continue;
    for (let nth = 0; nth < Math.max(1, count); nth++)
      rows.push(conditionRow(source.view, row, child(path, on(name, nth))));
  }
  return rows;
}

function conditionRow(view: SchemaView, row: Row, path: Path): Row {
  const step = path.steps.at(-1);
  const name = step?.kind === 'on' ? step.type : null;
  const type = name ?? row.type;
  return below(row, step ? stepKey(step) : '', {
    kind: 'condition',
    name: name ?? '',
    path,
    ...(type !== undefined && typeShape(view, type)),
    ...docsOf(type === undefined ? undefined : view.type(type)),
    unknown: type === undefined || view.type(type) === undefined,
    canOpen: true,
    seen: name === null ? row.seen : [...row.seen, name],
  });
}

/** What only the text has: spreads, other inline fragments, fields the schema does not know. */
function textRows(source: RowSource, row: Row, path: Path, type: SchemaType | undefined, place: Place): readonly Row[] {
  const { view, parsed } = source;
  const rows: Row[] = [];
  for (const node of place.set?.selections ?? []) {
    const step = stepOf(place.set as NonNullable<Place['set']>, node);
    const at = child(path, step);
    if (node.kind === Kind.INLINE_FRAGMENT) {
      const shown =
        type !== undefined && type.kind !== 'OBJECT' && type.possibleTypes.some(name => isOf(node, on(name)));
      if (!shown) rows.push(conditionRow(view, row, at));
    } else if (node.kind === Kind.FRAGMENT_SPREAD) {
      const name = node.name.value;
      const condition = parsed.fragments.get(name)?.typeCondition.name.value;
      // A fragment that spreads itself is invalid, and would open for ever.
      const endless = path.steps.some(other => other.kind === 'spread' && other.name === name);
      rows.push(
        below(row, stepKey(step), {
          kind: 'spread',
          name,
          path: at,
          ...(condition !== undefined && typeShape(view, condition)),
          unknown: condition === undefined,
          cycle: endless,
          canOpen: condition !== undefined,
          seen: condition === undefined ? row.seen : [...row.seen, condition],
        }),
      );
    } else if (fieldOf(view, type?.name, node.name.value) === undefined) {
      const canOpen = node.selectionSet !== undefined;
      rows.push(below(row, stepKey(step), { kind: 'field', name: node.name.value, path: at, unknown: true, canOpen }));
    }
  }
  return rows;
}

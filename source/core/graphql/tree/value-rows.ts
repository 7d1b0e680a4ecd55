/** Rows of arguments, and of what is in them. */
import type { SchemaInput, SchemaType, TypeRef } from '../schema-types.js';
import { isRequired, itemType } from '../selection/lookups.js';
import { argument, child, input, item, stepKey } from '../selection/path.js';
import type { SchemaView } from '../selection/schema-view.js';
import { valueAt } from '../selection/value-place.js';
import type { Row } from './row.js';
import { below, docsOf, type RowSource, shows, typeShape } from './row-shape.js';

/** Arguments of a field or directive, or fields of an input object. */
export function inputRows(
  source: RowSource,
  row: Row,
  inputs: readonly SchemaInput[],
  kind: 'argument' | 'input',
): readonly Row[] {
  const { view } = source;
  const rows: Row[] = [];
  for (const known of inputs) {
    const step = kind === 'argument' ? argument(known.name) : input(known.name);
    const path = row.path && child(row.path, step);
    const present = path !== undefined && valueAt(view, source, path)?.present === true;
    if (!present && (!shows(source, known) || (source.onlyTicked && row.path))) continue;
    rows.push(
      below(row, stepKey(step), {
        ...valueShape(view, row, known.type),
        kind,
        name: known.name,
        ...(path && { path }),
        ...docsOf(known),
        required: isRequired(known),
        ...(known.defaultValue !== undefined && { defaultValue: known.defaultValue }),
        ...(row.type !== undefined && { parentType: row.type }),
      }),
    );
  }
  return rows;
}

function valueShape(view: SchemaView, row: Row, ref: TypeRef): Partial<Row> {
  const type = view.type(ref.name);
  const isInput = type?.kind === 'INPUT_OBJECT';
  return {
    typeText: ref.text,
    ...typeShape(view, ref.name),
    oneOf: itemType(ref) === undefined && (type?.oneOf ?? false),
    cycle: isInput && row.seen.includes(ref.name),
    canOpen: isInput || type?.kind === 'ENUM' || (itemType(ref) !== undefined && row.path !== undefined),
    seen: isInput ? [...row.seen, ref.name] : row.seen,
  };
}

/** Below an argument, input field or list item: the fields, the items, or the enum's values to choose from. */
export function valueRows(source: RowSource, row: Row): readonly Row[] {
  const { view } = source;
  const type = view.type(row.type ?? '');
  const place = row.path && valueAt(view, source, row.path);
  if (row.path && place?.type && itemType(place.type) !== undefined) {
    const inner = itemType(place.type) as TypeRef;
    const { path } = row;
    return Array.from({ length: place.items }, (_, index) =>
      below(row, stepKey(item(index)), {
        ...valueShape(view, row, inner),
        kind: 'item',
        name: String(index),
        path: child(path, item(index)),
      }),
    );
  }
  if (type?.kind === 'INPUT_OBJECT') return inputRows(source, row, type.inputFields, 'input');
  return type === undefined ? [] : enumRows(source, row, type);
}

/** The values of an enum, to read or to choose from. */
export function enumRows(source: RowSource, row: Row, type: SchemaType): readonly Row[] {
  return type.enumValues
    .filter(value => shows(source, value))
    .map(value =>
      below(row, value.name, {
        kind: 'enumValue',
        name: value.name,
        ...docsOf(value),
        ...(row.path && { path: row.path }),
        parentType: type.name,
      }),
    );
}

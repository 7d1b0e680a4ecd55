/** The `a`, `A` and `x` actions, which tick or untick many rows at once. */
import type { SchemaField } from '../schema-types.js';
import { type Growth, grow } from './add-selections.js';
import { blockedReason } from './apply-plan.js';
import { type Context, type EditResult, isRejected, reject } from './edit-result.js';
import { deleteDefinition } from './operations/edit.js';
import { needsSelection, requiredArgs, typenameField } from './schema/lookups.js';
import { child, field, type Path } from './schema/path.js';
import { type SchemaView, viewOf } from './schema/schema-view.js';
import { type Draft, leafDraft } from './text/insertion.js';
import { findStep, insideOf, resolveRow, type SelectionSetPosition } from './text/resolve.js';
import { type FieldContents, insertRow, siteOf } from './tick.js';
import { untick } from './toggle.js';

export const allTicked = 'All fields are already ticked.';

/** Maximum number of fields. A larger selection is unlikely to be intended, and few servers accept one. */
const maxFields = 2000;

class TooMany extends Error {}

interface TickAllState {
  readonly view: SchemaView;
  readonly context: Context;
  left: number;
}

/**
 * The `a` action: ticks every leaf below a row that is not deprecated and requires no argument. With a depth above 1 (`A`),
 * objects down to that many levels are ticked too, except recursive types. The row itself is inserted if missing.
 * @param extras content of missing steps
 */
export function tickAll(context: Context, path: Path, depth = 1, extras: FieldContents = new Map()): EditResult {
  const rejection = blockedReason(context);
  if (rejection) return rejection;
  const view = viewOf(context.schema);
  const resolution = resolveRow(context, path);
  const level = resolution.levels.at(-1);
  const { type, inside } = resolution;
  if (type === undefined || resolution.rest.length > 0) return reject('Nothing below this row to tick.');
  const notAll = whyNotAll(view, path, type);
  if (notAll !== undefined) return reject(notAll);
  const reach: TickAllState = { view, context, left: maxFields };
  const seen = [type, ...resolution.levels.flatMap(above => above.type ?? [])];
  try {
    if (level && level.node === undefined) {
      const body = leavesOf(reach, type, depth, seen);
      const at = path.steps.length - 1;
      const extra = extras.get(at) ?? { args: new Map(), variables: [] };
      return insertRow(context, view, resolution, path, new Map([...extras, [at, { ...extra, body }]]));
    }
    if (inside === undefined) {
      const position = siteOf(resolution, 0, path);
      if (isRejected(position)) return position;
      const growth = { position, drafts: leavesOf(reach, type, depth, seen), inside: path };
      return grow(context, { growths: [growth], variables: [], from: path, path });
    }
    const growths = growthsIn(reach, inside, path, type, depth, seen);
    if (growths.length === 0) return reject(allTicked);
    return grow(context, { growths, variables: [], from: path, path });
  } catch (error) {
    if (error instanceof TooMany) return reject(`That would be more than ${maxFields} fields.`);
    throw error;
  }
}

/** Returns the reason why not all fields of a type can be ticked. */
function whyNotAll(view: SchemaView, { root, steps }: Path, type: string): string | undefined {
  const { query, mutation, subscription } = view.roots;
  // Inline fragments and spreads are part of the same selection set.
  const isTop = root !== 'query' && steps.every(step => step.kind !== 'field');
  const stands = (rootName: string | undefined): boolean =>
    rootName !== undefined &&
    ((type === rootName && (isTop || rootName !== query)) ||
      (isTop && view.type(type)?.possibleTypes.includes(rootName) === true));
  if (stands(mutation)) return `Each field of ${mutation} changes something. Tick a single field.`;
  return stands(subscription) ? 'A subscription has only one field. Tick a single field.' : undefined;
}

const fits = (field: SchemaField): boolean => field.deprecated === undefined && requiredArgs(field).length === 0;

/** Returns true if ticking should descend into a field. It does not descend into Mutation. */
const opens = (view: SchemaView, field: SchemaField): boolean =>
  needsSelection(view, field) && (field.type.name !== view.roots.mutation || field.type.name === view.roots.query);

/** Returns drafts below a type that is not in the text. */
function leavesOf(reach: TickAllState, type: string, depth: number, seen: readonly string[]): readonly Draft[] {
  const drafts: Draft[] = [];
  for (const field of (reach.view.type(type)?.fields ?? []).filter(fits)) {
    const draft = draftOf(reach, field, depth, seen);
    if (draft) drafts.push(draft);
  }
  if (drafts.length === 0) drafts.push(leafDraft(typenameField.name));
  return drafts;
}

function draftOf(reach: TickAllState, field: SchemaField, depth: number, seen: readonly string[]): Draft | undefined {
  if (reach.left-- <= 0) throw new TooMany();
  if (!needsSelection(reach.view, field)) return leafDraft(field.name);
  const type = field.type.name;
  if (depth <= 1 || seen.includes(type) || !opens(reach.view, field)) return undefined;
  return { ...leafDraft(field.name), body: leavesOf(reach, type, depth - 1, [...seen, type]) };
}

/** Returns missing selections. With a depth, nested selection sets are included. */
function growthsIn(
  reach: TickAllState,
  position: SelectionSetPosition,
  at: Path,
  type: string,
  depth: number,
  seen: readonly string[],
): readonly Growth[] {
  const drafts: Draft[] = [];
  const below: Growth[] = [];
  for (const known of reach.view.type(type)?.fields ?? []) {
    const node = position.set && findStep(position.set, field(known.name));
    if (node === undefined) {
      const draft = fits(known) ? draftOf(reach, known, depth, seen) : undefined;
      if (draft) drafts.push(draft);
    } else if (depth > 1 && node.kind === 'Field' && opens(reach.view, known)) {
      const row = child(at, field(known.name));
      below.push(
        ...growthsIn(reach, insideOf(node, position.definition), row, known.type.name, depth - 1, [
          ...seen,
          known.type.name,
        ]),
      );
    }
  }
  return drafts.length === 0 ? below : [{ position, drafts, inside: at }, ...below];
}

/** The `x` action: removes the row and everything below it. On a root row, removes the active operation. */
export function clear(context: Context, path: Path): EditResult {
  if (path.steps.length > 0) return untick(context, path);
  const { start } = resolveRow(context, path);
  if (start === undefined || context.active === undefined) return reject('No operation to clear.');
  return deleteDefinition(context, context.active);
}

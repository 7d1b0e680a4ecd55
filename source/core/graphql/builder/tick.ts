/** Ticks a missing row, including its ancestors, arguments and variables. */
import { type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { type Growth, grow } from './add-selections.js';
import { blockedReason } from './apply-plan.js';
import { type Context, type EditResult, isRejected, type RejectedEdit, reject } from './edit-result.js';
import { withoutKeys } from './memory.js';
import { headOf, insideKey, memoryKey, recallSelection } from './remembered-selections.js';
import { restoreText } from './restore-text.js';
import { isComposite, needsSelection, placeholderOf, requiredArgs, typenameField } from './schema/lookups.js';
import { ancestorOf, isSelectionPath, type Path, selectionOf, withPosition } from './schema/path.js';
import { type SchemaView, viewOf } from './schema/schema-view.js';
import { type Draft, leafDraft } from './text/insertion.js';
import { countStep, type Level, type Resolution, resolveRow } from './text/resolve.js';
import { operationsReaching } from './text/usage.js';
import { distinct, type NeededVariable, NewNames, variablesFor, variablesOfFragment } from './variables.js';

/** Ticks a field, a type condition or a fragment spread. */
export function tickSelection(context: Context, path: Path): EditResult {
  const rejection = blockedReason(context) ?? restoreText(context, path, true);
  if (rejection) return rejection;
  const view = viewOf(context.schema);
  const resolution = resolveRow(context, path);
  const target = resolution.levels.at(-1);
  if (target === undefined) return reject('Tick a field below it.');
  if (target.node) return reject('It is already ticked.');
  return insertRow(context, view, resolution, path);
}

/** Content of a new field in addition to required arguments. */
export interface FieldContent {
  readonly alias?: string;
  /** Literal or `$variable` by argument name. */
  readonly args: ReadonlyMap<string, string>;
  readonly variables: readonly NeededVariable[];
  /** Selections to insert instead of the placeholder. */
  readonly body?: readonly Draft[];
}

/** Content by index of the step in the path. */
export type FieldContents = ReadonlyMap<number, FieldContent>;

/** Inserts the last step of a path and any missing ancestors. */
export function insertRow(
  context: Context,
  view: SchemaView,
  resolution: Resolution,
  path: Path,
  extras: FieldContents = new Map(),
): EditResult {
  const { lastValid } = context.document;
  const first = resolution.levels.findIndex(level => level.node === undefined);
  const missing = resolution.levels.slice(first);
  const site = siteOf(resolution, first, path);
  if (isRejected(site)) return site;
  const operations = typeof site === 'string' ? [] : operationsReaching(lastValid, site.definition);
  const variables: NeededVariable[] = [...distinct([...extras.values()].flatMap(extra => extra.variables))];
  const last = missing.length - 1;
  const rows = missing.map((_, index) => (extras.has(first + index) ? undefined : ancestorOf(path, first + index + 1)));
  const recalledDrafts = recallRows(context, operations, rows, variables);
  if (typeof recalledDrafts === 'string') return reject(recalledDrafts);
  const names = new NewNames(lastValid, variables);
  const drafts: Draft[] = [];
  for (const [index, level] of missing.entries()) {
    const more = extras.get(first + index);
    const draft = recalledDrafts[index] ?? draftOf(context, view, level, index === last, names, variables, more);
    if (isRejected(draft)) return draft;
    drafts.push(draft);
  }
  const leaf = drafts.at(-1);
  if (leaf === undefined) return reject('Nothing to tick.');
  const body = drafts.reduceRight((below, draft) => ({ ...draft, body: [below] }));
  const set = typeof site === 'string' ? undefined : site.set;
  const after = withPosition(path, first, step => countStep(set, step));
  const insertedRows = missing.map((_, index) => ancestorOf(after, first + index + 1));
  const keys = insertedRows.flatMap(row => [
    memoryKey(lastValid, context.active, row),
    insideKey(lastValid, context.active, row),
  ]);
  return grow(
    { ...context, memory: withoutKeys(context.memory, keys) },
    {
      growths: [{ position: site, drafts: [body], inside: ancestorOf(path, first) }],
      variables,
      from: path,
      path: after,
      placeholders:
        extras.get(first + last)?.body === undefined && leaf.body?.[0]?.head === typenameField.name ? [after] : [],
      carried: isSelectionPath(path) ? [] : [selectionOf(after)],
    },
  );
}

/**
 * Returns the remembered selections of rows, without the content of all but the last, or the reason why one cannot be restored.
 * Appends the variables they need.
 */
function recallRows(
  { schema, document: { lastValid }, active, memory }: Context,
  operations: readonly OperationDefinitionNode[],
  rows: readonly (Path | undefined)[],
  variables: NeededVariable[],
): readonly (Draft | undefined)[] | string {
  const drafts: (Draft | undefined)[] = [];
  for (const [index, row] of rows.entries()) {
    const remembered = row && memory.remembered.get(memoryKey(lastValid, active, row));
    const isLast = index === rows.length - 1;
    const recalled =
      remembered && recallSelection(schema, lastValid, operations, isLast ? remembered : headOf(remembered));
    if (typeof recalled === 'string') return recalled;
    for (const wanted of recalled?.variables ?? [])
      if (!variables.some(({ name }) => name === wanted.name)) variables.push(wanted);
    drafts.push(recalled?.draft);
  }
  return drafts;
}

/**
 * Returns the selection set for the first missing step, or an operation type if a new operation is needed. A subscription that
 * already has its field also needs a new operation.
 */
export function siteOf(resolution: Resolution, first: number, path: Path): Growth['position'] | RejectedEdit {
  if (first > 0) {
    const inside = resolution.levels[first - 1]?.inside;
    return inside ?? reject('The fragment has no definition in this text.');
  }
  const { start } = resolution;
  if (path.root === 'fragment') return start ?? reject('No fragment is active.');
  if (resolution.startType === undefined) return reject(`The schema has no ${path.root} type.`);
  const taken = path.root === 'subscription' && (start?.set?.selections.length ?? 0) > 0;
  return start && !taken ? start : operationTypes[path.root];
}

export const operationTypes = {
  query: OperationTypeNode.QUERY,
  mutation: OperationTypeNode.MUTATION,
  subscription: OperationTypeNode.SUBSCRIPTION,
};

/** Creates the draft of a missing step, with a placeholder if it is the last step. Appends the variables it needs. */
function draftOf(
  context: Context,
  view: SchemaView,
  level: Level,
  last: boolean,
  names: NewNames,
  variables: NeededVariable[],
  extra: FieldContent | undefined,
): Draft | RejectedEdit {
  const { step, type } = level;
  if (step.kind === 'spread') return spreadDraft(context, step.name, last, variables);
  const body = last ? bodyOf(view, level, extra) : undefined;
  if (step.kind === 'on') {
    if (step.directives) return reject('A fragment with directives cannot be restored.');
    if (!isComposite(view.type(type ?? ''))) return reject(`The schema has no type ${type}.`);
    return { head: step.type === null ? '...' : `... on ${step.type}`, body };
  }
  if (level.field === undefined) {
    return reject(`The schema has no field ${step.name} on ${level.parentType ?? 'this type'}.`);
  }
  const required = requiredArgs(level.field).filter(({ name }) => !extra?.args.has(name));
  const args = new Map([...variablesFor(names, required, step.name, variables), ...(extra?.args ?? [])]);
  const alias = extra?.alias;
  return { head: fieldHead(step.name, args), field: step.name, alias, fixed: alias !== undefined, body };
}

function spreadDraft(
  { schema, document: { lastValid } }: Context,
  name: string,
  last: boolean,
  variables: NeededVariable[],
): Draft | RejectedEdit {
  if (!lastValid.fragments.has(name)) return reject(`No fragment ${name} in this text.`);
  if (!last) return reject(`Tick ...${name} first.`);
  variables.push(...variablesOfFragment(schema, lastValid, name));
  return { head: `...${name}` };
}

/** Returns the given selections, or a placeholder if the step needs selections. */
function bodyOf(
  view: SchemaView,
  { step, type, field }: Level,
  extra: FieldContent | undefined,
): readonly Draft[] | undefined {
  if (extra?.body !== undefined) return extra.body;
  const needsBody = step.kind === 'on' || (field !== undefined && needsSelection(view, field));
  return needsBody && type !== undefined ? [leafDraft(placeholderOf(view, type).name)] : undefined;
}

/** Returns `name(a: $a, b: 1)`. */
export function fieldHead(name: string, args: ReadonlyMap<string, string>): string {
  if (args.size === 0) return name;
  return `${name}(${[...args].map(([key, value]) => `${key}: ${value}`).join(', ')})`;
}

/** Puts new selections into the text: where they go, which variables they define, which alias keeps them apart. */
import { Kind, type OperationDefinitionNode, type OperationTypeNode } from 'graphql';
import { build, insertedRanges, judge, wasValid } from './apply-plan.js';
import type { Memory } from './memory.js';
import type { Context, Edit, Outcome } from './outcome.js';
import type { Path } from './schema/path.js';
import type { Change } from './text/changes.js';
import { type Draft, insertDefinition, insertName, insertSelections } from './text/insertion.js';
import type { ParsedText } from './text/query-document.js';
import type { Place } from './text/resolve.js';
import { namesIn, operationsOf, operationsReaching } from './text/usage.js';
import { defineIn, definitionText, type Wanted } from './variables.js';
import { conflictsOf, problemsAfter } from './verdict.js';

/** New selections for one place; without a place they are a new operation of that root. */
export interface Growth {
  readonly place: Place | { readonly root: OperationTypeNode };
  readonly drafts: readonly Draft[];
}

/** All that one edit puts into the text, and the path of its row before (`from`) and after (`path`). */
export interface GrowthPlan {
  readonly growths: readonly Growth[];
  readonly variables: readonly Wanted[];
  readonly from: Path;
  readonly path: Path;
  readonly memory?: Memory;
  /** Changes beside the growths. */
  readonly changes?: readonly Change[];
}

/** Makes the edit; fields that would not merge with what is there get an alias. */
export function grow(context: Context, plan: GrowthPlan): Outcome {
  const edit = plant(context, plan);
  if (!edit.ok) return edit;
  const keys = conflictingKeys(context, plan, edit);
  if (keys.size === 0) return judge(context, edit);
  const names = new Set(namesIn(context.document.good));
  const growths = plan.growths.map(growth => ({
    ...growth,
    drafts: growth.drafts.map(draft => aliased(draft, keys, names)),
  }));
  const second = plant(context, { ...plan, growths });
  return second.ok ? judge(context, second) : second;
}

function plant(context: Context, plan: GrowthPlan): Outcome {
  const { good } = context.document;
  const changes: Change[] = [...(plan.changes ?? [])];
  const defined = new Set<OperationDefinitionNode>();
  let { active } = context;
  for (const { place, drafts } of plan.growths) {
    if ('root' in place) {
      active = good.definitions.length;
      changes.push(...startOperation(good, place.root, plan.variables, drafts));
      continue;
    }
    changes.push(...insertSelections(good, place, drafts));
    for (const operation of operationsReaching(good, place.definition)) defined.add(operation);
  }
  changes.push(...defineIn(good, [...defined], plan.variables));
  const added = plan.variables.map(({ name, type }) => ({ name, type }));
  const { from, path, memory } = plan;
  return build(context, { changes, from, path, active, added, ticked: true, ...(memory && { memory }) });
}

/** Response keys of the outermost new fields that would not merge. */
function conflictingKeys(context: Context, plan: GrowthPlan, edit: Edit): ReadonlySet<string> {
  const { schema, document } = context;
  const outer = new Set(plan.growths.flatMap(growth => growth.drafts.flatMap(outerKeys)));
  const keys = new Set<string>();
  if (wasValid(context)) {
    if (problemsAfter(schema, document.good, edit.document.good).length === 0) return keys;
  } else if (![...outer].some(key => namesIn(document.good).has(key))) return keys;
  for (const error of conflictsOf(schema, edit.document.good, insertedRanges(edit))) {
    for (const node of error.nodes ?? []) {
      const key = node.kind === Kind.FIELD ? (node.alias?.value ?? node.name.value) : undefined;
      if (key !== undefined && outer.has(key)) keys.add(key);
    }
  }
  return keys;
}

function outerKeys(draft: Draft): readonly string[] {
  if (draft.field !== undefined) return [draft.alias ?? draft.field];
  return (draft.body ?? []).flatMap(outerKeys);
}

/** The draft with an alias on each outermost field of these keys. */
function aliased(draft: Draft, keys: ReadonlySet<string>, names: Set<string>): Draft {
  if (draft.field === undefined) {
    return draft.body ? { ...draft, body: draft.body.map(inner => aliased(inner, keys, names)) } : draft;
  }
  if (!keys.has(draft.alias ?? draft.field)) return draft;
  return { ...draft, alias: freeAlias(draft.field, names) };
}

/** `field_2`, `field_3` …: a name that occurs nowhere in the text. */
function freeAlias(name: string, names: Set<string>): string {
  for (let number = 2; ; number++) {
    const alias = `${name}_${number}`;
    if (names.has(alias)) continue;
    names.add(alias);
    return alias;
  }
}

/** A new operation at the end; beside others it has a name, and an anonymous one gets one too. */
export function startOperation(
  parsed: ParsedText,
  root: OperationTypeNode,
  variables: readonly Wanted[],
  drafts: readonly Draft[],
  wish?: string,
): Change[] {
  const operations = operationsOf(parsed);
  const names = new Set(operations.flatMap(operation => operation.name?.value ?? []));
  const changes: Change[] = [];
  for (const operation of operations) {
    if (operation.name === undefined)
      changes.push(...insertName(operation, freeOperationName(operation.operation, names)));
  }
  const name = wish ?? (operations.length > 0 ? freeOperationName(root, names) : undefined);
  const list = variables.length > 0 ? `(${variables.map(definitionText).join(', ')})` : '';
  const head = name === undefined ? `${root}${list && ` ${list}`}` : `${root} ${name}${list}`;
  return [...changes, ...insertDefinition(parsed, head, drafts)];
}

/** `Query`, `Query2` …; the name is taken from then on. */
function freeOperationName(root: OperationTypeNode, names: Set<string>): string {
  const plain = root.charAt(0).toUpperCase() + root.slice(1);
  let name = plain;
  for (let number = 2; names.has(name); number++) name = `${plain}${number}`;
  names.add(name);
  return name;
}

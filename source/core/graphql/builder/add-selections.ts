/** Inserts new selections, including their variables and the aliases needed to avoid conflicts. */

import { Kind, type OperationDefinitionNode, type OperationTypeNode } from 'graphql';
import type { Change } from '../../text/changes.js';
import { responseKeyOf } from '../each-field.js';
import { buildPlan, checkPlan, insertedRanges, wasValid } from './apply-plan.js';
import { isBareField } from './as-ticked.js';
import type { Context, Edit, EditResult } from './edit-result.js';
import { withKeys } from './memory.js';
import { leftOperationKey, startOperation } from './operations/start.js';
import { insideKey, keysAround } from './remembered-selections.js';
import type { Path } from './schema/path.js';
import { type Draft, insertSelections, replaceSelection } from './text/insertion.js';
import type { SelectionSetPosition } from './text/resolve.js';
import { freeName } from './text/tokens.js';
import { namesIn, operationsReaching } from './text/usage.js';
import { conflictsOf, problemsAfter } from './validity.js';
import { defineIn, type NeededVariable } from './variables.js';

/** New selections for one selection set. */
export interface Growth {
  /** Selection set to extend, or the type of a new operation. */
  readonly position: SelectionSetPosition | OperationTypeNode;
  /** Row of that selection set. A lone `__typename` placeholder in it is replaced. */
  readonly inside: Path;
  readonly drafts: readonly Draft[];
}

/** All insertions of one edit, and the row's path before (`from`) and after (`path`) it. */
interface GrowthPlan {
  readonly growths: readonly Growth[];
  readonly variables: readonly NeededVariable[];
  readonly from: Path;
  readonly path: Path;
  /** Rows that contain only a placeholder, by their names after the edit. */
  readonly placeholders?: readonly Path[];
  /** Fields inserted only because of their arguments, by their names after the edit. */
  readonly carried?: readonly Path[];
}

/** Builds the edit and gives conflicting fields an alias. */
export function grow(context: Context, plan: GrowthPlan): EditResult {
  const edit = attempt(context, plan);
  const position = plan.growths[0]?.position;
  if (edit.ok || typeof position !== 'string') return edit;
  // The error may come from the rest of a remembered operation.
  const remembered = new Map(context.memory.remembered);
  if (!remembered.delete(leftOperationKey(position))) return edit;
  return attempt({ ...context, memory: { ...context.memory, remembered } }, plan);
}

function attempt(context: Context, plan: GrowthPlan): EditResult {
  const edit = plant(context, plan);
  if (!edit.ok) return edit;
  const keys = conflictingKeys(context, plan, edit);
  if (keys.size === 0) return checkPlan(context, edit);
  const names = new Set(namesIn(context.document.lastValid));
  const growths = plan.growths.map(growth => ({
    ...growth,
    drafts: growth.drafts.map(draft => aliased(draft, keys, names)),
  }));
  const second = plant(context, { ...plan, growths });
  return second.ok ? checkPlan(context, second) : second;
}

function plant(context: Context, plan: GrowthPlan): EditResult {
  const { lastValid } = context.document;
  const changes: Change[] = [];
  const defined = new Set<OperationDefinitionNode>();
  let { active, memory } = context;
  let note: string | undefined;
  for (const { position, drafts, inside } of plan.growths) {
    if (typeof position === 'string') {
      active = lastValid.definitions.length;
      const start = startOperation(lastValid, memory, position, plan.variables, drafts);
      changes.push(...start.changes);
      ({ memory, note } = start);
      continue;
    }
    const insert = hasPlaceholder(context, position, inside) ? replaceSelection : insertSelections;
    changes.push(...insert(lastValid, position, drafts));
    if (position.set === undefined || !wasValid(context))
      memory = withKeys(memory, 'typed', keysAround(lastValid, active, inside));
    for (const operation of operationsReaching(lastValid, position.definition)) defined.add(operation);
  }
  changes.push(...defineIn(lastValid, [...defined], plan.variables));
  const added = plan.variables.map(({ name, type }) => ({ name, type }));
  return buildPlan(context, {
    changes,
    from: plan.from,
    path: plan.path,
    active,
    added,
    ticked: true,
    memory,
    placeholders: plan.placeholders,
    carried: plan.carried,
    note,
  });
}

/** Returns true if the only selection is a generated `__typename` placeholder. */
function hasPlaceholder({ document, active, memory }: Context, { set }: SelectionSetPosition, inside: Path): boolean {
  const [only, ...more] = set?.selections ?? [];
  if (!isBareField(only) || only.name.value !== '__typename' || more.length > 0) return false;
  return memory.placeholders.has(insideKey(document.lastValid, active, inside));
}

/** Returns the response keys of the outermost new fields that conflict. */
function conflictingKeys(context: Context, plan: GrowthPlan, edit: Edit): ReadonlySet<string> {
  const { schema, document } = context;
  const outer = new Set(plan.growths.flatMap(growth => growth.drafts.flatMap(outerKeys)));
  const keys = new Set<string>();
  const mayConflict = wasValid(context)
    ? problemsAfter(schema, document.lastValid, edit.document.lastValid, insertedRanges(edit)).length > 0
    : [...outer].some(key => namesIn(document.lastValid).has(key));
  if (!mayConflict) return keys;
  for (const error of conflictsOf(schema, edit.document.lastValid, insertedRanges(edit))) {
    for (const node of error.nodes ?? []) {
      const key = node.kind === Kind.FIELD ? responseKeyOf(node) : undefined;
      if (key !== undefined && outer.has(key)) keys.add(key);
    }
  }
  return keys;
}

function outerKeys(draft: Draft): readonly string[] {
  if (draft.field !== undefined) return [draft.alias ?? draft.field];
  return (draft.body ?? []).flatMap(outerKeys);
}

/** Adds an alias to each outermost field with one of these response keys. */
function aliased(draft: Draft, keys: ReadonlySet<string>, names: Set<string>): Draft {
  if (draft.field === undefined) {
    return draft.body ? { ...draft, body: draft.body.map(inner => aliased(inner, keys, names)) } : draft;
  }
  if (draft.fixed || !keys.has(draft.alias ?? draft.field)) return draft;
  // A name that does not occur in the text: `field_2`, `field_3`, and so on.
  names.add(draft.field);
  const alias = freeName(draft.field, names, '_');
  names.add(alias);
  return { ...draft, alias };
}

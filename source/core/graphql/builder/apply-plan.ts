/** The last step of every action: the planned changes become an edit, or a refusal if they would spoil a valid text. */

import {
  type Context,
  type Edit,
  type EditResult,
  type NewVariable,
  type RejectedEdit,
  reject,
} from './edit-result.js';
import { followNames, type TickMemory, withKeys, withTick } from './memory.js';
import { insideKey, memoryKey } from './remembered-selections.js';
import type { Path } from './schema/path.js';
import { applyChanges, type Change, invertChanges, orderChanges } from './text/changes.js';
import { parseQuery } from './text/query-document.js';
import type { Range } from './text/tokens.js';
import { problemsAfter, problemsOf } from './validity.js';

/** What an action means to do, before anybody has judged it. */
export interface EditPlan {
  readonly changes: readonly Change[];
  /** The row before and after. */
  readonly from: Path;
  readonly path: Path;
  readonly active: number | undefined;
  readonly added?: readonly NewVariable[];
  readonly removed?: readonly string[];
  /** Set for a tick (true) or untick (false): the opposite on that row takes exactly this back. */
  readonly ticked?: boolean;
  readonly memory?: TickMemory;
  /** Rows, as they are called after the edit, that it gave a `__typename` only because their braces cannot stay empty. */
  readonly placeholders?: readonly Path[];
  /** Fields, as they are called after the edit, that came only for something in their parentheses. */
  readonly carried?: readonly Path[];
  readonly told?: string;
}

/** Why nothing can be edited now, if so. */
export function blockedReason({ document }: Context): RejectedEdit | undefined {
  const { problem } = document;
  if (problem === undefined) return undefined;
  return reject(`The text has an error in line ${problem.line}: ${problem.message} Correct it first.`);
}

/** Applies a plan and judges the result. */
export function applyPlan(context: Context, plan: EditPlan): EditResult {
  const edit = buildPlan(context, plan);
  return edit.ok ? checkPlan(context, edit) : edit;
}

/** Refuses an edit that would make a valid text invalid. */
export function checkPlan(context: Context, edit: Edit): EditResult {
  if (!wasValid(context)) return edit;
  const [error] = problemsAfter(context.schema, context.document.good, edit.document.good, insertedRanges(edit));
  return error ? reject(error.message) : edit;
}

/** True if the last good text has no problem by this schema, so that an edit could spoil something. */
export const wasValid = ({ schema, document }: Context): boolean => problemsOf(schema, document.good).length === 0;

/** Applies a plan without judging it. */
export function buildPlan(context: Context, plan: EditPlan): EditResult {
  const { text } = context.document;
  const changes = orderChanges(plan.changes);
  const after = applyChanges(text, changes);
  const document = parseQuery(after, context.document);
  if (document.problem) return reject(`That would break the text: ${document.problem.message}`);
  const inverse = invertChanges(text, changes);
  let memory = followNames(plan.memory ?? context.memory, context.document.good, document.good);
  const keys = (plan.placeholders ?? []).map(row => insideKey(document.good, plan.active, row));
  memory = withKeys(memory, 'placeholders', keys);
  const carried = (plan.carried ?? []).map(row => memoryKey(document.good, plan.active, row));
  memory = withKeys(memory, 'carried', carried);
  if (plan.ticked !== undefined) {
    memory = withTick(memory, {
      before: { text, active: context.active, path: plan.from, ticked: !plan.ticked },
      after: { text: after, active: plan.active, path: plan.path, ticked: plan.ticked },
      changes,
      inverse,
    });
  }
  return {
    ok: true,
    changes,
    inverse,
    document,
    memory,
    active: plan.active,
    path: plan.path,
    added: plan.added ?? [],
    removed: plan.removed ?? [],
    ...(plan.told !== undefined && { told: plan.told }),
  };
}

/** Where the inserted pieces of an edit are in the text after it. */
export function insertedRanges(edit: Edit): readonly Range[] {
  let shift = 0;
  return edit.changes.map(change => {
    const from = change.from + shift;
    shift += change.insert.length - (change.to - change.from);
    return { from, to: from + change.insert.length };
  });
}

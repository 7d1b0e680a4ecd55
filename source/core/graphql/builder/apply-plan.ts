/** Turns a plan into an edit, or rejects it if it would make a valid text invalid. */

import { applyChanges, type Change, invertChanges, orderChanges } from '../../text/changes.js';
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
import { parseQuery, syntaxErrorText } from './text/query-document.js';
import type { Range } from './text/tokens.js';
import { problemsAfter, problemsOf } from './validity.js';

/** State to remember about an edit. */
interface PlannedMemory {
  /** Set for a tick (true) or an untick (false). The opposite action on the same row then restores the text exactly. */
  readonly ticked?: boolean;
  readonly memory?: TickMemory;
  /** Rows that contain only a placeholder `__typename`, by their names after the edit. */
  readonly placeholders?: readonly Path[];
  /** Fields inserted only because of their arguments, by their names after the edit. */
  readonly carried?: readonly Path[];
}

/** Intended changes, not validated yet. */
interface EditPlan extends PlannedMemory {
  readonly changes: readonly Change[];
  /** Row before the edit (default: `path`). */
  readonly from?: Path;
  /** Row after the edit. */
  readonly path: Path;
  readonly active: number | undefined;
  readonly added?: readonly NewVariable[];
  readonly removed?: readonly string[];
  readonly note?: string;
}

/** Rejects every edit while the text has a syntax error. */
export function blockedReason({ document }: Context): RejectedEdit | undefined {
  const { problem } = document;
  if (problem === undefined) return undefined;
  return reject(syntaxErrorText(problem));
}

/** Applies and validates a plan. */
export function applyPlan(context: Context, plan: EditPlan): EditResult {
  const edit = buildPlan(context, plan);
  return edit.ok ? checkPlan(context, edit) : edit;
}

/** Rejects an edit that makes a valid text invalid. */
export function checkPlan(context: Context, edit: Edit): EditResult {
  if (!wasValid(context)) return edit;
  const [error] = problemsAfter(
    context.schema,
    context.document.lastValid,
    edit.document.lastValid,
    insertedRanges(edit),
  );
  return error ? reject(error.message) : edit;
}

/** Returns true if the last valid text matches the schema, so that an edit could break it. */
export const wasValid = ({ schema, document }: Context): boolean => problemsOf(schema, document.lastValid).length === 0;

/** Applies a plan without validating it. */
export function buildPlan(context: Context, plan: EditPlan): EditResult {
  const { text } = context.document;
  const changes = orderChanges(plan.changes);
  const after = applyChanges(text, changes);
  const document = parseQuery(after, context.document);
  if (document.problem) return reject(`That would break the query: ${document.problem.message}`);
  const inverse = invertChanges(text, changes);
  let memory = followNames(plan.memory ?? context.memory, context.document.lastValid, document.lastValid);
  const keys = (plan.placeholders ?? []).map(row => insideKey(document.lastValid, plan.active, row));
  memory = withKeys(memory, 'placeholders', keys);
  const carried = (plan.carried ?? []).map(row => memoryKey(document.lastValid, plan.active, row));
  memory = withKeys(memory, 'carried', carried);
  if (plan.ticked !== undefined) {
    memory = withTick(memory, {
      before: { text, active: context.active, path: plan.from ?? plan.path, ticked: !plan.ticked },
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
    note: plan.note,
  };
}

/** Returns the ranges of the inserted text after the edit. */
export function insertedRanges(edit: Edit): readonly Range[] {
  let shift = 0;
  return edit.changes.map(change => {
    const from = change.from + shift;
    shift += change.insert.length - (change.to - change.from);
    return { from, to: from + change.insert.length };
  });
}

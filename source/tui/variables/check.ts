/** Checks the variables for problems, and for missing and unknown variables. */

import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import { checkVariables, type VariablesReport } from '../../core/graphql/intelligence/check-variables.js';
import { movedProblems } from '../../core/graphql/intelligence/problems.js';
import { allValues } from '../../core/http-file/captured-values.js';
import { type EditorState, textOf } from '../../core/text/editor.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import type { DescribedRequest, VariablesCheck } from '../model/variables.js';
import { restFor } from '../text/problems.js';
import { update } from '../update.js';
import { withNames } from './names.js';

const nothing: VariablesReport = {
  problems: [],
  definitions: [],
  given: new Set(),
  wrong: new Set(),
  missing: [],
  unknown: [],
};

export const startVariablesCheck = (doc: EditorState['doc']): VariablesCheck => ({
  report: nothing,
  checkId: undefined,
  // The initial text has not been checked yet. The first action schedules its check.
  seen: { doc, operation: undefined, schema: undefined, values: undefined, request: undefined },
});

/**
 * Schedules a check after any change of the text, the active operation or the schema.
 * @param request the request at the cursor, for an HTTP document
 */
export function orderVariablesCheck(done: Update<State>, request?: DescribedRequest): Update<State> {
  const { state } = done;
  const { seen, report } = state.variablesCheck;
  const { doc } = state.variables.editor;
  const { schema } = state.connect;
  const values = allValues(state.identity);
  const operation = operationAt(state.query.document, state.query.active);
  const next = { doc, operation, schema, values, request };
  if (keys.every(key => next[key] === seen[key])) return done;
  const moved =
    report.problems.length === 0 || doc === seen.doc
      ? report
      : { ...report, problems: movedProblems(report.problems, seen.doc.toString(), doc.toString()) };
  const id = state.nextId;
  const variablesCheck = { report: moved, checkId: id, seen: next };
  return update({ ...state, nextId: id + 1, variablesCheck }, ...done.effects, {
    kind: 'later',
    ms: restFor(doc.length),
    action: { type: 'variables/check', id },
  });
}

const keys = ['doc', 'operation', 'schema', 'values', 'request'] as const;

/** Names of all variables defined by operations of the text. */
const definedIn = ({ query }: State): ReadonlySet<string> =>
  new Set(
    query.document.lastValid.definitions.flatMap(node =>
      node.kind === 'OperationDefinition' ? (node.variableDefinitions ?? []).map(each => each.variable.name.value) : [],
    ),
  );

/** Runs the most recently scheduled check. */
export function checkNow(state: State, id: number): State {
  const { variablesCheck, variables } = state;
  if (id !== variablesCheck.checkId) return state;
  const { operation, schema, request } = variablesCheck.seen;
  const [text, values] = [textOf(variables.editor), allValues(state.identity)];
  const problems = checkVariables(schema, operation, text, definedIn(state), values);
  const report = request === undefined ? problems : withNames(problems, request, text, values);
  return { ...state, variablesCheck: { ...variablesCheck, report, checkId: undefined } };
}

/** Runs a pending check now, because the user wants its result. */
export const checkedVariables = (state: State): State =>
  state.variablesCheck.checkId === undefined ? state : checkNow(state, state.variablesCheck.checkId);

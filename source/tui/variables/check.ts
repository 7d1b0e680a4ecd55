/** Checks the variables: problems, missing and unknown ones. */

import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import { checkVariables, type VariablesReport } from '../../core/graphql/intelligence/check-variables.js';
import { movedProblems } from '../../core/graphql/intelligence/problems.js';
import { allValues } from '../../core/http-file/kept-values.js';
import { type EditorState, textOf } from '../../core/text/editor.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import type { VariablesCheck } from '../model/variables.js';
import { restFor } from '../text/problems.js';
import { update } from '../update.js';

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
  // The initial text has not been checked yet: the first action schedules that.
  seen: { doc, operation: undefined, schema: undefined, values: undefined },
});

/** After any change of the text, the active operation or the schema, schedules a check. */
export function orderVariablesCheck(done: Update<State>): Update<State> {
  const { state } = done;
  const { seen, report } = state.variablesCheck;
  const { doc } = state.variables.editor;
  const { schema } = state.connect;
  const values = allValues(state.identity);
  const operation = operationAt(state.query.document, state.query.active);
  if (doc === seen.doc && operation === seen.operation && schema === seen.schema && values === seen.values) return done;
  const moved =
    report.problems.length === 0 || doc === seen.doc
      ? report
      : { ...report, problems: movedProblems(report.problems, seen.doc.toString(), doc.toString()) };
  const id = state.nextId;
  const variablesCheck = { report: moved, checkId: id, seen: { doc, operation, schema, values } };
  return update({ ...state, nextId: id + 1, variablesCheck }, ...done.effects, {
    kind: 'later',
    ms: restFor(doc.length),
    action: { type: 'variables/check', id },
  });
}

/** Names of the variables that any operation of the text defines. */
const definedIn = ({ query }: State): ReadonlySet<string> =>
  new Set(
    query.document.lastValid.definitions.flatMap(node =>
      node.kind === 'OperationDefinition' ? (node.variableDefinitions ?? []).map(each => each.variable.name.value) : [],
    ),
  );

/** Runs the check that was scheduled last. */
export function checkNow(state: State, id: number): State {
  const { variablesCheck, variables } = state;
  if (id !== variablesCheck.checkId) return state;
  const { operation, schema } = variablesCheck.seen;
  const values = allValues(state.identity);
  const report = checkVariables(schema, operation, textOf(variables.editor), definedIn(state), values);
  return { ...state, variablesCheck: { ...variablesCheck, report, checkId: undefined } };
}

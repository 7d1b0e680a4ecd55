/** Problems of the query: checking, walking, listing; and formatting, which refuses a text that has one. */
import { formatQuery } from '../../core/graphql/intelligence/format-query.js';
import {
  movedProblems,
  queryProblems,
  syntaxProblem,
  type TextProblem,
} from '../../core/graphql/intelligence/problems.js';
import { cursorOf, type EditorState, replaceText, select } from '../../core/text/editor.js';
import { type Step, step } from '../model/effect.js';
import { type State, viewOf } from '../model/state.js';
import { withEditor } from '../text/pane.js';
import { changed, type QueryState } from './reduce.js';

/** How long the keys must rest before a text is checked, in milliseconds. */
export const restMs = 120;

/** After any change of the text or the schema: a check is ordered, and what is known moves along until it is done. */
export function orderCheck(done: Step<State>): Step<State> {
  const { state } = done;
  const { query } = state;
  const { schema } = state.connect;
  const { seen, document } = query;
  if (document === seen.document && schema === seen.schema) return done;
  const problems = schema === undefined ? [] : movedProblems(query.problems, seen.document.text, document.text);
  const next = { ...query, problems, seen: { document, schema } };
  if (schema === undefined || document.problem !== undefined) {
    return { ...done, state: { ...state, query: { ...next, checkId: undefined } } };
  }
  const id = state.nextId;
  const ordered = { ...state, nextId: id + 1, query: { ...next, checkId: id } };
  return step(ordered, ...done.effects, { kind: 'later', ms: restMs, action: { type: 'query/check', id } });
}

/** Does the check that was ordered last; an older one has nothing to say any more. */
export function checkQuery(state: State, id: number): State {
  const { query } = state;
  const { schema } = state.connect;
  if (id !== query.checkId || schema === undefined) return state;
  return { ...state, query: { ...query, problems: queryProblems(schema, query.document.good), checkId: undefined } };
}

/** Syntax errors while there are any, else what the last check found. In the order of the text. */
export function problemsIn({ document, problems }: QueryState): readonly TextProblem[] {
  const syntax = syntaxProblem(document);
  return syntax === undefined ? problems : [syntax];
}

/** Puts the cursor on an offset of the query, in characters, at its end at most, and scrolls there. */
export function goTo(state: State, offset: number): State {
  const { query } = state;
  const editor = select(query.editor, Math.min(offset, query.editor.doc.length));
  return changed(state, withEditor(query, editor, viewOf(state, 'query')));
}

/** Who asks for problems does not wait for the keys to rest. */
const checked = (state: State): State =>
  state.query.checkId === undefined ? state : checkQuery(state, state.query.checkId);

/** To the problem after or before the cursor, round the end; checks first if a check was still to come. */
export function nextProblem(before: State, by: 1 | -1): State {
  const state = checked(before);
  const problems = problemsIn(state.query);
  const at = cursorOf(state.query.editor);
  const next = problemBeside(problems, at, by);
  if (next === undefined) return { ...state, notice: { text: 'There is no problem.', tone: 'info' } };
  return goTo(state, next.from);
}

/** The next or previous problem from an offset, round and round. */
export function problemBeside(problems: readonly TextProblem[], offset: number, by: 1 | -1): TextProblem | undefined {
  return by > 0
    ? (problems.find(each => each.from > offset) ?? problems[0])
    : (problems.findLast(each => each.from < offset) ?? problems.at(-1));
}

/** Lists the problems of the query as it is now; a notice if there is none. */
export function openProblems(before: State): State {
  const state = checked(before);
  return openProblemList(state, problemsIn(state.query), state.query.editor, 'query/go');
}

/** The problems of a text as a choice: Enter goes to one. */
export function openProblemList(
  state: State,
  problems: readonly TextProblem[],
  editor: EditorState,
  go: 'query/go' | 'variables/go',
): State {
  if (problems.length === 0) return { ...state, notice: { text: 'There is no problem.', tone: 'info' } };
  const { doc } = editor;
  const at = cursorOf(editor);
  const options = problems.map(each => {
    const line = doc.lineAt(Math.min(each.from, doc.length));
    const mark = each.severity === 'warning' ? 'warning: ' : '';
    return {
      label: `${line.number}:${each.from - line.from + 1}`,
      detail: `${mark}${each.message}`,
      action: { type: go, offset: each.from } as const,
    };
  });
  const selected = Math.max(
    0,
    problems.findLastIndex(each => each.from <= at),
  );
  const title = problems.length === 1 ? 'One problem' : `${problems.length} problems`;
  return { ...state, overlays: [...state.overlays, { kind: 'choice', title, options, selected }] };
}

/** As one undo step. A text that does not parse stays as it is, with the cursor on what is wrong. */
export function formatted(state: State): State {
  const { query } = state;
  const { problem, good } = query.document;
  if (problem !== undefined) {
    const text = `Not formatted: line ${problem.line} does not parse.`;
    return { ...goTo(state, problem.offset), notice: { text, tone: 'error' } };
  }
  const editor = replaceText(query.editor, formatQuery(good));
  if (editor === query.editor) return { ...state, notice: { text: 'It is formatted already.', tone: 'info' } };
  return changed(state, withEditor(query, editor, viewOf(state, 'query')));
}

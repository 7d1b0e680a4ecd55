/** Problems of the query: checking, navigation and listing, and formatting, which needs a valid text. */
import { formatQuery } from '../../core/graphql/intelligence/format-query.js';
import {
  movedProblems,
  queryProblems,
  syntaxProblem,
  type TextProblem,
} from '../../core/graphql/intelligence/problems.js';
import { jsonObject } from '../../core/json/tree.js';
import { httpProblems } from '../../core/openapi/intelligence/problems.js';
import { cursorOf, languageOf, replaceText, textOf } from '../../core/text/editor.js';
import type { Effect, Update } from '../model/effect.js';
import type { QueryState } from '../model/query.js';
import type { State } from '../model/state.js';
import { withOverlay } from '../overlays/open.js';
import { noProblem, problemBeside, problemList, restFor } from '../text/problems.js';
import { update, withNotice } from '../update.js';
import { httpFileOf, placeholdersOf } from './http-text.js';
import { goTo, goToDefinition, setEditor } from './text.js';

/** Schedules a check after any change of the text or the schema. Until it runs, known problems move with the text. */
export function orderCheck(done: Update<State>): Update<State> {
  const { state } = done;
  const { query } = state;
  if (languageOf(query.editor) === 'http') return orderHttpCheck(done);
  const { schema } = state.connect;
  const { checkInput: last, document } = query;
  if (document === last.document && schema === last.schema) return done;
  const problems = schema === undefined ? [] : movedProblems(query.problems, last.document.text, document.text);
  const next = { ...query, problems, checkInput: { document, schema } };
  if (schema === undefined || document.problem !== undefined) {
    return { ...done, state: { ...state, query: { ...next, checkId: undefined } } };
  }
  return withCheck({ ...state, query: next }, restFor(document.text.length), done.effects);
}

/** Schedules the next check. */
function withCheck(state: State, ms: number, effects: readonly Effect[] = []): Update<State> {
  const id = state.nextId;
  const ordered = { ...state, nextId: id + 1, query: { ...state.query, checkId: id } };
  return update(ordered, ...effects, { kind: 'later', ms, action: { type: 'query/check', id } });
}

/**
 * Runs the most recently scheduled check. Older checks are outdated, and so is a check of a text that has changed since.
 * @param whole true to check all of a long text in one step
 */
export function checkQuery(state: State, id: number, whole = false): Update<State> {
  const { query } = state;
  const { schema } = state.connect;
  if (id === query.checkId && languageOf(query.editor) === 'http') return checkRequests(state, whole);
  if (id !== query.checkId || schema === undefined || query.parseId !== undefined) return update(state);
  return update({
    ...state,
    query: { ...query, problems: queryProblems(schema, query.document.lastValid), checkId: undefined },
  });
}

/** Syntax errors if there are any, otherwise the result of the last check. In text order. */
export function problemsIn({ document, problems }: QueryState): readonly TextProblem[] {
  const syntax = syntaxProblem(document);
  return syntax === undefined ? problems : [syntax];
}

/** Runs a pending check now, because the user wants its result. */
const checked = (state: State): State =>
  state.query.checkId === undefined ? state : checkQuery(state, state.query.checkId, true).state;

/** Goes to the next or previous problem from the cursor, wrapping around. Runs a pending check first. */
export function nextProblem(before: State, by: 1 | -1): State {
  const state = checked(before);
  const next = problemBeside(problemsIn(state.query), cursorOf(state.query.editor), by);
  return next === undefined ? withNotice(state, noProblem) : goTo(state, next.from);
}

/** Lists the current problems of the query, or shows a notice if there are none. */
export function openProblems(before: State): State {
  const state = checked(before);
  const list = problemList(problemsIn(state.query), state.query.editor, 'query/go');
  return list === undefined ? withNotice(state, noProblem) : withOverlay(state, list);
}

/** Formats the text as one undo step. A text that does not parse stays unchanged, with the cursor on the error. */
export function formatted(state: State): State {
  const { query } = state;
  const { problem, lastValid } = query.document;
  if (problem !== undefined) {
    const text = `Not formatted: line ${problem.line} has a syntax error.`;
    return withNotice(goTo(state, problem.offset), text, 'error');
  }
  const editor = replaceText(query.editor, formatQuery(lastValid));
  if (editor === query.editor) return withNotice(state, 'Already formatted.');
  const next = setEditor(state, 'query', editor);
  // The definitions are the same: keep the active one.
  return next.query.active === query.active ? next : goToDefinition(next, query.active);
}

/** Like `orderCheck`, for a text of requests. Runs after a change of the text, its variables, its server or the description. */
function orderHttpCheck(done: Update<State>): Update<State> {
  const { state } = done;
  const { query, connect, variables } = state;
  const { requestCheckInput: last } = query;
  const { doc } = query.editor;
  const values = variables.editor.doc;
  const { description, url } = connect;
  const server = connect.server?.url;
  const isSameServer = description === last?.description && url === last?.url && server === last?.server;
  if (doc === last?.doc && values === last.values && isSameServer) return done;
  const problems =
    last === undefined || last.doc === doc
      ? query.problems
      : movedProblems(query.problems, last.doc.toString(), doc.toString());
  const next = { ...query, problems, requestCheckInput: { doc, values, description, url, server } };
  return withCheck({ ...state, query: next }, restFor(doc.length), done.effects);
}

/** Pause between two parts of the check of a long text, in milliseconds, so that keys are handled. */
const pauseMs = 10;

/**
 * Runs the scheduled check. For a long text, it runs one part and schedules the next.
 * @param whole true to run all parts
 */
function checkRequests(state: State, whole: boolean): Update<State> {
  const { query, connect } = state;
  const { description } = connect;
  const { server, values } = placeholdersOf(state);
  const all = { server, values: new Map([...values, ...valuesIn(state)]) };
  const text = textOf(query.editor);
  const { problems, isWhole } = httpProblems(description, text, httpFileOf(query.editor), all, whole);
  if (isWhole) return update({ ...state, query: { ...query, problems, checkId: undefined } });
  return withCheck({ ...state, query: { ...query, problems } }, pauseMs);
}

/** Variables with scalar values, as text. Objects and lists are not included. */
function valuesIn({ variables }: State): readonly (readonly [name: string, text: string])[] {
  const text = textOf(variables.editor);
  return (jsonObject(text)?.members ?? []).flatMap(({ name, value }) => {
    if (value.kind === 'object' || value.kind === 'array' || value.kind === 'null') return [];
    return [[name, value.kind === 'string' ? value.value : text.slice(value.from, value.to)] as const];
  });
}

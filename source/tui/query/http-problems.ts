/** Checks a text of requests: scheduled when it, its variables, its server or the description changes. */
import { movedProblems } from '../../core/graphql/intelligence/problems.js';
import { jsonObject } from '../../core/json/tree.js';
import { httpProblems } from '../../core/openapi/intelligence/problems.js';
import { textOf } from '../../core/text/editor.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { restFor } from '../text/problems.js';
import { update } from '../update.js';
import { httpFileOf, serverOf } from './http-text.js';

/** Until the check is due, the known problems move with the text. */
export function orderHttpCheck(done: Update<State>): Update<State> {
  const { state } = done;
  const { query, connect, variables } = state;
  const { seenRequests: seen } = query;
  const { doc } = query.editor;
  const values = variables.editor.doc;
  const { description, url } = connect;
  const server = connect.server?.url;
  const isSeen = description === seen?.description && url === seen?.url && server === seen?.server;
  if (doc === seen?.doc && values === seen.values && isSeen) return done;
  const problems =
    seen === undefined || seen.doc === doc
      ? query.problems
      : movedProblems(query.problems, seen.doc.toString(), doc.toString());
  const id = state.nextId;
  const next = { ...query, problems, checkId: id, seenRequests: { doc, values, description, url, server } };
  return update({ ...state, nextId: id + 1, query: next }, ...done.effects, {
    kind: 'later',
    ms: restFor(doc.length),
    action: { type: 'query/check', id },
  });
}

/** Between two parts of the check of a long text, in milliseconds: for keys. */
const pauseMs = 10;

/** Runs the check that was scheduled: of a long text a part, and orders the next. @param whole all of it */
export function checkRequests(state: State, whole: boolean): Update<State> {
  const { query, connect } = state;
  const { description } = connect;
  const file = httpFileOf(query.editor);
  const [first] = description?.operations ?? [];
  const values = new Map([...file.variables.map(({ name, text }) => [name, text] as const), ...valuesIn(state)]);
  const server = first && serverOf(connect, first);
  const { problems, isWhole } = httpProblems(description, textOf(query.editor), file, { values, server }, whole);
  if (isWhole) return update({ ...state, query: { ...query, problems, checkId: undefined } });
  const id = state.nextId;
  const next = { ...state, nextId: id + 1, query: { ...query, problems, checkId: id } };
  return update(next, { kind: 'later', ms: pauseMs, action: { type: 'query/check', id } });
}

/** The texts that names of Variables stand for; objects and lists are none. */
function valuesIn({ variables }: State): readonly (readonly [name: string, text: string])[] {
  const text = textOf(variables.editor);
  return (jsonObject(text)?.members ?? []).flatMap(({ name, value }) => {
    if (value.kind === 'object' || value.kind === 'array' || value.kind === 'null') return [];
    return [[name, value.kind === 'string' ? value.value : text.slice(value.from, value.to)] as const];
  });
}

/** Jumps between rows: to a type, to its uses, and back; and the documentation of a row. */

import type { Update } from '../model/effect.js';
import type { JumpAction } from '../model/schema.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { choice, openOverlay } from '../overlays/open.js';
import { notify, update } from '../update.js';
import { change, cursorRow, opened, rebuild } from './rows.js';
import { treeSource } from './sources.js';
import { memberKey, typeKey, typesKey } from './tree/browse-rows.js';
import { rowTitle } from './tree/row.js';

/** The last fifty jumps can be reverted. A notice explains why a jump failed. */
export function reduceJump(state: State, action: JumpAction): Update<State> {
  const { schema } = state;
  const row = cursorRow(state);
  switch (action.type) {
    case 'schema/go-to-type': {
      const name = action.name ?? row?.typeName;
      if (name === undefined || name === '') return notify(state, 'This row has no type.');
      if (state.connect.index?.type(name) === undefined) return notify(state, `The schema does not describe ${name}.`);
      const key = action.member === undefined ? typeKey(name) : memberKey(name, action.member);
      return update(reveal({ ...state, focus: 'schema', editing: false }, key, [typesKey, typeKey(name)]));
    }
    case 'schema/reveal':
      return update(reveal(state, action.key, action.open));
    case 'schema/back': {
      const key = schema.trail.at(-1);
      if (key === undefined) return notify(state, 'No earlier row to return to.');
      return update(rebuild(change(state, { trail: schema.trail.slice(0, -1) }), key));
    }
    case 'schema/where-used':
      return whereUsed(state, row);
    case 'schema/problems':
      return descriptionProblems(state);
    case 'schema/docs':
      return docs(state, row);
  }
}

/** Expands the ancestors, remembers the cursor, and moves it. */
function reveal(state: State, key: string, open: readonly string[]): State {
  const from = cursorRow(state)?.key;
  const trail = from === undefined ? state.schema.trail : [...state.schema.trail.slice(-49), from];
  return rebuild(opened(change(state, { trail, onlyTicked: false }), open), key);
}

/** Lists the rows that use the type of a row. Enter goes to one. */
function whereUsed(state: State, row: Row | undefined): Update<State> {
  const uses = treeSource(state).uses(state, row);
  if (typeof uses === 'string') return notify(state, uses);
  const { name, options } = uses;
  return openOverlay(state, { ...choice(`Where ${name} is used (${options.length})`, options), verb: 'go to' });
}

/** Lists the parts of the description that cannot be used, with their positions. */
function descriptionProblems(state: State): Update<State> {
  const problems = state.connect.description?.problems ?? [];
  const text = problems.map(each => `${each.place}\n  ${each.text}`).join('\n');
  return openOverlay(state, { kind: 'text', title: `Problems of the description (${problems.length})`, text, top: 0 });
}

function docs(state: State, row: Row | undefined): Update<State> {
  if (row === undefined) return update(state);
  const text = treeSource(state).docs(state, row);
  const overlay = { kind: 'text', title: rowTitle(row), text, top: 0, isDocs: true } as const;
  return openOverlay(state, overlay);
}

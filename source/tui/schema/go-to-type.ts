/** Jumps between rows: to a type, to its uses, and back; and the documentation of a row. */

import { textOfUse } from '../../core/graphql/schema-index.js';
import type { Action } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { JumpAction } from '../model/schema.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { choice, openOverlay } from '../overlays/open.js';
import { update, withNotice } from '../update.js';
import { descriptionProblems, whereSchemaUsed } from './api/look.js';
import { rowDocs, rowTitle } from './docs.js';
import { change, cursorRow, opened, rebuild } from './rows.js';
import { directivesKey, memberKey, typeKey, typesKey } from './tree/browse-rows.js';

/** The last fifty jumps can be reverted. A notice explains why a jump failed. */
export function reduceJump(state: State, action: JumpAction): Update<State> {
  const { schema } = state;
  const row = cursorRow(state);
  switch (action.type) {
    case 'schema/go-to-type': {
      const name = action.name ?? row?.typeName;
      if (name === undefined || name === '') return notice(state, 'This row has no type.');
      if (state.connect.index?.type(name) === undefined) return notice(state, `The schema does not describe ${name}.`);
      const key = action.member === undefined ? typeKey(name) : memberKey(name, action.member);
      return update(reveal({ ...state, focus: 'schema', editing: false }, key, [typesKey, typeKey(name)]));
    }
    case 'schema/reveal':
      return update(reveal(state, action.key, action.open));
    case 'schema/back': {
      const key = schema.trail.at(-1);
      if (key === undefined) return notice(state, 'No earlier row to return to.');
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

const notice = (state: State, text: string): Update<State> => update(withNotice(state, text));

/** Expands the ancestors, remembers the cursor, and moves it. */
function reveal(state: State, key: string, open: readonly string[]): State {
  const from = cursorRow(state)?.key;
  const trail = from === undefined ? state.schema.trail : [...state.schema.trail.slice(-49), from];
  return rebuild(opened(change(state, { trail, onlyTicked: false }), open), key);
}

function whereUsed(state: State, row: Row | undefined): Update<State> {
  const { description } = state.connect;
  if (description !== undefined) return whereSchemaUsed(state, description, row);
  const name = row?.kind === 'type' ? row.name : row?.typeName;
  const index = state.connect.index;
  if (name === undefined || index === undefined) return notice(state, 'This row has no type.');
  const uses = index.usesOf(name);
  if (uses.length === 0) return notice(state, `Nothing uses ${name}.`);
  const options = uses.map(use => {
    const type = 'type' in use ? use.type : '';
    const member = 'field' in use ? use.field : use.kind === 'member' ? `| ${name}` : `implements ${name}`;
    const action: Action =
      use.kind === 'directive'
        ? { type: 'schema/reveal', key: `directives/${use.directive}`, open: [directivesKey] }
        : { type: 'schema/go-to-type', name: type, member };
    return { label: textOfUse(use), detail: use.kind === 'inputField' ? 'input field' : use.kind, action };
  });
  const title = `Where ${name} is used (${uses.length})`;
  return openOverlay(state, choice(title, options));
}

function docs(state: State, row: Row | undefined): Update<State> {
  if (row === undefined) return update(state);
  const overlay = { kind: 'text', title: rowTitle(row), text: rowDocs(state, row), top: 0 } as const;
  return openOverlay(state, overlay);
}

/** Operations on operations and fragments: go to one, create, rename, delete. */

import type { Context, EditResult } from '../../core/graphql/builder/index.js';
import * as builder from '../../core/graphql/builder/index.js';
import { syntaxErrorText } from '../../core/graphql/builder/text/query-document.js';
import { createText } from '../../core/text/editor.js';
import { clamp } from '../layout.js';
import type { OperationsAction } from '../model/documents.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { choice, closeTop, openOverlay, prompt, topOverlay } from '../overlays/open.js';
import { takeEdit } from '../query/edits.js';
import { followCursor, goTo } from '../query/text.js';
import { run } from '../response/run.js';
import { rebuild } from '../schema/rows.js';
import { refuse, update, withNotice } from '../update.js';
import { type OperationEntry, operationEntries, operationsKind } from './view.js';

const selectedEntry = (state: State): OperationEntry | undefined => {
  const overlay = topOverlay(state);
  return overlay?.kind === 'operations' ? operationsKind.shown(overlay, state)[overlay.selected] : undefined;
};

/** Creating, renaming and deleting are one undo step each, and are refused while the text does not parse. */
export function reduceOperations(state: State, action: OperationsAction): Update<State> {
  switch (action.type) {
    case 'operations/open': {
      const at = operationEntries(state).findIndex(each => each.definition === state.query.active);
      return openOverlay(state, { kind: 'operations', field: createText(''), selected: Math.max(0, at) });
    }
    case 'operations/go': {
      const entry = selectedEntry(state);
      const closed = closeTop(state);
      if (entry === undefined) return update(closed);
      const position = goTo(closed, entry.offset);
      return action.run === true ? run(position) : update(position);
    }
    case 'operations/ask-new':
      return openOverlay(
        state,
        choice(
          'New operation',
          (['query', 'mutation', 'subscription'] as const).map(root => ({
            label: root,
            action: { type: 'operations/ask-name', root },
          })),
        ),
      );
    case 'operations/ask-name':
      return openOverlay(
        state,
        prompt(`Name of the new ${action.root}`, name => ({ type: 'operations/new', root: action.root, name }), {
          hint: nameHint,
          check: name =>
            nameProblem(name) ?? reason(state, context => builder.newOperation(context, action.root, name.trim())),
        }),
      );
    case 'operations/new':
      return applyEdit(state, action, context => builder.newOperation(context, action.root, action.name.trim()), true);
    case 'operations/ask-rename': {
      const entry = selectedEntry(state);
      if (entry === undefined) return nothingThere(state);
      const { definition } = entry;
      const text = entry.label === '(no name)' ? '' : entry.label;
      return openOverlay(
        state,
        prompt(`New name of ${entry.label}`, name => ({ type: 'operations/rename', definition, name }), {
          text,
          hint: entry.detail.startsWith('fragment') ? `${nameHint}; also renames its spreads` : nameHint,
          check: name =>
            nameProblem(name) ?? reason(state, context => builder.renameDefinition(context, definition, name.trim())),
        }),
      );
    }
    case 'operations/rename':
      return applyEdit(
        state,
        action,
        context => builder.renameDefinition(context, action.definition, action.name.trim()),
        false,
      );
    case 'operations/delete': {
      const entry = selectedEntry(state);
      if (entry === undefined) return nothingThere(state);
      const done = applyEdit(state, action, context => builder.deleteDefinition(context, entry.definition), false);
      if (done.state.query.editor === state.query.editor) return done;
      const text = `Deleted ${entry.label}. Press u to restore it.`;
      return update(withNotice(followCursor(done.state), text), ...done.effects);
    }
  }
}

function nothingThere(state: State): Update<State> {
  const { problem } = state.query.document;
  const text = problem === undefined ? 'No operations yet.' : syntaxErrorText(problem);
  return refuse(state, text);
}

const nameHint = 'letters, digits and _';

const nameProblem = (name: string): string | undefined =>
  /^[A-Za-z_]\w*$/.test(name.trim()) ? undefined : 'Use letters, digits and _, not starting with a digit.';

/**
 * The reason why the builder refuses an edit, or undefined if it accepts it or cannot try it yet. A refused input stays open
 * for correction.
 */
function reason({ query, connect }: State, decide: (context: Context) => EditResult): string | undefined {
  const { document, active, memory } = query;
  if (document.problem !== undefined || connect.schema === undefined) return undefined;
  const outcome = decide({ document, schema: connect.schema, active, memory });
  return outcome.ok ? undefined : outcome.reason;
}

/** Maximum time to wait for a schema that is being built, in milliseconds. */
const buildingMs = 100;

/** Applies an edit of the builder, or reports why it is impossible. */
function applyEdit(
  state: State,
  action: OperationsAction,
  decide: (context: Context) => EditResult,
  closes: boolean,
): Update<State> {
  const { query, connect } = state;
  if (query.document.problem !== undefined) {
    return refuse(state, syntaxErrorText(query.document.problem));
  }
  if (connect.schema === undefined) {
    if (connect.index === undefined || connect.schemaProblem !== undefined)
      return refuse(state, 'This requires a schema. You can still type it in the text.');
    const waiting = withNotice(state, 'Schema is still loading…');
    return update(waiting, { kind: 'later', ms: buildingMs, action });
  }
  const { document, active, memory } = query;
  const outcome = decide({ document, schema: connect.schema, active, memory });
  if (!outcome.ok) return refuse(state, outcome.reason);
  const taken = takeEdit(state, outcome);
  if (typeof taken === 'string') return refuse(state, taken);
  const edited = rebuild(taken, builder.pathKey(outcome.path));
  const count = operationEntries(edited).length;
  const overlays = closes
    ? edited.overlays.filter(each => each.kind !== 'operations')
    : edited.overlays.map(each =>
        each.kind === 'operations' ? { ...each, selected: clamp(each.selected, 0, Math.max(0, count - 1)) } : each,
      );
  return update({ ...edited, overlays });
}

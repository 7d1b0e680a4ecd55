/** The query text is the single source of what will be sent. Typing, ticks, paste and format are transactions on its editor. */
import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import { runText } from '../../core/text/commands.js';
import { cursorOf, replaceText, textOf } from '../../core/text/editor.js';
import { viewOf } from '../layout.js';
import type { Step } from '../model/effect.js';
import type { QueryAction } from '../model/query.js';
import type { State } from '../model/state.js';
import { step } from '../step.js';
import { clickText } from '../text/clicks.js';
import { scrollPane, withEditor } from '../text/pane.js';
import { reduceCompletion } from './completion/reduce.js';
import { withTradesUndone } from './edits.js';
import { reduceFindText } from './find/reduce.js';
import { checkQuery, formatted, nextProblem, openProblems } from './problems.js';
import { changed, goTo, goToOperation, typed } from './text.js';

/** An outdated check is ignored. */
export function reduceQuery(state: State, action: QueryAction): Step<State> {
  const view = viewOf(state, 'query');
  const { query } = state;
  switch (action.type) {
    case 'query/command': {
      const next = typed(state, withEditor(query, runText(query.editor, action.command, view), view));
      return next.state.query.editor === query.editor
        ? step(state)
        : step(withTradesUndone(next.state), ...next.effects);
    }
    case 'query/edited':
      return step(edited(state, action.text));
    case 'query/click':
      return clickText(state, 'query', action, changed);
    case 'query/scroll':
      return step({ ...state, query: { ...query, ...scrollPane(query, action.by, view) } });
    case 'query/parse':
      // The root reducer has parsed it: it does before any action but typing.
      return step(state);
    case 'query/check':
      return step(checkQuery(state, action.id));
    case 'query/go':
      return step(goTo(state, action.offset));
    case 'query/problem':
      return step(nextProblem(state, action.by));
    case 'query/problems':
      return step(openProblems(state));
    case 'query/describe': {
      const { schema } = state.connect;
      if (schema === undefined) return step(state);
      return step(state, { kind: 'describe', schema, text: textOf(query.editor), offset: cursorOf(query.editor) });
    }
    case 'query/format':
      return step(formatted(state));
  }
}

/** Another text; the operation that was active still is, if there is one of its name. */
function edited(state: State, text: string): State {
  const { query } = state;
  const name = operationAt(query.document, query.active)?.name?.value;
  const next = changed(state, withEditor(query, replaceText(query.editor, text), viewOf(state, 'query')));
  return goToOperation(next, name);
}

/** This room's reducers, by family of actions. */
export const queryReducers = { query: reduceQuery, completion: reduceCompletion, find: reduceFindText };

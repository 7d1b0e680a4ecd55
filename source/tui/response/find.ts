/** The input line below the pane: a search in a text, or a filter of events or of a table's rows. All apply while typing. */
import { createText, cursorOf, type EditorState, textOf } from '../../core/text/editor.js';
import { columnOf } from '../../core/text/view-lines.js';
import { runField } from '../components/field.js';
import { layout } from '../layout.js';
import type { Effect, Update } from '../model/effect.js';
import type { FieldCell } from '../model/layout.js';
import type { Find } from '../model/response.js';
import type { FindAction } from '../model/response-action.js';
import type { State } from '../model/state.js';
import { endOf } from '../overlays/open.js';
import { notify, refuse, update } from '../update.js';
import { filterLog } from './events/log.js';
import { bodyView } from './layout.js';
import { pathToBegin, pathWords, whyUnfilterable } from './path/path.js';
import { changeResponse, shownBody, showsLog, takesMessages, withBody } from './shown.js';
import { filterTable } from './table/order.js';
import { filterOn } from './table/tools.js';
import { nextMark } from './viewer/error-marks.js';
import { goToLine } from './viewer/reduce.js';
import { search, searchFurther, searchNext } from './viewer/search.js';

/** Number of characters searched between two frames. */
const onTick = 6_000_000;

/** Schedules the next part of the search until it is complete. */
function further(state: State): Update<State> {
  const body = shownBody(state.response);
  if (body?.search === undefined || body.search.matches.complete) return update(state);
  const effect: Effect = { kind: 'later', ms: 1, action: { type: 'response/search-on' } };
  return update(state, effect);
}

/** Searches immediately after each key. The search of a long text continues between frames. */
export function reduceFind(state: State, action: FindAction): Update<State> {
  const { response } = state;
  const { find } = response;
  const body = shownBody(response);
  const view = bodyView(state);
  switch (action.type) {
    case 'response/find': {
      const field = createText('');
      if (showsLog(response))
        return update(changeResponse(state, { find: { kind: 'events', field, before: response.log.filter } }));
      if (body === undefined) return notify(state, 'Nothing to search.');
      return update(changeResponse(state, { find: { kind: 'search', field, before: body } }));
    }
    case 'response/message': {
      const focused: State = { ...state, focus: 'response', editing: false };
      // A message typed before the connection was closed is still unsent.
      if (find?.kind === 'message') return update(focused);
      return update(changeResponse(focused, { find: { kind: 'message', field: createText('') } }));
    }
    case 'response/path': {
      if (response.filtered !== undefined) return update(state);
      return update(changeResponse(state, { path: action.path, find: undefined }));
    }
    case 'response/filter': {
      if (body?.table === undefined) return filterByPath(state);
      const field = endOf(createText(body.table.filter));
      return update(changeResponse(state, { find: { kind: 'rows', field, before: body } }));
    }
    case 'response/typed': {
      if (find === undefined) return update(state);
      const field = runField(find.field, action.command);
      if (field.doc === find.field.doc) return update(changeResponse(state, { find: { ...find, field } }));
      const typed = changeResponse(state, { find: { ...find, field } });
      return withTyped(typed, find, textOf(field));
    }
    case 'response/found':
      if (find?.kind === 'message') return sendMessage(state, find.field);
      if (find?.kind === 'path' && response.narrowed?.problem !== undefined)
        return refuse(state, `Not a path: ${pathWords(response.narrowed)}. Press Esc to leave the filter.`);
      return update(changeResponse(state, { find: undefined }));
    case 'response/find-leave':
      return find === undefined ? update(state) : withRestored(changeResponse(state, { find: undefined }), find);
    case 'response/next': {
      if (body?.search === undefined && body?.comparison !== undefined)
        return update(
          withBody(
            state,
            goToLine(body, nextMark(body.comparison.marks, body.cursor, action.by)?.line ?? body.cursor, view),
          ),
        );
      if (body?.search === undefined) return notify(state, 'No search yet. Press / to search.');
      return further(withBody(state, searchNext(body, action.by, view)));
    }
    case 'response/search-on':
      if (body?.search === undefined) return update(state);
      return further(withBody(state, searchFurther(body, onTick, view)));
  }
}

/** Applies the typed text. */
function withTyped(state: State, find: Find, text: string): Update<State> {
  const view = bodyView(state);
  switch (find.kind) {
    case 'search':
      return further(withBody(state, search(find.before, text, view)));
    case 'rows':
      return filterOn(withBody(state, filterTable(find.before, text, view, shownBody(state.response)?.table)));
    case 'events':
      return update(changeResponse(state, { log: filterLog(state.response.log, text, view.height) }));
    case 'path':
      return update(changeResponse(state, { path: text.trim() }));
    case 'message':
      return update(state);
  }
}

/** Restores the state before the text was typed. */
function withRestored(state: State, find: Find): Update<State> {
  switch (find.kind) {
    case 'search':
    case 'rows':
      return filterOn(withBody(state, find.before));
    case 'events':
    case 'path':
      return withTyped(state, find, find.before);
    case 'message':
      return update(state);
  }
}

/** Opens the input line for a path, starting with the path of the cursor. */
function filterByPath(state: State): Update<State> {
  const { response } = state;
  const path = pathToBegin(response);
  if (path === undefined) return notify(state, whyUnfilterable(response));
  const find = { kind: 'path', field: endOf(createText(path)), before: response.path } as const;
  return update(changeResponse(state, { tab: 'body', side: undefined, path, find }));
}

/** Sends the message in the input line, and empties the line. */
function sendMessage(state: State, field: EditorState): Update<State> {
  const { response } = state;
  const text = textOf(field);
  // One line: a second one would cover the message.
  if (!takesMessages(response) || response.runId === undefined)
    return refuse(state, 'Not sent: the WebSocket is not open.');
  const find = { kind: 'message', field: createText('') } as const;
  const effects: Effect[] = text === '' ? [] : [{ kind: 'send-message', id: response.runId, text }];
  return update(changeResponse(state, { find }), ...effects);
}

const labels: Readonly<Record<Find['kind'], string>> = {
  search: '/',
  events: 'filter ',
  rows: 'rows with ',
  path: 'path ',
  message: 'message ',
};

/** Label of the input line. */
export const findLabel = ({ find }: State['response']): string => labels[find?.kind ?? 'search'];

/** True while a search is being typed in the response pane. */
export const isFinding = (state: State): boolean => state.focus === 'response' && state.response.find !== undefined;

/** The terminal cursor in the input line. Undefined if nothing is being typed or another pane has the focus. */
export function findCursor(state: State): FieldCell | undefined {
  const { find } = state.response;
  const rect = layout(state).panes.response;
  if (find === undefined || rect === undefined || state.focus !== 'response') return undefined;
  const typed = columnOf(find.field.doc.line(1).text, cursorOf(find.field));
  const begin = 3 + findLabel(state.response).length;
  const column = Math.min(begin + typed, rect.width - 2);
  return { column: rect.x + column, row: rect.y + rect.height - 1, typed: column - begin };
}

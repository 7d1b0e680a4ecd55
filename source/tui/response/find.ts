/** The input line below the pane: a search in a text, or a filter of events or of a table's rows. All apply while typing. */
import type { TextCommand } from '../../core/text/commands.js';
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
  switch (action.type) {
    case 'response/find':
      return openFind(state);
    case 'response/message':
      return openMessage(state);
    case 'response/path':
      if (response.filtered !== undefined) return update(state);
      return update(changeResponse(state, { path: action.path, find: undefined }));
    case 'response/filter':
      return openFilter(state);
    case 'response/typed':
      return typed(state, action.command);
    case 'response/found':
      return accept(state);
    case 'response/find-leave':
      return leave(state);
    case 'response/next':
      return goToNext(state, action.by);
    case 'response/search-on': {
      const body = shownBody(response);
      if (body?.search === undefined) return update(state);
      return further(withBody(state, searchFurther(body, onTick, bodyView(state))));
    }
  }
}

const opened = (state: State, find: Find): Update<State> => update(changeResponse(state, { find }));

function openFind(state: State): Update<State> {
  const { response } = state;
  const field = createText('');
  if (showsLog(response)) return opened(state, { kind: 'events', field, before: response.log.filter });
  const before = shownBody(response);
  return before === undefined ? notify(state, 'Nothing to search.') : opened(state, { kind: 'search', field, before });
}

function openMessage(state: State): Update<State> {
  const focused: State = { ...state, focus: 'response', editing: false };
  // A message typed before the connection was closed is still unsent.
  if (state.response.find?.kind === 'message') return update(focused);
  return opened(focused, { kind: 'message', field: createText('') });
}

function openFilter(state: State): Update<State> {
  const before = shownBody(state.response);
  if (before?.table === undefined) return filterByPath(state);
  return opened(state, { kind: 'rows', field: endOf(createText(before.table.filter)), before });
}

function typed(state: State, command: TextCommand): Update<State> {
  const { find } = state.response;
  if (find === undefined) return update(state);
  const field = runField(find.field, command);
  const next = changeResponse(state, { find: { ...find, field } });
  return field.doc === find.field.doc ? update(next) : withTyped(next, find, textOf(field));
}

/** Sends the message, or closes the line unless its path is invalid. */
function accept(state: State): Update<State> {
  const { find, narrowed } = state.response;
  if (find?.kind === 'message') return sendMessage(state, find.field);
  if (find?.kind === 'path' && narrowed?.problem !== undefined)
    return refuse(state, `Not a path: ${pathWords(narrowed)}. Press Esc to leave the filter.`);
  return update(changeResponse(state, { find: undefined }));
}

/** Closes the line and restores the previous view. */
function leave(state: State): Update<State> {
  const { find } = state.response;
  return find === undefined ? update(state) : withRestored(changeResponse(state, { find: undefined }), find);
}

/** Goes to the next match of the search, or the next difference of a comparison. */
function goToNext(state: State, by: 1 | -1): Update<State> {
  const body = shownBody(state.response);
  const view = bodyView(state);
  if (body?.search !== undefined) return further(withBody(state, searchNext(body, by, view)));
  if (body?.comparison === undefined) return notify(state, 'No search yet. Press / to search.');
  const line = nextMark(body.comparison.marks, body.cursor, by)?.line ?? body.cursor;
  return update(withBody(state, goToLine(body, line, view)));
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

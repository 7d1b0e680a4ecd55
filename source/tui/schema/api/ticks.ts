/** Ticks. On an operation, a tick adds its request to the text or removes it. Below it, ticks edit that request. */
import { variablesChangeOf } from '../../../core/graphql/intelligence/variables-change.js';
import type { Entry } from '../../../core/http-file/document.js';
import { referencesIn } from '../../../core/http-file/variables.js';
import { entryText } from '../../../core/openapi/call/entry-text.js';
import { nameFor } from '../../../core/openapi/call/placeholders.js';
import type { Description, Operation } from '../../../core/openapi/document/types.js';
import { titleOf } from '../../../core/openapi/look-up.js';
import { isUnsafe } from '../../../core/request/spec.js';
import { cursorOf, textOf } from '../../../core/text/editor.js';
import type { Update } from '../../model/effect.js';
import type { TickAction } from '../../model/schema.js';
import type { State } from '../../model/state.js';
import type { Row } from '../../model/tree.js';
import { openOverlay } from '../../overlays/open.js';
import { takeText } from '../../query/edits.js';
import { gapAfter, isHttp, nameOf, offsetOf, serverOf } from '../../query/http-text.js';
import { goTo } from '../../query/text.js';
import { withUnnamed } from '../../query/unnamed.js';
import { notify, refuse, update, withNotice } from '../../update.js';
import { seenJson } from '../../variables/names.js';
import { variableJson } from '../../variables/values.js';
import { change, cursorRow, rebuild, toggleOpen } from '../rows.js';
import { treeSource } from '../sources.js';
import { operationAtRow, operationOfRow } from './groups.js';
import { partPrompt, partRefusal, toggledPart, withPartValue } from './parts.js';
import { openRequest, showsRequests } from './requests.js';
import { tickedText, tickingOf } from './rows.js';

/** Space adds or removes the request of an operation. Enter expands a row, or goes to its request if there is one. */
export function reduceApiTick(state: State, action: TickAction): Update<State> {
  const done = carriedOut(state, action);
  const row = cursorRow(state);
  const { description } = state.connect;
  const operation = row && description && operationAtRow(description, row);
  const isSameText = done.state.query.editor === state.query.editor;
  if (operation === undefined || isSameText || !isUnsafe(operation.method)) return done;
  if (!isFound(state, operation) || tickingOf(state, operation) !== undefined) return done;
  return withUnnamed(done, [titleOf(operation)]);
}

/**
 * Returns whether a search led to an operation. It must contain every typed word, or the cursor must still be where the search
 * put it. Otherwise, the user chose the operation by moving the cursor.
 */
function isFound(state: State, operation: Operation): boolean {
  const { search, searchedRowKey } = state.schema;
  if (search === undefined) return cursorRow(state)?.key === searchedRowKey;
  const { matches = [], results = [] } = search.results ?? {};
  const best = matches[results[search.at] ?? -1];
  return matches.some(each => each.operation === operation && (each === best || each.missing.length === 0));
}

function carriedOut(state: State, action: TickAction): Update<State> {
  const row = cursorRow(state);
  const { description } = state.connect;
  const offset = row?.mark === 'none' ? treeSource(state).offsetOf?.(state, row) : undefined;
  if (offset !== undefined) return update(goTo({ ...state, focus: 'query', side: 'query' }, offset));
  if (action.type === 'schema/enter' && row?.children !== undefined) return update(toggleOpen(state));
  if (row === undefined || description === undefined) return refuse(state, 'No description to choose from.');
  switch (action.type) {
    case 'schema/tick':
      return tick(state, description, row);
    case 'schema/enter':
      return row.part === undefined
        ? notify(state, 'Nothing below this row.')
        : askPart(state, description, row, row.part);
    case 'schema/set-value':
      return update(setPart(state, description, action.key, action.literal));
    default:
      return update(state);
  }
}

/** Adds or removes a request, or a part of one. Calls before the one of the row are added, too. */
function tick(state: State, description: Description, row: Row): Update<State> {
  if (row.part !== undefined) {
    const ready = withRequest(state, description, row.part.operation);
    return update(rebuild(toggledPart(ready, row.part, ready !== state)));
  }
  const operation = operationOfRow(description, row);
  if (operation === undefined) return notify(state, row.kind === 'group' ? groupHint : readOnly);
  const before = (row.calls ?? []).slice(0, -1).reduce((next, call) => withRequest(next, description, call), state);
  return update(rebuild(withToggled(before, description, operation)));
}

const groupHint = 'Press Enter to open this row, and Space on its operations.';
const readOnly = 'This row cannot be ticked. Use Space on operations, parameters and properties of the body.';

/** Sets the part of a row, or removes it for null. */
function setPart(state: State, description: Description, key: string, literal: string | null): State {
  const part = state.schema.rows.find(row => row.key === key)?.part;
  if (part === undefined) return state;
  const next = withPartValue(withRequest(state, description, part.operation), part, literal);
  return rebuild(atRequest(next, part.operation));
}

/** Moves the cursor of the text to the request of an operation, so that a run sends this request. */
function atRequest(state: State, operation: Operation): State {
  const entry = tickingOf(state, operation)?.entry;
  const at = cursorOf(state.query.editor);
  return entry === undefined || (entry.from <= at && at < entry.to)
    ? state
    : goTo(state, offsetOf(state.query.editor, entry));
}

/**
 * Moves the cursor of the text to the request of the selected row, so that a run sends what is selected, if the tree has the
 * focus and its cursor moved after the text and its cursor. Returns a sentence if the row belongs to another file.
 */
export function atSelectedRequest(state: State): State | string {
  const row = cursorRow(state);
  const isSelected = state.focus === 'schema' && state.schema.editorAtMove === state.query.editor;
  if (!isSelected || !isHttp(state) || row === undefined) return state;
  if (openRequest(state) !== undefined) return 'This request is in another file. Press Enter to open it.';
  const { description } = state.connect;
  const operation = description && operationAtRow(description, row);
  if (operation !== undefined) return atRequest(state, operation);
  const offset = treeSource(state).offsetOf?.(state, row);
  if (offset !== undefined) return goTo(state, offset);
  return showsRequests(state) ? 'This is a file. Press Enter to list its requests.' : state;
}

/** Opens the prompt for a part, or reports why its value was rejected. */
function askPart(state: State, description: Description, row: Row, part: NonNullable<Row['part']>): Update<State> {
  const ready = withRequest(state, description, part.operation);
  if (tickingOf(ready, part.operation) === undefined) return update(ready);
  const refusal = partRefusal(ready, part);
  return refusal === undefined ? openOverlay(state, partPrompt(state, row, part)) : notify(state, refusal);
}

/** Adds a request of the operation to the text if there is none. */
const withRequest = (state: State, description: Description, operation: Operation): State =>
  tickingOf(state, operation) === undefined ? withToggled(state, description, operation) : state;

/** Adds a request of the operation to the text, or removes it. */
function withToggled(state: State, description: Description, operation: Operation): State {
  const server = serverOf(state.connect, operation);
  if (server === undefined)
    return withNotice(state, 'The description lists no servers. Press E to type the URL of the API.', 'error');
  const entry = tickingOf(state, operation)?.entry;
  if (entry === undefined) return written(state, description, operation, server);
  const made = entryText(description, operation, serverIn(entry, description, operation, server));
  return takenOut(state, entry, made, operation);
}

/** The server for which a request was added. Another one may have been chosen since, or in an earlier session. */
function serverIn({ url }: Entry, description: Description, operation: Operation, server: string): string {
  const [, line = ''] = entryText(description, operation, server).text.split('\n', 2);
  const path = line.slice(`${operation.method} ${server}`.length);
  return url.endsWith(path) ? url.slice(0, url.length - path.length) : server;
}

/** Appends the request. Values for its placeholders are added to the variables. */
function written(state: State, description: Description, operation: Operation, server: string): State {
  const made = entryText(description, operation, server);
  const text = textOf(state.query.editor);
  const before = gapAfter(text);
  const missing = made.values
    .filter(([name]) => variableJson(state, name) === undefined)
    .map(([name, json]) => [name, seenFor(state, description, operation, name)[0] ?? json] as const);
  const variables = textOf(state.variables.editor);
  const trade = missing.length === 0 ? undefined : variablesChangeOf(variables, [], missing);
  const cursor = text.length + before.length + made.text.indexOf('\n') + 1;
  const edit = { from: text.length, to: text.length, insert: before + made.text };
  const next = takeText(state, edit, cursor, trade);
  const added = new Map(next.schema.addedRequests).set(made.text, edit.insert);
  const noted = missing.length > 0 && trade === undefined ? withNotice(next, notAnObject, 'error') : next;
  return change(noted, { addedRequests: added });
}

const notAnObject = 'The variables are not a JSON object, so the values of the request cannot be added.';

/** Identifiers of the objects in earlier responses that a placeholder for a parameter may refer to, as JSON. */
function seenFor(state: State, description: Description, operation: Operation, name: string): readonly string[] {
  const parameter = operation.parameters.find(each => nameFor(each.name, each.place, new Set()) === name);
  // Never suggest what to delete.
  if (parameter === undefined || operation.method === 'DELETE') return [];
  return seenJson({ description, operation }, { kind: 'parameter', parameter }, state.identity.seen ?? []);
}

/** Asks before removing a request that the user has edited. */
function takenOut(
  state: State,
  { from, to, ...entry }: Entry,
  made: ReturnType<typeof entryText>,
  operation: Operation,
): State {
  const { description } = state.connect;
  const text = textOf(state.query.editor);
  const own = tickedText(state, operation, { from, to }, made.text);
  if (own === undefined) {
    const moved = goTo(state, from);
    return withNotice(moved, `${nameOf({ ...entry })} was edited. Delete it in the text instead.`, 'error');
  }
  const written = state.schema.addedRequests.has(own) ? own : made.text;
  const lead = (state.schema.addedRequests.get(written) ?? written).slice(0, -written.length);
  const whole = lead + own;
  const start = from - lead.length;
  const isWhole = text.slice(Math.max(0, start), start + whole.length) === whole;
  const edit = isWhole ? { from: start, to: start + whole.length, insert: '' } : { from, to, insert: '' };
  // Drop the blank lines that separated the two requests.
  const rest = text.slice(edit.to);
  const blank = edit.from === 0 ? (/^\n+/.exec(rest)?.[0].length ?? 0) : 0;
  const left = text.slice(0, edit.from) + rest;
  const used = new Set(referencesIn(left).map(({ expression }) => expression));
  // Keep a value that the user has changed.
  const gone = made.values.filter(([name, json]) => {
    const offered = description === undefined ? [] : seenFor(state, description, operation, name);
    return !used.has(name) && [json, ...offered].includes(variableJson(state, name) ?? '');
  });
  const variables = textOf(state.variables.editor);
  const trade =
    gone.length === 0
      ? undefined
      : variablesChangeOf(
          variables,
          gone.map(([name]) => name),
          [],
        );
  return takeText(state, { ...edit, to: edit.to + blank }, edit.from, trade);
}

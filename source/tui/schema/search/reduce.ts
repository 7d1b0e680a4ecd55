/**
 * Searching the schema: what is typed, what was found, and how the tree follows. Going to a result opens what is above it; moving
 * on closes it again, so that in the end only the path to the chosen row has been opened.
 */

import { type Entry, find, searchIndexOf } from '../../../core/graphql/search/index.js';
import { runText, type TextCommand } from '../../../core/text/commands.js';
import { createText } from '../../../core/text/editor.js';
import type { Step } from '../../model/effect.js';
import type { SearchAction, SearchState } from '../../model/schema.js';
import type { State } from '../../model/state.js';
import { step, withNotice } from '../../step.js';
import { change, cursorRow, rebuild } from '../rows.js';
import { treePlaces } from './find-rows.js';

/** True while keys go into the search line. */
export const isSearching = (state: State): boolean => state.focus === 'schema' && state.schema.search?.typing === true;

const notice = (state: State, text: string): Step<State> => step(withNotice(state, text));

/** Esc while typing puts the tree back as it was; later it only ends the search. */
export function reduceSearch(state: State, action: SearchAction): Step<State> {
  const { search } = state.schema;
  switch (action.type) {
    case 'search/open':
      return open(state);
    case 'search/typed':
      return search === undefined ? step(state) : step(typed(state, search, action.command));
    case 'search/step':
      return go(state, action.by);
    case 'search/take':
      return search === undefined ? step(state) : take(state, search);
    case 'search/leave':
      return search === undefined ? step(state) : step(leave(state, search));
  }
}

function open(state: State): Step<State> {
  if (state.connect.index === undefined) return notice(state, 'There is no schema to search yet.');
  if (isSearching(state)) return step(state);
  const { top, shown } = state.schema;
  const search: SearchState = {
    field: createText(''),
    typing: true,
    found: undefined,
    at: 0,
    way: [],
    added: [],
    before: { key: cursorRow(state)?.key, top, shown },
  };
  return step(rebuild(change({ ...state, focus: 'schema', editing: false, overlays: [] }, { search })));
}

function typed(state: State, search: SearchState, command: TextCommand): State {
  const field = runText(search.field, command.do === 'paste' ? { ...command, text: oneLine(command.text) } : command);
  const text = field.doc.line(1).text;
  if (text === search.field.doc.line(1).text) return change(state, { search: { ...search, field } });
  return look(change(state, { search: { ...search, field } }), text);
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Searches for a text, and goes to the best result; where there is none, back to where the search began. */
function look(state: State, text: string): State {
  const { search } = state.schema;
  const view = state.connect.index;
  if (search === undefined || view === undefined) return state;
  if (text.trim() === '') return goBack(change(state, { search: { ...search, found: undefined, at: 0 } }));
  const found = find(searchIndexOf(view), text, search.found);
  const next = change(state, { search: { ...search, found, at: 0 } });
  return found.total === 0 ? goBack(next) : goTo(next, 0);
}

/** Closes what the search opened, and puts the cursor where it was. */
function goBack(state: State): State {
  const { search, open } = state.schema;
  if (search === undefined) return state;
  const { before } = search;
  const next = change(state, {
    open: without(open, search.added),
    shown: before.shown,
    search: { ...search, added: [] },
    top: before.top,
  });
  return rebuild(next, before.key);
}

const without = (open: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> => {
  const left = new Set(open);
  for (const key of keys) left.delete(key);
  return left;
};

/** Opens the path to a result and puts the cursor on it. */
function goTo(state: State, at: number): State {
  const { search, open, shown } = state.schema;
  const entry = entryAt(search, at);
  if (search?.found === undefined || entry === undefined) return state;
  const base = without(open, search.added);
  for (const place of treePlaces(search.found.index, entry)) {
    const added = place.above.filter(key => !base.has(key));
    const next = change(state, {
      open: new Set([...base, ...added]),
      shown: new Set([...search.before.shown, ...place.above, place.key]),
      search: { ...search, at, added, way: place.words },
    });
    const built = rebuild(next, place.key);
    if (cursorRow(built)?.key === place.key) return built;
  }
  return change(state, { shown, search: { ...search, at } });
}

function go(state: State, by: number): Step<State> {
  const { search } = state.schema;
  if (search?.found === undefined) return notice(state, 'Nothing is searched for: / begins.');
  const { results } = search.found;
  if (results.length === 0) return notice(state, 'Nothing was found.');
  return step(goTo(state, (search.at + by + results.length) % results.length));
}

function take(state: State, search: SearchState): Step<State> {
  if (search.found === undefined) return step(leave(state, search));
  if (search.found.total === 0) {
    return notice(leave(state, search), `Nothing in the schema is like ${search.found.query.typed.trim()}.`);
  }
  const { trail } = state.schema;
  const from = search.before.key;
  return step(
    change(state, {
      search: { ...search, typing: false },
      trail: from === undefined ? trail : [...trail.slice(-49), from],
    }),
  );
}

/** Esc: while typing, back to where the search began; after Enter the chosen row and the path to it stay. */
function leave(state: State, search: SearchState): State {
  const back = search.typing ? goBack(state) : state;
  const left = change(back, { search: undefined });
  return rebuild(search.typing ? change(left, { top: search.before.top }) : left);
}

/** A click on a row ends the typing. */
export const endTyping = (state: State): State => {
  const { search } = state.schema;
  return search?.typing ? change(state, { search: { ...search, typing: false, added: [] } }) : state;
};

/** Something was done on the chosen row: the path to it now stays open. */
export function keepOpen(state: State): State {
  const { search } = state.schema;
  return search === undefined || search.added.length === 0
    ? state
    : change(state, { search: { ...search, added: [] } });
}

/** Another schema: the same search is run in it; the cursor moves only while the user is typing. */
export function searchAgain(state: State): State {
  const { search } = state.schema;
  const view = state.connect.index;
  if (search?.found === undefined || view === undefined || view === search.found.index.view) return state;
  const { typed } = search.found.query;
  if (search.typing) return look(state, typed);
  const found = find(searchIndexOf(view), typed);
  const was = currentEntry(search);
  const at = found.results.findIndex(each => isSame(found.index.entries[each], was));
  return change(state, { search: { ...search, found, at: Math.max(0, at) } });
}

const isSame = (a: Entry | undefined, b: Entry | undefined): boolean =>
  a?.kind === b?.kind && a?.name === b?.name && a?.owner === b?.owner && a?.field === b?.field;

function entryAt(search: SearchState | undefined, at: number): Entry | undefined {
  const number = search?.found?.results[at];
  return number === undefined ? undefined : search?.found?.index.entries[number];
}

/** The result the cursor went to. */
export const currentEntry = (search: SearchState): Entry | undefined => entryAt(search, search.at);

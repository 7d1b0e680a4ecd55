/** What was run before: found by its words, put back into the texts, run again. */
import type { HistoryEntry } from '../../core/history.js';
import { type Step, step } from '../model/effect.js';
import { type State, viewOf } from '../model/state.js';
import type { HistoryOverlay } from '../overlays/reduce.js';
import { openHistory } from '../overlays/reduce.js';
import { changed } from '../query/reduce.js';
import { reduceResponse } from '../response/reduce.js';
import { withEditor } from '../text/pane.js';
import { loadTexts } from './load-texts.js';

export type HistoryAction =
  /** `P` */
  | { readonly type: 'history/open' }
  | { readonly type: 'history/read'; readonly entries: readonly HistoryEntry[] }
  /** Enter puts the marked entry into the texts; with `run` it is run as well. */
  | { readonly type: 'history/take'; readonly run: boolean };

/** Nothing is read before the list is opened. */
export function reduceHistory(state: State, action: HistoryAction): Step<State> {
  switch (action.type) {
    case 'history/open':
      return step({ ...state, overlays: [...state.overlays, openHistory()] }, { kind: 'read-history' });
    case 'history/read': {
      const { entries } = action;
      const overlays = state.overlays.map(each => (each.kind === 'history' ? { ...each, entries } : each));
      return step({ ...state, overlays });
    }
    case 'history/take':
      return taken(state, action.run);
  }
}

/** The entries that hold all words of the filter, newest first. */
export function historyEntries({ field, entries }: HistoryOverlay): readonly HistoryEntry[] {
  const words = field.doc.toString().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries ?? [];
  return (entries ?? []).filter(entry => {
    const text = `${entry.operationName ?? ''} ${entry.query} ${entry.variables} ${entry.url} ${entry.outcome}`;
    const lower = text.toLowerCase();
    return words.every(word => lower.includes(word));
  });
}

function taken(state: State, run: boolean): Step<State> {
  const overlay = state.overlays.at(-1);
  if (overlay?.kind !== 'history') return step(state);
  const entry = historyEntries(overlay)[overlay.selected];
  const closed: State = { ...state, overlays: state.overlays.slice(0, -1) };
  if (entry === undefined) return step(closed);
  const loaded = loadTexts(closed, entry.query, entry.variables);
  const masked = /••••/.test(entry.query + entry.variables);
  const elsewhere = state.connect.url !== '' && !sameEndpoint(entry.url, state.connect.url);
  const notes = [
    'Taken from the history; u brings back what was here.',
    ...(masked ? ['Secrets were not kept: fill in ••••.'] : []),
    ...(elsewhere ? [`It was run on ${entry.url}.`] : []),
  ];
  const next: State = { ...loaded, notice: { text: notes.join(' '), tone: 'info' } };
  // What lost its secrets would only be refused.
  if (!run || masked) return step(next);
  return reduceResponse(chosen(next, entry), { type: 'response/run' });
}

/** The cursor in the operation that was run. */
function chosen(state: State, entry: HistoryEntry): State {
  if (entry.operationName === undefined) return state;
  const node = state.query.document.good.definitions.find(
    each => each.kind === 'OperationDefinition' && each.name?.value === entry.operationName,
  );
  if (node?.loc === undefined) return state;
  const { query } = state;
  const { start } = node.loc;
  const editor = query.editor.update({ selection: { anchor: start } }).state;
  return changed(state, withEditor(query, editor, viewOf(state, 'query')));
}

/** Kept URLs have lost what looked secret in their parameters. */
const sameEndpoint = (kept: string, url: string): boolean => kept.split(/[?#]/)[0] === url.split(/[?#]/)[0];

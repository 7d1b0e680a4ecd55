/** The history of runs: search it, reload an entry into the texts, run it again. */
import type { HistoryEntry } from '../../core/history.js';
import type { Entry } from '../../core/http-file/document.js';
import { bullets } from '../../core/secret.js';
import { createText } from '../../core/text/editor.js';
import type { HistoryAction } from '../model/documents.js';
import type { Update } from '../model/effect.js';
import type { HistoryOverlay } from '../model/overlays.js';
import type { State } from '../model/state.js';
import { closeTop, topOverlay, withOverlay } from '../overlays/open.js';
import { httpFileOf, offsetOf } from '../query/http-text.js';
import { goTo } from '../query/text.js';
import { run } from '../response/run.js';
import { update, withNotice } from '../update.js';
import { loadTexts } from './load-texts.js';
import { historyKind } from './view.js';

/** Opens the history. Its entries arrive with `history/read`. */
export const openHistory = (): HistoryOverlay => ({
  kind: 'history',
  field: createText(''),
  selected: 0,
  entries: undefined,
});

/** Nothing is read until the list is opened. */
export function reduceHistory(state: State, action: HistoryAction): Update<State> {
  switch (action.type) {
    case 'history/open':
      return update(withOverlay(state, openHistory()), { kind: 'read-history' });
    case 'history/read': {
      const { entries, now = state.now } = action;
      const overlays = state.overlays.map(each => (each.kind === 'history' ? { ...each, entries } : each));
      const read = { ...state, overlays, now };
      const top = topOverlay(read);
      return top?.kind === 'history' && top.taken !== undefined ? takeEntry(read, top.taken) : update(read);
    }
    case 'history/take':
      return takeEntry(state, action.run);
  }
}

function takeEntry(state: State, runs: boolean): Update<State> {
  const overlay = topOverlay(state);
  if (overlay?.kind !== 'history') return update(state);
  if (overlay.entries === undefined) return update(withOverlay(closeTop(state), { ...overlay, taken: runs }));
  const entry = historyKind.shown(overlay, state)[overlay.selected];
  const closed = closeTop(state);
  // Without an entry, Ctrl-R runs the active operation as usual.
  if (entry === undefined) return runs ? run(closed) : update(closed);
  const texts = loadTexts(closed, entry.query, entry.variables, entry.operationName);
  const place = entry.entry === undefined ? undefined : httpFileOf(texts.query.editor).entries[entry.entry];
  const loaded = place === undefined ? texts : goTo(texts, offsetOf(texts.query.editor, place));
  const masked = (entry.query + entry.variables).includes(bullets);
  const elsewhere = state.connect.url !== '' && entry.url !== '' && !sameEndpoint(entry.url, state.connect.url);
  const notes = [
    'Loaded from history. Press u for the previous text.',
    ...(masked ? [`Secrets were not saved: replace ${bullets}.`] : []),
    ...(elsewhere ? [`It ran on ${entry.url}.`] : []),
  ];
  const next = withNotice(loaded, notes.join(' '));
  // Without its secrets, the request would only be refused.
  if (!runs || lacksSecrets(entry, place)) return update(next);
  return run(next, { all: entry.kind === 'request' && entry.entry === undefined });
}

/** Compares entries. For a text of requests, the request that was sent and the values of the text count. */
function lacksSecrets({ query, variables }: HistoryEntry, place: Entry | undefined): boolean {
  const values = (query.match(/^@.*$/gm) ?? []).join('\n');
  const sent = place === undefined ? query : query.slice(place.from, place.to) + values;
  return (sent + variables).includes(bullets);
}

/** Compares URLs without parameters that look like secrets, since the stored URLs lack them. */
const sameEndpoint = (stored: string, url: string): boolean => stored.split(/[?#]/)[0] === url.split(/[?#]/)[0];

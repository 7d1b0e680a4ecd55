/** `O`: saved files and their operations. */
import { createText } from '../../core/text/editor.js';
import type { SavedAction, SavedEntry } from '../model/documents.js';
import type { Update } from '../model/effect.js';
import type { SavedOverlay } from '../model/overlays.js';
import type { State } from '../model/state.js';
import { closeTop, topOverlay, withOverlay } from '../overlays/open.js';
import { update } from '../update.js';
import { openFile } from './open-file.js';
import { savedKind } from './saved-view.js';

/** The list is read when it is opened. */
export function reduceSaved(state: State, action: SavedAction): Update<State> {
  switch (action.type) {
    case 'saved/open': {
      const { path } = state.files;
      const list: SavedOverlay = { kind: 'saved', field: createText(''), selected: 0, entries: undefined, offered: [] };
      return update(withOverlay(state, list), { kind: 'list-saved', file: path, language: state.connect.kind });
    }
    case 'saved/read': {
      const { entries, now = state.now } = action;
      const overlays = state.overlays.map(each => (each.kind === 'saved' ? { ...each, entries } : each));
      const read = { ...state, overlays, now };
      const top = topOverlay(read);
      return top?.kind === 'saved' && top.taken !== undefined ? take(read, top.taken) : update(read);
    }
    case 'saved/take':
      return take(state, action.inNewTab);
  }
}

function take(state: State, inNewTab: boolean): Update<State> {
  const overlay = topOverlay(state);
  if (overlay?.kind !== 'saved') return update(state);
  if (overlay.entries === undefined) return update(withOverlay(closeTop(state), { ...overlay, taken: inNewTab }));
  const typed = overlay.field.doc.toString().trim();
  const entry = savedKind.shown(overlay, state)[overlay.selected];
  const path = entry?.path ?? typed;
  const operation = entry && namedIn(entry, typed);
  const closed = closeTop(state);
  if (path === '') return update(closed);
  return openFile(closed, { path, operation }, inNewTab);
}

/** The operation named by the filter: by its full name, or by a part that occurs in no other name and not in the path. */
function namedIn({ path, operations }: SavedEntry, typed: string): string | undefined {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const names = operations.flatMap(({ kind, name }) => (kind === 'fragment' || name === '' ? [] : [name]));
  const exact = names.find(name => words.includes(name.toLowerCase()));
  if (exact !== undefined) return exact;
  const parts = words.filter(word => !path.toLowerCase().includes(word));
  const like = names.filter(name => parts.some(word => name.toLowerCase().includes(word)));
  return like.length === 1 ? like[0] : undefined;
}

import type { ConnectState, SchemaSource } from '../model/connect.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { kindWords } from '../screen-words.js';
import { update } from '../update.js';

export const changeConnect = (state: State, part: Partial<ConnectState>): State => ({
  ...state,
  connect: { ...state.connect, ...part },
});

/** True if there is a tree to show, of a schema or of a description. */
export const hasSchema = ({ index, description }: ConnectState): boolean =>
  index !== undefined || description !== undefined;

/** Starts a load, replacing an earlier one. */
export function load(state: State, source: SchemaSource, refresh: boolean): Update<State> {
  const id = state.nextId;
  const words = kindWords[state.connect.kind];
  const started = changeConnect(state, {
    phase: hasSchema(state.connect) ? 'ready' : 'loading',
    source,
    loadId: id,
    failure: undefined,
    progress: source.from === 'endpoint' ? words.asking : words.reading,
  });
  const identity = { ...state.identity, changed: false };
  const kind = state.connect.kind === 'http' ? 'load-description' : 'load-schema';
  return update({ ...started, identity, nextId: id + 1 }, { kind, id, source, refresh });
}

/** True while a schema is loading. */
export const isLoading = ({ progress }: ConnectState): boolean => progress !== '';

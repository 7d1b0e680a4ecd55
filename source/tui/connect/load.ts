import type { ConnectState, SchemaSource } from '../model/connect.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { update } from '../update.js';

export const changeConnect = (state: State, part: Partial<ConnectState>): State => ({
  ...state,
  connect: { ...state.connect, ...part },
});

/** Replaces an earlier load. */
export function load(state: State, source: SchemaSource, refresh: boolean): Update<State> {
  const id = state.nextId;
  const started = changeConnect(state, {
    phase: state.connect.index === undefined ? 'loading' : 'ready',
    source,
    loadId: id,
    failure: undefined,
    progress: source.from === 'endpoint' ? 'Asking the server for its schema…' : 'Reading the schema…',
  });
  const identity = { ...state.identity, changed: false };
  return update({ ...started, identity, nextId: id + 1 }, { kind: 'load-schema', id, source, refresh });
}

/** True while a schema is loading. */
export const isLoading = ({ progress }: ConnectState): boolean => progress !== '';

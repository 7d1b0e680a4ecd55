/**
 * The store of the full screen. A dispatch changes the state immediately. Listeners are called once per batch, so a read of 200
 * keys is 200 state changes but one frame. Frames not caused by keys (responses, events) are throttled.
 */
export interface Store<State, Action> {
  getState(): State;
  dispatch(action: Action): void;
  /** Runs a group of dispatches and calls the listeners once afterwards. */
  batch(work: () => void): void;
  subscribe(listener: () => void): () => void;
}

interface StoreOptions<State, Action, Effect> {
  readonly initial: State;
  reduce(state: State, action: Action): { readonly state: State; readonly effects: readonly Effect[] };
  /** Performs an effect. Its results are dispatched through `dispatch`. */
  perform(effect: Effect, dispatch: (action: Action) => void): void;
  /** Minimum time between two frames not caused by a key, in milliseconds. */
  readonly frameMs: number;
}

/** After a dispatch outside a batch, listeners are called within `frameMs`. */
export function createStore<State, Action, Effect>(options: StoreOptions<State, Action, Effect>): Store<State, Action> {
  let state = options.initial;
  let depth = 0;
  let dirty = false;
  let timer: NodeJS.Timeout | undefined;
  const listeners = new Set<() => void>();

  function notify(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!dirty) return;
    dirty = false;
    for (const listener of listeners) listener();
  }

  function dispatch(action: Action): void {
    const next = options.reduce(state, action);
    if (next.state !== state) {
      state = next.state;
      dirty = true;
    }
    for (const effect of next.effects) options.perform(effect, dispatch);
    if (dirty && depth === 0) timer ??= setTimeout(notify, options.frameMs);
  }

  return {
    getState: () => state,
    dispatch,
    batch(work) {
      depth += 1;
      try {
        work();
      } finally {
        depth -= 1;
        if (depth === 0) notify();
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

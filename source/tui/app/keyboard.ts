/**
 * Events in, actions out, in the order they were typed. What a one-line field is to have goes through Ink's input to the field's component,
 * as one chunk per frame: the component knows its value only once it was drawn, so what is typed faster waits for that.
 */
import type { Action } from '../model/action.js';
import type { State } from '../model/state.js';
import type { Store } from '../store.js';
import type { InputEvent } from '../terminal/events.js';
import { actionsFor, isTyped, unfolded } from './resolve.js';
import { beforeCursor, type TypedField, typedField } from './typed-field.js';
import type { Typist } from './typed-field-view.js';

/** Takes events, and waits for the screen where it must. */
export interface Keyboard extends Typist {
  take(events: readonly InputEvent[]): void;
}

/** @param feed gives Ink a text as if it had been typed; the field's component answers with `typed` before it returns */
export function createKeyboard(store: Store<State, Action>, feed: (text: string) => void): Keyboard {
  const waiting: InputEvent[] = [];
  let shown: unknown;
  let heard = false;

  /** How many of the waiting events are text for the field. */
  function run(state: State): number {
    const other = waiting.findIndex(event => !isTyped(state, event));
    return other < 0 ? waiting.length : other;
  }

  function work(): void {
    while (waiting.length > 0) {
      const state = store.getState();
      const field = typedField(state);
      const count = field === undefined || beforeCursor(state, field) === undefined ? 0 : run(state);
      if (field === undefined || count === 0) {
        for (const each of unfolded(state, waiting.shift() as InputEvent)) {
          for (const action of actionsFor(store.getState(), each)) store.dispatch(action);
        }
        continue;
      }
      if (field.field !== shown) return;
      const events = waiting.splice(0, count);
      give(field, events.map(event => (event.kind === 'key' ? (event.text ?? '') : '')).join(''));
    }
  }

  function give(field: TypedField, text: string): void {
    heard = false;
    feed(text);
    if (!heard) type(field, text);
    // The component has its next value only when that was drawn.
    if (typedField(store.getState())?.field !== field.field) shown = undefined;
  }

  function type(field: TypedField, text: string): void {
    store.dispatch({ type: 'app/key' });
    store.dispatch(field.change({ do: 'insert', text }));
  }

  return {
    take(events) {
      waiting.push(...events);
      store.batch(work);
    },
    typed(text) {
      const field = typedField(store.getState());
      heard = true;
      if (field !== undefined) type(field, text);
    },
    ready(field) {
      shown = field;
      if (waiting.length > 0) store.batch(work);
    },
  };
}

/**
 * Events in, actions out, in the order they were typed. What a one-line field is to have goes through Ink's input to the field's component,
 * as one chunk per frame: the component knows its value only once it was drawn, so what is typed faster waits for that.
 */
import type { Action } from '../../model/action.js';
import type { State } from '../../model/state.js';
import type { Store } from '../../store.js';
import type { InputEvent, KeyEvent } from '../../terminal/events.js';
import { carryOut, isTyped, parted } from '../resolve.js';
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

  /** Takes the text for the field from the waiting events. */
  function takeText(state: State): string {
    const texts: string[] = [];
    for (let event = waiting[0]; event !== undefined; event = waiting[0]) {
      const count = textKeys(state, event);
      const keys = keysOf(event);
      if (count === 0) break;
      for (const key of keys.slice(0, count)) texts.push(key.text ?? '');
      if (count === keys.length) waiting.shift();
      else waiting[0] = { kind: 'typed', keys: keys.slice(count) };
    }
    return texts.join('');
  }

  /** Carries out the first of the waiting events, of what was typed in one piece its first part. */
  function carryOutFirst(): void {
    const event = waiting[0] as InputEvent;
    const [first, rest] = event.kind === 'typed' ? parted(store.getState(), event) : [event];
    if (rest === undefined) waiting.shift();
    else waiting[0] = rest;
    carryOut(first, store.getState, store.dispatch);
  }

  function work(): void {
    for (let event = waiting[0]; event !== undefined; event = waiting[0]) {
      const state = store.getState();
      const field = typedField(state);
      if (field === undefined || textKeys(state, event) === 0 || beforeCursor(state, field) === undefined) {
        carryOutFirst();
        continue;
      }
      if (field.field !== shown) return;
      give(field, takeText(state));
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

const keysOf = (event: InputEvent): readonly KeyEvent[] =>
  event.kind === 'typed' ? event.keys : event.kind === 'key' ? [event] : [];

/** How many keys of an event, from its first on, are text for the field. */
function textKeys(state: State, event: InputEvent): number {
  if (event.kind !== 'typed') return isTyped(state, event) ? 1 : 0;
  const end = event.keys.findIndex(key => key.text === undefined);
  return end < 0 ? event.keys.length : end;
}

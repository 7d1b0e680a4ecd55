/**
 * Converts events to actions, in the order in which they were typed. Input of a one-line field passes through Ink's input to
 * the field's component, as one chunk per frame. The component only knows its value after drawing, so faster input waits for
 * that.
 */
import type { Action } from '../../model/action.js';
import type { State } from '../../model/state.js';
import type { Store } from '../../store.js';
import type { InputEvent } from '../../terminal/events.js';
import { carryOut, isTyped, lineLength, splitTyped } from '../resolve.js';
import { beforeCursor, type TypedField, typedField } from './typed-field.js';
import type { TypingTarget } from './typed-field-view.js';

/** Queues events, and waits for the screen when necessary. */
interface Keyboard extends TypingTarget {
  take(events: readonly InputEvent[]): void;
}

interface InputGate {
  /** False after a key has handed over the terminal: later input belongs to its new owner. */
  isOpen(): boolean;
  /** Receives events that can no longer be handled. */
  drop(events: readonly InputEvent[]): void;
}

const openGate: InputGate = { isOpen: () => true, drop: () => {} };

/** @param feed passes text to Ink as typed. The field's component calls `typed` before it returns. */
export function createKeyboard(
  store: Store<State, Action>,
  feed: (text: string) => void,
  { isOpen, drop }: InputGate = openGate,
): Keyboard {
  const waiting: InputEvent[] = [];
  let shown: unknown;
  let hasCalledBack = false;

  /** Removes the text for the field from the queue. */
  function takeText(state: State): string {
    const texts: string[] = [];
    for (let event = waiting[0]; event !== undefined; event = waiting[0]) {
      const text = textIn(state, event);
      if (text === '') break;
      texts.push(text);
      if (event.kind !== 'typed' || text.length === event.text.length) waiting.shift();
      else waiting[0] = { kind: 'typed', text: event.text.slice(text.length) };
    }
    return texts.join('');
  }

  /** Applies the first event of the queue, or the first part of text from one read. */
  function carryOutFirst(): void {
    const event = waiting[0] as InputEvent;
    const [first, rest] = event.kind === 'typed' ? splitTyped(store.getState(), event) : [event];
    if (rest === undefined) waiting.shift();
    else waiting[0] = rest;
    carryOut(first, store.getState, store.dispatch);
  }

  function work(): void {
    for (let event = waiting[0]; event !== undefined; event = waiting[0]) {
      if (!isOpen()) {
        drop(waiting.splice(0));
        return;
      }
      const state = store.getState();
      const field = typedField(state);
      if (field === undefined || textIn(state, event) === '' || beforeCursor(state, field) === undefined) {
        carryOutFirst();
        continue;
      }
      if (field.field !== shown) return;
      give(field, takeText(state));
    }
  }

  function give(field: TypedField, text: string): void {
    hasCalledBack = false;
    feed(text);
    if (!hasCalledBack) type(field, text);
    // The component only has its next value after drawing it.
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
      hasCalledBack = true;
      if (field !== undefined) type(field, text);
    },
    ready(field) {
      shown = field;
      if (waiting.length > 0) store.batch(work);
    },
  };
}

/** The text for the field at the start of an event, or empty if there is none. */
const textIn = (state: State, event: InputEvent): string => {
  if (event.kind === 'typed') return event.text.slice(0, lineLength(event.text));
  if (event.kind === 'key' && isTyped(state, event)) return event.text ?? '';
  return '';
};

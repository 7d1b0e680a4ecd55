/** Converts input events to actions, based on the state when the key was pressed. Pure. */

import type { TextCommand } from '../../core/text/commands.js';
import { bindingsOf } from '../components/key-labels.js';
import { offerForPaste } from '../documents/importing.js';
import { formOf } from '../layout.js';
import type { Action } from '../model/action.js';
import type { BindingContext } from '../model/binding.js';
import type { Binding, State } from '../model/state.js';
import { closeTop, topOverlay } from '../overlays/open.js';
import { kindWords } from '../screen-words.js';
import type { InputEvent, KeyEvent, TypedEvent } from '../terminal/events.js';
import { textKey } from '../text/keys.js';
import { isEditable } from '../text/pane.js';
import { awaitsCharacter, leader, vimKeyOf } from '../text/vim.js';
import { contexts } from './contexts.js';
import { bindingOf, isPrefix } from './key-index.js';
import { latinKey } from './latin-keys.js';
import { mouseActions } from './mouse.js';
import { typedField } from './typing/typed-field.js';
import { unboundNotice } from './unbound-key.js';

type SingleEvent = Exclude<InputEvent, TypedEvent>;

/** The binding of a chord in the innermost context that has one. */
function bindingFor(state: State, chord: string): Binding | undefined {
  const bindings = bindingsOf(state);
  const here: readonly BindingContext[] = formOf(state.size) === 'tiny' ? ['tiny', 'anywhere'] : contexts(state);
  for (const where of here) {
    const binding = bindingOf(bindings, where, chord);
    if (binding !== undefined) return binding;
  }
  return undefined;
}

/**
 * Splits an unbound Alt key into Esc and the key. A quick Esc followed by a key looks like an Alt key if both arrive in one
 * read, and neither may be lost.
 */
function unfolded(state: State, event: SingleEvent): readonly SingleEvent[] {
  if (event.kind !== 'key' || !/^(?:ctrl\+)?alt\+/.test(event.chord)) return [event];
  if (bindingFor(state, event.chord) !== undefined) return [event];
  const command = textKey(event);
  if (command !== undefined && textTarget(state, command) !== undefined) return [event];
  const chord = event.chord.replace('alt+', '');
  const typed = chord === 'space' ? ' ' : chord;
  return [
    { kind: 'key', chord: 'escape' },
    { kind: 'key', chord, text: [...typed].length === 1 ? typed : undefined },
  ];
}

/** Applies text from one read part by part. Each part is sent to the target that the previous part selected. */
export function carryOut(event: InputEvent, getState: () => State, dispatch: (action: Action) => void): void {
  if (event.kind !== 'typed') {
    for (const each of unfolded(getState(), event)) for (const action of actionsFor(getState(), each)) dispatch(action);
    return;
  }
  for (let rest: TypedEvent | undefined = event; rest !== undefined; ) {
    const [first, next]: readonly [SingleEvent, TypedEvent | undefined] = splitTyped(getState(), rest);
    carryOut(first, getState, dispatch);
    rest = next;
  }
}

/** The first key of the text. */
function firstKey(text: string): KeyEvent {
  const character = String.fromCodePoint(text.codePointAt(0) ?? 0);
  if (character === '\n') return { kind: 'key', chord: 'enter' };
  if (character === '\t') return { kind: 'key', chord: 'tab' };
  return { kind: 'key', chord: character === ' ' ? 'space' : character, text: character };
}

/** The first part of the text for the current state, and the rest. */
export function splitTyped(
  state: State,
  { text }: TypedEvent,
): readonly [first: SingleEvent, rest: TypedEvent | undefined] {
  const count = atOnce(state, text);
  const key = firstKey(text);
  const [first, taken]: readonly [SingleEvent, number] =
    count > 0 ? [{ kind: 'paste', text: text.slice(0, count) }, count] : [key, key.text?.length ?? 1];
  return [first, taken === text.length ? undefined : { kind: 'typed', text: text.slice(taken) }];
}

/**
 * Length of the text that is inserted as a unit at the current target: all of it in a multi-line text, the part before Enter or
 * Tab in a field, and 0 where keys are commands.
 */
function atOnce(state: State, text: string): number {
  const target = state.prefix === undefined ? textTarget(state, { do: 'paste', text: '' }) : undefined;
  if (target === undefined) return 0;
  return target.type === 'query/command' || target.type === 'variables/command' ? text.length : lineLength(text);
}

/** Length of the text before its first Enter or Tab. */
export function lineLength(text: string): number {
  const end = text.search(/[\n\t]/);
  return end < 0 ? text.length : end;
}

/** The actions of an event, in order. */
export function actionsFor(state: State, event: SingleEvent): readonly Action[] {
  switch (event.kind) {
    case 'key':
      return keyActions(state, event);
    case 'paste': {
      const typed = textTarget(state, { do: 'paste', text: event.text });
      const offer = topOverlay(state) === undefined ? offerForPaste(event.text, typed) : undefined;
      if (offer !== undefined) return [{ type: 'app/key' }, offer];
      return typed === undefined
        ? [
            {
              type: 'app/notice',
              text: `Cannot paste here. Press i in ${kindWords[state.connect.kind].panes.query} or Variables first.`,
            },
          ]
        : [{ type: 'app/key' }, typed];
    }
    case 'mouse':
      return mouseActions(state, event);
    case 'reply':
      return event.reply === 'background' ? [{ type: 'app/background', colour: event.value }] : [];
  }
}

/** @param isCommand true after the leader: the key is a command, even if vim uses it */
function keyActions(state: State, typed: KeyEvent, isCommand = false): readonly Action[] {
  const event = isTextHere(state, typed) ? typed : latinKey(typed, state.settings.layout);
  if (state.prefix !== undefined) return secondKeyActions(state, event, state.prefix);
  const vimAction = isCommand ? undefined : vimKeyAction(state, event);
  if (vimAction !== undefined) return [{ type: 'app/key' }, vimAction];
  const { chord } = event;
  const binding = bindingFor(state, chord);
  if (binding !== undefined) return bound(state, binding, chord);
  if (beginsSequence(state, chord)) return [{ type: 'app/key' }, { type: 'app/prefix', chord }];
  const command = textKey(event);
  const change = command === undefined ? undefined : textTarget(state, command);
  if (change !== undefined) return [{ type: 'app/key' }, change];
  const later = afterDocs(state, chord);
  if (later !== undefined) return later;
  const text = unboundNotice(state, event);
  return text === undefined ? [{ type: 'app/key' }] : [{ type: 'app/key' }, { type: 'app/notice', text }];
}

/** The actions of a key after a prefix. Without a binding for both, the action of the key alone. */
function secondKeyActions(state: State, event: KeyEvent, prefix: string): readonly Action[] {
  const chord = `${prefix} ${event.chord}`;
  const binding = bindingFor(state, chord);
  const actions =
    binding === undefined
      ? (afterDocs(state, chord) ?? keyActions({ ...state, prefix: undefined }, event, prefix === leader))
      : bound(state, binding, chord);
  return [{ type: 'app/prefix', chord: undefined }, ...actions];
}

/** The action of a key that vim uses in the focused pane, if any. */
function vimKeyAction(state: State, event: KeyEvent): Action | undefined {
  if (state.vim === undefined || formOf(state.size) === 'tiny' || contexts(state)[0] !== state.focus) return undefined;
  const key = vimKeyOf(state, event, true);
  if (key !== undefined) return { type: 'app/vim', key };
  return event.chord === leader && isEditable(state.focus) ? { type: 'app/prefix', chord: leader } : undefined;
}

/** True if the chord is the first of a binding with two. */
const beginsSequence = (state: State, chord: string): boolean =>
  contexts(state).some(where => isPrefix(bindingsOf(state), where, chord));

/** A command of the pane below a box of documentation closes the box first. */
function afterDocs(state: State, chord: string): readonly Action[] | undefined {
  const top = topOverlay(state);
  if (top?.kind !== 'text' || top.isDocs !== true || state.overlays.length > 1) return undefined;
  const closed = closeTop(state);
  const binding = bindingFor(closed, chord);
  return binding && [{ type: 'overlay/close' }, ...bound(closed, binding, chord)];
}

/** True if the key types its character: into a text, a field, or after `f` and `r` of vim. */
const isTextHere = (state: State, { text }: KeyEvent): boolean =>
  text !== undefined &&
  ((state.prefix === undefined && textTarget(state, { do: 'insert', text }) !== undefined) || awaitsCharacter(state));

/**
 * A binding's action, or a notice with the reason why it is disabled. The second press of a quit key must not clear the
 * confirmation prompt.
 */
function bound(state: State, binding: Binding, chord: string): readonly Action[] {
  const allowed = binding.when?.(state) ?? true;
  if (allowed !== true) return [{ type: 'app/notice', text: allowed }];
  const action = binding.action(state, chord);
  return action.type === 'app/quit' || action.type === 'app/interrupt' ? [action] : [{ type: 'app/key' }, action];
}

/** True for a key that is input for the current field rather than a command. */
export function isTyped(state: State, event: InputEvent): boolean {
  if (event.kind !== 'key' || event.text === undefined || state.prefix !== undefined) return false;
  if (bindingFor(state, event.chord) !== undefined) return false;
  return !beginsSequence(state, event.chord);
}

/** The target of typed text: a field or the pane being edited. Undefined if there is none. */
function textTarget(state: State, command: TextCommand): Action | undefined {
  const field = typedField(state);
  if (field !== undefined) return field.change(command);
  if (formOf(state.size) === 'tiny' || topOverlay(state) !== undefined || !state.editing) return undefined;
  return isEditable(state.focus) ? { type: `${state.focus}/command`, command } : undefined;
}

/** Decoded terminal input: keys, mouse, pastes and replies to queries. */

/**
 * A key. `chord` is its one name everywhere (key table, help, tests): modifiers in the order ctrl, alt, shift, then the
 * key: `a`, `G`, `space`, `ctrl+r`, `alt+enter`, `shift+tab`, `f5`, `pageup`. Shift is part of a printable character.
 */
export interface KeyEvent {
  readonly kind: 'key';
  readonly chord: string;
  /** The text the key types, if any. */
  readonly text?: string;
}

/** Wheel events have the button `none`. */
export interface MouseEvent {
  readonly kind: 'mouse';
  readonly action: 'press' | 'release' | 'drag' | 'wheel-up' | 'wheel-down';
  readonly button: 'left' | 'middle' | 'right' | 'none';
  /** Cell, counted from 0. */
  readonly column: number;
  readonly row: number;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** Pasted text: line ends are `\n`, no control characters but newline and tab. */
interface PasteEvent {
  readonly kind: 'paste';
  readonly text: string;
}

/**
 * A reply of the terminal: `kitty` when it supports the Kitty keyboard protocol, `background` (OSC 11), `device` (DA2: kind,
 * version, and more), `ready` when it has processed everything written before the query (DSR 5).
 */
export interface ReplyEvent {
  readonly kind: 'reply';
  readonly reply: 'kitty' | 'background' | 'device' | 'ready';
  readonly value: string;
}

/** Many text keys, Enter (`\n`) and Tab (`\t`) in one read: text not typed by hand. */
export interface TypedEvent {
  readonly kind: 'typed';
  readonly text: string;
}

/** A paste is one event, however long it is. */
export type InputEvent = KeyEvent | MouseEvent | PasteEvent | ReplyEvent | TypedEvent;

/** Number of keys of an event that another program would have used. Ctrl-C has served its purpose: we end. */
export function keyCount(event: InputEvent): number {
  if (event.kind === 'key') return event.chord === 'ctrl+c' ? 0 : 1;
  return event.kind === 'typed' || event.kind === 'paste' ? event.text.length : 0;
}

/** What the terminal tells us, decoded: keys, mouse, pastes and replies to our questions. */

/**
 * A key. `chord` is its one name everywhere (key table, help, tests): modifiers in the order ctrl, alt, shift, then the
 * key: `a`, `G`, `space`, `ctrl+r`, `alt+enter`, `shift+tab`, `f5`, `pageup`. Shift is part of a printable character.
 */
export interface KeyEvent {
  readonly kind: 'key';
  readonly chord: string;
  /** What the key types, if it types something. */
  readonly text?: string;
}

/** What a mouse did, and where. Wheel events have the button `none`. */
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
export interface PasteEvent {
  readonly kind: 'paste';
  readonly text: string;
}

/**
 * An answer of the terminal itself: `kitty` when it offers the Kitty keyboard protocol, `background` (OSC 11), `device` (DA2: kind,
 * version, and more), `ready` when it has taken all that was written before the question (DSR 5).
 */
export interface ReplyEvent {
  readonly kind: 'reply';
  readonly reply: 'kitty' | 'background' | 'device' | 'ready';
  readonly value: string;
}

/** Many keys that type something, or Enter (`\n`) or Tab (`\t`), which came at once: text that nobody typed by hand. */
export interface TypedEvent {
  readonly kind: 'typed';
  readonly text: string;
}

/** A paste is one event, however long it is. */
export type InputEvent = KeyEvent | MouseEvent | PasteEvent | ReplyEvent | TypedEvent;

/** How many keys of an event another program would have had some use for. Ctrl-C has done its work: we end. */
export function keyCount(event: InputEvent): number {
  if (event.kind === 'key') return event.chord === 'ctrl+c' ? 0 : 1;
  return event.kind === 'typed' || event.kind === 'paste' ? event.text.length : 0;
}

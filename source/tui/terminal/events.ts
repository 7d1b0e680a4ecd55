/** Decoded terminal input: keys, mouse, pastes and replies to queries. */

/**
 * A key. `chord` is its name everywhere (key table, help, tests). It consists of modifiers in the order ctrl, alt, shift,
 * followed by the key: `a`, `G`, `space`, `ctrl+r`, `alt+enter`, `shift+tab`, `f5`, `pageup`. For a printable character, Shift
 * is part of the character.
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

/** Pasted text. Line ends are `\n`, and newline and tab are its only control characters. */
interface PasteEvent {
  readonly kind: 'paste';
  readonly text: string;
}

/**
 * A reply from the terminal. `kitty`: it supports the Kitty keyboard protocol; `background`: OSC 11; `device`: DA2 (kind,
 * version, and more); `ready`: it has processed everything written before the query (DSR 5).
 */
export interface ReplyEvent {
  readonly kind: 'reply';
  readonly reply: 'kitty' | 'background' | 'device' | 'ready';
  readonly value: string;
}

/** Many text keys in one read, including Enter (`\n`) and Tab (`\t`): text that was not typed by hand. */
export interface TypedEvent {
  readonly kind: 'typed';
  readonly text: string;
}

/** One decoded event. A paste is a single event, however long it is. */
export type InputEvent = KeyEvent | MouseEvent | PasteEvent | ReplyEvent | TypedEvent;

/**
 * Number of keys in an event that another program would have used. Ctrl-C does not count, because it has already ended our
 * program.
 */
export function keyCount(event: InputEvent): number {
  if (event.kind === 'key') return event.chord === 'ctrl+c' ? 0 : 1;
  return event.kind === 'typed' || event.kind === 'paste' ? event.text.length : 0;
}

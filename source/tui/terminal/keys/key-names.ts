/** Tables of the decoder that map sequences to keys, for xterm, VT220, rxvt, the Linux console and Kitty. */
import type { KeyEvent } from '../events.js';

/** Final byte of `CSI … X` and `ESC O X`. */
export const letterKeys: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  E: 'begin',
  F: 'end',
  H: 'home',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
};

/** Keypad in application mode, `ESC O x`. */
export const keypadKeys: Readonly<Record<string, string>> = {
  M: 'enter',
  j: '*',
  k: '+',
  l: ',',
  m: '-',
  n: '.',
  o: '/',
  p: '0',
  q: '1',
  r: '2',
  s: '3',
  t: '4',
  u: '5',
  v: '6',
  w: '7',
  x: '8',
  y: '9',
  X: '=',
};

/** rxvt: `CSI a` is Shift with the arrow, `ESC O a` is Ctrl with the arrow. */
export const rxvtArrows: Readonly<Record<string, string>> = { a: 'up', b: 'down', c: 'right', d: 'left' };

/** `CSI n ~`, which rxvt also ends with `$`, `^` or `@` for Shift, Ctrl and both. */
export const numberKeys: Readonly<Record<number, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
};

/** Linux console: `CSI [ A` … `CSI [ E`. */
export const consoleKeys: Readonly<Record<string, string>> = { A: 'f1', B: 'f2', C: 'f3', D: 'f4', E: 'f5' };

/** Kitty's private-use code points (keyboard protocol, "functional key definitions"). */
const kittyKeys: Readonly<Record<number, string>> = {
  57409: '.',
  57410: '/',
  57411: '*',
  57412: '-',
  57413: '+',
  57414: 'enter',
  57415: '=',
  57417: 'left',
  57418: 'right',
  57419: 'up',
  57420: 'down',
  57421: 'pageup',
  57422: 'pagedown',
  57423: 'home',
  57424: 'end',
  57425: 'insert',
  57426: 'delete',
  57427: 'begin',
};

/** Bits of xterm's and Kitty's modifier parameter, minus 1. */
const bits = { shift: 1, alt: 2, ctrl: 4, super: 8, meta: 32 } as const;

/** Keys that most terminals cannot distinguish from others when pressed with Ctrl, so neither do we. */
const controlTwins: Readonly<Record<string, string>> = {
  i: 'tab',
  m: 'enter',
  j: 'enter',
  h: 'backspace',
  '[': 'escape',
  '2': 'space',
  '@': 'space',
};
const stripsControl = new Set(['i', 'm', 'j', 'h', '[']);

function chordOf(name: string, mask: number): string {
  if (mask === 0) return name;
  const ctrl = mask & bits.ctrl ? 'ctrl+' : '';
  const alt = mask & (bits.alt | bits.meta) ? 'alt+' : '';
  const shift = mask & bits.shift ? 'shift+' : '';
  return `${ctrl}${alt}${shift}${name}`;
}

/** A named (non-printing) key with xterm's modifier mask. */
export const namedKey = (name: string, mask = 0): KeyEvent => ({ kind: 'key', chord: chordOf(name, mask) });

/** A printable key with a modifier mask. `shifted` is its shifted character, if reported. */
export function characterKey(character: string, mask = 0, shifted?: string): KeyEvent {
  if (mask & bits.ctrl) return controlCharacterKey(character, mask);
  const text = mask & bits.shift ? (shifted ?? character.toUpperCase()) : character;
  const chord = chordOf(nameOf(text), mask & ~bits.shift);
  return mask & (bits.alt | bits.meta | bits.super) ? { kind: 'key', chord } : { kind: 'key', chord, text };
}

/** With Ctrl, an upper-case letter is its lower-case letter with Shift. */
function controlCharacterKey(character: string, mask: number): KeyEvent {
  const lower = character.toLowerCase();
  if (lower !== character || mask & bits.shift) return namedKey(nameOf(lower), mask | bits.shift);
  const twin = controlTwins[lower];
  if (twin === undefined) return namedKey(nameOf(lower), mask);
  return namedKey(twin, stripsControl.has(lower) ? mask & ~bits.ctrl : mask);
}

const nameOf = (character: string): string => (character === ' ' ? 'space' : character);

/** A key by code point: Kitty's `CSI … u` and xterm's modifyOtherKeys. Undefined for an unused key. */
export function codeKey(code: number, mask: number, shifted?: number): KeyEvent | undefined {
  const named = { 8: 'backspace', 9: 'tab', 10: 'enter', 13: 'enter', 27: 'escape', 127: 'backspace' }[code];
  if (named !== undefined) return namedKey(named, mask);
  const functional = kittyKeys[code] ?? (code >= 57399 && code <= 57408 ? String(code - 57399) : undefined);
  if (functional !== undefined) {
    return functional.length === 1 ? characterKey(functional, mask) : namedKey(functional, mask);
  }
  // 57344–63743 are Kitty's keys that type nothing: Caps Lock, media keys, modifiers by themselves.
  if (code < 32 || code > 0x10ffff || (code >= 57344 && code <= 63743) || (code >= 0xd800 && code <= 0xdfff)) {
    return undefined;
  }
  const more =
    shifted !== undefined && shifted >= 32 && shifted <= 0x10ffff ? String.fromCodePoint(shifted) : undefined;
  return characterKey(String.fromCodePoint(code), mask, more);
}

/** The key of a C0 control byte. */
export function controlKey(code: number, mask = 0): KeyEvent {
  if (code === 0) return namedKey('space', mask | bits.ctrl);
  if (code === 0x7f || code === 0x08) return namedKey('backspace', mask);
  if (code === 0x09) return namedKey('tab', mask);
  // A lone LF is Ctrl-J, or a program that sends newline for Enter. Ctrl-J is unbound.
  if (code === 0x0a || code === 0x0d) return namedKey('enter', mask);
  if (code === 0x1b) return namedKey('escape', mask);
  return characterKey(String.fromCharCode(code + (code < 0x1b ? 0x60 : 0x40)), mask | bits.ctrl);
}

/** Alt in xterm's modifier parameter, minus 1. */
export const altMask = bits.alt;
export const shiftMask = bits.shift;
export const controlMask = bits.ctrl;

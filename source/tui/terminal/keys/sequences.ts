/**
 * Parses one key, mouse report or reply at the start of a text, by the grammar of terminal input (ECMA-48, xterm's "Control
 * Sequences", rxvt, the Linux console, Kitty). Pure.
 */
import type { InputEvent, KeyEvent, MouseEvent } from '../events.js';
import {
  altMask,
  characterKey,
  codeKey,
  consoleKeys,
  controlKey,
  controlMask,
  keypadKeys,
  letterKeys,
  namedKey,
  numberKeys,
  rxvtArrows,
  shiftMask,
} from './key-names.js';

const esc = '\u001b';
/** Maximum stored length of an incomplete sequence, in characters. Beyond it, the parser only waits for its end. */
const maxSequenceLength = 4096;

/** The event at the start of a text, if any, and its length in code units. */
interface ParsedSequence {
  readonly event?: InputEvent | undefined;
  readonly length: number;
  /** Terminator of an incomplete sequence. Everything up to it belongs to the sequence and is ignored. */
  readonly until?: RegExp;
}

/** Undefined if more bytes are needed. */
type ParseResult = ParsedSequence | undefined;

/** Terminators of a control string: BEL, ST, CAN, SUB. Any other ESC starts a new sequence. */
const stringEnd = /[\u0007\u0018\u001a\u009c]|\u001b\\|(?=\u001b[^\\])/;
/** End of a control sequence: its final byte, or a byte not allowed in it. */
const sequenceEnd = /[@-~]|(?=[^ -?])/;

/** Parses the first event of a text. Undefined if it is incomplete. */
export function next(text: string): ParseResult {
  const first = text.charCodeAt(0);
  if (first !== 0x1b) {
    if (first < 0x20 || first === 0x7f) return { event: controlKey(first), length: 1 };
    // A C1 control that introduces nothing.
    if (first < 0xa0 && first >= 0x80) return { length: 1 };
    const character = String.fromCodePoint(text.codePointAt(0) ?? 0);
    // U+FFFD replaces invalid UTF-8, which was not typed.
    if (character === '\ufffd') return { length: 1 };
    return { event: characterKey(character), length: character.length };
  }
  if (text.length === 1) return undefined;
  const second = text.charAt(1);
  switch (second) {
    case '[':
      return controlSequence(text);
    case 'O':
      return singleShift(text);
    case ']':
    case 'P':
    case '_':
    case '^':
    case 'X':
      return controlString(text);
    case esc:
      return escaped(text);
    default: {
      const rest = next(text.slice(1));
      if (rest === undefined) return undefined;
      return { event: withAlt(rest.event), length: rest.length + 1 };
    }
  }
}

function withAlt(event: InputEvent | undefined): KeyEvent | undefined {
  if (event?.kind !== 'key') return undefined;
  const parts = /^(ctrl\+)?(.+)$/su.exec(event.chord);
  return { kind: 'key', chord: `${parts?.[1] ?? ''}alt+${parts?.[2] ?? ''}` };
}

/**
 * ESC before a sequence means Alt with an arrow or another named key (rxvt, PuTTY, iTerm). Otherwise, it is Escape followed by
 * the sequence.
 */
function escaped(text: string): ParseResult {
  const third = text.charAt(2);
  if (third === '') return undefined;
  const alone: ParsedSequence = { event: namedKey('escape'), length: 1 };
  if (third !== '[' && third !== 'O') return alone;
  const step = next(text.slice(1));
  if (step === undefined) return undefined;
  const { event, length } = step;
  return event?.kind === 'key' && event.text === undefined && !/alt\+|^.$/u.test(event.chord)
    ? { event: withAlt(event), length: length + 1 }
    : alone;
}

/** `ESC O x`, with a modifier digit in between on some terminals. */
function singleShift(text: string): ParseResult {
  const third = text.charAt(2);
  if (third === '') return undefined;
  const digit = /[1-8]/.test(third) ? third : '';
  const letter = text.charAt(2 + digit.length);
  if (letter === '') return undefined;
  const mask = digit === '' ? 0 : Number(digit) - 1;
  const length = 3 + digit.length;
  const key = letterKey(letter, mask, controlMask);
  if (key !== undefined) return { event: key, length };
  const pad = keypadKeys[letter];
  if (pad !== undefined) return { event: pad.length === 1 ? characterKey(pad, mask) : namedKey(pad, mask), length };
  // Not a sequence: Alt-O and a key typed after it.
  return { event: characterKey('O', altMask), length: 2 };
}

/** OSC, DCS, APC, PM, SOS: replies of the terminal. Only the background colour (OSC 11) is used. */
function controlString(text: string): ParseResult {
  const end = stringEnd.exec(text.slice(2));
  if (end === null)
    return text.length > maxSequenceLength ? { length: lengthWithoutEsc(text), until: stringEnd } : undefined;
  const body = text.slice(2, 2 + end.index);
  const length = 2 + end.index + end[0].length;
  if (text.charAt(1) === ']' && body.startsWith('11;')) {
    return { event: { kind: 'reply', reply: 'background', value: body.slice(3) }, length };
  }
  return { length };
}

/** An ESC at the end may be half of the terminator. */
const lengthWithoutEsc = (text: string): number => (text.endsWith(esc) ? text.length - 1 : text.length);

/** CSI, its parameters, intermediate bytes, and the final byte unless the sequence is incomplete or broken. */
const sequence = /^\u001b\[([0-?]*)([ -/]*)([@-~]?)/;

function controlSequence(text: string): ParseResult {
  switch (text.charAt(2)) {
    case '':
      return undefined;
    case '[':
      return consoleKey(text.charAt(3));
    case 'M':
      // X10 mouse: three raw bytes follow. Never enabled, but it must not be typed as text.
      return text.length < 6 ? undefined : { length: 6 };
    default:
      return shiftedNumberKey(text) ?? standardSequence(text);
  }
}

/** The Linux console's `CSI [ A`. */
function consoleKey(letter: string): ParseResult {
  if (letter === '') return undefined;
  const name = consoleKeys[letter];
  return { event: name === undefined ? undefined : namedKey(name), length: 4 };
}

/** rxvt's Shift-Home and similar keys: `CSI 7 $` ends in `$`, which is not a final byte in the standard. */
function shiftedNumberKey(text: string): ParseResult {
  const match = /^\u001b\[(\d+)\$/.exec(text);
  return match === null ? undefined : { event: numberKey(Number(match[1]), shiftMask), length: match[0].length };
}

function standardSequence(text: string): ParseResult {
  const [whole = '', parameters = '', middle = '', final = ''] = sequence.exec(text) ?? [];
  const { length } = whole;
  if (final !== '') return { event: meaning(parameters, middle, final), length };
  // A byte that is not allowed in a sequence ends it, without a meaning.
  if (length < text.length) return { length };
  return length > maxSequenceLength ? { length, until: sequenceEnd } : undefined;
}

/** Replies by the private mark and the final byte of their sequence. */
const replies: Readonly<Record<string, 'kitty' | 'device'>> = { '?u': 'kitty', '>c': 'device' };

function meaning(parameters: string, middle: string, final: string): InputEvent | undefined {
  // The reply to the query that follows each frame (DSR 5): "ready".
  if (final === 'n' && parameters === '0') return { kind: 'reply', reply: 'ready', value: '' };
  if (!/^[<=>?]/.test(parameters)) return key(parameters, middle, final);
  const mark = parameters.charAt(0);
  const value = parameters.slice(1);
  if (mark === '<' && (final === 'M' || final === 'm')) return mouse(value, final);
  const reply = replies[`${mark}${final}`];
  return reply === undefined ? undefined : { kind: 'reply', reply, value };
}

/** A key with its number and modifiers: `CSI 1 ; 5 A`, `CSI 3 ; 5 ~`, `CSI 97 : 65 ; 5 u`. */
function key(parameters: string, middle: string, final: string): KeyEvent | undefined {
  const groups = parameters.split(';').map(group => group.split(':').map(Number));
  const number = groups[0]?.[0] ?? 0;
  const mask = Math.max(0, (groups[1]?.[0] || 1) - 1) & 0x3f;
  // Kitty reports key releases on request. They are not key presses.
  if (groups[1]?.[1] === 3) return undefined;
  if (final === '^') return numberKey(number, controlMask);
  if (final === '@') return numberKey(number, controlMask | shiftMask);
  if (middle !== '') return undefined;
  switch (final) {
    case 'u':
      return codeKey(baseKey(number, mask, groups[0]?.[2]), mask, groups[0]?.[1]);
    case '~':
      return number === 27 ? codeKey(groups[2]?.[0] ?? 0, mask) : numberKey(number, mask);
    case 'Z':
      return namedKey('tab', mask | shiftMask);
    default:
      // `CSI 12;5R` is a cursor report; F3 with modifiers is `CSI 1;5R`.
      return final === 'R' && number > 1 ? undefined : letterKey(final, mask, shiftMask);
  }
}

function numberKey(number: number, mask: number): KeyEvent | undefined {
  const name = numberKeys[number];
  return name === undefined ? undefined : namedKey(name, mask);
}

/** @param arrowMask modifiers that rxvt means by a lower-case letter */
function letterKey(letter: string, mask: number, arrowMask: number): KeyEvent | undefined {
  const name = letterKeys[letter];
  if (name !== undefined) return namedKey(name, mask);
  const arrow = rxvtArrows[letter];
  return arrow === undefined ? undefined : namedKey(arrow, mask | arrowMask);
}

/** With Ctrl or Alt, a key of another alphabet is named by its Latin key, if the terminal reports it (Kitty's flag 4). */
const baseKey = (code: number, mask: number, base: number | undefined): number =>
  base !== undefined && base > 32 && code > 127 && (mask & (controlMask | altMask)) !== 0 ? base : code;

const buttons = ['left', 'middle', 'right', 'none'] as const;

/** SGR mouse (mode 1006): `button;column;row`, counted from 1. */
function mouse(parameters: string, final: string): MouseEvent | undefined {
  const [code, column, row] = parameters.split(';').map(Number);
  if (code === undefined || !column || !row) return undefined;
  const place = {
    column: column - 1,
    row: row - 1,
    shift: (code & 4) !== 0,
    alt: (code & 8) !== 0,
    ctrl: (code & 16) !== 0,
  };
  if (code & 64) {
    const direction = code & 3;
    if (direction > 1) return undefined;
    return { kind: 'mouse', action: direction === 0 ? 'wheel-up' : 'wheel-down', button: 'none', ...place };
  }
  if (code & 128) return undefined;
  const button = buttons[code & 3] ?? 'none';
  const pressed = code & 32 ? 'drag' : 'press';
  const action = final === 'm' ? 'release' : pressed;
  if (action !== 'release' && button === 'none') return undefined;
  return { kind: 'mouse', action, button, ...place };
}

/**
 * Decodes bytes to keys: a state machine without clock or stream. Any chunking of the same bytes gives the same events.
 * Incomplete input stays pending, and the caller (input.ts) decides for how long.
 */
import type { InputEvent } from '../events.js';
import { createBytes } from './bytes.js';
import { altMask, characterKey, namedKey } from './key-names.js';
import { Paste } from './paste.js';
import { next } from './sequences.js';

const esc = '\u001b';
const pasteStart = `${esc}[200~`;

/**
 * Kind of the incomplete input. `escape`: an ESC that is a key or starts a sequence; `introducer`: the same after one more
 * character (`ESC [`); `sequence`: an unterminated sequence; `paste`: an unterminated paste.
 */
type Pending = 'escape' | 'introducer' | 'sequence' | 'paste' | undefined;

/** Decoder that retains an incomplete sequence between two chunks. */
interface Decoder {
  /** Decodes a chunk and returns the complete events. */
  feed(chunk: Uint8Array): InputEvent[];
  /** Stops waiting. A lone ESC becomes the Escape key, and an incomplete sequence is dropped. */
  flush(): InputEvent[];
  readonly pending: Pending;
}

/**
 * Matches a reply so late after its ESC or `ESC [` that this was taken for a key, since people do not type these in one go. It
 * covers CSI with a private mark or two numbers, a device's report, OSC, DCS of XTVERSION, DA3, DECRQSS and XTGETTCAP, and
 * Kitty's APC.
 */
const lateReply = /^\u001b(?:\[(?:[?<>=]|\d+[;:]\d|\d+[nRtcu$~])|\]\d+;|P(?:[01][$+]r|>\||!\|)|_G)/;

/** A single character after more than ESC was typed by hand; several at a time were not. */
const isLateReply = (late: string, rest: string): boolean =>
  (late === esc || /^[^\u001b]{2,}/.test(rest)) && lateReply.test(late + rest);

/** Outside a paste, invalid UTF-8 and unknown sequences are dropped. */
export function createDecoder(): Decoder {
  const bytes = createBytes();
  let buffer = '';
  let paste: Paste | undefined;
  /** Terminator of a sequence that is too long to store. */
  let until: RegExp | undefined;
  /** The last ESC or introducer that timed out and was delivered as keys. */
  let late = '';
  /** True if the last character was CR, to which a following LF belongs. */
  let returned = false;

  /** Returns whether the paste is complete. */
  function growPaste(events: InputEvent[], open: Paste): boolean {
    buffer = open.add(buffer);
    if (open.isComplete || open.isLong) events.push(...open.take());
    if (open.isComplete) paste = undefined;
    return open.isComplete;
  }

  /** Skips the rest of a long sequence. Returns whether its end was found. */
  function skipTo(terminator: RegExp): boolean {
    const end = terminator.exec(buffer);
    // An ESC may be the first half of the terminator.
    const rest = buffer.endsWith(esc) ? esc : '';
    buffer = end === null ? rest : buffer.slice(end.index + end[0].length);
    if (end !== null) until = undefined;
    return end !== null;
  }

  /** Removes the start of the buffer, and appends its event if it has one. Returns false if more input is needed. */
  function decodeNext(events: InputEvent[]): boolean {
    if (paste !== undefined) return growPaste(events, paste);
    if (until !== undefined) return skipTo(until);
    if (buffer === '') return false;
    const isLineEnd = returned && buffer.startsWith('\n');
    returned = buffer.startsWith('\r');
    if (isLineEnd) {
      buffer = buffer.slice(1);
      return true;
    }
    if (buffer.startsWith(pasteStart)) {
      buffer = buffer.slice(pasteStart.length);
      paste = new Paste();
      return true;
    }
    const step = next(buffer);
    if (step === undefined) return false;
    buffer = buffer.slice(step.length);
    until = step.until;
    if (step.event !== undefined) events.push(step.event);
    return true;
  }

  return {
    feed(chunk) {
      buffer += bytes.decode(chunk);
      if (late !== '' && isLateReply(late, buffer)) buffer = late + buffer;
      late = '';
      const events: InputEvent[] = [];
      while (decodeNext(events));
      return events;
    },
    flush() {
      const rest = buffer;
      buffer = '';
      until = undefined;
      late = /^\u001b[[\]P_]?$/.test(rest) ? rest : '';
      if (paste === undefined) return typedKeys(rest);
      const events = paste.take(rest);
      paste = undefined;
      return events;
    },
    get pending() {
      if (paste !== undefined) return 'paste';
      return until === undefined ? pendingOf(buffer) : 'sequence';
    },
  };
}

/** The keys of an incomplete sequence that was typed by hand: Escape, or Alt with a character. */
function typedKeys(rest: string): InputEvent[] {
  const [whole, before, character = ''] = /^(\u001b?)\u001b([^\u001b]?)$/u.exec(rest) ?? [];
  if (whole === undefined) return [];
  const key = character === '' ? namedKey('escape') : characterKey(character, altMask);
  return before === '' ? [key] : [namedKey('escape'), key];
}

function pendingOf(text: string): Pending {
  if (text === '') return undefined;
  const [, character] = /^\u001b\u001b?([^\u001b]?)$/.exec(text) ?? [];
  if (character === undefined) return 'sequence';
  return character === '' ? 'escape' : 'introducer';
}

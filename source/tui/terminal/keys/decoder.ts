/**
 * Decodes bytes to keys: a state machine without clock or stream. Any chunking of the same bytes gives the same events.
 * Incomplete input stays pending, and the caller (input.ts) decides for how long.
 */
import type { InputEvent } from '../events.js';
import { createBytes } from './bytes.js';
import { altMask, characterKey, namedKey } from './key-names.js';
import { next } from './sequences.js';

const esc = '\u001b';
const pasteEnd = `${esc}[201~`;
/** Length in characters from which a paste is delivered in pieces. */
const maxPasteLength = 16_000_000;

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
  let paste: string[] | undefined;
  let pasted = 0;
  /** Terminator of a sequence that is too long to store. */
  let until: RegExp | undefined;
  /** The last ESC or introducer that timed out and was delivered as keys. */
  let late = '';
  /** True if the last character was CR, to which a following LF belongs. */
  let returned = false;

  function takePaste(text: string): InputEvent[] {
    const whole = pastedText([...(paste ?? []), text].join(''));
    paste = undefined;
    pasted = 0;
    return whole === '' ? [] : [{ kind: 'paste', text: whole }];
  }

  /** Appends to the paste. Returns whether it has ended. */
  function growPaste(events: InputEvent[]): boolean {
    const end = buffer.indexOf(pasteEnd);
    if (end >= 0) {
      events.push(...takePaste(buffer.slice(0, end)));
      buffer = buffer.slice(end + pasteEnd.length);
      return true;
    }
    const whole = buffer.length - partialEnd(buffer);
    paste?.push(buffer.slice(0, whole));
    pasted += whole;
    buffer = buffer.slice(whole);
    if (pasted > maxPasteLength) {
      events.push(...takePaste(''));
      paste = [];
    }
    return false;
  }

  function drain(): InputEvent[] {
    const events: InputEvent[] = [];
    for (;;) {
      if (paste !== undefined && !growPaste(events)) return events;
      if (until !== undefined) {
        const end = until.exec(buffer);
        buffer =
          end === null
            ? buffer.slice(buffer.length - (buffer.endsWith(esc) ? 1 : 0))
            : buffer.slice(end.index + end[0].length);
        if (end === null) return events;
        until = undefined;
      }
      if (buffer === '') return events;
      if (returned && buffer.startsWith('\n')) {
        buffer = buffer.slice(1);
        returned = false;
        continue;
      }
      returned = buffer.startsWith('\r');
      if (buffer.startsWith(`${esc}[200~`)) {
        buffer = buffer.slice(6);
        paste = [];
        continue;
      }
      const step = next(buffer);
      if (step === undefined) return events;
      buffer = buffer.slice(step.length);
      until = step.until;
      if (step.event !== undefined) events.push(step.event);
    }
  }

  return {
    feed(chunk) {
      buffer += bytes.decode(chunk);
      if (late !== '' && isLateReply(late, buffer)) buffer = late + buffer;
      late = '';
      return drain();
    },
    flush() {
      const rest = buffer;
      buffer = '';
      until = undefined;
      late = /^\u001b[[\]P_]?$/.test(rest) ? rest : '';
      if (paste !== undefined) return takePaste(rest);
      if (rest === esc) return [namedKey('escape')];
      if (rest === esc + esc) return [namedKey('escape'), namedKey('escape')];
      const parts = /^(\u001b?)\u001b([^\u001b])$/u.exec(rest);
      if (parts === null) return [];
      const key = characterKey(parts[2] ?? '', altMask);
      return parts[1] === '' ? [key] : [namedKey('escape'), key];
    },
    get pending() {
      if (paste !== undefined) return 'paste';
      if (until !== undefined) return 'sequence';
      if (buffer === '') return undefined;
      if (/^\u001b\u001b?$/.test(buffer)) return 'escape';
      return /^\u001b\u001b?[^\u001b]$/.test(buffer) ? 'introducer' : 'sequence';
    },
  };
}

/** Number of last characters that may begin the paste's end mark. */
function partialEnd(text: string): number {
  for (let length = Math.min(pasteEnd.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(pasteEnd.slice(0, length))) return length;
  }
  return 0;
}

/**
 * The text of a bracketed paste. Terminals and tmux send CR for every pasted line end. Line ends become `\n`. Control
 * characters other than newline and tab are dropped, because they have no meaning in our editors.
 */
const pastedText = (raw: string): string =>
  raw.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

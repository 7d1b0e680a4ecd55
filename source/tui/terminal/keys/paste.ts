import type { InputEvent } from '../events.js';

const pasteEnd = '\u001b[201~';
/** Length in characters from which a paste is delivered in pieces. */
const maxPasteLength = 16_000_000;

/** A bracketed paste, collected from any number of chunks. */
export class Paste {
  private parts: string[] = [];
  private length = 0;
  /** True once its end mark has been read. */
  isComplete = false;

  /** Adds text up to the end mark. Returns the rest, which may also be an incomplete end mark. */
  add(text: string): string {
    const end = text.indexOf(pasteEnd);
    this.isComplete = end >= 0;
    const length = this.isComplete ? end : text.length - partialEnd(text);
    this.parts.push(text.slice(0, length));
    this.length += length;
    return text.slice(this.isComplete ? length + pasteEnd.length : length);
  }

  get isLong(): boolean {
    return this.length > maxPasteLength;
  }

  /** Removes the text added so far, and returns it and `rest` as an event if they are not empty. */
  take(rest = ''): InputEvent[] {
    const text = pastedText([...this.parts, rest].join(''));
    this.parts = [];
    this.length = 0;
    return text === '' ? [] : [{ kind: 'paste', text }];
  }
}

/** Number of last characters that may begin the end mark. */
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

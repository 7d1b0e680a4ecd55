/** The terminal modes the full screen switches on, and the one string that switches all of them off again. */

const esc = '\u001b';
const modes = (numbers: readonly number[], set: 'h' | 'l'): string =>
  numbers.map(number => `${esc}[?${number}${set}`).join('');

/** Modes that not everybody wants, and questions that are asked until they were answered. */
export interface ModeOptions {
  readonly mouse: boolean;
  /** Ask whether the Kitty keyboard protocol is offered. */
  readonly askKitty: boolean;
  /** Ask what kind of terminal it is (DA2): one that has the mouse may be the one that should not. */
  readonly askDevice: boolean;
  /** Ask what the background is (OSC 11); terminals that do not know the question say nothing. */
  readonly askBackground: boolean;
}

/**
 * What a program that ended badly, or was started before us, may have left on: colours, insert mode, line drawing in place of
 * letters. Undone before the alternate screen, which keeps colours and character set for the way back.
 */
const plainWriting = `${esc}[m${esc}[4l${esc}(B\u000f`;

/** The same for what belongs to no screen or moves the cursor: origin mode, a scroll region, every kind of mouse report. */
const plainScreen = `${esc}[?6l${esc}[r${modes([9, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015], 'l')}`;

/** Clicks, drags, and cells counted without end. */
const mouseModes = [1000, 1002, 1006];

/** The mouse left to the terminal. */
export const leaveMouse = modes(mouseModes, 'l');

/** The DA2 of GNU screen, which with a mouse keeps every Esc back until another key (4.6 to 5.0). */
export const isScreen = (device: string): boolean => device.startsWith('83;');

/**
 * Alternate screen, hidden cursor, no automatic wrapping (the last cell of the screen must not scroll it), bracketed paste,
 * application keypad off, mouse with SGR addresses. Then the questions.
 */
export const enterModes = ({ mouse, askKitty, askDevice, askBackground }: ModeOptions): string =>
  `${plainWriting}${esc}[?1049h${plainScreen}${esc}[?25l${esc}[?7l${esc}>${esc}[?1l${esc}[?2004h` +
  (mouse ? modes(mouseModes, 'h') : '') +
  (askDevice ? `${esc}[>c` : '') +
  (askKitty ? `${esc}[?u` : '') +
  (askBackground ? `${esc}]11;?${esc}\\` : '');

/** Kitty protocol, flag 1: keys that were ambiguous get sequences of their own. Pushed, so that it can be popped. */
export const enterKitty = `${esc}[>1u`;

/** The same where it may be on already: taken back once, so that one `leaveModes` is still enough. */
export const enterKittyAgain = `${esc}[<u${enterKitty}`;

/**
 * Undoes what an editor or pager left on that had to be ended. The cursor goes back to where it was saved last; what the editor
 * wrote below is gone.
 */
export const restoreModes = `${plainWriting}${plainScreen}${esc}[?2004l${esc}[?7h${esc}[?1l${esc}>${esc}[?1049l${esc}[?25h${esc}[J`;

/**
 * Where there is no alternate screen (GNU screen unless told, the Linux console) what was drawn stays: then the shell goes on in
 * the last row, as after vim and less. With one, the cursor goes back to where it was.
 */
const lastRow = `${esc}[999;1H${esc}[K`;

/** Undoes everything, whatever was on. Colours and a half-written frame included. */
export const leaveModes = (kitty: boolean): string =>
  (kitty ? `${esc}[<u` : '') +
  `${esc}[?2026l${leaveMouse}${esc}[?2004l${esc}[?7h${esc}[m${lastRow}${esc}[?1049l${esc}[?25h`;

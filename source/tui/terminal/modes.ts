/** The terminal modes of the full screen, and the string that switches all of them off. */
import { safeLine } from '../../core/response/safe-text.js';

const esc = '\u001b';
const modes = (numbers: readonly number[], set: 'h' | 'l'): string =>
  numbers.map(number => `${esc}[?${number}${set}`).join('');

/** Optional modes, and queries repeated until answered. */
interface ModeOptions {
  readonly mouse: boolean;
  /** Queries support for the Kitty keyboard protocol. */
  readonly askKitty: boolean;
  /** Queries the kind of terminal (DA2), because some must not get the mouse. */
  readonly askDevice: boolean;
  /** Queries the background (OSC 11). Terminals that do not support it stay silent. */
  readonly askBackground: boolean;
}

/**
 * Undoes modes left on by a crashed or earlier program: colours, insert mode, line drawing characters. Sent before switching to
 * the alternate screen, which saves and restores colours and character set.
 */
const plainWriting = `${esc}[m${esc}[4l${esc}(B\u000f`;

/** The same for modes that belong to no screen or move the cursor: origin mode, a scroll region, every kind of mouse report. */
const plainScreen = `${esc}[?6l${esc}[r${modes([9, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015], 'l')}`;

/** Reports clicks and drags, with SGR coordinates, which have no limit. */
const mouseModes = [1000, 1002, 1006];

/** Switches the mouse off. */
export const leaveMouse = modes(mouseModes, 'l');

/** The DA2 reply of GNU screen, which with a mouse delays every Esc until the next key (4.6 to 5.0). */
export const isScreen = (device: string): boolean => device.startsWith('83;');

/**
 * Alternate screen, hidden cursor, no automatic wrapping (a character in the screen's last cell must not scroll it), bracketed
 * paste, application keypad off, mouse with SGR coordinates. Queries follow.
 */
export const enterModes = ({ mouse, askKitty, askDevice, askBackground }: ModeOptions): string =>
  `${plainWriting}${esc}[?1049h${plainScreen}${esc}[?25l${esc}[?7l${esc}>${esc}[?1l${esc}[?2004h` +
  (mouse ? modes(mouseModes, 'h') : '') +
  (askDevice ? `${esc}[>c` : '') +
  (askKitty ? `${esc}[?u` : '') +
  (askBackground ? `${esc}]11;?${esc}\\` : '');

/**
 * Kitty protocol, flags 1 and 4: ambiguous keys send separate sequences, which include the key of the base layout. The mode is
 * pushed so that it can be popped.
 */
export const enterKitty = `${esc}[>5u`;

/** The same if the mode may already be on. It is popped first, so that one `leaveModes` is enough. */
export const enterKittyAgain = `${esc}[<u${enterKitty}`;

/** Undoes modes left on by an aborted editor or pager. Restores the saved cursor and clears the screen below it. */
export const restoreModes = `${plainWriting}${plainScreen}${esc}[?2004l${esc}[?7h${esc}[?1l${esc}>${esc}[?1049l${esc}[?25h${esc}[J`;

/**
 * Without an alternate screen (GNU screen by default, the Linux console), the drawing stays and the shell continues in the last
 * row, as after vim and less. With one, the cursor is restored.
 */
const lastRow = `${esc}[999;1H${esc}[K`;

/** Saves the window's title on the terminal's stack, and restores it (XTWINOPS 22 and 23). Other terminals ignore both. */
export const saveTitle = `${esc}[22;2t`;
export const restoreTitle = `${esc}[23;2t`;

/** Maximum length of a title in characters. */
const maxTitle = 120;

/**
 * Sets the window's title (OSC 2). Control characters in it become visible marks.
 * @param ascii true to replace other characters, for a terminal without UTF-8
 */
export function titleSequence(title: string, ascii: boolean): string {
  const text = [...safeLine(title)].slice(0, maxTitle).join('');
  return `${esc}]2;${ascii ? text.replace(/[^ -~]/gu, '?') : text}${esc}\\`;
}

/** Undoes everything that may be on, including colours and a half-written frame. */
export const leaveModes = (kitty: boolean): string =>
  (kitty ? `${esc}[<u` : '') +
  `${esc}[?2026l${leaveMouse}${esc}[?2004l${esc}[?7h${esc}[m${lastRow}${esc}[?1049l${esc}[?25h`;

/** The terminal modes the full screen switches on, and the one string that switches all of them off again. */

const esc = '\u001b';

/** Modes that not everybody wants. */
export interface ModeOptions {
  readonly mouse: boolean;
  /** Ask what the background is (OSC 11); terminals that do not know the question say nothing. */
  readonly askBackground: boolean;
}

/**
 * Alternate screen, hidden cursor, no automatic wrapping (the last cell of the screen must not scroll it), bracketed paste,
 * application keypad off, mouse with SGR addresses. Ends with the question whether the Kitty keyboard protocol is offered.
 */
export const enterModes = ({ mouse, askBackground }: ModeOptions): string =>
  `${esc}[?1049h${esc}[?25l${esc}[?7l${esc}>${esc}[?1l${esc}[?2004h` +
  (mouse ? `${esc}[?1000h${esc}[?1002h${esc}[?1006h` : '') +
  `${esc}[?u${askBackground ? `${esc}]11;?${esc}\\` : ''}`;

/** Kitty protocol, flag 1: keys that were ambiguous get sequences of their own. Pushed, so that it can be popped. */
export const enterKitty = `${esc}[>1u`;

/** Undoes everything, whatever was on; safe to write twice. Colours, scroll region and a half-written frame included. */
export const leaveModes = (kitty: boolean): string =>
  (kitty ? `${esc}[<u` : '') +
  `${esc}[?2026l${esc}[?1006l${esc}[?1002l${esc}[?1000l${esc}[?2004l${esc}[?7h${esc}[m${esc}[?1049l${esc}[?25h`;

/**
 * The text of a bracketed paste. Terminals and tmux send CR for every pasted line end. Line ends become `\n`; control
 * characters other than newline and tab are dropped, because our editors give them no meaning.
 */
export const pastedText = (raw: string): string =>
  raw.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

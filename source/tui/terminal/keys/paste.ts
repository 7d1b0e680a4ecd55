/** What a bracketed paste means as text. */

/**
 * Terminals send the Enter key's CR for every pasted line end; tmux too. Line ends become `\n`; control characters other
 * than newline and tab are dropped, because no editor of ours gives them a meaning.
 */
export const pastedText = (raw: string): string =>
  raw.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

/** Copying through the terminal itself (OSC 52), which works over SSH and without a display. */

/** What terminals and multiplexers accept at once; xterm and tmux cut longer ones without a word. */
export const clipboardLimit = 100_000;

/** Screen drops control strings that are longer than this (its manual gives 768 with its own overhead). */
const screenPiece = 512;

/** A copy as text: what a clipboard holds may be pasted into a shell, so control characters but newline and tab are dropped. */
export const copiedText = (text: string): string =>
  text.replace(/\r\n/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

/**
 * The bytes that put `text` on the clipboard; undefined if it is too long. tmux swallows OSC 52 of its clients unless told otherwise, so it gets its pass-through form too;
 * screen needs pieces.
 */
export function copySequence(
  text: string,
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const encoded = Buffer.from(copiedText(text), 'utf8').toString('base64');
  if (encoded.length > clipboardLimit) return undefined;
  const osc = `\u001b]52;c;${encoded}\u0007`;
  if (variables.TMUX !== undefined) {
    // With `set-clipboard on` tmux obeys the plain form; otherwise the outer terminal gets the wrapped one.
    return `${osc}\u001bPtmux;${osc.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`;
  }
  if (variables.TERM?.startsWith('screen') === true) {
    const pieces = osc.match(new RegExp(`[\\s\\S]{1,${screenPiece}}`, 'g')) ?? [];
    return pieces.map(piece => `\u001bP${piece}\u001b\\`).join('');
  }
  return osc;
}

/** Copying through the terminal itself (OSC 52), which works over SSH and without a display. */

/** Maximum that terminals and multiplexers accept at once; xterm and tmux truncate longer ones silently. */
export const clipboardLimit = 100_000;

/** Screen drops longer control strings (768 by its manual, including its own overhead). */
const screenPiece = 512;

/** Text for the clipboard. It may be pasted into a shell, so control characters except newline and tab are dropped. */
export const copiedText = (text: string): string =>
  text.replace(/\r\n/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

/**
 * The bytes that put `text` on the clipboard; undefined if it is too long. tmux ignores OSC 52 of its clients by default, so
 * its pass-through form is sent too; screen needs short pieces.
 */
export function copySequence(
  text: string,
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const encoded = Buffer.from(copiedText(text), 'utf8').toString('base64');
  if (encoded.length > clipboardLimit) return undefined;
  const osc = `\u001b]52;c;${encoded}\u0007`;
  if (variables.TMUX !== undefined) {
    // With `set-clipboard on` tmux takes the plain form; otherwise the outer terminal gets the wrapped one.
    return `${osc}\u001bPtmux;${osc.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`;
  }
  if (variables.TERM?.startsWith('screen') === true) {
    const pieces = osc.match(new RegExp(`[\\s\\S]{1,${screenPiece}}`, 'g')) ?? [];
    return pieces.map(piece => `\u001bP${piece}\u001b\\`).join('');
  }
  return osc;
}

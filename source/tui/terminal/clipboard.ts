/** Copying through the terminal itself (OSC 52), which works over SSH and without a display. */

/** Maximum length that terminals and multiplexers accept; xterm and tmux silently truncate longer texts. */
export const clipboardLimit = 100_000;

/**
 * Limit of GNU screen for control strings, which drops longer ones (768 according to its manual, including its own overhead).
 */
const screenPiece = 512;

/**
 * Sanitizes text for the clipboard. It may be pasted into a shell, so control characters except newline and tab are dropped.
 */
export const copiedText = (text: string): string =>
  text.replace(/\r\n/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

/**
 * The bytes that copy `text` to the clipboard, or undefined if it is too long. tmux ignores OSC 52 from its clients by default,
 * so the pass-through form is sent as well. GNU screen needs short pieces.
 */
export function copySequence(
  text: string,
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const encoded = Buffer.from(copiedText(text), 'utf8').toString('base64');
  if (encoded.length > clipboardLimit) return undefined;
  const osc = `\u001b]52;c;${encoded}\u0007`;
  if (variables.TMUX !== undefined) {
    // With `set-clipboard on`, tmux handles the plain form. Otherwise, the outer terminal receives the wrapped one.
    return `${osc}\u001bPtmux;${osc.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`;
  }
  if (variables.TERM?.startsWith('screen') === true) {
    const pieces = osc.match(new RegExp(`[\\s\\S]{1,${screenPiece}}`, 'g')) ?? [];
    return pieces.map(piece => `\u001bP${piece}\u001b\\`).join('');
  }
  return osc;
}

/** A QR code in half blocks, two modules per character, for a phone that scans the URL from the terminal. */
import { renderUnicodeCompact } from 'uqr';

/** Returns the lines of the code, light on dark as in a terminal, or undefined if the text is too long (2953 bytes). */
export function qrLines(text: string): readonly string[] | undefined {
  try {
    return renderUnicodeCompact(text, { border: 2 }).split('\n');
  } catch {
    return undefined;
  }
}

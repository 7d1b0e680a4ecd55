/** A QR code in half blocks, two modules to a character: for a phone that reads the URL off the terminal. */
import { renderUnicodeCompact } from 'uqr';

/** The lines of the code, light on dark as a terminal is; undefined: the text is too long for one (2953 bytes). */
export function qrLines(text: string): readonly string[] | undefined {
  try {
    return renderUnicodeCompact(text, { border: 2 }).split('\n');
  } catch {
    return undefined;
  }
}

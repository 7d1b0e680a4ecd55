/** Shortens a message with untrusted text to one safe line. */
import { safeLine } from './safe-text.js';

/** UTF-16 units; the longest message of our own is a list of names. */
const maxLength = 4000;
/** Kept of the end, where the reason usually is. */
const tail = 1000;

/** `safeLine`, with the middle of an overlong text left out. */
export function messageLine(text: string): string {
  if (text.length <= maxLength) return safeLine(text);
  const left = text.length - maxLength;
  return safeLine(`${text.slice(0, maxLength - tail)}… (${left} characters left out) …${text.slice(-tail)}`);
}

/** A message to a person, which may quote foreign text of any length: one line that a terminal can take. */
import { safeLine } from './safe-text.js';

/** In UTF-16 units. Beyond it nobody reads on; the longest of our own is a list of names. */
const longest = 4000;
/** What is kept of the end, where a message says why. */
const tail = 1000;

/** `safeLine`, with the middle left out where the text is longer than anybody reads. */
export function messageLine(text: string): string {
  if (text.length <= longest) return safeLine(text);
  const left = text.length - longest;
  return safeLine(`${text.slice(0, longest - tail)}… (${left} characters left out) …${text.slice(-tail)}`);
}

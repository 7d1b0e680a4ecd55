/** Shortens a message with untrusted text to one safe line. */
import { safeLine } from './safe-text.js';

/** Maximum length in UTF-16 units. apiclient's longest message is a list of names. */
const maxLength = 4000;
/** Number of characters preserved at the end, which usually contains the reason. */
const tail = 1000;

/** Like `safeLine`, but omits the middle of an overlong text. */
export function messageLine(text: string): string {
  if (text.length <= maxLength) return safeLine(text);
  const left = text.length - maxLength;
  return safeLine(`${text.slice(0, maxLength - tail)}… (${left} characters omitted) …${text.slice(-tail)}`);
}

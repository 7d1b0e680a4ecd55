/**
 * Text whose strings know `\uXXXX` (JSON, JavaScript, GraphQL) made safe for a terminal without a loss: whoever reads it gets the
 * same value.
 */
import { needsSafeText } from './safe-text.js';

const escaped = (found: string): string =>
  found.replace(/[\s\S]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Escapes all that a terminal would obey or hide. In JSON that can only stand within strings. */
export const escapeUnsafe = (text: string): string =>
  text.replace(/[^\n\t -~]/gu, match => (needsSafeText(match) ? escaped(match) : match));

/**
 * The same for SDL or a document of GraphQL: block strings have no escapes, so those that need one become strings.
 * @param meaning the value of a block string, as it stands in its quotes
 */
export const escapeGraphql = (text: string, meaning: (block: string) => string): string =>
  text.replace(/"""(?:[^"\\]|\\(?:"""|(?!"""))|"(?!""))*"""|"(?:\\.|[^"\\\n])*"?/g, match => {
    if (!needsSafeText(match)) return match;
    return escapeUnsafe(match.startsWith('"""') ? JSON.stringify(meaning(match)) : match);
  });

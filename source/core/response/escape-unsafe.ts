/**
 * Makes text safe for a terminal in languages whose strings support `\uXXXX` (JSON, JavaScript, GraphQL). The values remain the
 * same when the text is parsed.
 */
import { needsSafeText } from './safe-text.js';

const escaped = (character: string): string =>
  character.replace(/[\s\S]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Escapes all characters that a terminal would interpret or hide. In JSON, these can only occur inside strings. */
export const escapeUnsafe = (text: string): string =>
  text.replace(/[^\n\t -~]/gu, match => (needsSafeText(match) ? escaped(match) : match));

/**
 * Like `escapeUnsafe`, but for SDL or a GraphQL document. Block strings have no escapes, so those that need one become ordinary
 * strings.
 * @param meaning returns the value of a block string, given with its quotes
 */
export const escapeGraphql = (text: string, meaning: (block: string) => string): string =>
  text.replace(/"""(?:[^"\\]|\\(?:"""|(?!"""))|"(?!""))*"""|"(?:\\.|[^"\\\n])*"?/g, match => {
    if (!needsSafeText(match)) return match;
    return escapeUnsafe(match.startsWith('"""') ? JSON.stringify(meaning(match)) : match);
  });

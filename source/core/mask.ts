/** Texts without the values of secret names. */
import { isSecretName } from './credentials/header.js';
import { bullets } from './secret.js';

/**
 * Masks string and number values after a name that sounds secret, in GraphQL or JSON. Works on tokens, so that invalid text is
 * masked too.
 */
export function maskSecrets(text: string): string {
  const token =
    /#[^\n\r]*|"""(?:\\"""|[\s\S])*?(?:"""|$)|"(?:\\.|[^"\\\n\r])*"?|[_A-Za-z][_0-9A-Za-z]*|-?\d[\d.eE+-]*|[^\s,]/g;
  let out = '';
  let from = 0;
  // A name stays secret until its value ends, at whatever depth.
  let name: string | undefined;
  let colon = false;
  let secretDepth: number | undefined;
  let depth = 0;
  for (const found of text.matchAll(token)) {
    const [word] = found;
    const first = word[0] ?? '';
    if (first === '#') continue;
    const isValue = first === '"' || /[-\d]/.test(first);
    const hidden = secretDepth !== undefined;
    if ('{[('.includes(first)) {
      if (colon && name !== undefined && isSecretName(name) && secretDepth === undefined) secretDepth = depth;
      depth++;
      name = undefined;
      colon = false;
      continue;
    }
    if ('}])'.includes(first)) {
      depth--;
      if (secretDepth !== undefined && depth <= secretDepth) secretDepth = undefined;
      name = undefined;
      colon = false;
      continue;
    }
    if (first === ':') {
      colon = name !== undefined;
      continue;
    }
    if (
      isValue &&
      // A name that stands for a value is none.
      !/^"\{\{[^{}]*\}\}"$/.test(word) &&
      (hidden || (colon && name !== undefined && isSecretName(name))) &&
      !isKey(text, found.index + word.length)
    ) {
      out += `${text.slice(from, found.index)}${first === '"' ? `"${bullets}"` : bullets}`;
      from = found.index + word.length;
      name = undefined;
      colon = false;
      continue;
    }
    name = first === '"' ? word.replace(/^"|"$/g, '') : /[_A-Za-z]/.test(first) ? word : undefined;
    colon = false;
  }
  return out + text.slice(from);
}

/** In JSON a string before a colon is a name. */
const isKey = (text: string, end: number): boolean => /^\s*:/.test(text.slice(end, end + 200));

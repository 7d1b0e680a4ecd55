/** What was run, as it is kept: texts without the values of arguments and variables whose names speak of secrets. */

import { isProof } from './credentials/api-keys.js';
import { isSecretName } from './credentials/header.js';
import { filterQuery } from './request/url.js';
import { bullets } from './secret.js';

/** An operation that was run, as one line of the history file keeps it. */
export interface HistoryEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Without query parameters whose names speak of secrets. */
  readonly url: string;
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly operationName?: string;
  readonly query: string;
  readonly variables: string;
  /** How it ended, in a few words: `200`, `200 with errors`, `failed`. */
  readonly outcome: string;
  /** Milliseconds it took. */
  readonly took: number;
}

/** A URL that may be written down. */
export const keptUrl = (url: string): string => filterQuery(url, name => !isSecretName(name) && !isProof(name));

/**
 * GraphQL or JSON text with `••••` for string and number values that follow a secret-looking name and a colon. Works on
 * tokens, so that it also masks a text that does not parse.
 */
export function maskSecrets(text: string): string {
  const token =
    /#[^\n\r]*|"""(?:\\"""|[\s\S])*?(?:"""|$)|"(?:\\.|[^"\\\n\r])*"?|[_A-Za-z][_0-9A-Za-z]*|-?\d[\d.eE+-]*|[^\s,]/g;
  let out = '';
  let from = 0;
  // A name is secret until its value, whatever depth that has, is over.
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

/** An entry of the kept file; undefined for a line that is none. */
export function historyEntry(line: string): HistoryEntry | undefined {
  try {
    const found = JSON.parse(line) as Partial<HistoryEntry> | null;
    if (typeof found?.url !== 'string' || typeof found.query !== 'string') return undefined;
    return {
      at: Number(found.at) || 0,
      url: found.url,
      kind: found.kind === 'mutation' || found.kind === 'subscription' ? found.kind : 'query',
      query: found.query,
      variables: typeof found.variables === 'string' ? found.variables : '',
      outcome: typeof found.outcome === 'string' ? found.outcome : '',
      took: Number(found.took) || 0,
      ...(typeof found.operationName === 'string' ? { operationName: found.operationName } : {}),
    };
  } catch {
    return undefined;
  }
}

/** The entry as it may be written. */
export const keptEntry = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  url: keptUrl(entry.url),
  query: maskSecrets(entry.query),
  variables: maskSecrets(entry.variables),
});

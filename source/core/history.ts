/** The history of requests, without values of arguments and variables that have a secret's name. */

import { isProof } from './credentials/api-keys.js';
import { isSecretName } from './credentials/header.js';
import { filterQuery } from './request/url.js';
import { bullets } from './secret.js';

/** One line of the history file. */
export interface HistoryEntry {
  readonly at: number;
  /** Without query parameters that have a secret's name. */
  readonly url: string;
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly operationName?: string;
  readonly query: string;
  readonly variables: string;
  /** A short result: `200`, `200 with errors`, `failed`. */
  readonly outcome: string;
  /** Duration in milliseconds. */
  readonly took: number;
}

/** A URL that may be stored. */
export const keptUrl = (url: string): string => filterQuery(url, name => !isSecretName(name) && !isProof(name));

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

/** Parses a history line; undefined if invalid. */
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

/** The entry as it may be stored. */
export const keptEntry = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  url: keptUrl(entry.url),
  query: maskSecrets(entry.query),
  variables: maskSecrets(entry.variables),
});

/** The history of requests, without values of arguments and variables that have a secret's name. */

import { isProof } from './credentials/api-keys.js';
import { isSecretName } from './credentials/header.js';
import { maskHttpText, maskSecrets } from './masking/by-name.js';
import { filterQuery } from './request/url.js';

/** One line of the history file. */
export interface HistoryEntry {
  readonly at: number;
  /** Without query parameters that have a secret's name. */
  readonly url: string;
  /** `request`: of an HTTP document. */
  readonly kind: 'query' | 'mutation' | 'subscription' | 'request';
  /** Of a request its name, else method and URL. */
  readonly operationName?: string;
  /** The whole text. */
  readonly query: string;
  /** Of a request its place among those of the text; absent: all were sent. */
  readonly entry?: number;
  /** Its method and URL, as in the text. */
  readonly line?: string;
  readonly variables: string;
  /** A short result: `200`, `200 with errors`, `failed`. */
  readonly outcome: string;
  /** Duration in milliseconds. */
  readonly took: number;
}

/** A URL that may be stored. */
export const keptUrl = (url: string): string => filterQuery(url, name => !isSecretName(name) && !isProof(name));

const kinds = ['query', 'mutation', 'subscription', 'request'] as const;

/** A text without its secrets. */
export const keptText = (kind: HistoryEntry['kind'], text: string): string =>
  kind === 'request' ? maskHttpText(text) : maskSecrets(text);

/** Parses a history line; undefined if invalid. */
export function historyEntry(line: string): HistoryEntry | undefined {
  try {
    const found = JSON.parse(line) as Partial<HistoryEntry> | null;
    if (typeof found?.url !== 'string' || typeof found.query !== 'string') return undefined;
    return {
      at: Number(found.at) || 0,
      url: found.url,
      kind: kinds.find(kind => kind === found.kind) ?? 'query',
      query: found.query,
      variables: typeof found.variables === 'string' ? found.variables : '',
      outcome: typeof found.outcome === 'string' ? found.outcome : '',
      took: Number(found.took) || 0,
      ...(typeof found.operationName === 'string' ? { operationName: found.operationName } : {}),
      ...(typeof found.entry === 'number' ? { entry: found.entry } : {}),
      ...(typeof found.line === 'string' ? { line: found.line } : {}),
    };
  } catch {
    return undefined;
  }
}

/** The entry as it may be stored. */
export const keptEntry = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  url: keptUrl(entry.url),
  query: keptText(entry.kind, entry.query),
  ...(entry.operationName === undefined ? {} : { operationName: keptText(entry.kind, entry.operationName) }),
  ...(entry.line === undefined ? {} : { line: keptText(entry.kind, entry.line) }),
  variables: maskSecrets(entry.variables),
});

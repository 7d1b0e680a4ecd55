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
    const parsed = JSON.parse(line) as Partial<HistoryEntry> | null;
    if (typeof parsed?.url !== 'string' || typeof parsed.query !== 'string') return undefined;
    return {
      at: Number(parsed.at) || 0,
      url: parsed.url,
      kind: kinds.find(kind => kind === parsed.kind) ?? 'query',
      query: parsed.query,
      variables: typeof parsed.variables === 'string' ? parsed.variables : '',
      outcome: typeof parsed.outcome === 'string' ? parsed.outcome : '',
      took: Number(parsed.took) || 0,
      ...(typeof parsed.operationName === 'string' ? { operationName: parsed.operationName } : {}),
      ...(typeof parsed.entry === 'number' ? { entry: parsed.entry } : {}),
      ...(typeof parsed.line === 'string' ? { line: parsed.line } : {}),
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

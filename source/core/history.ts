/** Request history. The values of arguments and variables with a secret's name are omitted. */

import { isProof } from './credentials/api-keys.js';
import { isSecretName } from './credentials/header.js';
import { maskHttpText, maskSecrets } from './masking/by-name.js';
import { filterQuery } from './request/url.js';

/** One line of the history file. */
export interface HistoryEntry {
  readonly at: number;
  /** URL without query parameters that have a secret's name. */
  readonly url: string;
  /** `request` means a request of an HTTP document. */
  readonly kind: 'query' | 'mutation' | 'subscription' | 'request';
  /** Name of the operation or request, or the method and URL of an unnamed request. */
  readonly operationName?: string;
  /** The complete text. */
  readonly query: string;
  /** Index of the request in the text. Absent if all requests were sent. */
  readonly entry?: number;
  /** Method and URL of the request, as in the text. */
  readonly line?: string;
  readonly variables: string;
  /** Words of the command line, with secrets masked, if the request was sent from a shell. */
  readonly argv?: readonly string[];
  /** Short result: `200`, `200 with errors`, `failed`. */
  readonly outcome: string;
  /** Duration in milliseconds. */
  readonly took: number;
}

/** Removes secrets from a URL so that it can be stored. */
export const storableUrl = (url: string): string => filterQuery(url, name => !isSecretName(name) && !isProof(name));

const kinds = ['query', 'mutation', 'subscription', 'request'] as const;

/** Removes secrets from a text so that it can be stored. */
export const storableText = (kind: HistoryEntry['kind'], text: string): string =>
  kind === 'request' ? maskHttpText(text) : maskSecrets(text);

/** Parses a history line. Returns undefined if it is invalid. */
export function historyEntry(line: string): HistoryEntry | undefined {
  try {
    const parsed = JSON.parse(line) as Partial<HistoryEntry> | null;
    if (typeof parsed?.url !== 'string' || typeof parsed.query !== 'string') return undefined;
    return {
      at: Number(parsed.at) || 0,
      url: parsed.url,
      kind: kinds.find(kind => kind === parsed.kind) ?? 'query',
      query: parsed.query,
      variables: textOr(parsed.variables) ?? '',
      outcome: textOr(parsed.outcome) ?? '',
      took: Number(parsed.took) || 0,
      operationName: textOr(parsed.operationName),
      argv: isWords(parsed.argv) ? parsed.argv : undefined,
      entry: typeof parsed.entry === 'number' ? parsed.entry : undefined,
      line: textOr(parsed.line),
    };
  } catch {
    return undefined;
  }
}

const textOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(word => typeof word === 'string');

/** Returns the entry in the form that can be stored. */
export const storableEntry = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  url: storableUrl(entry.url),
  query: storableText(entry.kind, entry.query),
  operationName: entry.operationName && storableText(entry.kind, entry.operationName),
  line: entry.line && storableText(entry.kind, entry.line),
  variables: maskSecrets(entry.variables),
});

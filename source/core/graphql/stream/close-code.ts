/**
 * WebSocket close codes and whether to retry after them: RFC 6455 7.4.1, the IANA registry, `graphql-transport-ws`
 * (enisdenjo/graphql-ws PROTOCOL.md).
 */

import { loginHints } from '../../credentials/challenges.js';
import { type Failure, failure } from '../../failure.js';
import { flagsOnly, type Hint, hint } from '../../hint.js';

interface CloseMeaning {
  /** One line, e.g. `closed with 4403: forbidden (no such tenant)`. Contains untrusted text. */
  readonly text: string;
  /** True if reconnecting may help. */
  readonly retry: boolean;
  /** True if the server rejected the credentials (exit code 7). */
  readonly refused: boolean;
  readonly hint?: Hint;
}

interface Entry {
  readonly words: string;
  readonly retry?: boolean;
  readonly refused?: boolean;
  readonly hint?: Hint;
}

const entries: Readonly<Record<number, Entry>> = {
  1000: { words: 'the server ended the connection before the subscription was complete', retry: true },
  1001: { words: 'the server is shutting down', retry: true },
  1002: { words: 'protocol error', hint: 'Pass --subscription-protocol graphql-ws to use the older protocol.' },
  1003: { words: 'the server does not support this kind of message' },
  1005: { words: 'closed without a code', retry: true },
  1006: { words: 'the connection broke off', retry: true },
  1007: { words: 'the server found invalid UTF-8' },
  1008: { words: 'policy violation', hint: loginHints.socket },
  1009: { words: 'a message was too large' },
  1010: { words: 'a WebSocket extension is missing' },
  1011: { words: 'internal server error', retry: true },
  1012: { words: 'the server is restarting', retry: true },
  1013: { words: 'the server asks to try again later', retry: true },
  1014: { words: 'bad gateway', retry: true },
  1015: { words: 'TLS failed' },
  4004: { words: 'bad response' },
  4400: {
    words: 'the server considers a message invalid',
    hint: hint`${flagsOnly('Pass -v to see the messages, or --subscription-protocol to choose another protocol.')}`,
  },
  4401: { words: 'unauthorized', refused: true, hint: loginHints.socket },
  4403: { words: 'forbidden', refused: true, hint: loginHints.socket },
  4406: {
    words: 'the server does not support this subprotocol',
    hint: 'Try --subscription-protocol graphql-ws, sse or multipart.',
  },
  4408: { words: 'the server waited too long for connection_init', retry: true },
  4409: { words: 'the server reports that this subscription already exists' },
  4429: { words: 'too many connection_init messages' },
  4499: { words: 'the client closed the connection', retry: true },
  4500: { words: 'the server failed' },
  4504: { words: 'the server did not acknowledge the connection in time', retry: true },
};

/** @param reason close reason as received, which is untrusted text */
export const closeMeaning = (code: number, reason: string): CloseMeaning => meaningOfEntry(code, reason, entries[code]);

function meaningOfEntry(
  code: number,
  reason: string,
  entry: Entry = { words: code >= 4000 ? 'a server-specific code' : 'an unknown code' },
): CloseMeaning {
  // Many servers repeat the name of the code as the reason.
  const same = reason === '' || reason.toLowerCase() === entry.words;
  return {
    text: `closed with ${code}: ${entry.words}${same ? '' : ` (${reason})`}`,
    retry: entry.retry ?? false,
    refused: entry.refused ?? false,
    hint: entry.hint,
  };
}

/** Codes of a normal end: closed, going away, and closed without a code (RFC 6455 7.1.5, 7.4.1). */
export const normalCloseCodes: ReadonlySet<number> = new Set([1000, 1001, 1005]);

/**
 * Returns the failure of a WebSocket without a GraphQL protocol. The application defines the codes from 4000; only those that
 * resemble 401 and 403 have a common meaning.
 */
export function plainCloseFailure(code: number, reason: string): Failure {
  const isOwn = code >= 4000 && !entries[code]?.refused;
  const { text, refused } = isOwn ? meaningOfEntry(code, reason) : closeMeaning(code, reason);
  return failure(refused ? 'login' : 'network', `The connection was ${text}.`, {
    code: `WS_${code}`,
    hint: refused || code === 1008 ? loginHints.webSocket : undefined,
  });
}

/** Returns the failure of a run that ended with this close code. */
export function closeFailure(code: number, reason: string): Failure {
  const meaning = closeMeaning(code, reason);
  return failure(meaning.refused ? 'login' : 'network', `The subscription was ${meaning.text}.`, {
    code: `WS_${code}`,
    hint: meaning.hint,
  });
}

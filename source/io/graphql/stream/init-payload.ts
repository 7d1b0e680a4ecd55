/**
 * The payload of `connection_init`. Servers differ in where they look for credentials, so each auth and `-H` header stands
 * at top level and all of them again under `headers`. `--connection-params` replaces it whole.
 */

import { isSecretName } from '../../../core/credentials/header.js';
import { authorizationLines } from '../../../core/credentials/request-credentials.js';
import { reveal } from '../../../core/secret.js';
import type { Endpoint } from '../transport.js';

/** JSON text; undefined when there is nothing to say. */
export function initPayload(endpoint: Endpoint): string | undefined {
  const lines = [...endpoint.headers, ...authorizationLines(endpoint.credentials)];
  if (lines.length === 0) return undefined;
  // No prototype: a header may be called anything.
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) headers[line.name] = reveal(line.value);
  return JSON.stringify({ ...headers, headers });
}

/** Shorter texts under a name that is no secret's are words ("en"), which a server may well use in its own sentences. */
const shortestSecret = 6;

/** What of a payload a server may not be quoted with: the texts under a secret's name, and every longer one. */
export function secretsOfPayload(payload: string): readonly string[] {
  const found: string[] = [];
  const open: [value: unknown, named: boolean][] = [[JSON.parse(payload), false]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, named] = next;
    if (typeof value === 'string') {
      if (named || value.length >= shortestSecret) found.push(value);
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) open.push([inner, named || isSecretName(name)]);
  }
  return found;
}

/**
 * The payload of `connection_init`. Servers differ in where they look for credentials, so each auth and `-H` header stands
 * at top level and all of them again under `headers`. `--connection-params` replaces it whole.
 */
import { authorizationLines } from '../../../core/credentials/cargo.js';
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

/**
 * The payload of `connection_init`. Servers look for credentials in different places, so each auth and `-H` header is sent both
 * at top level and under `headers`, and a Bearer token also as `access_token`, where Directus expects it. `--connection-params`
 * replaces all of it.
 */

import { isSecretName } from '../../../core/credentials/header.js';
import { authorizationLines } from '../../../core/credentials/request-credentials.js';
import { reveal } from '../../../core/secret.js';
import type { Endpoint } from '../transport.js';

/** JSON text, or undefined if empty. */
export function initPayload(endpoint: Endpoint): string | undefined {
  const lines = [...endpoint.headers, ...authorizationLines(endpoint.credentials)];
  if (lines.length === 0) return undefined;
  // No prototype, because a header may have any name.
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) headers[line.name] = reveal(line.value);
  const authorization = lines.find(({ name }) => /^authorization$/i.test(name));
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization ? reveal(authorization.value) : '') ?? [];
  return JSON.stringify({ ...(token === undefined ? {} : { access_token: token }), ...headers, headers });
}

/** Shorter texts under a non-secret name are words ("en") that a server may use in its messages. */
const minSecretLength = 6;

/** Parts of a payload that must be masked in a server's messages: texts under a secret's name, and all longer ones. */
export function secretsOfPayload(payload: string): readonly string[] {
  const names: string[] = [];
  const open: [value: unknown, named: boolean][] = [[JSON.parse(payload), false]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, named] = next;
    if (typeof value === 'string') {
      if (named || value.length >= minSecretLength) names.push(value);
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) open.push([inner, named || isSecretName(name)]);
  }
  return names;
}

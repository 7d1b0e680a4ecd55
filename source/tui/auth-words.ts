/** How requests are authorised, in words for the header line. Never a secret. */
import type { GraphqlCommand } from '../core/command.js';

export function authWords({ auth, headers }: GraphqlCommand): string {
  const parts: string[] = [];
  if (auth.bearer !== undefined) parts.push('Bearer ••••');
  if (auth.basic !== undefined) parts.push('user' in auth.basic ? `Basic ${auth.basic.user}:••••` : 'Basic ••••');
  if (auth.oauth2 !== undefined) parts.push(`OAuth ${auth.oauth2.clientId}`);
  for (const key of auth.apiKeys) parts.push(`${key.name}=••••`);
  if (headers.some(header => header.kind === 'set' && /^authorization$/i.test(header.name)))
    parts.push('Authorization ••••');
  return parts.join(', ');
}

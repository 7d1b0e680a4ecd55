/** How requests are authorised, in words. Never a secret. */
import type { AuthOptions, HeaderOption } from '../../core/command.js';
import { isSecretName } from '../../core/request/secret-names.js';
import type { Identity } from '../model/identity.js';

/** For the header line of the screen; empty if requests carry no credentials. */
export function authWords({ auth, headers }: Identity): string {
  const parts: string[] = [];
  const login = loginWords(auth);
  if (login !== '') parts.push(login);
  for (const key of auth.apiKeys) parts.push(`${key.name}=••••`);
  if (headers.some(header => header.kind === 'set' && /^authorization$/i.test(header.name)))
    parts.push('Authorization ••••');
  return parts.join(', ');
}

/** The login alone, without API keys. */
export function loginWords({ bearer, basic, oauth2 }: AuthOptions): string {
  const parts: string[] = [];
  if (bearer !== undefined) parts.push('Bearer ••••');
  if (basic !== undefined) parts.push('user' in basic ? `Basic ${basic.user}:••••` : 'Basic ••••');
  if (oauth2 !== undefined) parts.push(`OAuth ${oauth2.clientId}`);
  return parts.join(', ');
}

/** A header as it will be sent, its value masked if its name suggests a secret. */
export function headerWords(option: HeaderOption): string {
  switch (option.kind) {
    case 'file':
      return `lines of the file ${option.path}`;
    case 'empty':
      return `${option.name}: (empty)`;
    case 'remove':
      return `${option.name}: (not sent)`;
    case 'set': {
      const scheme = /^(?:Basic|Bearer|Digest|Token|DPoP|ApiKey) /i.exec(option.value)?.[0] ?? '';
      return `${option.name}: ${isSecretName(option.name) ? `${scheme}••••` : option.value}`;
    }
  }
}

/** Describes credentials to a person, without secrets. */

import type { AuthOptions, HeaderOption } from '../options.js';
import { bullets, secret } from '../secret.js';
import { isSecretName, shownSecret } from './header.js';
import type { CredentialFlags } from './kind.js';
import { allKinds } from './kinds/all.js';
import { sourceWords } from './sources.js';

/** Describes how requests are authorised; empty without credentials. */
export const authWords = (flags: CredentialFlags): string =>
  allKinds.flatMap(kind => kind.describe?.(flags) ?? []).join(', ');

/**
 * Whom requests are sent as, in a word or two: the account where a person is named, else the kind of login.
 * @param known who logged in by OAuth, as the server says
 */
export function accountWords({ auth, headers }: CredentialFlags, known?: string): string {
  const { aws, basic, digest, oauth2 } = auth;
  const user = basic ?? digest ?? aws?.key;
  if (user && 'user' in user) return user.user;
  return (
    oauth2?.account ??
    oauth2?.username ??
    (oauth2 && known) ??
    (authWords({ auth, headers }).replaceAll(` ${bullets}`, '') || 'no login')
  );
}

/** Describes the login, without API keys and headers. */
export const loginWords = (auth: AuthOptions): string => authWords({ auth: { ...auth, apiKeys: [] }, headers: [] });

/** A header for display, its value masked if the name is that of a secret. */
export function headerWords(option: HeaderOption): string {
  switch (option.kind) {
    case 'file':
      return `lines of the file ${option.path}`;
    case 'empty':
      return `${option.name}: (empty)`;
    case 'remove':
      return `${option.name}: (not sent)`;
    case 'secret':
      return `${option.name}: ${sourceWords(option.value)}`;
    case 'set':
      return `${option.name}: ${isSecretName(option.name) ? shownSecret(secret(option.value)) : option.value}`;
  }
}

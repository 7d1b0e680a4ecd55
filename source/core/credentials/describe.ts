/** Describes credentials to the user without revealing secrets. */

import { type AuthOptions, type HeaderOption, hasUserName } from '../options.js';
import { bullets } from '../secret.js';
import { isSecretName, shownSecret } from './header.js';
import type { CredentialFlags } from './kind.js';
import { allKinds } from './kinds/all.js';
import { sourceWords } from './sources.js';

/** Describes how requests are authorized. Returns an empty text if there are no credentials. */
export const authWords = (flags: CredentialFlags): string =>
  allKinds.flatMap(kind => kind.describe?.(flags) ?? []).join(', ');

/**
 * Returns a short name for the account that sends the requests: the user name if there is one, otherwise the kind of login.
 * @param account user logged in with OAuth, as reported by the server
 */
export function accountWords({ auth, headers }: CredentialFlags, account?: string): string {
  const { aws, basic, digest, oauth2 } = auth;
  const user = basic ?? digest ?? aws?.key;
  if (user && hasUserName(user)) return user.user;
  return (
    oauth2?.account ??
    oauth2?.username ??
    (oauth2 && account) ??
    (authWords({ auth, headers }).replaceAll(` ${bullets}`, '') || 'no login')
  );
}

/** Describes the login, excluding API keys and headers. */
export const loginWords = (auth: AuthOptions): string => authWords({ auth: { ...auth, apiKeys: [] }, headers: [] });

/** Returns a header for display. Its value is masked if its name indicates a secret. */
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
      return `${option.name}: ${isSecretName(option.name) ? shownSecret(option.value) : option.value}`;
  }
}

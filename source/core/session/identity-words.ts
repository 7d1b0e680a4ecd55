/** Converts headers and credentials to the words that a session stores. */

import { isSecretName } from '../credentials/header.js';
import { revealedFlags } from '../credentials/written-flags.js';
import type { AuthOptions, HeaderOption, NetworkOptions } from '../options.js';
import { reveal } from '../secret.js';
import { cookieName, isStored, typedCookies } from './words.js';

/** Returns words that include typed secrets verbatim, for a file that only its owner can read. */
export const identityWords = (auth: AuthOptions, headers: readonly HeaderOption[]): readonly string[] =>
  [
    ...headers.flatMap(headerWord),
    ...revealedFlags(auth).map(([flag, value]) => (value === undefined ? flag : `${flag}=${value}`)),
  ].filter(isStored);

/** Returns true if a session stores a header. */
export const isStoredHeader = (option: HeaderOption): boolean => headerWord(option).some(isStored);

/**
 * Adds the cookies of a session to a request that is only shown, in the form of `-b`.
 * @param stored Cookie header of the session's jar
 */
export function withCookies(network: NetworkOptions, headers: readonly HeaderOption[], stored: string): NetworkOptions {
  const words = [...network.cookies.map(text => `--cookie=${text}`), ...headers.flatMap(headerWord)];
  const typed = new Set(typedCookies(words).map(cookieName));
  const others = stored.split('; ').filter(pair => pair !== '' && !typed.has(cookieName(pair)));
  return { ...network, cookies: [...network.cookies, ...others] };
}

/**
 * Returns the word for a header. A hidden header whose name does not indicate a secret is not stored, because its value would
 * be shown.
 */
function headerWord(option: HeaderOption): readonly string[] {
  switch (option.kind) {
    case 'set':
      return [`--header=${option.name}: ${option.value}`];
    case 'secret':
      return option.value.from === 'text' && isSecretName(option.name)
        ? [`--header=${option.name}: ${reveal(option.value.value)}`]
        : [];
    case 'empty':
      return [`--header=${option.name};`];
    default:
      return [];
  }
}

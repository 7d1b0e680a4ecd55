/** Converts headers and credentials to the words that a session stores. */

import { isSecretName } from '../credentials/header.js';
import { revealedFlags } from '../credentials/written-flags.js';
import type { AuthOptions, HeaderOption } from '../options.js';
import { reveal } from '../secret.js';
import { isKept } from './words.js';

/** Returns words that include typed secrets verbatim, for a file that only its owner can read. */
export const identityWords = (auth: AuthOptions, headers: readonly HeaderOption[]): readonly string[] =>
  [
    ...headers.flatMap(headerWord),
    ...revealedFlags(auth).map(([flag, value]) => (value === undefined ? flag : `${flag}=${value}`)),
  ].filter(isKept);

/** Returns true if a session stores a header. */
export const isKeptHeader = (option: HeaderOption): boolean => headerWord(option).some(isKept);

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

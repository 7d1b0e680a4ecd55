/** Headers and login as the words that a session keeps. */

import { isSecretName } from '../credentials/header.js';
import { revealedFlags } from '../credentials/written-flags.js';
import type { AuthOptions, HeaderOption } from '../options.js';
import { reveal } from '../secret.js';
import { isKept } from './words.js';

/** Typed secrets are in the words as they are: for a file that only its owner can read. */
export const identityWords = (auth: AuthOptions, headers: readonly HeaderOption[]): readonly string[] =>
  [
    ...headers.flatMap(headerWord),
    ...revealedFlags(auth).map(([flag, value]) => (value === undefined ? flag : `${flag}=${value}`)),
  ].filter(isKept);

/** Whether a session keeps a header. */
export const isKeptHeader = (option: HeaderOption): boolean => headerWord(option).some(isKept);

/** A header without the name of a secret would be shown with its value: a hidden one is not kept then. */
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

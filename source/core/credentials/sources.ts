/** Where the secrets of flags are, for display and in the configuration file. */
import type { SecretSource, UserOption } from '../options.js';
import { bullets, reveal } from '../secret.js';
import { isSecretName } from './header.js';
import type { ValueSecrecy } from './kind.js';

/** Where a secret comes from, or bullets. */
export const sourceWords = (source: SecretSource): string =>
  source.from === 'env' ? `env:${source.name}` : source.from === 'file' ? `file:${source.path}` : bullets;

/** A source as it is typed; a text that would be read as another kind of source is marked as text. */
export function typedSource(source: SecretSource): string {
  if (source.from !== 'text') return sourceWords(source);
  const text = reveal(source.value);
  return /^(?:env|file|text):/.test(text) ? `text:${text}` : text;
}

export const userWords = (user: UserOption): string => ('user' in user ? `${user.user}:${bullets}` : bullets);

export const secretOf = (user: UserOption | undefined): SecretSource | undefined =>
  user && ('whole' in user ? user.whole : user.password);

/** A source may contain a user without a password, which is then prompted for. */
export const mayLackPassword = (user: UserOption | undefined): boolean => user !== undefined && 'whole' in user;

/** The secrecy of a value that is a source. */
export const secrecyOfSource = (text: string): ValueSecrecy => (/^(?:env|file):/.test(text) ? 'reference' : 'secret');

export const textAfter = (text: string, mark: string): string => text.slice(text.indexOf(mark) + 1);

/** The secrecy of a pair, by its name before the mark. */
export const secrecyByName =
  (mark: string) =>
  (text: string): ValueSecrecy =>
    isSecretName(text.split(mark, 1)[0] ?? '') ? 'secret' : 'nothing';

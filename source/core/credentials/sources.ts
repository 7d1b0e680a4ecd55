/** Parses where the secrets of flags come from, and describes it for display and for the configuration file. */
import { hasUserName, type SecretSource, type UserOption } from '../options.js';
import { bullets, reveal, secret } from '../secret.js';
import { isSecretName } from './header.js';
import type { ValueSecrecy } from './kind.js';

/** Parses `env:NAME`, `file:PATH` and `text:…`. Any other text is the secret itself. */
export function secretSourceOf(text: string): SecretSource {
  const [, from, rest = ''] = /^(env|file|text):(.*)$/s.exec(text) ?? [];
  if (from === 'env') return { from, name: rest };
  if (from === 'file') return { from, path: rest };
  return { from: 'text', value: secret(from === 'text' ? rest : text) };
}

/** Returns the source of a secret, or bullets. */
export const sourceWords = (source: SecretSource): string => {
  if (source.from === 'env') return `env:${source.name}`;
  if (source.from === 'file') return `file:${source.path}`;
  return bullets;
};

/** Returns a source as the user would type it. Text that would be interpreted as another kind of source is marked as text. */
export function typedSource(source: SecretSource): string {
  if (source.from !== 'text') return sourceWords(source);
  const text = reveal(source.value);
  return /^(?:env|file|text):/.test(text) ? `text:${text}` : text;
}

export const userWords = (user: UserOption): string => (hasUserName(user) ? `${user.user}:${bullets}` : bullets);

export const secretOf = (user: UserOption | undefined): SecretSource | undefined =>
  user && (hasUserName(user) ? user.password : user.whole);

/** Returns true if a source may contain a user without a password, which the user is then prompted for. */
export const mayLackPassword = (user: UserOption | undefined): boolean => user !== undefined && !hasUserName(user);

/** Classifies a value that is a source. */
export const secrecyOfSource = (text: string): ValueSecrecy => (/^(?:env|file):/.test(text) ? 'reference' : 'secret');

export const textAfter = (text: string, mark: string): string => text.slice(text.indexOf(mark) + 1);

/** Classifies a pair by the name before its separator. */
export const secrecyByName =
  (mark: string) =>
  (text: string): ValueSecrecy =>
    isSecretName(text.split(mark, 1)[0] ?? '') ? 'secret' : 'nothing';

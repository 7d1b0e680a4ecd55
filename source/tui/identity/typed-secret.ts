/** Secrets that are typed on the screen. */
import type { SecretSource } from '../../core/command.js';
import { secret } from '../../core/secret.js';

/** Where a typed secret is, by the same prefixes as on the command line. */
export function sourceOf(text: string): SecretSource {
  const [, from, rest = ''] = /^(env|file|text):(.*)$/s.exec(text) ?? [];
  if (from === 'env') return { from, name: rest };
  if (from === 'file') return { from, path: rest };
  return { from: 'text', value: secret(from === 'text' ? rest : text) };
}

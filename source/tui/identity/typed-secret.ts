import { sourceWords } from '../../core/credentials/sources.js';
import type { SecretSource } from '../../core/options.js';
import { secret } from '../../core/secret.js';

/** Parses a secret with the prefixes of the command line: `env:NAME`, `file:PATH`, `text:…`. */
export function sourceOf(text: string): SecretSource {
  const [, from, rest = ''] = /^(env|file|text):(.*)$/s.exec(text) ?? [];
  if (from === 'env') return { from, name: rest };
  if (from === 'file') return { from, path: rest };
  return { from: 'text', value: secret(from === 'text' ? rest : text) };
}

/** The source of a secret, as typed. A literal secret is not shown again. */
export const sourceText = (source: SecretSource | undefined): string =>
  source?.from === 'env' || source?.from === 'file' ? sourceWords(source) : '';

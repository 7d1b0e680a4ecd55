import { sourceWords } from '../../core/credentials/sources.js';
import type { SecretSource } from '../../core/options.js';

/** The source of a secret, as typed. A literal secret is not shown again. */
export const sourceText = (source: SecretSource | undefined): string =>
  source?.from === 'env' || source?.from === 'file' ? sourceWords(source) : '';

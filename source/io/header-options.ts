/** Headers from other sources: `-H @FILE` reads lines from a file or standard input, and values may be secrets. */

import { type Failure, isFailure, usageError } from '../core/failure.js';
import type { HeaderOption } from '../core/options.js';
import { readHeaderLine } from '../core/request/header-option.js';
import { type ReadHeaderOption, readHeaderFile } from '../core/request/headers.js';
import { reveal } from '../core/secret.js';
import type { Environment } from '../environment.js';
import { readSecret } from './secrets.js';
import { fromHome, readText } from './sources.js';

/** Reads the files of `-H @FILE`, whose lines replace the flag, and the secrets in headers. */
export async function readHeaderOptions(
  options: readonly HeaderOption[],
  environment: Environment,
): Promise<readonly ReadHeaderOption[] | Failure> {
  const headers: ReadHeaderOption[] = [];
  for (const option of options) {
    if (option.kind === 'secret') {
      const value = await readSecret(option.value, environment);
      if (isFailure(value)) return value;
      const line = readHeaderLine(`${option.name}: ${reveal(value)}`);
      if (isFailure(line)) return line;
      headers.push({ kind: 'hidden', name: option.name, value });
      continue;
    }
    if (option.kind !== 'file') {
      headers.push(option);
      continue;
    }
    const text = await readText(
      option.path === '-' ? { from: 'stdin' } : { from: 'file', path: fromHome(option.path, environment) },
      environment,
    );
    if (isFailure(text)) return text;
    const lines = readHeaderFile(text);
    if (isFailure(lines))
      return usageError(`${option.path}: ${lines.text}`, lines.hint ?? 'Write each line as NAME: VALUE.');
    headers.push(...lines);
  }
  return headers;
}

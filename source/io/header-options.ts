/** `-H @FILE`: header lines that stand in a file or on standard input. */

import { type Failure, isFailure, usageError } from '../core/failure.js';
import type { HeaderOption } from '../core/options.js';
import { type ReadHeaderOption, readHeaderFile } from '../core/request/headers.js';
import type { Environment } from '../environment.js';
import { readText } from './sources.js';

/** Reads the files of `-H @FILE`; the lines take the flag's place. */
export async function readHeaderOptions(
  options: readonly HeaderOption[],
  environment: Environment,
): Promise<readonly ReadHeaderOption[] | Failure> {
  const found: ReadHeaderOption[] = [];
  for (const option of options) {
    if (option.kind !== 'file') {
      found.push(option);
      continue;
    }
    const text = await readText(
      option.path === '-' ? { from: 'stdin' } : { from: 'file', path: option.path },
      environment,
    );
    if (isFailure(text)) return text;
    const lines = readHeaderFile(text);
    if (isFailure(lines)) return usageError(`${option.path}: ${lines.text}`, lines.hint);
    found.push(...lines);
  }
  return found;
}

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
    const read = await readHeaderOption(option, environment);
    if (isFailure(read)) return read;
    headers.push(...read);
  }
  return headers;
}

async function readHeaderOption(
  option: HeaderOption,
  environment: Environment,
): Promise<readonly ReadHeaderOption[] | Failure> {
  if (option.kind === 'file') return readHeadersFrom(option.path, environment);
  if (option.kind !== 'secret') return [option];
  const value = await readSecret(option.value, environment);
  if (isFailure(value)) return value;
  const line = readHeaderLine(`${option.name}: ${reveal(value)}`);
  return isFailure(line) ? line : [{ kind: 'hidden', name: option.name, value }];
}

/** @param path `-` for standard input */
async function readHeadersFrom(path: string, environment: Environment): Promise<readonly ReadHeaderOption[] | Failure> {
  const source =
    path === '-' ? ({ from: 'stdin' } as const) : ({ from: 'file', path: fromHome(path, environment) } as const);
  const text = await readText(source, environment);
  if (isFailure(text)) return text;
  const lines = readHeaderFile(text);
  return isFailure(lines)
    ? usageError(`${path}: ${lines.text}`, lines.hint ?? 'Write each line as NAME: VALUE.')
    : lines;
}

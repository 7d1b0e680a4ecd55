/** Texts the user names: in place, in a file, on standard input. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TextSource } from '../../core/command.js';
import { type Failure, failure } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import { collect } from './collect.js';

/** Reads a text as UTF-8. An unreadable file is a usage error: nothing was sent yet. */
export async function readSource(source: TextSource, environment: Environment): Promise<string | Failure> {
  if (source.from === 'text') return source.text;
  if (source.from === 'stdin') {
    const bytes = await collect(environment.stdin);
    return Buffer.isBuffer(bytes) ? bytes.toString('utf8') : bytes;
  }
  return readText(source.path, environment);
}

/** Reads a file as UTF-8; `-` is standard input. */
export async function readText(file: string, environment: Environment): Promise<string | Failure> {
  if (file === '-') return readSource({ from: 'stdin' }, environment);
  try {
    return await readFile(path.resolve(environment.folder, file), 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return failure('usage', `${file} cannot be read: ${reasons[code ?? ''] ?? code ?? String(error)}.`, {
      ...(code === undefined ? {} : { code }),
    });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
  ERR_STRING_TOO_LONG: 'it is too large',
};

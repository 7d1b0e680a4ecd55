/** Adds a profile to the configuration, and leaves all else in it as it is. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../core/config.js';
import { type Failure, failure, isFailure } from '../core/failure.js';
import type { Environment } from '../environment.js';
import { configFile } from './config.js';
import { privateFolder } from './files/private-file.js';
import { replaceFile } from './files/replace-file.js';

/** What stands under the name of a profile. */
export interface WrittenProfile {
  readonly url: string;
  /** Flags by their long names. */
  readonly flags: Readonly<Record<string, string | true | readonly string[]>>;
}

/** @returns the file's path, or why nothing was written */
export async function writeProfile(
  name: string,
  profile: WrittenProfile,
  environment: Environment,
): Promise<string | Failure> {
  const file = configFile(environment);
  try {
    const text = await readFile(file, 'utf8').catch(error => (error.code === 'ENOENT' ? '' : Promise.reject(error)));
    const known = readConfig(text, file);
    if (isFailure(known)) return known;
    if (known.profiles.has(name)) {
      const hint = `Take another name, or change it in ${file}.`;
      return failure('usage', `There is a profile ${name} already.`, { hint });
    }
    const found = text.trim() === '' ? {} : (JSON.parse(text.replace(/^\ufeff/, '')) as Record<string, object>);
    const next = { ...found, profiles: { ...found.profiles, [name]: profile } };
    await privateFolder(path.dirname(file), environment);
    const mode = await stat(file).then(
      ({ mode: old }) => old & 0o777,
      () => 0o600,
    );
    await replaceFile(file, `${JSON.stringify(next, null, 2)}\n`, mode, environment);
    return file;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return failure('file', `The configuration ${file} cannot be written (${code}).`, { code });
  }
}

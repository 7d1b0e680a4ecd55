/** Adds a profile to the configuration, leaving everything else in it unchanged. */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../core/config.js';
import { errorCode, type Failure, failure, isFailure } from '../core/failure.js';
import { addMember, applyChange, editMembers } from '../core/json/edit.js';
import { childOf, jsonObject } from '../core/json/tree.js';
import type { Environment } from '../environment.js';
import { permissionsOf, privateFileMode } from '../platform/permissions.js';
import { configFile } from './config.js';
import { errorReason } from './files/error-reason.js';
import { privateFolder } from './files/private-file.js';
import { replaceFile } from './files/replace-file.js';
import { readText } from './sources.js';

interface WrittenProfile {
  readonly url: string;
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
    const read = await readText({ from: 'file', path: file }, environment);
    if (isFailure(read) && read.code !== 'ENOENT') return read;
    const text = isFailure(read) ? '' : read;
    const config = readConfig(text, file);
    if (isFailure(config)) return config;
    if (config.profiles.has(name)) {
      const hint = `Use another name, or change it in ${file}.`;
      return failure('usage', `A profile named ${name} already exists.`, { hint });
    }
    const next = withProfile(text, name, profile);
    if (next === undefined) return failure('file', `A profile cannot be added to the configuration ${file}.`);
    await privateFolder(path.dirname(file), environment);
    // Dotfile managers put a link there: change its target and preserve the link.
    const target = await realpath(file).catch(() => file);
    const mode = await stat(target).then(permissionsOf, () => privateFileMode);
    await replaceFile(target, next, mode, environment);
    return file;
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    return failure('file', `The configuration ${file} cannot be written (${errorReason(error)}).`, { code });
  }
}

function withProfile(text: string, name: string, profile: WrittenProfile): string | undefined {
  const value = JSON.stringify(profile, null, 2);
  const profiles = childOf(jsonObject(text), 'profiles');
  if (profiles === undefined) {
    const added = editMembers(text, [], [['profiles', JSON.stringify({ [name]: profile }, null, 2)]]);
    return added === undefined || added.endsWith('\n') ? added : `${added}\n`;
  }
  return profiles.kind === 'object' ? applyChange(text, addMember(text, profiles, name, value)) : undefined;
}

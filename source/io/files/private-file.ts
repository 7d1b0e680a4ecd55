/** Files readable by their owner only and replaced atomically, under names that reveal nothing. */
import { createHmac } from 'node:crypto';
import { chmod, link, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../environment.js';
import { privateFileMode, privateFolderMode, writersProblem } from '../../platform/permissions.js';
import { stateFolder } from '../directories.js';
import { linkTarget, makeFolder } from './folders.js';
import { fileError, readOwn } from './own-file.js';
import { replaceFile } from './replace-file.js';

/** Creates the folder if missing and makes it private. Rejects if others can still write to it. */
export async function privateFolder(folder: string, { userId }: Environment): Promise<void> {
  await makeFolder(folder, privateFolderMode);
  if ((await linkTarget(folder)) === undefined) await chmod(folder, privateFolderMode).catch(() => {});
  const problem = writersProblem(await stat(folder), userId);
  if (problem !== undefined) throw fileError('EPERM', problem);
}

/** Writes a file with mode 0600 and renames it into place: after a crash, either the old or the new one exists. */
export async function writePrivate(
  file: string,
  content: Uint8Array | string,
  environment: Environment,
): Promise<void> {
  await privateFolder(path.dirname(file), environment);
  await replaceFile(file, content, privateFileMode, environment);
}

const keyBytes = 32;
const keyFile = (environment: Environment): string => path.join(stateFolder(environment), 'install.key');
/** Backup of an invalid key file, until the user has been told. */
const damagedKey = (environment: Environment): string => `${keyFile(environment)}.spoilt`;

/** The installation's key, created at first use and readable by its owner only. A truncated one is replaced. */
async function installKey(environment: Environment): Promise<Buffer> {
  const file = keyFile(environment);
  const read = (): Buffer | undefined => {
    const key = readOwn(file, environment);
    return key && key.length >= keyBytes ? key : undefined;
  };
  const content = read();
  if (content) return content;
  const fresh = Buffer.from(environment.random(keyBytes));
  try {
    await privateFolder(path.dirname(file), environment);
    // Truncated, as by a full disk. A longer file, or another user's, is not touched.
    if ((readOwn(file, environment)?.length ?? keyBytes) < keyBytes) await putAside(environment);
    // If two programs create it at the same time, one succeeds and the other reads that file, which is complete once it has its
    // name.
    await replaceFile(file, fresh, privateFileMode, environment, part => link(part, file));
  } catch {
    // A home that cannot be written has no names to keep.
  }
  return read() ?? fresh;
}

/** Restores the key if another program has replaced it since it was read. */
async function putAside(environment: Environment): Promise<void> {
  const damaged = damagedKey(environment);
  await rename(keyFile(environment), damaged);
  if ((readOwn(damaged, environment)?.length ?? 0) >= keyBytes) await rename(damaged, keyFile(environment));
}

/** Whether the key was recreated because the old one was damaged. Returns true once, to the first program that asks. */
export async function keyRenewed(environment: Environment): Promise<boolean> {
  return unlink(damagedKey(environment)).then(
    () => true,
    () => false,
  );
}

/** Returns a file name derived from these texts that reveals none of them. */
export async function secretName(environment: Environment, ...parts: readonly string[]): Promise<string> {
  const hmac = createHmac('sha256', await installKey(environment));
  for (const part of parts) hmac.update(`${part.length}:${part}`);
  return hmac.digest('hex').slice(0, 40);
}

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

/** Writes a file of mode 0600 and renames it into place: a crash leaves the old or the new one. */
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
/** Where a key that was no key is put aside, until somebody has been told. */
const damagedKey = (environment: Environment): string => `${keyFile(environment)}.spoilt`;

/** The installation's key, created at first use; readable by its owner only. A truncated one is replaced. */
async function installKey(environment: Environment): Promise<Buffer> {
  const file = keyFile(environment);
  const read = (): Buffer | undefined => {
    const key = readOwn(file, environment);
    return key && key.length >= keyBytes ? key : undefined;
  };
  const known = read();
  if (known) return known;
  const fresh = Buffer.from(environment.random(keyBytes));
  try {
    await privateFolder(path.dirname(file), environment);
    // Truncated, as by a full disk. A longer file, or another user's, is left alone.
    if ((readOwn(file, environment)?.length ?? keyBytes) < keyBytes) await putAside(environment);
    // Of two programs creating it at once one wins; the other reads the winner's, complete once it has its name.
    await replaceFile(file, fresh, privateFileMode, environment, part => link(part, file));
  } catch {
    // A home that cannot be written has no names to keep.
  }
  return read() ?? fresh;
}

/** If another program renewed the key since it was read, its key is put back. */
async function putAside(environment: Environment): Promise<void> {
  const damaged = damagedKey(environment);
  await rename(keyFile(environment), damaged);
  if ((readOwn(damaged, environment)?.length ?? 0) >= keyBytes) await rename(damaged, keyFile(environment));
}

/** Whether the key was made anew in place of a damaged one. Answers yes once, to the first of all programs that asks. */
export async function keyRenewed(environment: Environment): Promise<boolean> {
  return unlink(damagedKey(environment)).then(
    () => true,
    () => false,
  );
}

/** A file name derived from these texts that reveals none of them. */
export async function secretName(environment: Environment, ...parts: readonly string[]): Promise<string> {
  const hmac = createHmac('sha256', await installKey(environment));
  for (const part of parts) hmac.update(`${part.length}:${part}`);
  return hmac.digest('hex').slice(0, 40);
}

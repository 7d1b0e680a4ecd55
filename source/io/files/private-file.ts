/** Files only their owner reads, replaced whole; and names for them that tell nothing. */
import { createHmac } from 'node:crypto';
import { chmod, link, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../environment.js';
import { stateFolder } from '../directories.js';
import { linkTarget } from './close-folder.js';
import { makeFolder } from './make-folder.js';
import { fileError, readOwn } from './own-file.js';
import { replaceFile } from './replace-file.js';

/** The folder, made if missing and closed to others. Rejects where others can still put files in it. */
export async function privateFolder(folder: string, { userId }: Environment): Promise<void> {
  await makeFolder(folder, 0o700);
  if ((await linkTarget(folder)) === undefined) await chmod(folder, 0o700).catch(() => {});
  if (userId === undefined) return;
  const { uid, mode } = await stat(folder);
  if (uid !== userId) throw fileError('EPERM', 'belongs to another user');
  if ((mode & 0o022) !== 0) throw fileError('EPERM', 'can be written by others');
}

/** Writes a file of mode 0600 beside the old one and puts it in its place: a crash leaves one or the other, whole. */
export async function writePrivate(
  file: string,
  content: Uint8Array | string,
  environment: Environment,
): Promise<void> {
  await privateFolder(path.dirname(file), environment);
  await replaceFile(file, content, 0o600, environment);
}

const keyBytes = 32;
const keyFile = (environment: Environment): string => path.join(stateFolder(environment), 'install.key');
/** Where a key that was no key is put aside, until somebody has been told. */
const spoiltKey = (environment: Environment): string => `${keyFile(environment)}.spoilt`;

/** The key of this installation, made at first use; readable by its owner only. One that is cut short is made anew. */
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
    // Empty or cut short, as a full disk leaves it. What is not ours, or longer, is somebody's business.
    if ((readOwn(file, environment)?.length ?? keyBytes) < keyBytes) await putAside(environment);
    // Of two that make one at the same time, one wins. The other reads the winner's, which is whole once it has its name.
    await replaceFile(file, fresh, 0o600, environment, part => link(part, file));
  } catch {
    // A home that cannot be written has no names to keep.
  }
  return read() ?? fresh;
}

/** Another program may have made the key anew since it was read: then that one goes back to its place. */
async function putAside(environment: Environment): Promise<void> {
  const spoilt = spoiltKey(environment);
  await rename(keyFile(environment), spoilt);
  if ((readOwn(spoilt, environment)?.length ?? 0) >= keyBytes) await rename(spoilt, keyFile(environment));
}

/** Whether the key was made anew in place of a spoilt one. Answers yes once, to the first of all programs that asks. */
export async function keyRenewed(environment: Environment): Promise<boolean> {
  return unlink(spoiltKey(environment)).then(
    () => true,
    () => false,
  );
}

/** A file name that stands for these texts and from which none of them can be read or guessed. */
export async function secretName(environment: Environment, ...parts: readonly string[]): Promise<string> {
  const hmac = createHmac('sha256', await installKey(environment));
  for (const part of parts) hmac.update(`${part.length}:${part}`);
  return hmac.digest('hex').slice(0, 40);
}

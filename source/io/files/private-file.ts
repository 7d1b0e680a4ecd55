/** Files only their owner reads, replaced whole; and names for them that tell nothing. */
import { createHmac } from 'node:crypto';
import { chmod, link, lstat, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../../environment.js';
import { stateFolder } from '../places.js';
import { makeFolder } from './make-folder.js';
import { fileError, readOwn } from './own-file.js';
import { replaceFile } from './replace-file.js';

/** Where a link leads; undefined: it is no link, or leads nowhere. */
export const linkTarget = async (file: string): Promise<string | undefined> =>
  (await lstat(file)).isSymbolicLink() ? realpath(file).catch(() => undefined) : undefined;

/** Closes a folder to others, as far as it can be; one behind a link is left as its owner made it. */
export async function closeFolder(folder: string): Promise<void> {
  try {
    const found = await lstat(folder);
    if (!found.isSymbolicLink() && (found.mode & 0o777) !== 0o700) await chmod(folder, 0o700);
  } catch {
    // Who may not change it is told by what follows.
  }
}

/** The folder, made if missing and closed to others. Rejects where others can still put files in it. */
export async function privateFolder(folder: string, { userId }: Environment): Promise<void> {
  await makeFolder(folder, 0o700);
  await closeFolder(folder);
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

/** The key of this installation, made at first use; readable by its owner only. */
async function installKey(environment: Environment): Promise<Buffer> {
  const folder = stateFolder(environment);
  const file = path.join(folder, 'install.key');
  const read = (): Buffer | undefined => {
    const key = readOwn(file, environment);
    return key && key.length >= 32 ? key : undefined;
  };
  const known = read();
  if (known) return known;
  const fresh = Buffer.from(environment.random(32));
  try {
    await privateFolder(folder, environment);
    // Of two that make one at the same time, one wins. The other reads the winner's, which is whole once it has its name.
    await replaceFile(file, fresh, 0o600, environment, part => link(part, file));
  } catch {
    // A home that cannot be written has no names to keep.
  }
  return read() ?? fresh;
}

/** A file name that stands for these texts and from which none of them can be read or guessed. */
export async function secretName(environment: Environment, ...parts: readonly string[]): Promise<string> {
  const hmac = createHmac('sha256', await installKey(environment));
  for (const part of parts) hmac.update(`${part.length}:${part}`);
  return hmac.digest('hex').slice(0, 40);
}

/** Files only their owner reads, replaced whole; and names for them that tell nothing. */
import { createHmac } from 'node:crypto';
import { chmod, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../environment.js';
import { makeFolder } from './make-folder.js';
import { stateFolder } from './places.js';

/** The folder, made if missing and closed to others. */
export async function privateFolder(folder: string): Promise<void> {
  await makeFolder(folder, 0o700);
  await chmod(folder, 0o700).catch(() => {});
}

/** Writes a file of mode 0600 beside the old one and puts it in its place: a crash leaves one or the other, whole. */
export async function writePrivate(
  file: string,
  content: Uint8Array | string,
  environment: Environment,
): Promise<void> {
  await privateFolder(path.dirname(file));
  const partial = `${file}.${Buffer.from(environment.random(6)).toString('hex')}.part`;
  try {
    const handle = await open(partial, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** The key of this installation, made at first use; readable by its owner only. */
async function installKey(environment: Environment): Promise<Buffer> {
  const folder = stateFolder(environment);
  const file = path.join(folder, 'install.key');
  const read = async (): Promise<Buffer | undefined> => {
    const key = await readFile(file).catch(() => undefined);
    return key && key.length >= 32 ? key : undefined;
  };
  const known = await read();
  if (known) return known;
  const fresh = Buffer.from(environment.random(32));
  try {
    await privateFolder(folder);
    // `wx`: of two first starts one wins and the other reads the winner's key.
    await writeFile(file, fresh, { mode: 0o600, flag: 'wx' });
  } catch {
    // A home that cannot be written has no names to keep.
  }
  return (await read()) ?? fresh;
}

/** A file name that stands for these texts and from which none of them can be read or guessed. */
export async function secretName(environment: Environment, ...parts: readonly string[]): Promise<string> {
  const hmac = createHmac('sha256', await installKey(environment));
  for (const part of parts) hmac.update(`${part.length}:${part}`);
  return hmac.digest('hex').slice(0, 40);
}

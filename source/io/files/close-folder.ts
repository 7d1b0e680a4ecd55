/** Folders and links of ours whose rights others gave them: put right, but never beyond a link. */
import { chmod, lstat, realpath } from 'node:fs/promises';

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

/** Restricts folders and links of ours that others can access, without following links. */
import { chmod, lstat, realpath } from 'node:fs/promises';
import { permissionsOf, privateFolderMode } from '../../platform/permissions.js';

/** The target of a link; undefined: no link, or a dangling one. */
export const linkTarget = async (file: string): Promise<string | undefined> =>
  (await lstat(file)).isSymbolicLink() ? realpath(file).catch(() => undefined) : undefined;

/** Makes a folder private where possible; a link's target keeps its mode. */
export async function closeFolder(folder: string): Promise<void> {
  try {
    const found = await lstat(folder);
    if (!found.isSymbolicLink() && permissionsOf(found) !== privateFolderMode) await chmod(folder, privateFolderMode);
  } catch {
    // If it fails, later checks report it.
  }
}

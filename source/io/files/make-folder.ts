import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;

/**
 * Creates a folder and its missing parents. Rejects with the file system's error; /proc gives ENOENT for any new name,
 * which `recursive` takes for a missing parent again and again.
 * @param mode of each folder created
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  const missing: string[] = [];
  for (let each = path.resolve(folder); !(await exists(each)); each = path.dirname(each)) missing.push(each);
  for (const each of missing.reverse()) {
    await mkdir(each, { mode }).catch((error: unknown) => {
      // Another process was faster.
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }
}

async function exists(folder: string): Promise<boolean> {
  try {
    await stat(folder);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Drafts of endpoints that have not been opened for 90 days. Drafts with text are listed once, and removed a week later. */
import { readdir, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../environment.js';
import { privateFileMode } from '../platform/permissions.js';
import { forgottenAfterMs } from './files/prune.js';

const weekMs = 7 * 24 * 60 * 60 * 1000;

interface ReadTexts {
  /** Returns the first line of a draft's texts, empty if it has none, or undefined if unreadable. */
  firstLine(file: string): string | undefined;
  /** Only the newer version knows its content. */
  isNewer(file: string): boolean;
  isAlive(name: string): Promise<boolean>;
}

/** Removes forgotten drafts. Returns a sentence for each draft with text, the first time. Never fails. */
export async function clearForgotten(
  drafts: string,
  texts: ReadTexts,
  environment: Environment,
): Promise<readonly string[]> {
  const listed: string[] = [];
  for (const endpoint of await readdir(drafts).catch(() => [])) {
    const folder = path.join(drafts, endpoint);
    let removed = false;
    for (const file of (await readdir(folder).catch(() => [])).filter(each => each.endsWith('.json'))) {
      const name = path.join(folder, file.slice(0, -'.json'.length));
      if (!(await isForgotten(name, texts, environment))) continue;
      const text = texts.firstLine(`${name}.json`);
      const listedAge = await ageOf(`${name}.listed`, environment);
      if (text === '' || (listedAge !== undefined && listedAge >= weekMs)) {
        await remove(name);
        removed = true;
      } else if (listedAge === undefined) {
        await mark(`${name}.listed`, environment);
        listed.push(announcement(`${name}.json`, text));
      }
    }
    // Fails if the folder is not empty.
    if (removed) await rmdir(folder).catch(() => {});
  }
  return listed;
}

/** Returns true if the draft has not been opened for 90 days, is not in use and can be read by this version. */
async function isForgotten(name: string, { isAlive, isNewer }: ReadTexts, environment: Environment): Promise<boolean> {
  const age = await ageOf(`${name}.json`, environment);
  return age !== undefined && age >= forgottenAfterMs && !isNewer(`${name}.json`) && !(await isAlive(name));
}

const announcement = (file: string, text: string | undefined): string =>
  `Not opened for 90 days, and will be removed in a week: ${file}${text ? ` (${text})` : ''}`;

/** Time since a file was written, in milliseconds, or undefined if missing. */
const ageOf = (file: string, environment: Environment): Promise<number | undefined> =>
  stat(file).then(
    ({ mtimeMs }) => environment.now() - mtimeMs,
    () => undefined,
  );

/** If this cannot be written, the draft is listed again next time. */
async function mark(file: string, environment: Environment): Promise<void> {
  try {
    await writeFile(file, '', { mode: privateFileMode, flag: 'wx' });
    await utimes(file, environment.now() / 1000, environment.now() / 1000);
  } catch {
    // Listed by another program at the same time.
  }
}

async function remove(name: string): Promise<void> {
  for (const ending of ['json', 'live', 'listed']) await rm(`${name}.${ending}`, { force: true }).catch(() => {});
}

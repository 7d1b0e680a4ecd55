/** Plans and writes the files of an import, each of them atomically. */
import { link, lstat } from 'node:fs/promises';
import path from 'node:path';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import type { EnvironmentValues, Layout } from '../../core/import/layout.js';
import { isObject, objectIn, ownMember } from '../../core/json/loose.js';
import type { Environment } from '../../environment.js';
import { privateFileMode } from '../../platform/permissions.js';
import { makeFolder } from '../files/folders.js';
import { replaceFile } from '../files/replace-file.js';
import { writeNamed } from '../files/write-named.js';
import { pathOf, readText } from '../sources.js';

export interface PlannedFile {
  /** Absolute path. */
  readonly file: string;
  /** Path as the user would type it. */
  readonly displayPath: string;
  readonly text: string;
  readonly isPrivate: boolean;
  /** True if writing it would change or remove text of an existing file. */
  readonly isReplaced: boolean;
  /** True if the file exists. */
  readonly isExisting: boolean;
}

/** Plans the files of one folder. Existing environments are extended. */
export async function planFiles(
  layout: Layout,
  folder: string,
  environment: Environment,
): Promise<readonly PlannedFile[] | Failure> {
  const plannedFiles: PlannedFile[] = [];
  const add = async (displayPath: string, text: string, isPrivate = false): Promise<void> => {
    const file = pathOf(displayPath, environment);
    const isExisting = await exists(file);
    plannedFiles.push({ file, displayPath: displayPath, text, isPrivate, isExisting, isReplaced: isExisting });
  };
  for (const each of layout.files) await add(path.join(folder, each.path), each.text, each.isPrivate);
  const environmentFiles = layout.environments.flatMap(each => [
    { name: `${each.path}http-client.env.json`, values: each.values, isPrivate: false },
    { name: `${each.path}http-client.private.env.json`, values: each.privateValues, isPrivate: true },
  ]);
  for (const { name, values, isPrivate } of environmentFiles) {
    if (values.size === 0) continue;
    const displayPath = path.join(folder, name);
    const environments = await mergedEnvironments(displayPath, values, environment);
    if (isFailure(environments)) return environments;
    plannedFiles.push({ file: pathOf(displayPath, environment), displayPath, isPrivate, ...environments });
  }
  return plannedFiles;
}

const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );

async function mergedEnvironments(
  displayPath: string,
  values: EnvironmentValues,
  environment: Environment,
): Promise<Pick<PlannedFile, 'text' | 'isReplaced' | 'isExisting'> | Failure> {
  const isExisting = await exists(pathOf(displayPath, environment));
  const before = isExisting ? await readText({ from: 'file', path: displayPath }, environment) : '{}';
  if (isFailure(before)) return before;
  const root = objectIn(before);
  if (root === undefined)
    return usageError(
      `${displayPath} is not a JSON object of environments.`,
      'Correct it, or choose another folder with -o.',
    );
  let isReplaced = false;
  const mergedRoot = new Map(Object.entries(root));
  for (const [name, variables] of values) {
    const oldValues = ownMember(root, name);
    const section = new Map(isObject(oldValues) ? Object.entries(oldValues) : []);
    for (const [key, value] of variables) {
      isReplaced ||= section.has(key) && section.get(key) !== value;
      section.set(key, value);
    }
    mergedRoot.set(name, Object.fromEntries(section));
  }
  return { text: `${JSON.stringify(Object.fromEntries(mergedRoot), undefined, 2)}\n`, isReplaced, isExisting };
}

/** Writes the files. Returns the first one that cannot be written, with the error; earlier files remain. */
export async function writeFiles(
  plannedFiles: readonly PlannedFile[],
  environment: Environment,
): Promise<{ readonly displayPath: string; readonly error: unknown } | undefined> {
  for (const each of plannedFiles) {
    try {
      await makeFolder(path.dirname(each.file));
      await writeFile(each, environment);
    } catch (error) {
      return { displayPath: each.displayPath, error };
    }
  }
  return undefined;
}

async function writeFile({ file, text, isPrivate, isExisting }: PlannedFile, environment: Environment): Promise<void> {
  const mode = isPrivate ? privateFileMode : environment.newFileMode;
  // A link fails if the file has been created since it was planned.
  if (!isExisting) return void (await replaceFile(file, text, mode, environment, part => link(part, file)));
  return isPrivate ? void (await replaceFile(file, text, mode, environment)) : writeNamed(file, text, environment);
}

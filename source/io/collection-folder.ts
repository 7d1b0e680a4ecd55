/** `apiclient open FOLDER`: a folder of `.http` files, with its subfolders, as one collection. A separate chunk. */
import { stat } from 'node:fs/promises';
import type { OpenapiCommand } from '../core/command.js';
import { type Failure, usageError } from '../core/failure.js';
import type { Environment } from '../environment.js';
import { filesBelow, filesFirst } from './document-files.js';
import { pathOf } from './sources.js';

/**
 * Opens the first file of a folder. A word that does not name a folder is a host or a description. A folder without requests
 * is a failure if the word can only be a path.
 */
export async function inCollection(
  command: OpenapiCommand,
  environment: Environment,
): Promise<OpenapiCommand | Failure> {
  const { task, url: _, schema: _schema, ...rest } = command;
  const word = task.kind === 'open' ? task.maybeFolder : undefined;
  if (word === undefined) return command;
  const stats = await stat(pathOf(word, environment)).catch(() => undefined);
  if (!stats?.isDirectory()) return command;
  const names = await filesBelow(word, environment.folder, name => /\.(?:http|rest)$/i.test(name));
  const [file] = names.toSorted(filesFirst);
  if (file !== undefined) return { ...rest, task: { kind: 'open', file, folder: word } };
  return /[/\\]|^\.{1,2}$/.test(word)
    ? usageError(`${word} contains no .http files.`, 'Pass a folder with .http files, or a file.')
    : command;
}

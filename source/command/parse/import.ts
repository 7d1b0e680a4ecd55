/** `apiclient import FILE… [-o FOLDER] [--dry-run]`. */
import type { ImportCommand } from '../../core/command.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { path } from './network.js';

const usage = 'Usage: apiclient import shop.postman_collection.json [-o FOLDER]';

export function parseImport(given: FlagTokens, errors: UsageErrors): ImportCommand {
  const files = given.words.slice(1);
  if (files.length === 0) errors.add('import needs a file.', usage);
  const url = files.find(file => /^https?:\/\//i.test(file));
  if (url !== undefined)
    errors.add('import takes files, not URLs.', 'Download the file first, or pass - and pipe it in.');
  const folder = given.last('output');
  if (folder !== undefined) path(folder, '-o', errors);
  if (folder === '-') errors.add('import writes several files, so -o needs a folder.', usage);
  return { kind: 'import', files, folder, dryRun: given.on('dry-run'), yes: given.on('yes') };
}

/** `apiclient import`: converts exports of other tools to `.http` files. */

import path from 'node:path';
import type { ImportCommand } from '../../core/command.js';
import { counted } from '../../core/counted.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import type { Loss } from '../../core/import/layout.js';
import { safeLine } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';
import type { TextImportReader } from '../../io/import/formats.js';
import { type Place, placesOf, planAll } from '../../io/import/places.js';
import { type ReadExport, readExport } from '../../io/import/read.js';
import { type PlannedFile, writeFiles } from '../../io/import/write.js';
import { writeFailure } from '../output.js';
import { ask, canAsk } from '../parts/ask.js';

/**
 * Returns the exit code, or the failure to print. Nothing is written unless every file could be read.
 * @param readers readers of formats that are neither JSON nor YAML
 */
export async function importFiles(
  command: ImportCommand,
  environment: Environment,
  readers: readonly TextImportReader[],
): Promise<number | Failure> {
  const exports: ReadExport[] = [];
  for (const file of command.files) {
    const read = await readExport(file, environment, readers);
    if (isFailure(read)) return read;
    exports.push(read);
  }
  const places = placesOf(exports, command.folder);
  const planned = await planAll(places, environment);
  if (isFailure(planned)) return planned;
  if (planned.length === 0) {
    const [loss] = places.flatMap(({ layout }) => layout.losses);
    const reason = loss === undefined ? '' : ` Not imported: ${loss.feature}.`;
    return usageError(
      `No requests or variables found in ${command.files.join(', ')}.${reason}`,
      'Export the collection again.',
    );
  }
  if (!command.dryRun) {
    const refused = await consent(planned, command.yes, environment);
    if (refused) return refused;
    const failed = await writeFiles(planned, environment);
    if (failed) return writeFailure(failed.shown, failed.error);
  }
  environment.stdout.write(report(places, planned, command.dryRun));
  return 0;
}

/** Asks before existing files are replaced. */
async function consent(
  planned: readonly PlannedFile[],
  yes: boolean,
  environment: Environment,
): Promise<Failure | undefined> {
  const replaced = planned.filter(({ isReplaced }) => isReplaced);
  const [first] = replaced;
  if (!first || yes) return undefined;
  const more = replaced.length > 1 ? ` and ${replaced.length - 1} more` : '';
  const refused = usageError(
    `Import would replace ${first.shown}${more}.`,
    'Nothing was written. Pass --yes to replace existing files, or -o FOLDER to choose another folder.',
  );
  if (!canAsk(environment)) return refused;
  const reply = await ask(`Replace ${first.shown}${more}? [y]es / [N]o`, environment);
  if (isFailure(reply)) return reply;
  return /^y(?:es)?$/.test(reply) ? undefined : refused;
}

function report(places: readonly Place[], planned: readonly PlannedFile[], dryRun: boolean): string {
  const requests = places.reduce((sum, { layout }) => sum + layout.requests, 0);
  const lines = [
    ...planned.map(({ shown, isPrivate }) => `${shown}${isPrivate ? ' (private, mode 600)' : ''}`),
    `${dryRun ? 'Would write' : 'Wrote'} ${counted(requests, 'request')} in ${counted(planned.length, 'file')}.`,
  ];
  if (planned.some(({ isPrivate }) => isPrivate))
    lines.push('Do not commit http-client.private.env.json: it contains secrets.');
  const losses = places.flatMap(({ folder, layout }) => layout.losses.map(loss => lossLine(folder, loss)));
  if (losses.length > 0) lines.push(`Not imported (${losses.length}):`, ...losses);
  return `${lines.map(safeLine).join('\n')}\n`;
}

function lossLine(folder: string, { path: file, request, feature }: Loss): string {
  const place = [...(file === undefined ? [] : [path.join(folder, file)]), ...(request === undefined ? [] : [request])];
  return `  ${[...place, feature].join(': ')}`;
}

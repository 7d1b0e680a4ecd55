/** `apiclient import`: converts exports of other tools to `.http` files. */

import path from 'node:path';
import type { ImportCommand } from '../../core/command.js';
import { counted } from '../../core/counted.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { safeLine } from '../../core/response/safe-text.js';
import { truncate } from '../../core/truncate.js';
import type { Environment } from '../../environment.js';
import type { TextImportReader } from '../../io/import/formats.js';
import { type Place, placesOf, planAll } from '../../io/import/places.js';
import { type ReadExport, readExport } from '../../io/import/read.js';
import { type PlannedFile, writeFiles } from '../../io/import/write.js';
import { writeFailure } from '../output.js';
import { ask, canAsk, isYes } from '../parts/ask.js';

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
    const exported = await readExport(file, environment, readers);
    if (isFailure(exported)) return exported;
    exports.push(exported);
  }
  const places = placesOf(exports, command.folder);
  const plannedFiles = await planAll(places, environment);
  if (isFailure(plannedFiles)) return plannedFiles;
  if (plannedFiles.length === 0) {
    const [loss] = places.flatMap(({ layout }) => layout.losses);
    const reason = loss === undefined ? '' : ` Not imported: ${loss.feature.replace(/\.$/, '')}.`;
    return usageError(
      `No requests or variables found in ${command.files.join(', ')}.${reason}`,
      loss === undefined ? 'Export the collection again.' : 'Correct the file, or export the collection again.',
    );
  }
  if (!command.dryRun) {
    const refusal = await consent(plannedFiles, command.yes, environment);
    if (refusal) return refusal;
    const failedFile = await writeFiles(plannedFiles, environment);
    if (failedFile) return writeFailure(failedFile.displayPath, failedFile.error);
  }
  environment.stdout.write(report(places, plannedFiles, command.dryRun));
  return 0;
}

/** Asks before existing files are replaced. */
async function consent(
  planned: readonly PlannedFile[],
  yes: boolean,
  environment: Environment,
): Promise<Failure | undefined> {
  const replacedFiles = planned.filter(({ isReplaced }) => isReplaced);
  const [first] = replacedFiles;
  if (!first || yes) return undefined;
  const more = replacedFiles.length > 1 ? ` and ${replacedFiles.length - 1} more` : '';
  const refusal = usageError(
    `Import would replace ${first.displayPath}${more}.`,
    'Nothing was written. Pass --yes to replace existing files, or -o FOLDER to choose another folder.',
  );
  if (!canAsk(environment)) return refusal;
  const reply = await ask(`Replace ${first.displayPath}${more}? [y]es / [N]o`, environment);
  if (isFailure(reply)) return reply;
  return isYes(reply) ? undefined : refusal;
}

function report(places: readonly Place[], planned: readonly PlannedFile[], dryRun: boolean): string {
  const requests = places.reduce((sum, { layout }) => sum + layout.requests, 0);
  const lines = [
    ...planned.map(({ displayPath, isPrivate }) => `${displayPath}${isPrivate ? ' (private, mode 600)' : ''}`),
    `${dryRun ? 'Would write' : 'Wrote'} ${counted(requests, 'request')} in ${counted(planned.length, 'file')}.`,
  ];
  if (planned.some(({ isPrivate }) => isPrivate))
    lines.push('Do not commit http-client.private.env.json: it contains secrets.');
  const losses = places.reduce((sum, { layout }) => sum + layout.losses.length, 0);
  if (losses > 0) lines.push(`Not imported (${losses}):`, ...places.flatMap(lossLines));
  return `${lines.map(safeLine).join('\n')}\n`;
}

/** One line for each feature of a file, with the names of the requests that use it. */
function lossLines({ folder, layout }: Place): readonly string[] {
  const groups = new Map<string, { readonly place: readonly string[]; readonly feature: string; names: string[] }>();
  for (const { path: file, request, feature } of layout.losses) {
    const key = `${file}\n${feature}`;
    const place = file === undefined ? [] : [path.join(folder, file)];
    const group = groups.get(key) ?? { place, feature, names: [] };
    if (request !== undefined) group.names.push(request.trim() || 'unnamed request');
    groups.set(key, group);
  }
  return [...groups.values()].map(({ place, feature, names }) => {
    const requests = names.length === 0 ? [] : [truncate(names.join(', '), 200)];
    return `  ${[...place, ...requests, truncate(feature, 200)].join(': ')}`;
  });
}

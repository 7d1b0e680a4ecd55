/** `apiclient import`: converts exports of other tools to `.http` files. */
import path from 'node:path';
import type { ImportCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { FreeNames, fileName } from '../../core/import/file-names.js';
import { type Layout, type Loss, layoutOf } from '../../core/import/layout.js';
import { safeLine } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';
import type { TextImportReader } from './formats.js';
import { type ReadExport, readExport } from './read.js';
import { type PlannedFile, planFiles, writeFiles } from './write.js';

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
  const planned: PlannedFile[] = [];
  for (const { folder, layout } of places) {
    const files = await planFiles(layout, folder, environment);
    if (isFailure(files)) return files;
    planned.push(...files);
  }
  if (planned.length === 0) {
    const [loss] = places.flatMap(({ layout }) => layout.losses);
    const reason = loss === undefined ? '' : ` Not imported: ${loss.what}.`;
    return usageError(
      `${command.files.join(', ')}: no requests and no variables.${reason}`,
      'Export the collection again.',
    );
  }
  if (!command.dryRun) {
    const failed = await writeFiles(planned, command.yes, environment);
    if (failed) return failed;
  }
  environment.stdout.write(report(places, planned, command.dryRun));
  return 0;
}

interface Place {
  /** Path of the folder as the user would type it. */
  readonly folder: string;
  readonly layout: Layout;
}

/** Chooses a folder for each collection. Environments belong to the only collection, or else to all of them. */
function placesOf(exports: readonly ReadExport[], folder: string | undefined): readonly Place[] {
  const collections = exports.filter(each => each.collection !== undefined);
  const others = exports.filter(each => each.collection === undefined);
  const [first] = collections;
  if (first?.collection && collections.length === 1) {
    const environments = exports.flatMap(each => each.environments);
    const untranslated = exports.flatMap(each => each.untranslated);
    const own = folder ?? fileName(first.collection.name, 'collection');
    return [{ folder: own, layout: layoutOf(first.collection, environments, untranslated) }];
  }
  const root = folder ?? '.';
  const free = new FreeNames();
  return [
    ...(others.length === 0
      ? []
      : [
          {
            folder: root,
            layout: layoutOf(
              undefined,
              others.flatMap(each => each.environments),
              others.flatMap(each => each.untranslated),
            ),
          },
        ]),
    ...collections.flatMap(({ collection, environments, untranslated }) =>
      collection
        ? [
            {
              folder: path.join(root, free.take(fileName(collection.name, 'collection'))),
              layout: layoutOf(collection, environments, untranslated),
            },
          ]
        : [],
    ),
  ];
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

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

function lossLine(folder: string, { path: file, request, what }: Loss): string {
  const place = [...(file === undefined ? [] : [path.join(folder, file)]), ...(request === undefined ? [] : [request])];
  return `  ${[...place, what].join(': ')}`;
}

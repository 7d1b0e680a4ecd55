/** Chooses the folders of an import. */

import path from 'node:path';
import { type Failure, isFailure } from '../../core/failure.js';
import { FreeNames, fileName } from '../../core/import/file-names.js';
import { type Layout, layoutOf } from '../../core/import/layout.js';
import { pushAll } from '../../core/push-all.js';
import type { Environment } from '../../environment.js';
import type { ReadExport } from './read.js';
import { type PlannedFile, planFiles } from './write.js';

/** A folder and its contents. */
export interface Place {
  /** Path of the folder as the user would type it. */
  readonly folder: string;
  readonly layout: Layout;
}

/** Chooses a folder for each collection. Environments belong to the only collection, or else to all of them. */
export function placesOf(exports: readonly ReadExport[], folder: string | undefined): readonly Place[] {
  const collections = exports.filter(each => each.collection !== undefined);
  const environmentExports = exports.filter(each => each.collection === undefined);
  const [first] = collections;
  if (first?.collection && collections.length === 1) {
    const environments = exports.flatMap(each => each.environments);
    const untranslated = exports.flatMap(each => each.untranslated);
    const folderName = folder ?? fileName(first.collection.name, 'collection');
    return [{ folder: folderName, layout: layoutOf(first.collection, environments, untranslated) }];
  }
  const root = folder ?? '.';
  const freeNames = new FreeNames();
  return [
    ...(environmentExports.length === 0
      ? []
      : [
          {
            folder: root,
            layout: layoutOf(
              undefined,
              environmentExports.flatMap(each => each.environments),
              environmentExports.flatMap(each => each.untranslated),
            ),
          },
        ]),
    ...collections.flatMap(({ collection, environments, untranslated }) =>
      collection
        ? [
            {
              folder: path.join(root, freeNames.take(fileName(collection.name, 'collection'))),
              layout: layoutOf(collection, environments, untranslated),
            },
          ]
        : [],
    ),
  ];
}

/** Plans the files of all folders. */
export async function planAll(
  places: readonly Place[],
  environment: Environment,
): Promise<readonly PlannedFile[] | Failure> {
  const planned: PlannedFile[] = [];
  for (const { folder, layout } of places) {
    const files = await planFiles(layout, folder, environment);
    if (isFailure(files)) return files;
    pushAll(planned, files);
  }
  return planned;
}

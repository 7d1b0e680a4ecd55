/** Imports a file that is opened on the full screen. A separate chunk. */
import { type Failure, failure, isFailure } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import { errorReason } from '../files/error-reason.js';
import { placesOf, planAll } from './places.js';
import { readExport } from './read.js';
import { writeFiles } from './write.js';

/** An import before its files are written. */
interface PreparedImport {
  readonly folder: string;
  readonly requests: number;
  readonly files: number;
  /** Number of existing files that it replaces. */
  readonly replacedFiles: number;
  /** Number of features that were not translated. */
  readonly losses: number;
  /** First `.http` file with a request, as the user would type it. */
  readonly first: string | undefined;
  /** Writes the files. Returns a failure if one cannot be written. */
  readonly write: () => Promise<Failure | undefined>;
}

export async function prepareImport(file: string, environment: Environment): Promise<PreparedImport | Failure> {
  const exported = await readExport(file, environment, []);
  if (isFailure(exported)) return exported;
  const places = placesOf([exported], undefined);
  const plannedFiles = await planAll(places, environment);
  if (isFailure(plannedFiles)) return plannedFiles;
  return {
    folder: places[0]?.folder ?? '.',
    requests: places.reduce((sum, { layout }) => sum + layout.requests, 0),
    files: plannedFiles.length,
    replacedFiles: plannedFiles.filter(({ isReplaced }) => isReplaced).length,
    losses: places.reduce((sum, { layout }) => sum + layout.losses.length, 0),
    first: plannedFiles.find(({ displayPath, text }) => displayPath.endsWith('.http') && /^###/m.test(text))
      ?.displayPath,
    async write() {
      const failedFile = await writeFiles(plannedFiles, environment);
      return failedFile && failure('file', `Cannot write ${failedFile.displayPath}: ${errorReason(failedFile.error)}.`);
    },
  };
}

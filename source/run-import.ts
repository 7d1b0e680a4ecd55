/** `apiclient import`. A separate chunk. */
import { readCurlLines } from './command/curl/import.js';
import type { ImportCommand } from './core/command.js';
import type { Failure } from './core/failure.js';
import type { Environment } from './environment.js';
import { importFiles } from './plain/import/run.js';

/** Returns the exit code, or the failure to print. */
export const runImport = (command: ImportCommand, environment: Environment): Promise<number | Failure> =>
  importFiles(command, environment, [readCurlLines]);

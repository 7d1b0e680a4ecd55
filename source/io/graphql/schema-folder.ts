/** Where schemas are kept: a file of its own, so that looking for the folder loads nothing. */
import path from 'node:path';
import type { Environment } from '../../environment.js';
import { cacheFolder } from '../directories.js';

/** The folder of cached schemas; it need not be there. */
export const schemaFolder = (environment: Environment): string => path.join(cacheFolder(environment), 'schemas');

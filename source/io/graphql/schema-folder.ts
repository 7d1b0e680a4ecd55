/** In a file of its own so that finding the folder loads nothing else. */
import path from 'node:path';
import type { Environment } from '../../environment.js';
import { cacheFolder } from '../directories.js';

export const schemaFolder = (environment: Environment): string => path.join(cacheFolder(environment), 'schemas');

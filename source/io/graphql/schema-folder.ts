/** In a separate file so that finding the folder loads no other module. */
import path from 'node:path';
import type { Environment } from '../../environment.js';
import { cacheFolder } from '../directories.js';

export const schemaFolder = (environment: Environment): string => path.join(cacheFolder(environment), 'schemas');

/**
 * What cli.ts loads through the code cache: the plain half of the program as one script. All else is a chunk behind
 * `import()`.
 */
export { failure } from './core/failure.js';
export { processEnvironment } from './environment.js';
export { main, reportBug } from './main.js';

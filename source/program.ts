/**
 * What cli.ts loads through the code cache: the plain half of the program as one script. All else is a chunk behind
 * `import()`.
 */
import * as send from './io/http/send.js';

// What the chunks take from here instead of carrying it again (see fromProgram in build/plugins.mjs).
Object.assign(globalThis, { [Symbol.for('apiclient.shared')]: { 'io/http/send': send } });

export { exitCodeOf, failure } from './core/failure.js';
export { processEnvironment } from './environment.js';
export { main, reportBug } from './main.js';

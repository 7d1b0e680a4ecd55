/** The script that cli.ts loads through the code cache: plain requests. Everything else is a chunk behind `import()`. */
import * as send from './io/http/send.js';

// For the chunks, so that they need no copy (see fromProgram in build/plugins.mjs).
Object.assign(globalThis, { [Symbol.for('apiclient.shared')]: { 'io/http/send': send } });

export { exitCodeOf, failure } from './core/failure.js';
export { main, reportBug } from './main.js';
export { processEnvironment } from './platform/process-environment.js';

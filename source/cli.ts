/** The program's first file: process in, exit code out. */
import { failure } from './core/failure.js';
import { processEnvironment } from './environment.js';
import { main } from './main.js';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort(failure('interrupted', 'Interrupted.')));
process.once('SIGTERM', () => stop.abort(failure('terminated', 'Terminated.')));

main(process.argv.slice(2), processEnvironment(stop.signal)).then(code => {
  process.exitCode = code;
});

/** The program's first file: process in, exit code out. It loads the bundle of program.ts and runs it. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import path from 'node:path';
import { compile } from './code-cache.js';

declare const APICLIENT_VERSION: string;

/** `$XDG_CACHE_HOME/apiclient/code` (or under ~/.cache), if that is an absolute path as the XDG specification demands. */
function cacheFolder(): string | undefined {
  const { XDG_CACHE_HOME: caches, HOME: home } = process.env;
  if (caches && path.isAbsolute(caches)) return path.join(caches, 'apiclient', 'code');
  return home && path.isAbsolute(home) ? path.join(home, '.cache', 'apiclient', 'code') : undefined;
}

const file = path.join(__dirname, 'program.cjs');
const { script, save } = compile(file, {
  folder: cacheFolder(),
  userId: process.getuid?.(),
  name: `${APICLIENT_VERSION}-${process.versions.v8}-${process.arch}`,
});
const module: { exports: typeof import('./program.js') } = { exports: {} as typeof import('./program.js') };
// `import()` inside the script would need vm's experimental modules; chunks are imported from this file instead.
script.runInThisContext()(module.exports, require, module, file, __dirname, (name: string) => import(name));

const { failure, main, processEnvironment, reportBug } = module.exports;
const stop = new AbortController();
process.once('SIGINT', () => stop.abort(failure('interrupted', 'Interrupted.')));
process.once('SIGTERM', () => stop.abort(failure('terminated', 'Terminated.')));
process.once('SIGHUP', () => stop.abort(failure('terminated', 'The terminal went away.')));

if (save) {
  // Only a run that had an answer has compiled what the next one needs; `exit` comes after the last byte was written.
  const keep = () => {
    unsubscribe('http.client.response.finish', keep);
    process.once('exit', save);
  };
  subscribe('http.client.response.finish', keep);
}

const environment = processEnvironment(stop.signal);
// Exceptions and rejections nobody caught are bugs, but for a reader of our output that went away.
process.once('uncaughtException', error => process.exit(reportBug(error, environment)));

main(process.argv.slice(2), environment).then(code => {
  // What waits for a reader that does not read, or for a FIFO nobody opens, would keep a stopped program alive.
  if (stop.signal.aborted) process.exit(code);
  process.exitCode = code;
});

/** The program's first file: process in, exit code out. It loads the bundle of program.ts and runs it. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import path from 'node:path';
import { compile } from './code-cache.js';
import { version } from './core/version.js';
import { cacheFolder } from './io/places.js';

const { env: variables, platform } = process;
/** Relative where there is no home: then nothing is kept. */
const caches = cacheFolder({ variables, home: variables.HOME ?? '', platform });

const place = {
  folder: path.isAbsolute(caches) ? path.join(caches, 'code') : undefined,
  userId: process.getuid?.(),
  name: `${version}-${process.versions.v8}-${process.arch}`,
};

/** Keeps a script's code when an answer has come: only such a run has compiled what the next one needs. */
function keepCode(save: () => void): void {
  const keep = () => {
    unsubscribe('http.client.response.finish', keep);
    // `exit` comes after the last byte was written.
    process.once('exit', save);
  };
  subscribe('http.client.response.finish', keep);
}

const loaded = new Map<string, unknown>();

/** Runs one of the scripts beside this file, through V8's code cache, or answers what it gave the first time. */
function load(name: string): unknown {
  if (!loaded.has(name)) {
    const file = path.join(__dirname, name);
    const { script, save } = compile(file, place);
    const module = { exports: {} };
    // `import()` inside a script would need vm's experimental modules; chunks are imported from this file instead.
    script.runInThisContext()(module.exports, require, module, file, __dirname, importPart);
    if (save) keepCode(save);
    loaded.set(name, module.exports);
  }
  return loaded.get(name);
}

/** What `import()` is in a script: another script, or a chunk. */
const importPart = async (name: string): Promise<unknown> => (name.endsWith('.cjs') ? load(name) : import(name));

const { exitCodeOf, failure, main, processEnvironment, reportBug } = load(
  'program.cjs',
) as typeof import('./program.js');
const stop = new AbortController();
process.once('SIGINT', () => stop.abort(failure('interrupted', 'Interrupted.')));
process.once('SIGTERM', () => stop.abort(failure('terminated', 'Terminated.')));
process.once('SIGHUP', () => stop.abort(failure('terminated', 'The terminal went away.')));

const environment = processEnvironment(stop.signal);
// Exceptions and rejections nobody caught are bugs, but for a reader of our output that went away.
process.once('uncaughtException', error => process.exit(reportBug(error, environment)));

// Nothing left to wait for, and no answer: that must not look like success.
const unfinished = () =>
  process.exit(reportBug(new Error('the program stopped before its work was done'), environment));
process.once('beforeExit', unfinished);

main(process.argv.slice(2), environment).then(code => {
  process.off('beforeExit', unfinished);
  // What waits for a reader that does not read, or for a FIFO nobody opens, would keep a stopped program alive.
  if (stop.signal.aborted) process.exit(code);
  process.exitCode = code;
  // Only a reader that does not read can keep us here now.
  stop.signal.addEventListener('abort', () => process.exit(exitCodeOf(stop.signal.reason)));
  // Nor may a look-up or a SOCKS proxy that was given up and still says nothing, once all output has left.
  setInterval(() => {
    if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
  }, 100).unref();
});

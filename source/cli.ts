/** Entry point in an installed Node: loads the bundle of program.ts from its own folder, and runs it. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from './code-cache.js';
import { version } from './core/version.js';
import { cacheFolder } from './io/directories.js';
import { start } from './start.js';

const { env: variables, platform } = process;
/** Code cache folder. Relative without a home folder; then nothing is cached. */
const caches = cacheFolder({ variables, home: variables.HOME ?? '', platform });

const cachePlace = {
  folder: path.isAbsolute(caches) ? path.join(caches, 'code') : undefined,
  userId: process.getuid?.(),
  name: `${version}-${process.versions.v8}-${process.arch}`,
};

/** Saves a script's code cache after a response, because only such a run has compiled the code that the next run needs. */
function keepCode(save: () => void): void {
  const keep = () => {
    unsubscribe('http.client.response.finish', keep);
    // `exit` follows the last byte of output.
    process.once('exit', save);
  };
  subscribe('http.client.response.finish', keep);
}

/**
 * Saves the full screen's code cache some seconds after loading, when the screen has been drawn, or at an earlier exit. V8 later
 * discards functions that were unused for a while, such as the startup code.
 */
function keepScreen(save: () => void): void {
  const keep = () => {
    clearTimeout(timer);
    process.off('exit', keep);
    save();
  };
  const timer = setTimeout(keep, 5000).unref();
  process.once('exit', keep);
}

/** Result of a script. For the full screen it is complete when `done` resolves. */
interface Loaded {
  readonly exports: unknown;
  readonly done: Promise<void> | undefined;
}

const loaded = new Map<string, Loaded>();

/** Runs a script in this folder through V8's code cache, at most once. */
function load(name: string): Loaded {
  const before = loaded.get(name);
  if (before) return before;
  const file = path.join(__dirname, name);
  const { script, save } = compile(file, cachePlace);
  const module = { exports: {} };
  // `import()` inside a script would need vm's experimental modules, so chunks are imported from this file.
  const done = script.runInThisContext()(module.exports, require, module, file, __dirname, importPart);
  if (save) (done instanceof Promise ? keepScreen : keepCode)(save);
  const now = { exports: module.exports, done };
  loaded.set(name, now);
  return now;
}

/** `import()` of scripts: loads another script, or a chunk. */
async function importPart(name: string): Promise<unknown> {
  if (!name.endsWith('.cjs')) return import(name);
  const { exports, done } = load(name);
  await done;
  return exports;
}

const program = load('program.cjs').exports as typeof import('./program.js');
start(program, () => readFileSync(path.join(__dirname, 'NOTICE'), 'utf8'));

/** The entry in an installed Node: loads program.ts's bundle from its own folder, and runs it. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from './code-cache.js';
import { version } from './core/version.js';
import { cacheFolder } from './io/directories.js';
import { start } from './start.js';

const { env: variables, platform } = process;
/** Relative without a home: then nothing is kept. */
const caches = cacheFolder({ variables, home: variables.HOME ?? '', platform });

const cachePlace = {
  folder: path.isAbsolute(caches) ? path.join(caches, 'code') : undefined,
  userId: process.getuid?.(),
  name: `${version}-${process.versions.v8}-${process.arch}`,
};

/** Saves a script's code cache after a response: only such a run has compiled what the next one needs. */
function keepCode(save: () => void): void {
  const keep = () => {
    unsubscribe('http.client.response.finish', keep);
    // `exit` comes after the last byte was written.
    process.once('exit', save);
  };
  subscribe('http.client.response.finish', keep);
}

/**
 * Saves the full screen's code some seconds after loading, when it has been drawn. At exit V8 has already discarded
 * functions unused for a while, such as those of the start.
 */
function keepScreen(save: () => void): void {
  setTimeout(save, 5000).unref();
}

/** A script's result; the full screen's is complete when `done` is. */
interface Loaded {
  readonly exports: unknown;
  readonly done: Promise<void> | undefined;
}

const loaded = new Map<string, Loaded>();

/** Runs a script beside this file through V8's code cache, once. */
function load(name: string): Loaded {
  const before = loaded.get(name);
  if (before) return before;
  const file = path.join(__dirname, name);
  const { script, save } = compile(file, cachePlace);
  const module = { exports: {} };
  // `import()` inside a script would need vm's experimental modules; chunks are imported from this file instead.
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

/** The program's first file, where Node is installed. It loads the bundle of program.ts from the folder it is in, and runs it. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from './code-cache.js';
import { version } from './core/version.js';
import { cacheFolder } from './io/places.js';
import { start } from './start.js';

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

start(load('program.cjs') as typeof import('./program.js'), () => readFileSync(path.join(__dirname, 'NOTICE'), 'utf8'));

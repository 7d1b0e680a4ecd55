/**
 * The program's first file where it and Node are one executable (Node's single executable applications). What lies beside
 * cli.ts in the npm package is an asset here: a script, and V8's code cache of it, made by the build. So already the first
 * run is a fast one, and nothing is kept on the user's disk for it.
 */
import { getRawAsset } from 'node:sea';
import { Script } from 'node:vm';
import { start } from './start.js';

/** The bytes of an asset, where they lie in the executable: nobody may write to them. */
const asset = (name: string): Buffer => Buffer.from(getRawAsset(name) as ArrayBuffer);

const loaded = new Map<string, Promise<unknown>>();

/** What `import()` is in a script: another script, run when it is first asked for. */
function importPart(name: string): Promise<unknown> {
  const part = loaded.get(name) ?? run(name);
  loaded.set(name, part);
  return part;
}

async function run(name: string): Promise<unknown> {
  // The build writes ASCII only, and one-byte strings are read fastest.
  const source = asset(name).toString('latin1');
  const script = new Script(source, { filename: name, cachedData: asset(`${name}.v8`) });
  const module = { exports: {} };
  // This `require` knows Node's own modules and no others: no package that lies beside the executable is ever run.
  await script.runInThisContext()(module.exports, require, module, name, '.', importPart);
  return module.exports;
}

const notice = () => asset('NOTICE').toString('utf8');

importPart('./program.cjs').then(program => start(program as typeof import('./program.js'), notice));

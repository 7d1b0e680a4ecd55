/** Entry point of the single executable, whose assets are the scripts and their code caches. */
import { getRawAsset } from 'node:sea';
import { Script } from 'node:vm';
import { start } from './start.js';

/** Bytes of an asset. It is inside the executable, so no other user can write to it. */
const asset = (name: string): Buffer => Buffer.from(getRawAsset(name) as ArrayBuffer);

const loaded = new Map<string, Promise<unknown>>();

/** `import()` of scripts: runs another script on first use. */
function importPart(name: string): Promise<unknown> {
  const part = loaded.get(name) ?? run(name);
  loaded.set(name, part);
  return part;
}

async function run(name: string): Promise<unknown> {
  // The build writes ASCII only, and one-byte strings are the fastest to read.
  const source = asset(name).toString('latin1');
  const script = new Script(source, { filename: name, cachedData: asset(`${name}.v8`) });
  const module = { exports: {} };
  // This `require` only finds Node's modules, so no package next to the executable is ever run.
  await script.runInThisContext()(module.exports, require, module, name, '.', importPart);
  return module.exports;
}

const notice = () => asset('NOTICE').toString('utf8');

importPart('./program.cjs').then(program => start(program as typeof import('./program.js'), notice));

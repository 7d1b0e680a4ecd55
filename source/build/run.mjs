/**
 * Runs one of the project's own TypeScript files (`node source/build/run.mjs FILE [ARGUMENT…]`): Node 20 cannot read
 * types, so the file is bundled to node_modules/.cache first. Packages are loaded from node_modules.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const [file, ...rest] = process.argv.slice(2);
if (file === undefined) throw new Error('Which file? node source/build/run.mjs FILE [ARGUMENT…]');
const folder = path.join(root, 'node_modules/.cache/apiclient-run');
mkdirSync(folder, { recursive: true });
const outfile = path.join(folder, `${path.relative(root, path.resolve(file)).replace(/[/\\]/g, '-')}.mjs`);
await esbuild.build({
  entryPoints: [file],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: 'inline',
  logLevel: 'warning',
});
process.argv = [process.argv[0], outfile, ...rest];
await import(pathToFileURL(outfile));

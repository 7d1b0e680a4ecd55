/** Imports TypeScript files of the project: Node 20 cannot strip types, so they are bundled first. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { manualPages } from './manual.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Imports a file of the project. The bundle is written to node_modules so that packages are resolved from there.
 * @param {string} file relative to the current folder
 * @param {(bundle: string) => void} [before] gets the bundle's path before it runs
 */
export async function importSource(file, before) {
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
    plugins: [manualPages],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  before?.(outfile);
  // A unique URL, so that a watched file is imported again each time.
  return import(`${pathToFileURL(outfile)}?${performance.now()}`);
}

/** Loads one of the project's own TypeScript files: Node 20 cannot read types, so it is bundled first. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Imports a file of the project. Packages are loaded from node_modules, beside which the bundle is kept.
 * @param {string} file relative to the current folder
 * @param {(bundle: string) => void} [before] is told the bundle's path before it is run
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
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  before?.(outfile);
  // A watched file is imported again and again: each time it is another module.
  return import(`${pathToFileURL(outfile)}?${performance.now()}`);
}

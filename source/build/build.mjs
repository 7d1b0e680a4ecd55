/**
 * Builds dist/: `cli.cjs` (one CommonJS bundle for the plain half; a CommonJS entry starts faster than an ES module) and
 * `chunks/` (ES modules for all that one plain request does not need). `--outdir DIR` builds elsewhere.
 */
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const flag = process.argv.indexOf('--outdir');
const outdir = flag > 0 ? path.resolve(process.argv[flag + 1]) : path.join(root, 'dist');

/** Modules that are chunks: whoever imports one with `import()` gets `./chunks/<name>.js`. */
const chunks = {
  graphql: 'source/plain/graphql.ts',
};

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: false,
  legalComments: 'none',
  define: { APICLIENT_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
};

/** Leaves `import('./…')` of a chunk as an import of the built chunk file. */
const chunkImports = {
  name: 'chunk-imports',
  setup(build) {
    build.onResolve({ filter: /^\./ }, args => {
      if (args.kind !== 'dynamic-import') return undefined;
      const file = path.resolve(args.resolveDir, args.path).replace(/\.js$/, '');
      const name = Object.keys(chunks).find(key => path.join(root, chunks[key]).replace(/\.tsx?$/, '') === file);
      return name ? { path: `./chunks/${name}.js`, external: true } : undefined;
    });
  },
};

rmSync(outdir, { recursive: true, force: true });
await esbuild.build({
  ...common,
  entryPoints: [path.join(root, 'source/cli.ts')],
  outfile: path.join(outdir, 'cli.cjs'),
  format: 'cjs',
  banner: { js: '#!/usr/bin/env node' },
  plugins: [chunkImports],
});
chmodSync(path.join(outdir, 'cli.cjs'), 0o755);
if (Object.keys(chunks).length > 0) {
  await esbuild.build({
    ...common,
    entryPoints: Object.fromEntries(Object.entries(chunks).map(([name, file]) => [name, path.join(root, file)])),
    outdir: path.join(outdir, 'chunks'),
    format: 'esm',
    splitting: true,
    mainFields: ['module', 'main'],
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  });
}

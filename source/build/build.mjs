/**
 * Builds dist/:
 *   cli.cjs       the bin: loads program.cjs through V8's code cache (a CommonJS entry starts faster than an ES module)
 *   program.cjs   the plain half as one script
 *   graphql.cjs   what GraphQL without a screen needs beside it, as another
 *   chunks/       ES modules for all that one plain request does not need
 *   man/          the man pages
 *   NOTICE        the licences of what is bundled
 * `--outdir DIR` builds elsewhere; `--watch` builds again whenever a file of source/ changes.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { graphqlParts } from './graphql-parts.mjs';
import { importSource } from './import-source.mjs';
import { inkPatch } from './ink-patch.mjs';
import { notices } from './notices.mjs';
import { applyPatches, chunkImports, fromProgram } from './plugins.mjs';
import { asScript } from './script.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const flag = process.argv.indexOf('--outdir');
const outdir = flag > 0 ? path.resolve(process.argv[flag + 1]) : path.join(root, 'dist');

/** Modules that are chunks: whoever imports one with `import()` gets `./chunks/<name>.js`. */
const chunks = {
  cookies: 'source/io/http/cookies.ts',
  proxy: 'source/io/http/proxy-agents.ts',
  http2: 'source/io/http/http2.ts',
  about: 'source/command/about.ts',
  keys: 'source/tui/overlays/key-entries.ts',
  oauth: 'source/io/oauth/fetch-token.ts',
  demo: 'source/demo/start.ts',
  tui: 'source/tui/run.tsx',
};

/**
 * The program's scripts: CommonJS, so that V8's code cache can serve them. The program itself, and what `graphql --query`
 * loads beside it: as ES modules the same code takes three times as long to load.
 */
const scripts = {
  program: 'source/program.ts',
  graphql: 'source/plain/graphql.ts',
};

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  charset: 'ascii',
  legalComments: 'none',
  metafile: true,
  write: false,
  define: { APICLIENT_VERSION: JSON.stringify(version), 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
};

/** One script of the program: [esbuild's metafile, the file to be written]. */
async function buildScript(name, entry) {
  const { outputFiles, metafile } = await esbuild.build({
    ...common,
    entryPoints: [entry],
    outfile: path.join(outdir, `${name}.cjs`),
    format: 'cjs',
    minifySyntax: true,
    minifyWhitespace: true,
    mainFields: ['module', 'main'],
    supported: { 'dynamic-import': false },
    plugins: [
      applyPatches,
      graphqlParts(root),
      chunkImports(root, chunks, scripts),
      ...(name === 'program' ? [] : [fromProgram(root, ['io/http/send'])]),
    ],
  });
  const code = asScript(outputFiles[0].text);
  // The last line names the build: a code cache is never used for another one (see code-cache.ts).
  const contents = `${code}\n//${createHash('sha256').update(code).digest('hex').slice(0, 16)}`;
  return { metafile, file: { path: path.join(outdir, `${name}.cjs`), contents } };
}

async function build() {
  const built = await Promise.all(Object.entries(scripts).map(([name, entry]) => buildScript(name, entry)));
  const cli = await esbuild.build({
    ...common,
    entryPoints: ['source/cli.ts'],
    outfile: path.join(outdir, 'cli.cjs'),
    format: 'cjs',
    minifySyntax: true,
    minifyWhitespace: true,
    banner: { js: '#!/usr/bin/env node' },
  });
  const lazy = await esbuild.build({
    ...common,
    entryPoints: Object.fromEntries(Object.entries(chunks)),
    outdir: path.join(outdir, 'chunks'),
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    minifySyntax: true,
    minifyWhitespace: true,
    mainFields: ['module', 'main'],
    plugins: [fromProgram(root, ['io/http/send']), graphqlParts(root), inkPatch(root), applyPatches],
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  });
  const { manPages } = await importSource(path.join(root, 'source/build/man/pages.ts'));
  const files = [
    ...[...manPages(version)].map(([name, contents]) => ({ path: path.join(outdir, 'man', name), contents })),
    ...built.map(({ file }) => file),
    ...lazy.outputFiles,
    // `open` runs the script it finds beside its own module, which now is a chunk.
    {
      path: path.join(outdir, 'chunks/xdg-open'),
      contents: readFileSync(path.join(root, 'node_modules/open/xdg-open')),
    },
    {
      path: path.join(outdir, 'NOTICE'),
      contents: notices(
        root,
        [...built, cli, lazy].map(({ metafile }) => metafile),
      ),
    },
    ...cli.outputFiles,
  ];
  // Each file appears whole and the entry last, so that a program started while this runs finds one build or the other.
  rmSync(path.join(outdir, 'chunks'), { recursive: true, force: true });
  for (const file of files) {
    mkdirSync(path.dirname(file.path), { recursive: true });
    const partial = `${file.path}.part`;
    writeFileSync(partial, file.contents);
    if (['cli.cjs', 'xdg-open'].includes(path.basename(file.path))) chmodSync(partial, 0o755);
    renameSync(partial, file.path);
  }
  const out = process.argv.indexOf('--metafile');
  if (out > 0)
    writeFileSync(
      process.argv[out + 1],
      JSON.stringify({ program: built[0].metafile, graphql: built[1].metafile, chunks: lazy.metafile }),
    );
}

await build();
if (process.argv.includes('--watch')) {
  process.stderr.write(`Built ${outdir}; watching source/ (Ctrl-C ends).\n`);
  let timer;
  watch(path.join(root, 'source'), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      build().then(
        () => process.stderr.write('Built again.\n'),
        error => process.stderr.write(`${error.message}\n`),
      );
    }, 100);
  });
}

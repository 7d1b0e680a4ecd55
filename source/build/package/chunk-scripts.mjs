/**
 * The chunks of dist/ as scripts: a single executable cannot import() a file, and only scripts have a code cache. Each named
 * chunk becomes an async function that includes the chunks it shares with others.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { moduleAsScript } from '../module-script.mjs';

/** Prefix that build.mjs adds to every chunk. Here `require` is a parameter. */
const banner =
  /^import \{ createRequire as makeRequire \} from 'node:module'; const require = makeRequire\(import\.meta\.url\);\n/;

const withoutBanner = {
  name: 'without-banner',
  setup(build) {
    build.onLoad({ filter: /\.js$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      if (!banner.test(text)) throw new Error(`${file} does not begin as build.mjs lets every chunk begin.`);
      return { contents: text.replace(banner, ''), loader: 'js' };
    });
  },
};

/** A named chunk is a separate script, so its import is preserved. */
const named = names => ({
  name: 'named-chunks',
  setup(build) {
    build.onResolve({ filter: /^\.\/\w+\.js$/ }, ({ kind, path: file }) => {
      const name = `./chunks/${path.basename(file)}`;
      return kind === 'dynamic-import' && names.includes(name) ? { path: name, external: true } : undefined;
    });
  },
});

/** Returns the names of the parts that a script imports: `./graphql.cjs`, `./chunks/tui.js`. */
const partsOf = script => [...script.matchAll(/\bimportChunk\("(\.\/[^"]+)"\)/g)].map(([, name]) => name);

/**
 * Returns all scripts of the program in `dist`, by import name.
 * @returns {Promise<ReadonlyMap<string, string>>}
 */
export async function programScripts(dist) {
  const scripts = new Map();
  for (const queue = ['./program.cjs']; queue.length > 0; ) {
    const name = queue.shift();
    if (scripts.has(name) || name.startsWith('./chunks/')) continue;
    scripts.set(name, readFileSync(path.join(dist, name), 'latin1'));
    queue.push(...partsOf(scripts.get(name)));
  }
  const names = [...new Set([...scripts.values()].flatMap(partsOf))]
    .filter(name => name.startsWith('./chunks/'))
    .sort();
  const { outputFiles } = await esbuild.build({
    absWorkingDir: dist,
    entryPoints: names,
    outdir: 'scripts',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    charset: 'ascii',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    write: false,
    define: { 'import.meta.url': 'undefined' },
    plugins: [withoutBanner, named(names)],
    logLevel: 'warning',
  });
  for (const { path: file, text } of outputFiles) {
    // A script has no URL, so `createRequire(import.meta.url)` would throw when the chunk starts.
    if (/\bcreateRequire\((?:void 0|undefined)\)/.test(text)) throw new Error(`${file} creates a separate require.`);
    scripts.set(`./chunks/${path.basename(file)}`, moduleAsScript(text));
  }
  return scripts;
}

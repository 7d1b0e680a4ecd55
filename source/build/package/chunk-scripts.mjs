/**
 * The chunks of dist/ as scripts. A single executable cannot import() a file, and only a script can bring V8's code cache
 * with it; so each chunk that is asked for by name becomes one async function, with the chunks it shares with others inside.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { moduleAsScript } from '../module-script.mjs';

/** What build.mjs puts in front of every chunk; here `require` is a parameter. */
const banner =
  /^import \{ createRequire as makeRequire \} from 'node:module'; const require = makeRequire\(import\.meta\.url\);\n/;

/** Reads a chunk without its banner. */
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

/** A chunk that has a name is one script, whoever imports it: it stays an import here. */
const named = names => ({
  name: 'named-chunks',
  setup(build) {
    build.onResolve({ filter: /^\.\/\w+\.js$/ }, ({ kind, path: file }) => {
      const name = `./chunks/${path.basename(file)}`;
      return kind === 'dynamic-import' && names.includes(name) ? { path: name, external: true } : undefined;
    });
  },
});

/** Names of the parts a script asks for: `./graphql.cjs`, `./chunks/tui.js`. */
const partsOf = script => [...script.matchAll(/\bimportChunk\("(\.\/[^"]+)"\)/g)].map(([, name]) => name);

/**
 * All scripts of the program as built in `dist`, by the names they are asked for by.
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
  for (const { path: file, text } of outputFiles) scripts.set(`./chunks/${path.basename(file)}`, moduleAsScript(text));
  return scripts;
}

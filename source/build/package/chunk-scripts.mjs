/**
 * The chunks of dist/ as scripts. A single executable cannot import() a file, and only a script can bring V8's code cache
 * with it; so each chunk that is asked for by name becomes one async function, with the chunks it shares with others inside.
 */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import * as esbuild from 'esbuild';

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

/** `import a, { b as c } from "node:x";` -> what takes the same names from require. */
function requiring(clause, name) {
  const from = `builtin(${JSON.stringify(name)})`;
  const [, all] = /^\*\s?as ([\w$]+)$/.exec(clause) ?? [];
  if (all) return `const ${all}=${from};`;
  const [, standard] = /^([\w$]+)/.exec(clause) ?? [];
  const [, list] = /\{(.*)\}$/.exec(clause) ?? [];
  const names = [
    ...(standard ? [`default:${standard}`] : []),
    ...(list ? list.split(',').map(each => each.trim().replace(/\s+as\s+/, ':')) : []),
  ];
  return `const {${names.join()}}=${from};`;
}

/** One module, as esbuild prints it, as an async function with the parameters that cli.ts gives to program.cjs. */
export function moduleAsScript(text) {
  const imports = [];
  // An import holds before the first line is run, wherever it stands.
  const body = text
    .replace(/(?<=^|[;\n}])import\s?([^'"();]+?)\s?from\s?"([^"]+)";/g, (all, clause, name) => {
      if (!isBuiltin(name)) return all;
      imports.push(requiring(clause, name));
      return '';
    })
    .replace(/\bimport\("([^"]+)"\)/g, (all, name) => {
      if (isBuiltin(name)) return `Promise.resolve(builtin(${JSON.stringify(name)}))`;
      // What is neither of ours nor of Node's is a package that nobody bundled: its importer is ready for a refusal.
      return name.startsWith('./') ? `importChunk(${JSON.stringify(name)})` : all;
    })
    .replace(/export\s?\{([^}]*)\};?\s*$/, (_, list) => {
      const members = list.split(',').map(each => each.trim().split(/\s+as\s+/));
      return `Object.assign(exports,{${members.map(([name, as = name]) => `${as}:${name}`).join()}});`;
    });
  const builtin = 'const builtin=name=>{const real=require(name);return {__proto__:real,default:real}};';
  return `(async function (exports, require, module, __filename, __dirname, importChunk) {"use strict";${builtin}${imports.join('')}\n${body}\n})`;
}

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

/** Turns esbuild's CommonJS output for the plain half into the script that cli.ts runs: text edits, each checked. */

/** The parameters of the function the script is; cli.ts calls it. */
const parameters = 'exports, require, module, __filename, __dirname, importChunk';

/** Modules of Node that are there after its own start, or that every request needs: a getter in front gains nothing. */
const eager = new Set('assert buffer events fs http net path process stream url util'.split(' '));

/**
 * `builtin` is what a default import needs; `lazily` loads a module of Node at the first use of one of its members. Half
 * of all that a bundle of got, meow and our own files asks Node for is never used by one GET (5 ms).
 */
const helpers = `
const builtins = new Map();
const builtin = name => {
  let module = builtins.get(name);
  if (!module) { const real = require(name); builtins.set(name, module = { __proto__: real, default: real }); }
  return module;
};
const lazily = name => new Proxy({}, {
  get: (_, key) => builtin(name)[key],
  has: (_, key) => key in builtin(name),
});
`;

/** `import()` becomes a call of the `import()` that cli.ts hands in, because vm.Script offers none. */
function chunkCalls(text) {
  const called = text.replace(
    /Promise\.resolve\(\)\.then\(\(\) ?=> ?[\w$]+\(require\("(\.\/(?:chunks\/[^"]+|\w+\.cjs))"\)(?:, ?1)?\)\)/g,
    'importChunk("$1")',
  );
  if (/require\("\.\//.test(called)) throw new Error('A chunk would be loaded by require(): see chunkCalls.');
  return called;
}

/** esbuild copies every member's getter of each module it imports; these imports copy nothing, and most load nothing. */
function lazyBuiltins(text) {
  const loader = name => (eager.has(name.replace(/^node:/, '')) ? 'builtin' : 'lazily');
  const done = text
    .replace(
      /(import_\w+) ?= ?__toESM\(require\("((?:node:)?[\w/]+)"\)(?:, ?1)?\)/g,
      (_, local, name) => `${local}=${loader(name)}("${name}")`,
    )
    .replace(/(import_\w+) ?= ?require\("(node:[\w/]+)"\)/g, (all, local, name) =>
      loader(name) === 'builtin' ? all : `${local}=lazily("${name}")`,
    )
    .replace(/__toESM\(require\("((?:node:)?[\w/]+)"\)(?:, ?1)?\)/g, 'builtin("$1")');
  if (!done.includes('=lazily("node:')) throw new Error('esbuild writes its imports otherwise now: see lazyBuiltins.');
  return done;
}

/** The whole script: one function expression. */
export const asScript = text => `(function (${parameters}) {${helpers}${lazyBuiltins(chunkCalls(text))}\n})`;

/** Converts esbuild's CommonJS output for plain requests into the script that cli.ts runs, by checked text edits. */
import { ascii } from './module-script.mjs';

const parameters = 'exports, require, module, __filename, __dirname, importChunk';

/** Node modules loaded at startup or needed by every request, for which a lazy getter gains nothing. */
const eager = new Set('assert buffer events fs http net path process stream url util'.split(' '));

/**
 * `builtin` serves default imports; `lazily` loads a Node module when one of its members is first used. A single GET never uses
 * half of the modules that got, meow and our files import (5 ms).
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

/** Replaces a pattern. Throws without a match, because esbuild's output has changed. */
function replaced(text, pattern, replacement, name) {
  let found = false;
  const done = text.replace(pattern, (...match) => {
    found = true;
    return replacement(...match);
  });
  if (!found) throw new Error(`esbuild writes its imports otherwise now: see ${name} in source/build/script.mjs.`);
  return done;
}

/** vm.Script has no `import()`: call the one that cli.ts passes. */
function chunkCalls(text) {
  const called = replaced(
    text,
    /Promise\.resolve\(\)\.then\(\(\) ?=> ?[\w$]+\(require\("(\.\/(?:chunks\/[^"]+|\w+\.cjs))"\)(?:, ?1)?\)\)/g,
    (_, file) => `importChunk("${file}")`,
    'chunkCalls',
  );
  if (/require\("\.\//.test(called)) throw new Error('A chunk would be loaded by require(): see chunkCalls.');
  return called;
}

/** esbuild copies each getter of every imported module. These imports copy nothing, and most load nothing. */
function lazyBuiltins(text) {
  const loader = name => (eager.has(name.replace(/^node:/, '')) ? 'builtin' : 'lazily');
  const defaults = replaced(
    text,
    /(import_\w+) ?= ?__toESM\(require\("((?:node:)?[\w/]+)"\)(?:, ?1)?\)/g,
    (_, local, name) => `${local}=${loader(name)}("${name}")`,
    'lazyBuiltins',
  );
  const members = replaced(
    defaults,
    /(import_\w+) ?= ?require\("(node:[\w/]+)"\)/g,
    (all, local, name) => (loader(name) === 'builtin' ? all : `${local}=lazily("${name}")`),
    'lazyBuiltins',
  );
  return members.replace(/__toESM\(require\("((?:node:)?[\w/]+)"\)(?:, ?1)?\)/g, 'builtin("$1")');
}

/** Returns the script as one function expression. @param lazily load Node modules on first use */
export function asScript(text, { lazily }) {
  const called = chunkCalls(ascii(text));
  return `(function (${parameters}) {${lazily ? helpers + lazyBuiltins(called) : called}\n})`;
}

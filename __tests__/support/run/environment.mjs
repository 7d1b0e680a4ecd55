/** Jest's environment for Node, in which a test file is loaded from the bundle of the run (bundle.mjs). */
import { readFileSync } from 'node:fs';
import Module, { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);

/** Compiled once in each worker. */
let script;

function bundle() {
  const filename = process.env.APICLIENT_TEST_BUNDLE;
  script ??= new Script(readFileSync(filename, 'utf8'), { filename, importModuleDynamically: name => import(name) });
  return script;
}

/** A package's main file, run in the context: esbuild takes no RegExp of another. */
function requireIn(context, name) {
  const filename = require.resolve(name);
  const module = { exports: {} };
  const run = new Script(Module.wrap(readFileSync(filename, 'utf8')), { filename }).runInContext(context);
  run(module.exports, createRequire(filename), module, filename, path.dirname(filename));
  return module.exports;
}

export default class BundleEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const { global, context } = this;
    /** Runs a test file with modules of its own; transform.mjs makes each test file call it. */
    global.runTestFile = (file, jest) => {
      const host = {
        require(name) {
          if (/^(node:)?process$/.test(name)) return global.process;
          return isBuiltin(name) ? require(name) : requireIn(context, name);
        },
        globals: { __proto__: global, jest },
      };
      bundle().runInContext(context)(host);
      return host.tests[file]();
    };
  }
}

/** Jest's environment for Node, in which a test file is loaded from the bundle of the run (bundle.mjs). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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

export default class BundleEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const { global, context } = this;
    /** Runs a test file with modules of its own; transform.mjs makes each test file call it. */
    global.runTestFile = (file, jest) => {
      const host = {
        require: name => (/^(node:)?process$/.test(name) ? global.process : require(name)),
        globals: { __proto__: global, jest },
      };
      bundle().runInContext(context)(host);
      return host.tests[file]();
    };
  }
}

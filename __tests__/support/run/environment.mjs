/** Jest's environment for Node, which loads test files from the bundle of the run (bundle.mjs). */
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import Module, { createRequire, isBuiltin, SourceMap } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);
const circus = require.resolve('jest-circus');
const circusRequire = createRequire(circus);

// V8's cache of compiled scripts retains the contexts of all earlier test files, 7 MB for each, which every garbage
// collection has to visit.
setFlagsFromString('--no-compilation-cache');

/** Type of the last message that jest-worker sends to a worker. */
const endMessage = 2;
// Jest reports a worker that has not exited half a second later, which can happen on a loaded machine without an open handle.
process.on('message', ([type]) => {
  if (type === endMessage) setImmediate(() => process.exit());
});

/** Scripts compiled once per worker: packages, then tests. */
let scripts;
/** Script of Jest's framework, compiled once per worker. */
let framework;

/** @param filename position in stacks. Jest looks for a source map with that file name, so the folder is omitted by default. */
function compile(file, cachedData, filename = path.basename(file)) {
  return new Script(readFileSync(file, 'utf8'), {
    filename,
    cachedData,
    importModuleDynamically: name => import(name),
  });
}

function compilePackages(name, filename) {
  const file = path.join(process.env.APICLIENT_TEST_PACKAGES, name);
  return compile(`${file}.js`, readFileSync(`${file}.v8`), filename);
}

/**
 * Bytes of bytecode that a function runs before V8 optimizes it, four times the default. Optimized code belongs to one context, so
 * it rarely pays off within a test file. Files that try all cases run long enough.
 */
const interruptBudget = 600_000;

function bundles() {
  if (scripts === undefined) {
    scripts = [compilePackages('packages'), compile(process.env.APICLIENT_TEST_BUNDLE)];
    // Not before, because V8 rejects a code cache that was written with other flags.
    if (process.env.PROPERTY_CASES !== 'all') setFlagsFromString(`--interrupt-budget=${interruptBudget}`);
  }
  return scripts;
}

/** Source map, read when a test fails. Parsing it takes half a second. */
let map;

/** A stack with positions in our sources. */
function withSources(stack) {
  if (typeof stack !== 'string') return stack;
  return stack.replace(/(?<=[( ])tests\.js:(\d+):(\d+)/g, (place, line, column) => {
    const file = process.env.APICLIENT_TEST_BUNDLE;
    map ??= new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    const { originalSource, originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
    if (originalSource === undefined) return place;
    return `${path.resolve(path.dirname(file), originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

/**
 * Replaces the positions in an error, or in each error of a list.
 * @param mapped errors to skip, because an error may be its own cause
 */
function mapStack(error, mapped = new Set()) {
  if (Array.isArray(error)) return error.map(each => mapStack(each, mapped));
  if (typeof error === 'string') return withSources(error);
  if (typeof error !== 'object' || error === null || mapped.has(error)) return error;
  mapped.add(error);
  for (const cause of [error.cause, error.errors]) mapStack(cause, mapped);
  Reflect.set(error, 'stack', withSources(error.stack));
  return error;
}

/** A package's main file, evaluated in the context, because esbuild rejects RegExp objects of another context. */
function requireIn(context, name) {
  const filename = require.resolve(name);
  const module = { exports: {} };
  const run = new Script(Module.wrap(readFileSync(filename, 'utf8')), { filename }).runInContext(context);
  run(module.exports, createRequire(filename), module, filename, path.dirname(filename));
  return module.exports;
}

/** CPU time of this worker and of the programs it has waited for, in milliseconds. */
function processorTimes() {
  const { user, system } = process.cpuUsage();
  // Fields 16 and 17 of proc(5), in ticks of 10 ms. The second field may contain spaces.
  const [, fields = ''] = existsSync('/proc/self/stat') ? readFileSync('/proc/self/stat', 'utf8').split(') ') : [];
  const [childUser = 0, childSystem = 0] = fields.split(' ').slice(13, 15).map(Number);
  return { worker: (user + system) / 1000, programs: (childUser + childSystem) * 10 };
}

/** `TEST_TIMES=FILE npm test` appends a line of JSON per test file: its CPU time and the resources left open. */
function recordTimes(file, before) {
  const after = processorTimes();
  const times = Object.keys(after).map(name => [name, Math.round(after[name] - before[name])]);
  const resources = {};
  for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1;
  const line = { file, pid: process.pid, ...Object.fromEntries(times), resources };
  appendFileSync(process.env.TEST_TIMES, `${JSON.stringify(line)}\n`);
}

/**
 * Storages created since the last test file, one by Jest itself and others by packages. Before Node 24, each one that was used
 * slows down every promise of the worker, in all later files, until it is disabled.
 */
const storages = [];

class ListedStorage extends AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    storages.push(this);
  }
}
// From Node 22, the property has only a getter.
Object.defineProperty(require('node:async_hooks'), 'AsyncLocalStorage', { value: ListedStorage });

export default class BundleEnvironment extends TestEnvironment {
  #file;
  #before = processorTimes();

  constructor(config, context) {
    super(config, context);
    this.#file = path.relative(config.globalConfig.rootDir, context.testPath);
  }

  async teardown() {
    await super.teardown();
    for (const storage of storages.splice(0)) storage.disable();
    if (process.env.TEST_TIMES) recordTimes(this.#file, this.#before);
  }

  /** Returns a new instance of Jest's framework in this context. runner.mjs calls it. */
  loadFramework() {
    framework ??= compilePackages('framework', circus);
    const module = { exports: {} };
    framework.runInContext(this.context)(circusRequire, module, module.exports, path.dirname(circus));
    return module.exports;
  }

  /** Called by Jest, before it formats the errors. */
  handleTestEvent({ name, test }, state) {
    if (name === 'test_done') test.errors = mapStack(test.errors);
    if (name === 'run_finish') state.unhandledErrors = mapStack(state.unhandledErrors);
  }

  async setup() {
    await super.setup();
    const { global, context } = this;
    /** Runs a test file with separate module instances. transform.mjs makes each test file call it. */
    global.runTestFile = (file, jest) => {
      const host = {
        require(name) {
          if (/^(node:)?process$/.test(name)) return global.process;
          return isBuiltin(name) ? require(name) : requireIn(context, name);
        },
        globals: { __proto__: global, jest },
      };
      for (const script of bundles()) script.runInContext(context)(host);
      return host.tests[file]().catch(error => {
        throw mapStack(error);
      });
    };
  }
}

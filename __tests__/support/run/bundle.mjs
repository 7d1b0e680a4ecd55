/**
 * Bundles the tests of a run with our sources into one script, and the packages they import into another, which is built once
 * per lock file. Otherwise, Jest would link some 300 modules for every test file, which took as long as the tests themselves.
 * Each worker compiles the scripts once and runs them in the context of every test file (environment.mjs), where a module is
 * evaluated when a test imports it. Test files share only compiled code. A third script is Jest's own framework (runner.mjs).
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import * as esbuild from 'esbuild';
import { manualPages } from '../../../source/build/manual.mjs';
import { scriptTexts } from '../../../source/build/plugins.mjs';

// As in environment.mjs, because V8 rejects a code cache that was written with other flags.
setFlagsFromString('--no-compilation-cache');

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const require = createRequire(import.meta.url);

/** Packages that Node must load itself, because they need files of the package or optional dependencies. */
const unbundled = ['@lydell/node-pty', '@cyclonedx/cyclonedx-library', 'esbuild'];

/** Each use of a global inside a vm context is a call into C++. These never change, so they are looked up once. */
const constants =
  'Array ArrayBuffer BigInt Boolean Buffer Error Function JSON Map Math Number Object Promise Proxy RangeError Reflect RegExp Set String Symbol SyntaxError TextDecoder TextEncoder TypeError URL URLSearchParams Uint8Array WeakMap WeakRef WeakSet parseInt';

const lookUpConstants = `const { ${constants.split(' ')} } = globalThis;`;

const isIdentifier = name => /^[A-Za-z_$][\w$]*$/.test(name) && !['default', 'delete', 'module.exports'].includes(name);

/** Packages with a top-level await, or that import one. They cannot be loaded synchronously. */
const asyncPackages = ['ink', 'ink-testing-library', 'ink-text-input'];

/** Options of both scripts. A script is a function of `host`, which environment.mjs passes. */
const scriptOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  // Only ES modules support top-level await, which Ink uses. Nothing is left to import or export.
  format: 'esm',
  target: 'node20',
  mainFields: ['module', 'main'],
  logLevel: 'warning',
  logOverride: { 'direct-eval': 'silent', 'duplicate-object-key': 'silent', 'empty-import-meta': 'silent' },
  define: {
    // As in the program.
    'process.env.NODE_ENV': '"production"',
    // Tests only use it to require modules from the project's folder.
    'import.meta.url': JSON.stringify(pathToFileURL(path.join(root, 'package.json')).href),
  },
  banner: { js: `(function (host) { "use strict"; ${lookUpConstants} (function () {` },
  footer: { js: '})() })' },
};

/**
 * A module whose named exports are properties of an object.
 * @param byDefault expression of its default export
 */
const moduleOf = (object, names, byDefault) => `const exports = ${object};
  export default ${byDefault};
  export const { ${names.filter(isIdentifier)} } = exports;`;

/** Node modules and unbundled packages, which Node loads. */
const fromNode = {
  name: 'from-node',
  setup(build) {
    build.onResolve({ filter: /^[^.]/ }, ({ path: name, kind }) => {
      if (!isBuiltin(name) && !unbundled.includes(name)) return undefined;
      return { path: name, namespace: kind.startsWith('require') ? 'required' : 'imported' };
    });
    // Some packages require files of graphql, which must be the ones that all others import.
    build.onResolve({ filter: /^graphql\/.*[^s]$/ }, ({ path: name }) => ({
      path: require.resolve(name).replace(/\.js$/, '.mjs'),
    }));
    build.onLoad({ filter: /./, namespace: 'required' }, ({ path: name }) => ({
      contents: `module.exports = host.require(${JSON.stringify(name)});`,
    }));
    build.onLoad({ filter: /./, namespace: 'imported' }, ({ path: name }) => ({
      contents: moduleOf(`host.require(${JSON.stringify(name)})`, Object.keys(require(name)), 'exports'),
    }));
  },
};

/** Folder of the packages script. Another lock file or another bundler version uses another folder. */
const packagesFolder = () => {
  const hash = createHash('sha256').update(process.version);
  for (const file of ['package-lock.json', '__tests__/support/run/bundle.mjs'])
    hash.update(readFileSync(path.join(root, file)));
  return path.join(root, 'node_modules/.cache/apiclient-tests', hash.digest('hex').slice(0, 16));
};

/** Packages that only snapshots and the search for modules need. */
const unusedByFramework = [
  '@babel/*',
  '@jest/transform',
  'babel-*',
  'jest-haste-map',
  'jest-resolve',
  'jest-worker',
  'prettier',
];

/** The code of Jest's framework as a function of a CommonJS module. */
async function frameworkText() {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [require.resolve('jest-circus').replace(/index\.js$/, 'jestAdapterInit.js')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
    external: unusedByFramework,
    write: false,
    outfile: 'framework.js',
    banner: { js: `(function (require, module, exports, __dirname) { ${lookUpConstants} (function () {` },
    footer: { js: '})() })' },
  });
  return outputFiles[0].text;
}

/** Export names of each package in the packages script, or undefined if it is not built yet. */
function readPackages(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'exports.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Shortens the evaluation of a script, which happens for every test file. At its start, esbuild creates an object with a method for
 * every module, and the getters of all exports. Afterwards, a module is a function, which creates its getters when it runs. Line
 * numbers do not change.
 */
const withLeanModules = text =>
  text
    .replaceAll(/\b(fn\d*|cb\d*)\[__getOwnPropNames\d*\(\1\)\[0\]\]/g, '(typeof $1 === "function" ? $1 : $&)')
    // The comments that start modules. A module whose text contains such a line stays an object.
    .split(/^(?=\/\/ )/m)
    .map(module => {
      const [getters = ''] = /^__export\([\s\S]*?^\}\);$/m.exec(module) ?? [];
      let isLean = false;
      const lean = module.replace(
        /(?<= = __(esm|commonJS)\()\{\n {2}(async )?"[^"\n]*"(\(.*\) \{\n[\s\S]*^ {2}\}\n)\}(?=\);$)/m,
        (_, kind, async = '', rest) => {
          isLean = kind === 'esm';
          return `\n${async}function${kind === 'esm' ? rest.replace('\n', ` ${getters.replaceAll('\n', ' ')}\n`) : rest}`;
        },
      );
      return isLean && getters !== '' ? lean.replace(getters, getters.replaceAll(/[^\n]/g, '')) : lean;
    })
    .join('');

/** Builds the packages script, its code cache and its list of exports. Each file is renamed into place. */
async function buildPackages(folder, names) {
  const loader = name => {
    const file = JSON.stringify(`load ${name}`);
    return `${JSON.stringify(name)}: () => ${asyncPackages.includes(name) ? 'import' : 'require'}(${file})`;
  };
  const { outputFiles } = await esbuild.build({
    ...scriptOptions,
    stdin: { contents: `host.packages = { ${names.map(loader).join(',\n')} };`, resolveDir: root },
    write: false,
    outfile: 'packages.js',
    // Not installed. Only Ink imports it, and tolerates a failed import.
    alias: {
      'react-devtools-core':
        'data:text/javascript,export default 0; throw Object.assign(new Error(), { code: "ERR_MODULE_NOT_FOUND" });',
    },
    plugins: [
      {
        name: 'packages',
        setup(build) {
          build.onResolve({ filter: /^load / }, ({ path: name }) => ({
            path: `${name.slice(5)}.mjs`,
            namespace: 'package',
          }));
          build.onLoad({ filter: /./, namespace: 'package' }, ({ path: name }) => ({
            contents: `export * as content from ${JSON.stringify(name.slice(0, -4))};`,
            resolveDir: root,
          }));
        },
      },
      fromNode,
    ],
  });
  const text = withLeanModules(outputFiles[0].text);
  const script = new Script(text, { filename: 'packages.js', importModuleDynamically: name => import(name) });
  const host = { require };
  script.runInThisContext()(host);
  const exported = {};
  for (const name of names) exported[name] = Object.keys((await host.packages[name]()).content);
  mkdirSync(folder, { recursive: true });
  const write = (name, data) => {
    const file = path.join(folder, name);
    writeFileSync(`${file}.${process.pid}`, data);
    renameSync(`${file}.${process.pid}`, file);
  };
  write('packages.js', text);
  write('packages.v8', script.createCachedData());
  const code = await frameworkText();
  // Jest omits frames in its packages from the stacks it prints.
  const circus = require.resolve('jest-circus');
  const framework = new Script(code, { filename: circus });
  framework.runInThisContext()(createRequire(circus), {}, {}, path.dirname(circus));
  write('framework.js', code);
  write('framework.v8', framework.createCachedData());
  write('exports.json', JSON.stringify(exported));
  return exported;
}

/** All test files below `__tests__`, relative to the project's folder. */
export const testFiles = () =>
  readdirSync(path.join(root, '__tests__'), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.(test|fuzz)\.tsx?$/.test(file))
    .map(file => path.join('__tests__', file));

/**
 * Writes the script of the tests with a source map, and rebuilds the packages script if it lacks a package.
 * @param files the test files to include, relative to the project's folder
 * @returns the folder of the packages script
 */
export async function bundleTests(files, outfile) {
  const folder = packagesFolder();
  // As in the program: do not abort a test's work because the machine is busy.
  const clock = `import { limitByProcessorTime } from './source/core/time-limit.js';
    limitByProcessorTime(() => Object.values(process.cpuUsage()).reduce((sum, part) => sum + part / 1000, 0));`;
  let exported = readPackages(folder);
  const used = new Set();
  const packages = {
    name: 'packages',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path: name }) => {
        if (name === '@jest/globals') return { path: name, namespace: 'jest' };
        if (isBuiltin(name) || unbundled.includes(name) || path.isAbsolute(name) || /^data:/.test(name))
          return undefined;
        used.add(name);
        return { path: name, namespace: 'package' };
      });
      build.onLoad({ filter: /./, namespace: 'jest' }, () => ({
        contents:
          'export const { jest, expect, test, describe, beforeAll, beforeEach, afterAll, afterEach } = host.globals;',
      }));
      build.onLoad({ filter: /./, namespace: 'package' }, ({ path: name }) => {
        const load = `${asyncPackages.includes(name) ? 'await ' : ''}host.packages[${JSON.stringify(name)}]()`;
        return { contents: moduleOf(`(${load}).content`, exported?.[name] ?? [], 'exports.default') };
      });
    },
  };
  const build = files => {
    const entries = files.map(file => `${JSON.stringify(file)}: () => import(${JSON.stringify(`./${file}`)})`);
    return esbuild.build({
      ...scriptOptions,
      stdin: { contents: `${clock} host.tests = { ${entries.join(',\n')} };`, resolveDir: root },
      outfile,
      write: false,
      jsx: 'automatic',
      // Read by environment.mjs.
      sourcemap: 'external',
      sourcesContent: false,
      plugins: [scriptTexts, packages, fromNode, manualPages],
      logLevel: 'silent',
    });
  };
  let result = await build(files).catch(error => ({ error }));
  if (exported === undefined || [...used].some(name => !(name in exported))) {
    // Find the packages of all tests. An import that is not exported yet is an error here.
    await build(testFiles()).catch(() => undefined);
    exported = await buildPackages(folder, [...used].sort());
    result = await build(files);
  }
  if (result.error) throw result.error;
  for (const { path: file, contents, text } of result.outputFiles)
    writeFileSync(file, file === outfile ? withLeanModules(text) : contents);
  await esbuild.stop();
  return folder;
}

/**
 * Bundles the tests of a run, with our sources and all packages they import, into one script. Jest would link each of some
 * 300 modules anew for every test file, which took as long as the tests themselves. The script is compiled once in each
 * worker and run anew in the context of every test file (environment.mjs), where a module is evaluated when a test imports
 * it: test files share compiled code and nothing else.
 */
import { readdirSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { manualPages } from '../../../source/build/manual.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const require = createRequire(import.meta.url);

/** Packages that Node loads itself: with files of their own beside them, or with optional packages. */
const unbundled = ['@lydell/node-pty', '@cyclonedx/cyclonedx-library', 'esbuild'];

/** Each use of a global inside a vm context is a call into C++; these never change, so one look-up serves them all. */
const constants =
  'Array ArrayBuffer BigInt Boolean Buffer Error Function JSON Map Math Number Object Promise Proxy RangeError Reflect RegExp Set String Symbol SyntaxError TextDecoder TextEncoder TypeError URL URLSearchParams Uint8Array WeakMap WeakRef WeakSet parseInt';

const isIdentifier = name => /^[A-Za-z_$][\w$]*$/.test(name) && !['default', 'delete', 'module.exports'].includes(name);

/** Modules that come from outside the script: Node's own, the unbundled, and the globals of jest. */
const outside = {
  name: 'outside',
  setup(build) {
    build.onResolve({ filter: /^[^.]/ }, ({ path: name, kind }) => {
      if (name === '@jest/globals') return { path: name, namespace: 'jest' };
      if (!isBuiltin(name) && !unbundled.includes(name)) return undefined;
      return { path: name, namespace: kind.startsWith('require') ? 'required' : 'imported' };
    });
    // Some packages require files of graphql: they must be those that all others import.
    build.onResolve({ filter: /^graphql\/.*[^s]$/ }, ({ path: name }) => ({
      path: require.resolve(name).replace(/\.js$/, '.mjs'),
    }));
    build.onLoad({ filter: /./, namespace: 'jest' }, () => ({
      contents:
        'export const { jest, expect, test, describe, beforeAll, beforeEach, afterAll, afterEach } = host.globals;',
    }));
    build.onLoad({ filter: /./, namespace: 'required' }, ({ path: name }) => ({
      contents: `module.exports = host.require(${JSON.stringify(name)});`,
    }));
    build.onLoad({ filter: /./, namespace: 'imported' }, ({ path: name }) => ({
      contents: `const exports = host.require(${JSON.stringify(name)});
        export default exports;
        export const { ${Object.keys(require(name)).filter(isIdentifier)} } = exports;`,
    }));
  },
};

/** Every test file below `__tests__`, relative to the project's folder. */
export const testFiles = () =>
  readdirSync(path.join(root, '__tests__'), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.(test|fuzz)\.tsx?$/.test(file))
    .map(file => path.join('__tests__', file));

/**
 * Writes the script, with a source map beside it.
 * @param files the test files in it, relative to the project's folder
 */
export async function bundleTests(files, outfile) {
  const entries = files.map(file => `${JSON.stringify(file)}: () => import(${JSON.stringify(`./${file}`)})`);
  // As the program does: work of a test is not ended because the machine is busy.
  const clock = `import { limitByProcessorTime } from './source/core/time-limit.js';
    limitByProcessorTime(() => Object.values(process.cpuUsage()).reduce((sum, part) => sum + part / 1000, 0));`;
  await esbuild.build({
    stdin: { contents: `${clock} host.tests = { ${entries.join(',\n')} };`, resolveDir: root },
    absWorkingDir: root,
    outfile,
    bundle: true,
    platform: 'node',
    // Only ES modules may await at their top level, as Ink does. Nothing is left to import or export.
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    mainFields: ['module', 'main'],
    // Read by environment.mjs.
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'warning',
    logOverride: { 'direct-eval': 'silent', 'duplicate-object-key': 'silent', 'empty-import-meta': 'silent' },
    // Not installed: only Ink imports it, and copes with a failed import.
    alias: {
      'react-devtools-core':
        'data:text/javascript,export default 0; throw Object.assign(new Error(), { code: "ERR_MODULE_NOT_FOUND" });',
    },
    define: {
      // As in the program.
      'process.env.NODE_ENV': '"production"',
      // All that tests do with it is to require from the project's folder.
      'import.meta.url': JSON.stringify(pathToFileURL(path.join(root, 'package.json')).href),
    },
    plugins: [outside, manualPages],
    banner: { js: `(function (host) { "use strict"; const { ${constants.split(' ')} } = globalThis; (function () {` },
    footer: { js: '})() })' },
  });
  await esbuild.stop();
}

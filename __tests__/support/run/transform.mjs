/** Jest's transform for test files, whose code is in the bundle of the run (bundle.mjs). */
import path from 'node:path';

const codeFor = (file, rootDir) =>
  `await globalThis.runTestFile(${JSON.stringify(path.relative(rootDir, file))}, import.meta.jest);`;

export default {
  process: (_text, file, { config }) => ({ code: codeFor(file, config.rootDir) }),
  getCacheKey: (_text, file, { config }) => codeFor(file, config.rootDir).replace(/\W+/g, '_'),
};

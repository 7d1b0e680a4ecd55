/** Jest's `globalSetup`. Workers, and programs that are given the environment, inherit what it sets there. */
import path from 'node:path';
import { bundleTests, testFiles } from './bundle.mjs';
import makeOwnFolder from './own-folder.mjs';

export default async function globalSetup({ nonFlagArgs, rootDir, runTestsByPath, testPathPatterns }) {
  const folder = makeOwnFolder();
  const named = new Set(nonFlagArgs.map(file => path.resolve(file)));
  const pattern = testPathPatterns.toExecutor({ rootDir });
  const wanted = file => (runTestsByPath ? named.has(file) : pattern.isMatch(file));
  process.env.APICLIENT_TEST_BUNDLE = path.join(folder, 'tests.js');
  await bundleTests(
    testFiles().filter(file => wanted(path.join(rootDir, file))),
    process.env.APICLIENT_TEST_BUNDLE,
  );
}

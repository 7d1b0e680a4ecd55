/** Jest's `globalSetup`. Workers inherit the variables it sets, and so do programs that receive the environment. */
import path from 'node:path';
import { bundleTests, testFiles } from './bundle.mjs';
import makeOwnFolder from './own-folder.mjs';

export default async function globalSetup({ nonFlagArgs, rootDir, runTestsByPath, testPathPatterns }) {
  const folder = makeOwnFolder();
  const pattern = testPathPatterns.toExecutor({ rootDir });
  const files = runTestsByPath
    ? nonFlagArgs.map(file => path.relative(rootDir, path.resolve(file)))
    : testFiles().filter(file => pattern.isMatch(path.join(rootDir, file)));
  process.env.APICLIENT_TEST_BUNDLE = path.join(folder, 'tests.js');
  process.env.APICLIENT_TEST_PACKAGES = await bundleTests(files, process.env.APICLIENT_TEST_BUNDLE);
}

/**
 * Reads jest's reports, of `npm test` and of `npm run test:long`: the last line says how many tests passed and failed. A skipped
 * test ends with 1, as a failed one; but for those that must be root, which no installed program helps.
 */
import { readFileSync } from 'node:fs';

/** A report that is missing counts as a failure: types or lint are wrong, or jest did not get as far. */
function reportIn(file) {
  try {
    return { testResults: [], ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, numRuntimeErrorTestSuites: 0, testResults: [] };
  }
}

const reports = process.argv.slice(2).map(reportIn);
const sum = count => reports.map(count).reduce((all, each) => all + each, 0);
const passed = sum(({ numPassedTests }) => numPassedTests);
const failed = sum(({ numFailedTests, numRuntimeErrorTestSuites }) => numFailedTests + numRuntimeErrorTestSuites);
const skipped = reports
  .flatMap(({ testResults }) => testResults)
  .flatMap(({ assertionResults }) => assertionResults)
  .filter(({ status, ancestorTitles }) => status === 'pending' && !ancestorTitles.includes('skipped without root'));
for (const { fullName } of skipped) console.log(`Skipped, which no test may be here: ${fullName}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed + skipped.length > 0 || passed === 0 ? 1 : 0);

/**
 * Reads jest's report: the last line says how many tests passed and failed. A skipped test ends with 1, as a failed one; but
 * for those that must be root, which no installed program helps.
 */
import { readFileSync } from 'node:fs';

const counts = { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0, testResults: [] };
try {
  Object.assign(counts, JSON.parse(readFileSync(process.argv[2], 'utf8')));
} catch {
  // Types or lint are wrong, or jest did not get as far as a report.
  counts.numFailedTests = 1;
}
const failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
const skipped = counts.testResults
  .flatMap(({ assertionResults }) => assertionResults)
  .filter(({ status, ancestorTitles }) => status === 'pending' && !ancestorTitles.includes('skipped without root'));
for (const { fullName } of skipped) console.log(`Skipped, which no test may be here: ${fullName}`);
console.log(`${counts.numPassedTests} passed, ${failed} failed`);
process.exit(failed + skipped.length > 0 || counts.numPassedTests === 0 ? 1 : 0);

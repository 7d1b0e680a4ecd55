/** Reads jest's report: the last line says how many tests passed and failed. A skipped test ends with 1, as a failed one. */
import { readFileSync } from 'node:fs';

const counts = { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0, numPendingTests: 0 };
try {
  Object.assign(counts, JSON.parse(readFileSync(process.argv[2], 'utf8')));
} catch {
  // Types or lint are wrong, or jest did not get as far as a report.
  counts.numFailedTests = 1;
}
const failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
if (counts.numPendingTests > 0) console.log(`${counts.numPendingTests} skipped: here none may be.`);
console.log(`${counts.numPassedTests} passed, ${failed} failed`);
process.exit(failed + counts.numPendingTests > 0 || counts.numPassedTests === 0 ? 1 : 0);

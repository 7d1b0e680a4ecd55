/**
 * Jest reporter. The first line of a run is the seed of its property tests (property.ts). The last line names the programs that
 * this machine lacks and the number of tests skipped as a result (programs.ts), or the run that contains the requested tests.
 */

import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** The part of the results that `.ci/summary.mjs` reads. */
const reportOf = ({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) => ({
  ...{ numPassedTests, numFailedTests, numRuntimeErrorTestSuites },
  testResults: testResults.map(({ testResults: tests }) => ({
    assertionResults: tests.map(({ status, fullName, ancestorTitles }) => ({ status, fullName, ancestorTitles })),
  })),
});

/** The programs in the title that `onlyWith` gives to skipped tests. */
const missingFor = ({ ancestorTitles }) =>
  ancestorTitles.flatMap(title => /^skipped without (.+)$/.exec(title)?.[1]?.split(', ') ?? []);

/** Names the command that runs the requested tests if `npm test` contains none of them. */
const elsewhere = (name, { numPassedTests, numFailedTests }) =>
  numPassedTests + numFailedTests > 0 || process.env.PROPERTY_CASES === 'all'
    ? undefined
    : `No test here has this name; a long one may: npm run test:long -- --testNamePattern='${name}'`;

const counted = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** The last line, or undefined if no test was skipped because of a missing program. */
export function lastLine(testResults) {
  const skipped = testResults
    .flatMap(({ testResults: tests }) => tests)
    .filter(({ status }) => status === 'pending')
    .map(missingFor)
    .filter(missing => missing.length > 0);
  if (skipped.length === 0) return undefined;
  const wanted = [...new Set(skipped.flat())].sort();
  const each = wanted.map(name => `${name} (${skipped.filter(missing => missing.includes(name)).length})`);
  return `${counted(skipped.length, 'test')} skipped for want of ${each.join(', ')}.`;
}

export default class Reporter {
  #name;

  constructor({ testNamePattern }) {
    this.#name = testNamePattern;
  }

  onRunStart() {
    process.stderr.write(`Seed of the property tests: ${process.env.SEED ?? 1}\n`);
  }

  onRunComplete(_, results) {
    const { testResults } = results;
    const folder = process.env.APICLIENT_TEST_REPORTS;
    const name = process.env.PROPERTY_CASES === 'all' ? 'test-long' : 'test';
    if (folder) writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(reportOf(results)));
    // With `-t`, Jest reports all tests with other names as skipped.
    const line = this.#name ? elsewhere(this.#name, results) : lastLine(testResults);
    // Jest's own summary comes after all reporters.
    if (line !== undefined) process.once('exit', () => process.stderr.write(`${line}\n`));
  }
}

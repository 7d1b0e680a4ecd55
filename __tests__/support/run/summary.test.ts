/** The last lines and the exit code of .ci/run. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../folder.js';

function summary(report: object | undefined) {
  const file = path.join(temporaryFolder(), 'report.json');
  writeFileSync(file, report === undefined ? '' : JSON.stringify(report));
  const { status, stdout } = spawnSync(process.execPath, ['.ci/summary.mjs', file], { encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n') };
}

const passed = { numPassedTests: 5, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };
const skipped = (...ancestorTitles: readonly string[]) => ({
  testResults: [{ assertionResults: [{ status: 'pending', ancestorTitles, fullName: 'a test' }] }],
});

test.each<readonly [string, object | undefined, number, readonly string[]]>([
  ['all passed', passed, 0, ['5 passed, 0 failed']],
  ['one failed', { ...passed, numFailedTests: 1 }, 1, ['5 passed, 1 failed']],
  ['a file could not be run', { ...passed, numRuntimeErrorTestSuites: 1 }, 1, ['5 passed, 1 failed']],
  ['nothing was run', { ...passed, numPassedTests: 0 }, 1, ['0 passed, 0 failed']],
  ['types or lint are wrong, so that there is no report', undefined, 1, ['0 passed, 1 failed']],
  [
    'a test was skipped',
    { ...passed, ...skipped('skipped without fish') },
    1,
    ['Skipped, which no test may be here: a test', '5 passed, 0 failed'],
  ],
  [
    'a test was skipped that must be root',
    { ...passed, ...skipped('skipped without root') },
    0,
    ['5 passed, 0 failed'],
  ],
])('%s', (_, report, status, lines) => {
  expect(summary(report)).toEqual({ status, lines });
});

/**
 * `npm run fuzz [-- PATTERN…]` runs every property test, and the loops of this folder (`*.fuzz.ts`), for a long time. Each
 * property is tried 100,000 times or for FUZZ_SECONDS (20), whichever ends first. The SEED is printed and can be given.
 * A pattern is a part of a file's path.
 *
 * `FUZZ_RUNS=100000 npm run fuzz` tries the parsers of user and server input (`targets.mjs`), each property with that number of
 * inputs however long that takes, and rewrites their rows in `__tests__/fuzz.md`.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { page, targetFiles, targetNames } from './targets.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const tests = path.join(root, '__tests__');
const patterns = process.argv.slice(2);
const { SEED = String(randomInt(2 ** 31)), FUZZ_SECONDS = '20', FUZZ_RUNS } = process.env;
if (FUZZ_RUNS !== undefined && !/^[1-9]\d{0,8}$/.test(FUZZ_RUNS)) {
  process.stderr.write(`FUZZ_RUNS must be a number, not ${FUZZ_RUNS}.\n`);
  process.exit(2);
}

const isFuzzed = file =>
  /\.fuzz\.ts$/.test(file) ||
  (/\.test\.tsx?$/.test(file) && readFileSync(path.join(tests, file), 'utf8').includes('support/property.js'));

const all = FUZZ_RUNS === undefined ? readdirSync(tests, { recursive: true, encoding: 'utf8' }) : targetFiles;
const files = all
  .filter(file => patterns.length === 0 || patterns.some(pattern => file.includes(pattern)))
  .filter(isFuzzed);
if (files.length === 0) {
  process.stderr.write(`No property test's path contains ${patterns.join(' or ')}.\n`);
  process.exit(2);
}
const report = path.join(mkdtempSync(path.join(os.tmpdir(), 'apiclient-fuzz-')), 'tried.jsonl');
const jest = ['--experimental-vm-modules', '--no-warnings', path.join(root, 'node_modules/jest/bin/jest.js')];
// Each property ends by its own clock; a test contains several.
const flags = [
  '--testPathIgnorePatterns',
  '/node_modules/',
  '--testTimeout',
  '86400000',
  '--testMatch',
  '**/*.test.ts?(x)',
  '**/*.fuzz.ts',
  '--runTestsByPath',
];
if (FUZZ_RUNS !== undefined) flags.unshift('--testNamePattern', targetNames);
const { status } = spawnSync(process.execPath, [...jest, ...flags, ...files.map(file => path.join(tests, file))], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PROPERTY_CASES: 'all',
    SEED,
    FUZZ_REPORT: report,
    FUZZ_SECONDS: FUZZ_RUNS === undefined ? FUZZ_SECONDS : undefined,
  },
});
if (status !== 0) process.stderr.write(`SEED=${SEED} npm run fuzz repeats the same inputs.\n`);
else if (FUZZ_RUNS !== undefined) {
  const tried = readFileSync(report, 'utf8').trimEnd().split('\n').map(JSON.parse);
  const machine = `${os.cpus()[0]?.model.trim()}, ${os.availableParallelism()} cores, ${os.type()} ${os.release()}, Node ${process.version}`;
  const file = path.join(tests, 'fuzz.md');
  writeFileSync(file, page(tried, existsSync(file) ? readFileSync(file, 'utf8') : '', machine));
}
rmSync(path.dirname(report), { recursive: true, force: true });
process.exit(status ?? 1);

/**
 * `npm run test:long [-- PATTERN… --JEST-FLAG=VALUE…]` runs the tests that `npm test` omits because they take minutes
 * (`*.long.test.ts`: hostile cases with the program, terminal walks, memory). It also repeats every property and slow table
 * with all cases. With patterns, it runs only files whose path contains one of them.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const folder = path.join(root, '__tests__');

const isLong = file =>
  /\.long\.test\.tsx?$/.test(file) ||
  (/\.test\.tsx?$/.test(file) &&
    /support\/property\.js|\btried(?:Schemas|Operations)\b/.test(readFileSync(path.join(folder, file), 'utf8')));

const given = process.argv.slice(2);
const patterns = given.filter(word => !word.startsWith('-'));
const files = readdirSync(folder, { recursive: true }).filter(
  file =>
    !file.startsWith(`packages${path.sep}`) &&
    (patterns.length === 0 || patterns.some(pattern => path.join('__tests__', file).includes(pattern))) &&
    isLong(file),
);
if (files.length === 0) {
  console.error(`No long test has a path with ${patterns.join(' or ')}.`);
  process.exit(1);
}
const flags = given.filter(word => word.startsWith('-'));
// Most of the files wait half of the time. Jest reads a percentage above 100 as a number of workers.
if (!flags.some(flag => /^(?:-i|-w|--runInBand|--maxWorkers)/.test(flag)))
  flags.push(`--maxWorkers=${availableParallelism() * 2}`);
const jest = path.join(root, 'node_modules/jest/bin/jest.js');
const words = [
  '--testSequencer',
  path.join(root, '__tests__/support/run/sequencer.mjs'),
  '--testPathIgnorePatterns',
  '/node_modules/',
  '--runTestsByPath',
  ...files.map(file => path.join(folder, file)),
];
const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', '--no-warnings', jest, ...flags, ...words],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PROPERTY_CASES: 'all' } },
);
process.exit(status ?? 1);
